import { describe, expect, test } from 'vitest'
import { isSufficient, normalizeSizes, parseTerms, rateItem, toValueSlugs } from './specification-terms.ts'

const CL40 = normalizeSizes('drive belt for the cl 40, three of a set ; bar capacity 40 mm ; speed 5,000 rpm')

test.each([
  ['lathe 42mm bar', ['lathe', '42 mm', 'bar']],
  ['which lathe for 42 mm', ['which', 'lathe', '42 mm']],
  ['drive belt CL 40', ['drive', 'belt', 'cl', '40']],
  ['belt cl40, A2-6', ['belt', 'cl40', 'a2-6']],
  ['5,000RPM', ['5000 rpm']],
  ['12 × 40', ['12', '40']],
  ['xyzzy', ['xyzzy']],
  ['mm', []],
])('The terms of the query %j are %j', (search, expected) => {
  expect(parseTerms(search).map(({ text }) => text)).toEqual(expected)
})

test('Values are looked up by single terms, sizes without their unit, and up to four consecutive terms', () => {
  expect(toValueSlugs(parseTerms('chuck 42mm'))).toEqual(['chuck', 'chuck-42-mm', '42-mm', '42'])
  expect(toValueSlugs(parseTerms('cl40'))).toEqual(['cl40', 'cl-40'])
})

describe('The rating of an item', () => {
  test.each([
    ['belt cl 40', 4, 'belt cl 40'],
    ['belt cl40', 2, 'belt cl40'],
    ['belt 40mm', 2, 'belt 40 mm'],
    ['jaw 40mm', 1, '40 mm'],
    ['belt tl 40', 2, 'belt 40'],
    ['5000 rpm', 1, '5000 rpm'],
  ])('of %j is %i for the terms %j', (search, score, matched) => {
    const match = rateItem(CL40, parseTerms(search))
    expect(match?.score).toBe(score)
    expect(match?.matched.map(({ text }) => text).join(' ')).toBe(matched)
  })

  test.each(['belt 4', 'belt 42mm', 'belt 40 kw', 'belt a2-6', '500 rpm'])(
    'is missing for %j, because its number is',
    (search) => {
      expect(rateItem(CL40, parseTerms(search))).toBeUndefined()
    },
  )

  test('accepts corrected spellings of words', () => {
    const corrections = new Map([['bellt', ['belt']]])
    expect(rateItem(CL40, parseTerms('bellt 40mm'), corrections)?.score).toBe(2)
  })
})

test.each([
  ['jaw 40mm', true],
  ['jaw chuck 40mm', true],
  ['jaw 40', false],
  ['belt jaw chuck 40', true],
  ['belt jaw', false],
  ['belt bar', true],
])('Whether the terms of %j that an item has are sufficient: %s', (search, expected) => {
  const terms = parseTerms(search)
  expect(isSufficient(rateItem(CL40, terms)!.matched, terms)).toBe(expected)
})
