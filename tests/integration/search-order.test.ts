import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { deleteItem, patchItem, updateItem } from '#server/catalogue/items/store.ts'
import { countItems, listItems } from '#server/catalogue/listing/store-lists.ts'
import { createItemPlan, insertItems } from '../support/bulk-items.ts'
import { isOnPostgres } from '../support/db-engine.ts'
import { startSite, type TestSite } from '../support/site.ts'

let site: TestSite
beforeEach(async () => {
  site = await startSite()
})
afterEach(() => site.close())

const AT = '2026-01-02T00:00:00.000Z'
const createPartPlan = (name: string) => createItemPlan('spare', { name, description: 'Kept in store.' })
const searchNames = async (search?: string) =>
  (await listItems(site.db, { kind: 'spare', limit: 1000, ...(search && { search }) })).map(
    ({ name }) => name,
  )
/** Throws when SQLite's text index does not say what the items say. */
const checkIndex = async () => {
  if (!isOnPostgres)
    await sql`insert into item_text(item_text, rank) values ('integrity-check', 1)`.execute(site.db)
}

/** Names with `count` numbers in this order. */
const createNumberedParts = (count: number, direction: 'rising' | 'falling' | 'inwards') => {
  const rising = Array.from({ length: count }, (_, index) => index)
  const order = {
    rising,
    falling: rising.toReversed(),
    inwards: rising.map((index) => (index % 2 ? count - (index + 1) / 2 : index / 2)),
  }
  return order[direction].map((number) => createPartPlan(`Part ${String(number).padStart(4, '0')}`))
}

test.each(['rising', 'falling', 'inwards'] as const)(
  '[CAT-3] what is found stands in the order of names, however long names are entered %s',
  async (way) => {
    await insertItems(site, [createPartPlan('Aaa'), createPartPlan('Zzz')])
    await insertItems(site, createNumberedParts(300, way))
    const names = await searchNames()
    expect(names).toHaveLength(302)
    expect(names).toEqual(names.toSorted())
    expect(await searchNames('store')).toEqual(names)
    await checkIndex()
  },
)

test('an item that gets another name is found there, and under it alone', async () => {
  const [, id = ''] = await insertItems(site, [
    createPartPlan('Belt'),
    createPartPlan('Axle'),
    createPartPlan('Clutch'),
  ])
  const items = await listItems(site.db, { kind: 'spare' })
  const axle = items.find((item) => item.id === id)!
  await updateItem(site.db, axle, { ...axle, name: 'Wheel' }, AT)
  expect(await searchNames('store')).toEqual(['Belt', 'Clutch', 'Wheel'])
  expect(await searchNames('axle')).toEqual([])
  await checkIndex()
})

test('what is taken off the site is not found, and found again when it is back', async () => {
  const [id = ''] = await insertItems(site, [createPartPlan('Axle'), createPartPlan('Belt')])
  await patchItem(site.db, id, { state: 'archived' }, AT)
  expect(await searchNames('store')).toEqual(['Belt'])
  // In its place, as it were.
  await insertItems(site, [createPartPlan('Axle')])
  await patchItem(site.db, id, { state: 'published' }, AT)
  expect(await searchNames('store')).toEqual(['Axle', 'Axle', 'Belt'])
  await deleteItem(site.db, id)
  expect(await searchNames('store')).toEqual(['Axle', 'Belt'])
  await checkIndex()
})

test('each kind is searched by itself, and counted', async () => {
  await insertItems(site, [
    createPartPlan('Axle'),
    createItemPlan('machine', { name: 'Lathe', category: 'machine' }),
    createPartPlan('Belt'),
  ])
  const machines = await listItems(site.db, { kind: 'machine', search: 'store', limit: 1 })
  expect(machines.map(({ name }) => name)).toEqual(['Lathe'])
  expect(await countItems(site.db, { kind: 'machine', search: 'store' })).toBe(1)
  expect(await countItems(site.db, { kind: 'spare', search: 'store' })).toBe(2)
})
