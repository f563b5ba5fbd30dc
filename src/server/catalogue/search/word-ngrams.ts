const NGRAM_LENGTH = 3

/**
 * The n-grams of a word for the spelling correction: each three consecutive characters, including a space before and after
 * the word, and the first character with the last. A word with one error shares at least one of them (decision 0136).
 */
export function toWordNgrams(word: string): string[] {
  const characters = [...word]
  const padded = [' ', ...characters, ' ']
  const ngrams = characters.map((_, start) => padded.slice(start, start + NGRAM_LENGTH).join(''))
  return [...new Set([...ngrams, `${characters[0]}${characters.at(-1)}`])]
}
