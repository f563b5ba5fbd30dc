import { expect, test } from 'vitest'
import { fold } from '#server/kernel/text.ts'
import { findSynonyms, SYNONYMS } from './synonyms.ts'

test('Synonyms of a search do not contain the search itself', () => {
  expect(findSynonyms('Turret lathes')).toContain('capstan lathe')
  expect(findSynonyms('ballscrew')).toEqual(['ball screw'])
  expect(findSynonyms('grease')).toEqual([])
})

test('All synonyms are folded, and none is in two groups', () => {
  const names = SYNONYMS.flat()
  expect(names).toEqual(names.map(fold))
  expect(names).toEqual([...new Set(names)])
})
