import { beforeAll, describe, expect, test } from 'vitest'
import { expectUnchanged, snapshotWithHistory } from '../../support/db-snapshot.ts'
import { createItemPlan, insertItems } from '../../support/fixtures/bulk-items.ts'
import {
  createMachine,
  createSparePart,
  expectBulkUpdate,
  getHistory,
  getItemAuditLog,
} from '../../support/fixtures/items.ts'
import { expectOk, expectPage, type Json, jsonBody, type SiteFetch } from '../../support/http-client.ts'
import { startSiteOnce } from '../../support/site-hooks.ts'

const { site, staff } = startSiteOnce('editor')
let colleague: SiteFetch
beforeAll(async () => {
  colleague = await site.signIn('owner')
})

const open = (query: object) => staff('/api/items/grid', jsonBody('POST', query))
const send = (changes: Json[], by = staff) => by('/api/items', jsonBody('PATCH', { changes }))
const save = async (changes: Json[], by = staff): Promise<Json[]> =>
  (await expectOk(send(changes, by))).results

describe('Grid editing', () => {
  test('The grid has the values of items as texts, in the order of the list and without archived items', async () => {
    const belt = await createSparePart(staff, {
      name: 'Grid B',
      category: 'Grid',
      code: 'G-1',
      brand: 'Fenner',
      price: '950.50',
      gstRate: '18',
      leadTimeDays: '7',
      availability: 'in-stock',
    })
    const other = await createSparePart(staff, { name: 'Grid A', category: 'Grid' })
    const archived = await createSparePart(staff, { name: 'Grid C', category: 'Grid' })
    await expectBulkUpdate(staff, [archived.id], { archived: true })
    const { items, total } = await expectPage(open({ filter: { category: 'Grid' } }))
    expect(total).toBe(2)
    expect(items.map(({ id }: Json) => id)).toEqual([other.id, belt.id])
    expect(items[1]).toEqual({
      id: belt.id,
      kind: 'spare',
      revision: 1,
      fields: {
        name: 'Grid B',
        code: 'G-1',
        category: 'Grid',
        brand: 'Fenner',
        price: '950.5',
        originalPrice: '',
        hsn: '',
        gstRate: '18',
        unit: '',
        minimumQuantity: '',
        leadTimeDays: '7',
        availability: 'in-stock',
        warrantyMonths: '',
        state: 'published',
        featured: 'false',
      },
      specifications: { 'Bar capacity': '25 mm', 'Swing over bed': '320 mm' },
    })
    const { items: chosen } = await expectPage(open({ ids: [belt.id, archived.id] }))
    expect(chosen.map(({ id }: Json) => id)).toEqual([belt.id])
  })

  test('Changed cells are saved with history and audit log, and other values stay', async () => {
    const { id } = await createSparePart(staff, { name: 'Nozzle', price: '10', brand: 'Old' })
    const fields = {
      code: ' NZ-1 ',
      price: '1,25,000.50',
      brand: '',
      hsn: '8466',
      gstRate: '18',
      minimumQuantity: '5',
      availability: 'made-to-order',
      state: 'draft',
      featured: 'true',
    }
    const specifications = { 'bar capacity': '30 mm', Thread: 'M8' }
    const [result] = await save([{ id, revision: 1, fields, specifications }])
    expect(result).toMatchObject({
      status: 'saved',
      id,
      item: {
        revision: 2,
        fields: { ...fields, name: 'Nozzle', code: 'NZ-1', price: '125000.5' },
        specifications: { 'Bar capacity': '30 mm', 'Swing over bed': '320 mm', Thread: 'M8' },
      },
    })
    const [latest] = (await getHistory(staff, id)).revisions
    expect(latest.differences.map(({ field }: Json) => field)).toContain('HSN or SAC code')
    expect((await getItemAuditLog(staff, id)).at(-1)).toMatch(/^changed Nozzle: Brand, Price, Specifications/)
    // The same values again are no further revision.
    const before = await snapshotWithHistory(site)
    expect((await save([{ id, revision: 2, fields: { hsn: '8466' } }]))[0]).toMatchObject({
      status: 'saved',
      item: { revision: 2 },
    })
    expect(await snapshotWithHistory(site)).toEqual(before)
  })

  test('An item that somebody changed is a conflict with its present values, and the others are saved', async () => {
    const first = await createSparePart(staff, { name: 'First' })
    const second = await createSparePart(staff, { name: 'Second' })
    await save([{ id: first.id, revision: 1, fields: { brand: 'Theirs' } }], colleague)
    const results = await save([
      { id: first.id, revision: 1, fields: { brand: 'Mine' } },
      { id: 'deleted', revision: 1, fields: { brand: 'Mine' } },
      { id: second.id, revision: 1, fields: { brand: 'Mine' } },
    ])
    expect(results).toMatchObject([
      {
        status: 'conflict',
        id: first.id,
        by: expect.stringMatching(/\w/),
        item: { revision: 2, fields: { brand: 'Theirs' } },
      },
      { status: 'deleted', id: 'deleted' },
      { status: 'saved', id: second.id, item: { fields: { brand: 'Mine' } } },
    ])
  })

  test('An invalid cell keeps its item unchanged, names each cell and does not affect other items', async () => {
    const taken = await createSparePart(staff, { code: 'TAKEN' })
    const { id } = await createSparePart(staff, { name: 'Invalid' })
    const other = await createSparePart(staff, { name: 'Valid' })
    const fields = {
      name: ' ',
      price: 'cheap',
      hsn: '12',
      gstRate: '17',
      state: 'archived',
      featured: 'perhaps',
      brand: 'Not stored',
    }
    const specifications = { 'Bar capacity': '', 'Swing over bed': '' }
    const [invalid, valid] = await save([
      { id, revision: 1, fields, specifications },
      { id: other.id, revision: 1, fields: { brand: 'Stored' } },
    ])
    expect(invalid!.problems.map(({ field }: Json) => field).join()).toBe(
      'name,price,hsn,gstRate,state,featured,specifications.Bar capacity,specifications.Swing over bed',
    )
    expect(valid).toMatchObject({ status: 'saved' })
    const [same] = await save([{ id, revision: 1, fields: { code: 'taken' } }])
    expect(same).toMatchObject({ status: 'invalid', problems: [{ field: 'code' }] })
    expect(same!.problems[0].message).toContain(taken.name)
    const [item] = await expectOk(open({ ids: [id] }))
    expect(item).toMatchObject({ revision: 1, fields: { brand: '', code: '' } })
  })

  test('An item with fewer specifications than forms require can be edited, and an archived one cannot', async () => {
    const [id] = await insertItems(site, [createItemPlan('spare', { name: 'Imported' })])
    expect((await save([{ id, revision: 1, fields: { price: '5' } }]))[0]).toMatchObject({ status: 'saved' })
    const archived = await createMachine(staff)
    await expectBulkUpdate(staff, [archived.id], { archived: true })
    expect((await save([{ id: archived.id, revision: 2, fields: { price: '5' } }]))[0]).toMatchObject({
      status: 'invalid',
      problems: [{ field: 'state', message: expect.stringContaining('Restore it first') }],
    })
  })

  test('A category is stored in the spelling that other items have', async () => {
    await createSparePart(staff, { category: 'Drive Belts' })
    const { id } = await createSparePart(staff)
    const [result] = await save([{ id, revision: 1, fields: { category: ' drive  belts' } }])
    expect(result!.item.fields.category).toBe('Drive Belts')
  })

  test('A request for the grid or to save cells without the necessary parts is rejected', async () => {
    const rejected = (sent: () => Promise<Response>) => expectUnchanged(site, sent, 400)
    await rejected(() => open({}))
    await rejected(() => open({ ids: Array.from({ length: 2001 }, (_, index) => `x${index}`) }))
    await rejected(() => send([]))
    await rejected(() => send([{ id: 'x', fields: {} }]))
    await rejected(() => send([{ id: 'x', revision: 1, fields: { description: 'x' } }]))
    await rejected(() =>
      send([
        { id: 'x', revision: 1 },
        { id: 'x', revision: 1 },
      ]),
    )
    await rejected(() => send(Array.from({ length: 501 }, (_, index) => ({ id: `x${index}`, revision: 1 }))))
  })
})

test('The grid understands a price on request, and refuses an original price below the price once both cells are known', async () => {
  const part = await createSparePart(staff, { code: 'GRD-P', price: '100', originalPrice: '120' })
  const save = async (fields: object, revision: number) => {
    const changes = [{ id: part.id, revision, fields, specifications: {} }]
    return (await expectOk(staff('/api/items', jsonBody('PATCH', { changes })))).results[0]
  }
  expect(await save({ price: '200', originalPrice: '250' }, 1)).toMatchObject({ status: 'saved' })
  expect(await save({ price: '300' }, 2)).toEqual({
    ...{ status: 'invalid', id: part.id },
    problems: [{ field: 'price', message: 'The original price must not be below the price.' }],
  })
  expect(await save({ price: 'On request' }, 2)).toMatchObject({
    status: 'saved',
    item: { fields: { price: '' } },
  })
})
