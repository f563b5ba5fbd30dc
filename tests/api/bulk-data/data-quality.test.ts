import { beforeEach, describe, expect, test } from 'vitest'
import { expectUnchanged, snapshotWithHistory } from '../../support/db-snapshot.ts'
import { createItemPlan, insertItems } from '../../support/fixtures/bulk-items.ts'
import {
  createSparePart,
  expectBulkUpdate,
  getHistory,
  getItemAuditLog,
} from '../../support/fixtures/items.ts'
import {
  expectOk,
  expectPage,
  expectProblem,
  formBody,
  type Json,
  jsonBody,
} from '../../support/http-client.ts'
import { startSiteOnce } from '../../support/site-hooks.ts'

const { site, staff } = startSiteOnce('owner')
beforeEach(async () => {
  await site.db.deleteFrom('item').execute()
  await site.db.deleteFrom('quality_dismissal').execute()
})

const PATH = '/api/quality'
const list = (query = ''): Promise<Json> => expectOk(staff(`${PATH}/findings?${query}`))
const findOne = async (type: string): Promise<Json> => {
  const { findings } = await list(`type=${type}`)
  expect(findings).toHaveLength(1)
  return findings[0]
}
const preview = (key: string, fix: object) => staff(`${PATH}/fixes/preview`, jsonBody('POST', { key, fix }))
const apply = (items: Json[], fix: object) => staff(`${PATH}/fixes`, jsonBody('POST', { items, fix }))
const undo = (items: Json[]) => staff(`${PATH}/fixes/undo`, jsonBody('POST', { items }))
const toRevisions = ({ changes }: Json) => changes.map(({ id, revision }: Json) => ({ id, revision }))
const dismiss = (key: string, reason: string) =>
  staff(`${PATH}/dismissals`, jsonBody('POST', { key, reason }))
const getSpecifications = async (id: string): Promise<Json> =>
  (await expectOk(staff(`/api/spareparts/${id}`))).specs

const createPart = (name: string, specifications: Record<string, string>, fields: object = {}) =>
  createSparePart(staff, {
    name,
    category: 'Belts',
    price: '100',
    hsn: '401039',
    code: `C ${name}`,
    specifications: JSON.stringify(specifications),
    ...fields,
  })

/** Five belts with lengths in mm. */
async function createBelts(): Promise<Json[]> {
  const belts = []
  for (const length of [800, 900, 1000, 1100, 1200])
    belts.push(await createPart(`Belt ${length}`, { Length: `${length} mm`, Section: 'A' }))
  return belts
}

describe('Data quality', () => {
  test('A catalogue without items has no findings', async () => {
    expect(await list()).toEqual({
      items: 0,
      counts: { names: 0, units: 0, values: 0, duplicates: 0, picture: 0, price: 0, code: 0, hsn: 0 },
      dismissed: 0,
      total: 0,
      findings: [],
    })
  })

  test('Findings are counted by type, filtered, paged and computed again after a change', async () => {
    await createBelts()
    const first = await list()
    expect(first).toMatchObject({ items: 5, total: 1, counts: { picture: 1, units: 0 } })
    await createPart('Belt 55', { Length: '55 inch', section: 'A' })
    const { counts, total, findings } = await list()
    expect(counts).toMatchObject({ names: 1, units: 1, picture: 1 })
    expect(total).toBe(3)
    expect(findings[0]).toMatchObject({
      type: 'names',
      kind: 'spare',
      title: "'section' means the same as 'Section'",
      detail: "'Section' is in 5 items, 'section' is in 1 item.",
      count: 1,
      items: [{ name: 'Belt 55', code: 'C Belt 55', category: 'Belts', texts: ['section: A'] }],
      fix: { action: 'rename', from: ['section'], to: 'Section' },
    })
    expect((await list('type=units&kind=spare')).findings[0]).toMatchObject({
      title: "'Length' in inch instead of mm",
      items: [{ texts: ['Length: 55 inch'] }],
    })
    expect((await list('kind=machine')).total).toBe(0)
    expect((await list('limit=1&offset=1')).findings).toHaveLength(1)
    const { key } = (await list('type=picture')).findings[0]
    const page = await expectPage(staff(`${PATH}/findings/${key}/items?limit=2&offset=4`))
    expect(page).toMatchObject({ total: 6, items: [{ name: 'Belt 1200' }, { name: 'Belt 55' }] })
    expect(await expectOk(staff(`${PATH}/findings/${key}/ids`))).toHaveLength(6)
  })

  test('A correction is previewed, writes history and audit log, and is undone', async () => {
    await createBelts()
    const { id } = await createPart('Belt 55', { Length: '55 inch, cut', Section: 'A' })
    const { key, fix } = await findOne('units')
    expect(fix).toEqual({ action: 'unit', name: 'Length', from: 'inch', to: 'mm' })
    const before = await snapshotWithHistory(site)
    const planned = await expectOk(preview(key, fix))
    expect(planned).toEqual({
      total: 1,
      changes: [
        {
          id,
          revision: 1,
          kind: 'spare',
          name: 'Belt 55',
          code: 'C Belt 55',
          before: 'Length: 55 inch, cut',
          after: 'Length: 1,397 mm, cut',
        },
      ],
      leftOut: { unchanged: 0, both: 0, notConvertible: 0, invalid: 0, later: 0 },
    })
    expect(await snapshotWithHistory(site)).toEqual(before)
    const reply = await expectOk(apply(toRevisions(planned), fix))
    expect(reply).toEqual({ changed: [{ id, revision: 2 }], conflicts: [] })
    expect(await getSpecifications(id)).toEqual({ Length: '1,397 mm, cut', Section: 'A' })
    expect((await getHistory(staff, id)).revisions[0].differences).toMatchObject([
      { field: 'Specifications' },
    ])
    expect((await list('type=units')).total).toBe(0)
    // A repeated request changes nothing twice.
    expect(await expectUnchanged(site, () => apply(toRevisions(planned), fix), 200)).toEqual(reply)
    expect(await expectOk(undo(reply.changed))).toEqual({ changed: [{ id, revision: 3 }], conflicts: [] })
    expect(await getSpecifications(id)).toEqual({ Length: '55 inch, cut', Section: 'A' })
    expect((await findOne('units')).key).toBe(key)
    expect((await getItemAuditLog(staff, id)).slice(1)).toEqual([
      "changed Belt 55: Specifications (data quality: 'Length' from inch to mm)",
      'changed Belt 55: Specifications (data quality: correction undone)',
    ])
  })

  test('Similar names become one; an item that has both with different values is left out', async () => {
    await createBelts()
    const twice = await createPart('Belt 1', { Length: '810 mm', length: '810 mm', Section: 'A' })
    const both = await createPart('Belt 2', { Length: '820 mm', length: '830 mm' })
    const renamed = await createPart('Belt 3', { 'Length (mm)': '840 mm', Section: 'B' })
    const { key, fix } = await findOne('names')
    expect(fix).toMatchObject({ action: 'rename', to: 'Length' })
    const planned = await expectOk(preview(key, fix))
    expect(planned.leftOut).toMatchObject({ both: 1 })
    expect(planned.changes.map(({ before, after }: Json) => [before, after])).toEqual([
      ['length: 810 mm', 'Removed: the item has it twice'],
      ['Length (mm): 840 mm', 'Length: 840 mm'],
    ])
    await expectOk(apply(toRevisions(planned), fix))
    expect(await getSpecifications(twice.id)).toEqual({ Length: '810 mm', Section: 'A' })
    expect(await getSpecifications(renamed.id)).toEqual({ Length: '840 mm', Section: 'B' })
    expect(await getSpecifications(both.id)).toEqual({ Length: '820 mm', length: '830 mm' })
  })

  test('A name with a unit is replaced by the one without, however rare, and the unit moves into the values', async () => {
    const named = async (name: string, value: string) => {
      const { id } = await createPart(`Part ${name} ${value}`, { [name]: value, Material: 'Steel' })
      return id
    }
    const ids = []
    for (const value of ['12', '12 mm round', '10 - 20', 'On request', '2 inch', 'M12'])
      ids.push(await named('Bore (mm)', value))
    await named('Bore', '14 mm')
    const { key, title, detail, fix } = await findOne('names')
    expect(title).toBe("'Bore (mm)' means the same as 'Bore'")
    expect(detail).toBe("'Bore (mm)' is in 6 items, 'Bore' is in 1 item.")
    expect(fix).toEqual({ action: 'rename', from: ['Bore (mm)'], to: 'Bore' })
    const planned = await expectOk(preview(key, fix))
    expect(planned.leftOut).toMatchObject({ notConvertible: 1 })
    await expectOk(apply(toRevisions(planned), fix))
    const specifications = await Promise.all(ids.map(getSpecifications))
    expect(specifications.map(({ Bore }) => Bore)).toEqual([
      '12 mm',
      '12 mm round',
      '10 - 20 mm',
      'On request',
      '2 inch',
      undefined,
    ])
    expect(specifications.at(-1)).toMatchObject({ 'Bore (mm)': 'M12' })
  })

  test('Names with different units become one without a unit, and no number changes its meaning', async () => {
    const mm = await createPart('Rod A', { 'Length (mm)': '800', Material: 'Steel' })
    const inch = await createPart('Rod B', { 'Length (inch)': '30', Material: 'Steel' })
    const { key, fix } = await findOne('names')
    expect(fix).toMatchObject({ action: 'rename', to: 'Length' })
    const withUnit = { ...fix, from: ['Length (inch)'], to: 'Length (mm)' }
    expect(await expectOk(preview(key, withUnit))).toMatchObject({
      changes: [],
      leftOut: { notConvertible: 1, unchanged: 1 },
    })
    await expectOk(apply(toRevisions(await expectOk(preview(key, fix))), fix))
    expect(await getSpecifications(mm.id)).toMatchObject({ Length: '800 mm' })
    expect(await getSpecifications(inch.id)).toMatchObject({ Length: '30 inch' })
  })

  test('A plain number under a name with a unit is in that unit', async () => {
    for (const value of ['1', '2', '3', '4'])
      await createPart(`Rod ${value}`, { Length: `${value} inch`, End: 'A' })
    const { id } = await createPart('Rod 5', { 'Length (mm)': '127', End: 'A' })
    const { key, fix } = await findOne('units')
    expect(fix).toMatchObject({ action: 'unit', from: '', to: 'inch' })
    await expectOk(apply(toRevisions(await expectOk(preview(key, fix))), fix))
    expect(await getSpecifications(id)).toMatchObject({ 'Length (mm)': '5 inch' })
  })

  test('An unusual value is proposed with its unit and the text after it, and can be set to another one', async () => {
    await createBelts()
    const { id } = await createPart('Belt 9', { Length: '9,500 mm endless', Section: 'A' })
    const { key, title, fix } = await findOne('values')
    expect(title).toBe("'Length' of 9,500 mm is far off its siblings")
    expect(fix).toEqual({ action: 'value', name: 'Length', value: '950 mm endless' })
    const other = { ...fix, value: '955 mm' }
    const planned = await expectOk(preview(key, other))
    await expectOk(apply(toRevisions(planned), other))
    expect(await getSpecifications(id)).toMatchObject({ Length: '955 mm' })
  })

  test('A missing HSN code is proposed from the category and set for all items without one', async () => {
    await createBelts()
    const { id } = await createPart('Belt 7', { Length: '850 mm', Section: 'A' }, { hsn: '' })
    const { key, title, fix } = await findOne('hsn')
    expect(title).toBe("Spare part of 'Belts' without an HSN or SAC code")
    expect(fix).toEqual({ action: 'hsn', hsn: '401039' })
    const planned = await expectOk(preview(key, fix))
    expect(planned.changes).toMatchObject([{ before: 'No HSN or SAC code', after: '401039' }])
    const { changed } = await expectOk(apply(toRevisions(planned), fix))
    expect((await expectOk(staff(`/api/spareparts/${id}`))).hsn).toBe('401039')
    await expectOk(undo(changed))
    expect((await expectOk(staff(`/api/spareparts/${id}`))).hsn).toBeUndefined()
  })

  test('Of duplicates one is kept and the others are archived, which can be undone', async () => {
    const kept = await createPart('Chuck 160', { Diameter: '160 mm', Mount: 'A2-4' })
    const other = await createPart('chuck, 160', { Weight: '12 kg', Mount: 'A2-5' })
    const { key, count } = await findOne('duplicates')
    expect(count).toBe(2)
    const fix = { action: 'archive', keep: kept.id }
    const planned = await expectOk(preview(key, fix))
    expect(planned.changes).toMatchObject([{ id: other.id, before: 'Published', after: 'Archived' }])
    const { changed } = await expectOk(apply(toRevisions(planned), fix))
    await expectProblem(site.fetch(`/api/spareparts/${other.id}`), 404)
    expect((await list('type=duplicates')).total).toBe(0)
    await expectOk(undo(changed))
    expect((await expectOk(site.fetch(`/api/spareparts/${other.id}`))).name).toBe('chuck, 160')
    expect((await getItemAuditLog(staff, other.id)).slice(1)).toEqual([
      'archived chuck, 160: Status (data quality: duplicate archived)',
      'restored chuck, 160: Status (data quality: correction undone)',
    ])
  })

  test('An item that was changed after the preview is left out and named', async () => {
    await createBelts()
    const changed = await createPart('Belt A', { Length: '55 inch', Section: 'A' })
    const { key, fix } = await findOne('units')
    const planned = await expectOk(preview(key, fix))
    await expectOk(staff(`/api/spareparts/${changed.id}/full`, formBody('PUT', { price: '200' })))
    const items = [...toRevisions(planned), { id: 'deleted', revision: 1 }]
    expect(await expectOk(apply(items, fix))).toEqual({
      changed: [],
      conflicts: [
        { id: changed.id, name: 'Belt A' },
        { id: 'deleted', name: 'A deleted item' },
      ],
    })
    expect(await getSpecifications(changed.id)).toMatchObject({ Length: '55 inch' })
  })

  test('A dismissed finding is listed with its reason, stays dismissed after changes, and can be shown again', async () => {
    const belts = await createBelts()
    const { key, title } = await findOne('picture')
    expect((await dismiss(key, ' Photographs follow in March. ')).status).toBe(204)
    await createPart('Belt 1300', { Length: '1300 mm', Section: 'A' })
    expect(await list()).toMatchObject({ total: 0, dismissed: 1 })
    expect(await expectPage(staff(`${PATH}/dismissals`))).toMatchObject({
      total: 1,
      items: [{ key, title, type: 'picture', kind: 'spare', reason: 'Photographs follow in March.' }],
    })
    await expectBulkUpdate(
      staff,
      belts.map(({ id }) => id),
      { archived: true },
    )
    expect((await staff(`${PATH}/dismissals/${key}`, { method: 'DELETE' })).status).toBe(204)
    expect(await findOne('picture')).toMatchObject({ key, count: 1 })
    await expectProblem(staff(`${PATH}/dismissals/${key}`, { method: 'DELETE' }), 404)
    const entries: Json[] = await expectOk(staff(`/api/log?subject=quality`))
    expect(entries.map(({ action, subjectName, detail }) => [action, subjectName, detail])).toEqual([
      ['restored', title, ''],
      ['dismissed', title, 'Photographs follow in March.'],
    ])
  })

  test('A finding that does not exist any more can be neither opened, corrected nor dismissed', async () => {
    const key = 'a'.repeat(20)
    const fix = { action: 'hsn', hsn: '8466' }
    for (const sent of [
      () => staff(`${PATH}/findings/${key}/items`),
      () => staff(`${PATH}/findings/${key}/ids`),
      () => preview(key, fix),
      () => dismiss(key, 'Gone'),
    ])
      expect((await expectUnchanged(site, sent, 404)).message).toBe(
        'This finding no longer exists. It may have been corrected meanwhile.',
      )
  })

  test.each([
    [{ action: 'rename', from: [], to: 'Length' }],
    [{ action: 'rename', from: ['length'], to: ' ' }],
    [{ action: 'unit', name: 'Length', from: 'inch', to: '' }],
    [{ action: 'value', name: 'Length', value: '' }],
    [{ action: 'value', name: 'Length', value: 'x\0' }],
    [{ action: 'hsn', hsn: '84' }],
    [{ action: 'archive' }],
    [{ action: 'delete' }],
  ])('The correction %j is rejected', async (fix) => {
    await expectUnchanged(site, () => preview('a'.repeat(20), fix), 400)
    await expectUnchanged(site, () => apply([{ id: 'x', revision: 1 }], fix), 400)
  })

  test('A request without items or with more than 500, an unknown key and an empty reason are rejected', async () => {
    const fix = { action: 'hsn', hsn: '8466' }
    const items = Array.from({ length: 501 }, (_, index) => ({ id: `x${index}`, revision: 1 }))
    for (const sent of [
      () => apply([], fix),
      () => apply(items, fix),
      () => undo(items),
      () => preview('nothing', fix),
      () => dismiss('a'.repeat(20), ' '),
      () => staff(`${PATH}/findings?type=colour`),
      () => staff(`${PATH}/findings?limit=101`),
    ])
      await expectUnchanged(site, sent, 400)
  })

  test('310 items are corrected in one request and undone', async () => {
    const plans = Array.from({ length: 620 }, (_, index) =>
      createItemPlan('spare', {
        name: `Bulk ${index}`,
        images: ['https://pictures.example/a.jpg'],
        pricePaise: 100,
        specifications: [
          ['Length', `${index + 100} mm`],
          [index < 310 ? 'Colour' : 'colour', 'grey'],
        ],
      }),
    )
    await insertItems(site, [...plans, createItemPlan('spare', { specifications: [['Colour', 'x']] })])
    await createPart('Belt', { Length: '150 mm', Section: 'A' })
    const { key, fix, count } = await findOne('names')
    expect(count).toBe(310)
    const planned = await expectOk(preview(key, fix))
    expect(planned.changes).toHaveLength(310)
    const { changed } = await expectOk(apply(toRevisions(planned), fix))
    expect(changed).toHaveLength(310)
    expect((await list('type=names')).total).toBe(0)
    expect((await expectOk(undo(changed.slice(0, 20)))).changed).toHaveLength(20)
  })
})
