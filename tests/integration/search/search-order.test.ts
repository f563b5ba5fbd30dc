import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { ItemState } from '#contracts/item/state.ts'
import {
  deleteItem,
  insertItems as insertTogether,
  patchItem,
  updateItem,
} from '#server/catalogue/items/store.ts'
import { listItems } from '#server/catalogue/listing/store-lists.ts'
import { parsePhrase } from '#server/catalogue/search/query-parsing.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { createItemPlan, insertItems } from '../../support/fixtures/bulk-items.ts'
import { createListSource } from '../../support/list-source.ts'
import { isOnPostgres } from '../../support/postgres/db-engine.ts'
import type { TestSite } from '../../support/site.ts'
import { startEmptiedSite } from '../../support/site-hooks.ts'

let site: TestSite
startEmptiedSite(['item'], (emptied) => {
  site = emptied
})

const AT = '2026-01-02T00:00:00.000Z'
const createPartPlan = (name: string) => createItemPlan('spare', { name, description: 'Kept in store.' })
const searchNames = async (search = '') =>
  (
    await listItems({
      ...createListSource(site.db),
      filter: { kind: 'spare', limit: 1000, criteria: parsePhrase(search) },
    })
  ).map(({ name }) => name)
const setState = (id: string, state: ItemState) =>
  inTransaction(site.db, (tx) => patchItem(tx, id, { state }, AT))
/** Throws if SQLite's text index differs from the items. */
const checkIndex = async () => {
  if (!isOnPostgres)
    await sql`insert into item_text(item_text, rank) values ('integrity-check', 1)`.execute(site.db)
}

/** Spare parts with numbered names, in this order of creation. */
const createNumberedParts = (count: number, direction: 'falling' | 'inwards') => {
  const rising = Array.from({ length: count }, (_, index) => index)
  const order = {
    falling: rising.toReversed(),
    inwards: rising.map((index) => (index % 2 ? count - (index + 1) / 2 : index / 2)),
  }
  return order[direction].map((number) => createPartPlan(`Part ${String(number).padStart(4, '0')}`))
}

test.each(['falling', 'inwards'] as const)(
  '[CAT-3] Results are in order of names after items were created in %s order',
  async (way) => {
    await insertItems(site, [createPartPlan('Aaa'), createPartPlan('Zzz')])
    await insertItems(site, createNumberedParts(120, way))
    const names = await searchNames()
    expect(names).toHaveLength(122)
    expect(names).toEqual(names.toSorted())
    expect(await searchNames('store')).toEqual(names)
    await checkIndex()
  },
)

test('Items that are created together are in the order of the database, also with letters beyond 16 bits and drafts among them', async () => {
  const names = ['Axle', '😀 Axle', '\ufffc Axle', 'Axle', 'Belt', 'Ébauche', 'zinc']
  const plans = names.map(createPartPlan)
  plans[4]!.draft.state = 'draft'
  await inTransaction(site.db, (tx) => insertTogether(tx, plans, { at: AT }))
  const inOrder = ['Axle', 'Axle', 'Ébauche', 'zinc', '\ufffc Axle', '😀 Axle']
  expect(await searchNames()).toEqual(inOrder)
  expect(await searchNames('store')).toEqual(inOrder)
  await checkIndex()
})

test('A renamed item moves to its new position, and only the new name finds it', async () => {
  const [, id = ''] = await insertItems(site, [
    createPartPlan('Belt'),
    createPartPlan('Axle'),
    createPartPlan('Clutch'),
  ])
  const items = await listItems({ ...createListSource(site.db), filter: { kind: 'spare' } })
  const axle = items.find((item) => item.id === id)!
  await inTransaction(site.db, (tx) => updateItem(tx, axle, { ...axle, name: 'Wheel' }, AT))
  expect(await searchNames('store')).toEqual(['Belt', 'Clutch', 'Wheel'])
  expect(await searchNames('axle')).toEqual([])
  await checkIndex()
})

test('An archived item is not found until it is published again', async () => {
  const [id = ''] = await insertItems(site, [createPartPlan('Axle'), createPartPlan('Belt')])
  await setState(id, 'archived')
  expect(await searchNames('store')).toEqual(['Belt'])
  await insertItems(site, [createPartPlan('Axle')])
  await setState(id, 'published')
  expect(await searchNames('store')).toEqual(['Axle', 'Axle', 'Belt'])
  await inTransaction(site.db, (tx) => deleteItem(tx, id))
  expect(await searchNames('store')).toEqual(['Axle', 'Belt'])
  await checkIndex()
})
