import { describe, expect, test } from 'vitest'
import { expectUnchanged, findRows, snapshotWithHistory } from '../../support/db-snapshot.ts'
import { createItemPlan, insertItems } from '../../support/fixtures/bulk-items.ts'
import {
  createMachine,
  createService,
  createSparePart,
  expectBulkUpdate,
  getHistory,
  getItemAuditLog,
} from '../../support/fixtures/items.ts'
import { expectOk, formBody, type Json, jsonBody } from '../../support/http-client.ts'
import { startSiteOnce } from '../../support/site-hooks.ts'

const { site, staff } = startSiteOnce('editor')

const PATH = '/api/items/price-changes'
const CHANGE = { by: 'percent', value: 10, prices: 'both', roundTo: 10 }
const preview = (body: object) => staff(`${PATH}/preview`, jsonBody('POST', body))
const apply = (items: Json[], change: object = CHANGE) => staff(PATH, jsonBody('POST', { items, change }))
const undo = (items: Json[]) => staff(`${PATH}/undo`, jsonBody('POST', { items }))
const getPrices = async (id: string) => {
  const [item] = await findRows(site, 'item', { id })
  return { price: item.price_paise, original: item.original_price_paise }
}

describe('A change of many prices', () => {
  test('The preview shows the first items before and after, and why others are left out', async () => {
    const belt = await createSparePart(staff, {
      name: 'A belt',
      code: 'B-1',
      price: '950.50',
      originalPrice: '1,200',
    })
    const free = await createSparePart(staff, { name: 'B sample', price: '4' })
    const without = await createMachine(staff)
    const same = await createSparePart(staff, { name: 'C pin', price: '0' })
    const archived = await createSparePart(staff, { name: 'D old', price: '10' })
    await expectBulkUpdate(staff, [archived.id], { archived: true })
    const before = await snapshotWithHistory(site)
    const ids = [belt, free, without, same, archived].map(({ id }) => id)
    expect(await expectOk(preview({ ids: [...ids, 'unknown'], change: CHANGE }))).toEqual({
      total: 6,
      rows: [
        {
          id: belt.id,
          kind: 'spare',
          name: 'A belt',
          code: 'B-1',
          price: { before: 950.5, after: 1050 },
          originalPrice: { before: 1200, after: 1320 },
        },
        { id: free.id, kind: 'spare', name: 'B sample', code: '', price: { before: 4, after: 0 } },
      ],
      items: [
        { id: belt.id, revision: 1 },
        { id: free.id, revision: 1 },
      ],
      large: 1,
      becomeZero: 1,
      leftOut: { noPrice: 1, unchanged: 1, tooHigh: 0, originalTooLow: 0, archived: 1, deleted: 1 },
    })
    expect(await snapshotWithHistory(site)).toEqual(before)
  })

  test('An item whose original price would be below its price is left out and counted', async () => {
    const { id } = await createSparePart(staff, { name: 'Nut', price: '100', originalPrice: '105' })
    const change = { ...CHANGE, prices: 'price' }
    expect(await expectOk(preview({ ids: [id], change }))).toMatchObject({
      items: [],
      leftOut: { originalTooLow: 1, unchanged: 0 },
    })
    await expectOk(apply([{ id, revision: 1 }], change))
    expect(await getPrices(id)).toEqual({ price: 10_000, original: 10_500 })
  })

  test('A price change writes history and audit log, and is undone', async () => {
    const { id } = await createSparePart(staff, { name: 'Bearing', price: '100', originalPrice: '150' })
    const reply = await expectOk(apply([{ id, revision: 1 }]))
    expect(reply).toEqual({ changed: [{ id, revision: 2 }], conflicts: [] })
    expect(await getPrices(id)).toEqual({ price: 11_000, original: 17_000 })
    const [latest] = (await getHistory(staff, id)).revisions
    expect(latest.differences).toEqual([
      { field: 'Price', before: '₹100.00', after: '₹110.00' },
      { field: 'Original price', before: '₹150.00', after: '₹170.00' },
    ])
    expect(await expectOk(undo(reply.changed))).toEqual({ changed: [{ id, revision: 3 }], conflicts: [] })
    expect(await getPrices(id)).toEqual({ price: 10_000, original: 15_000 })
    expect((await getItemAuditLog(staff, id)).slice(1)).toEqual([
      'changed Bearing: Price, Original price (+10 %, rounded to ₹10)',
      'changed Bearing: Price, Original price (price change undone)',
    ])
    expect((await expectOk(site.fetch(`/api/spareparts/${id}`))).price).toBe(100)
  })

  test('An item that was changed or deleted after the preview is left out and named', async () => {
    const changed = await createSparePart(staff, { name: 'Chuck', price: '100' })
    const kept = await createSparePart(staff, { name: 'Collet', price: '100' })
    const { items } = await expectOk(preview({ ids: [changed.id, kept.id], change: CHANGE }))
    await expectOk(staff(`/api/spareparts/${changed.id}/full`, formBody('PUT', { price: '200' })))
    const sent = [...items, { id: 'deleted', revision: 1 }]
    const reply = await expectOk(apply(sent))
    expect(reply).toEqual({
      changed: [{ id: kept.id, revision: 2 }],
      conflicts: [
        { id: changed.id, name: 'Chuck' },
        { id: 'deleted', name: 'A deleted item' },
      ],
    })
    expect((await getPrices(changed.id)).price).toBe(20_000)
    await expectOk(staff(`/api/spareparts/${kept.id}/full`, formBody('PUT', { price: '300' })))
    expect(await expectOk(undo(reply.changed))).toEqual({
      changed: [],
      conflicts: [{ id: kept.id, name: 'Collet' }],
    })
    expect((await getPrices(kept.id)).price).toBe(30_000)
  })

  test('A request that is repeated because its response was lost has the same reply and changes nothing twice', async () => {
    const [belt, pulley] = await Promise.all(
      ['Belt', 'Pulley'].map((name) => createSparePart(staff, { name, price: '100' })),
    )
    const { items } = await expectOk(preview({ ids: [belt!.id, pulley!.id], change: CHANGE }))
    const reply = await expectOk(apply(items))
    expect(await expectUnchanged(site, () => apply(items), 200)).toEqual(reply)
    expect((await getPrices(belt!.id)).price).toBe(11_000)

    // Another change of the same items, and the same change by someone else, are not the same request.
    const left = {
      changed: [],
      conflicts: reply.conflicts.concat(items.map(({ id }: Json) => ({ id, name: expect.any(String) }))),
    }
    expect(await expectOk(apply(items, { ...CHANGE, value: 20 }))).toEqual(left)
    const other = await site.signIn('owner')
    expect(await expectOk(other(PATH, jsonBody('POST', { items, change: CHANGE })))).toEqual(left)

    const restored = await expectOk(undo(reply.changed))
    expect(restored.changed).toHaveLength(2)
    expect(await expectUnchanged(site, () => undo(reply.changed), 200)).toEqual(restored)
    expect((await getPrices(pulley!.id)).price).toBe(10_000)
  })

  test('The preview of a filter has the items of the list, without archived items and services', async () => {
    const wanted = await createSparePart(staff, { category: 'Filtered', price: '100' })
    const archived = await createSparePart(staff, { category: 'Filtered', price: '100' })
    await expectBulkUpdate(staff, [archived.id], { archived: true })
    await createService(staff)
    const reply = await expectOk(preview({ filter: { category: 'Filtered' }, change: CHANGE }))
    expect(reply).toMatchObject({ total: 1, items: [{ id: wanted.id, revision: 1 }] })
    expect((await expectOk(preview({ filter: { kind: 'service' }, change: CHANGE }))).items).toEqual([])
  })

  test.each([
    { value: 0 },
    { value: 1.234 },
    { value: -100.01 },
    { value: 1001 },
    { value: '5' },
    { by: 'factor' },
    { by: 'amount', value: 1e11 },
    { prices: 'all' },
    { roundTo: 2 },
    { roundTo: 0 },
    { extra: 1 },
  ])('A price change with %j is rejected', async (fields) => {
    const change = { ...CHANGE, ...fields }
    await expectUnchanged(site, () => preview({ filter: {}, change }), 400)
    await expectUnchanged(site, () => apply([{ id: 'x', revision: 1 }], change), 400)
  })

  test('A preview needs either ids or a filter, and a change 1 to 500 items with revisions', async () => {
    const rejected = (sent: () => Promise<Response>) => expectUnchanged(site, sent, 400)
    await rejected(() => preview({ change: CHANGE }))
    await rejected(() => preview({ ids: ['x'], filter: {}, change: CHANGE }))
    await rejected(() => preview({ ids: [], change: CHANGE }))
    await rejected(() => preview({ filter: { colour: 'red' }, change: CHANGE }))
    await rejected(() => apply([]))
    await rejected(() => apply([{ id: 'x' }]))
    const items = Array.from({ length: 501 }, (_, index) => ({ id: `x${index}`, revision: 1 }))
    expect((await rejected(() => apply(items))).message).toBe(
      'At most 500 items can be changed in one request.',
    )
    await rejected(() => undo(items))
  })

  test('The prices of 500 items are previewed together, changed in one request and undone', async () => {
    const plans = Array.from({ length: 500 }, (_, index) =>
      createItemPlan('spare', { name: `Bulk ${index}`, category: 'Bulk', pricePaise: 10_000 + index * 100 }),
    )
    const ids = await insertItems(site, plans)
    const { items, rows } = await expectOk(preview({ filter: { category: 'Bulk' }, change: CHANGE }))
    expect(items).toHaveLength(500)
    expect(rows).toHaveLength(10)
    const { changed } = await expectOk(apply(items))
    expect(changed).toHaveLength(500)
    expect((await getPrices(ids[499]!)).price).toBe(66_000)
    const restored = await expectOk(undo(changed.slice(0, 20)))
    expect(restored.changed).toHaveLength(20)
    expect(restored.conflicts).toEqual([])
  })
})
