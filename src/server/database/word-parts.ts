const LETTERS = 3

/**
 * What a known word is looked up by when somebody may have misspelt it: every three letters that follow each other, its
 * beginning and end among them, and its first letter with its last. A word with one slip in it keeps one of them at
 * least (decision 0136).
 */
export function wordParts(word: string): string[] {
  const letters = [...word]
  const padded = [' ', ...letters, ' ']
  const runs = letters.map((_, start) => padded.slice(start, start + LETTERS).join(''))
  return [...new Set([...runs, `${letters[0]}${letters.at(-1)}`])]
}
