import { expect, test } from 'vitest'
import { createEmptyDraft } from '../item/draft.ts'
import { toDraft } from './history.ts'
import { parseSnapshot } from './store-history.ts'

const REVISION = {
  ...createEmptyDraft('spare'),
  name: 'Collet 16 mm',
  description: 'Hardened',
  state: 'published',
} as const

/** The stored JSON of a revision from before these fields existed. */
function createOldRevision(...missing: string[]): string {
  return JSON.stringify(REVISION, (key, value) => (missing.includes(key) ? undefined : value))
}

test('A revision from before a field existed is read with the default of the field', () => {
  const missing = ['brand', 'pricePaise', 'originalPricePaise', 'features', 'images', 'featured']
  expect(parseSnapshot(createOldRevision(...missing))).toEqual(REVISION)
})

test('A revision from before a commercial field existed is read without it', () => {
  const { leadTimeDays: _, ...commercial } = REVISION.commercial
  expect(parseSnapshot(JSON.stringify({ ...REVISION, commercial }))).toEqual(REVISION)
})

test('Restoring a revision from before a field existed clears the field', () => {
  const snapshot = { revision: 1, at: '', by: '', item: parseSnapshot(createOldRevision('brand')) }
  const draft = toDraft([snapshot])
  expect(draft).toHaveProperty('brand', null)
  expect(Object.keys(draft).toSorted()).toEqual(Object.keys(createEmptyDraft('spare')).toSorted())
})

test('A stored revision that is no item is rejected', () => {
  expect(() => parseSnapshot(createOldRevision('name'))).toThrow(/name/)
})
