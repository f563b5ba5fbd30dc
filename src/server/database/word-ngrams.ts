const NGRAM_LENGTH = 3

/**
 * What a known word is looked up by when somebody may have misspelt it: every three letters that follow each other, its
 * beginning and end among them, and its first letter with its last. A word with one slip in it keeps one of them at
 * least (decision 0136).
 */
export function toWordNgrams(word: string): string[] {
  const characters = [...word]
  const padded = [' ', ...characters, ' ']
  const ngrams = characters.map((_, start) => padded.slice(start, start + NGRAM_LENGTH).join(''))
  return [...new Set([...ngrams, `${characters[0]}${characters.at(-1)}`])]
}
