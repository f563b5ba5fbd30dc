import { expect, test } from 'vitest'
import { fold } from '#server/kernel/text.ts'
import { findSynonyms } from './synonyms.ts'
import { TRADE_WORDS } from './trade-words.ts'

test('Synonyms of a search do not contain the search itself', () => {
  expect(findSynonyms('Turret lathes')).toContain('capstan lathe')
  expect(findSynonyms('ballscrew')).toEqual(['ball screw'])
  expect(findSynonyms('grease')).toEqual([])
})

test('All trade words are folded, and none is in two groups', () => {
  const names = TRADE_WORDS.flat()
  expect(names).toEqual(names.map(fold))
  expect(names).toEqual([...new Set(names)])
})
