import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isIndexed, toAllWordsExpression, toSearchText, toTrigramTerms } from './search-expression.ts'

test('The search text starts every text with a space and ends it with a line break', () => {
  expect(toSearchText('bush 6', 'bore')).toBe(' bush 6\n bore\n')
})

test('The search text repeats pairs before unusual characters on lines of their own', () => {
  expect(toSearchText('be日be日')).toBe(' be日be日\nbe\n')
})

test('A search text contains a trigram of a two-character term exactly if a text contains the term', () => {
  const text = fc.string({ unit: fc.constantFrom(...'abz 5.-日ø²'), minLength: 1, maxLength: 12 })
  const term = fc.string({ unit: fc.constantFrom(...'abz5.-日ø²'), minLength: 2, maxLength: 2 })
  fc.assert(
    fc.property(text, text, term, (one, other, pair) => {
      const searchText = toSearchText(one, other)
      const isFound = toTrigramTerms(pair).some((trigram) => searchText.includes(trigram))
      expect(isFound).toBe(one.includes(pair) || other.includes(pair))
    }),
    { numRuns: 5000 },
  )
})

test('A two-character term is expanded to trigrams, a longer one is not', () => {
  expect(toTrigramTerms('be')).toEqual(expect.arrayContaining(['be ', 'be\n', 'bea', 'be9', 'be×']))
  expect(toTrigramTerms('bea')).toEqual(['bea'])
})

test('The index looks up text of two characters and codes of three', () => {
  expect([isIndexed('b'), isIndexed('be'), isIndexed('日本')]).toEqual([false, true, true])
  expect([isIndexed('25', 'search_codes'), isIndexed('250', 'search_codes')]).toEqual([false, true])
})

test('An expression of all words contains short words at the beginning of a word', () => {
  expect(toAllWordsExpression([['collet', 'kollet'], ['25']])).toEqual([
    { column: 'search_text', groups: [['collet', 'kollet'], [' 25']] },
  ])
})
