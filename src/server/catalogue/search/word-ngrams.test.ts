import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toWordNgrams } from './word-ngrams.ts'

test('The n-grams of a word are its trigrams, and its first character with its last', () => {
  expect(toWordNgrams('belt')).toEqual([' be', 'bel', 'elt', 'lt ', 'bt'])
  expect(toWordNgrams('öler')).toEqual([' öl', 'öle', 'ler', 'er ', 'ör'])
})

const character = fc.constantFrom(...'aeinrst')
const word = fc.array(character, { minLength: 4, maxLength: 12 })

test('A word with one error shares an n-gram with the word that was meant', () => {
  fc.assert(
    fc.property(
      word,
      fc.nat(),
      character,
      fc.constantFrom('change', 'insert', 'delete', 'transpose'),
      (meant, at, other, error) => {
        const index = at % (meant.length - 1)
        const typed = [...meant]
        if (error === 'change') typed[index] = other
        if (error === 'insert') typed.splice(index, 0, other)
        if (error === 'delete') typed.splice(index, 1)
        if (error === 'transpose') typed.splice(index, 2, meant[index + 1]!, meant[index]!)
        const ngrams = new Set(toWordNgrams(meant.join('')))
        expect(toWordNgrams(typed.join('')).some((ngram) => ngrams.has(ngram))).toBe(true)
      },
    ),
    { numRuns: 5000 },
  )
})
