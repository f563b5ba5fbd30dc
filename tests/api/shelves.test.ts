import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { deleteItem, markItem, updateItem } from '#server/catalogue/store.ts'
import { countItems, listItems } from '#server/catalogue/store-lists.ts'
import { isOnPostgres } from '../support/engine.ts'
import { startSite, type TestSite } from '../support/site.ts'
import { insertMany, planned } from './many-items.ts'

let site: TestSite
beforeEach(async () => {
  site = await startSite()
})
afterEach(() => site.close())

const AT = '2026-01-02T00:00:00.000Z'
const part = (name: string) => planned('spare', { name, description: 'Kept in store.' })
const found = async (search?: string) =>
  (await listItems(site.db, { kind: 'spare', limit: 1000, ...(search && { search }) })).map(
    ({ name }) => name,
  )
/** Throws when SQLite's text index does not say what the items say. */
const checkIndex = async () => {
  if (!isOnPostgres)
    await sql`insert into item_text(item_text, rank) values ('integrity-check', 1)`.execute(site.db)
}

/** Names with `count` numbers in this order. */
const numbered = (count: number, way: 'rising' | 'falling' | 'inwards') => {
  const rising = Array.from({ length: count }, (_, index) => index)
  const order = {
    rising,
    falling: rising.toReversed(),
    inwards: rising.map((index) => (index % 2 ? count - (index + 1) / 2 : index / 2)),
  }
  return order[way].map((number) => part(`Part ${String(number).padStart(4, '0')}`))
}

test.each(['rising', 'falling', 'inwards'] as const)(
  '[CAT-3] what is found stands in the order of names, however long names are entered %s',
  async (way) => {
    await insertMany(site, [part('Aaa'), part('Zzz')])
    await insertMany(site, numbered(300, way))
    const names = await found()
    expect(names).toHaveLength(302)
    expect(names).toEqual(names.toSorted())
    expect(await found('store')).toEqual(names)
    await checkIndex()
  },
)

test('an item that gets another name is found there, and under it alone', async () => {
  const [, id = ''] = await insertMany(site, [part('Belt'), part('Axle'), part('Clutch')])
  const items = await listItems(site.db, { kind: 'spare' })
  const axle = items.find((item) => item.id === id)!
  await updateItem(site.db, axle, { ...axle, name: 'Wheel' }, AT)
  expect(await found('store')).toEqual(['Belt', 'Clutch', 'Wheel'])
  expect(await found('axle')).toEqual([])
  await checkIndex()
})

test('what is taken off the site is not found, and found again when it is back', async () => {
  const [id = ''] = await insertMany(site, [part('Axle'), part('Belt')])
  await markItem(site.db, id, { state: 'archived' }, AT)
  expect(await found('store')).toEqual(['Belt'])
  // In its place, as it were.
  await insertMany(site, [part('Axle')])
  await markItem(site.db, id, { state: 'published' }, AT)
  expect(await found('store')).toEqual(['Axle', 'Axle', 'Belt'])
  await deleteItem(site.db, id)
  expect(await found('store')).toEqual(['Axle', 'Belt'])
  await checkIndex()
})

test('each kind is searched by itself, and counted', async () => {
  await insertMany(site, [
    part('Axle'),
    planned('machine', { name: 'Lathe', category: 'machine' }),
    part('Belt'),
  ])
  const machines = await listItems(site.db, { kind: 'machine', search: 'store', limit: 1 })
  expect(machines.map(({ name }) => name)).toEqual(['Lathe'])
  expect(await countItems(site.db, { kind: 'machine', search: 'store' })).toBe(1)
  expect(await countItems(site.db, { kind: 'spare', search: 'store' })).toBe(2)
})
