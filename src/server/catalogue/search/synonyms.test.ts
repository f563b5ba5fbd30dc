import { expect, test } from 'vitest'
import { findSynonyms } from './synonyms.ts'

test('Synonyms of a search do not contain the search itself', () => {
  expect(findSynonyms('Turret lathes')).toContain('capstan lathe')
  expect(findSynonyms('ballscrew')).toEqual(['ball screw'])
  expect(findSynonyms('grease')).toEqual([])
})
