import { expect, test } from 'vitest'
import { fetchExport } from '../../support/fixtures/exports.ts'
import {
  applyImport,
  listImportRows,
  readImport,
  undoImport,
  uploadImport,
  waitForImport,
} from '../../support/fixtures/imports.ts'
import { createMachine, createSparePart, getHistory } from '../../support/fixtures/items.ts'
import { expectOk, expectProblem, formBody, type Json, jsonBody } from '../../support/http-client.ts'
import { startSiteOnce } from '../../support/site-hooks.ts'

const { site, staff } = startSiteOnce('editor')

const REQUIRED = { name: 'Spring Collet 12 mm', description: 'Hardened.' }
const findPart = async (code: string): Promise<Json | undefined> =>
  (await expectOk(site.fetch(`/api/spareparts?approximate=true&search=${encodeURIComponent(code)}`)))[0]

test('A price list creates, changes and refuses spare parts; undoing restores every item, and it can be applied again', async () => {
  const existing = await createSparePart(staff, { ...REQUIRED, code: 'CO-12', price: '900' })
  const before = await expectOk(site.fetch('/api/spareparts'))
  const file = [
    'KOVAI MACHINE TOOLS,,,,,,',
    'Price list of spare parts w.e.f. 1 April 2026,,,,,,',
    ',,,,,,',
    'Sl. No.,Part No.,Particulars,Rate (Rs.),HSN/SAC,GST %,Bore',
    '1,CO-12,Spring Collet 12 mm,"Rs. 1,250/-",846620,18,12 mm',
    '2,BR-7004,Angular contact bearing 7004,"₹ 2,450",848210,18%,20 mm',
    '3,BR-7005,Angular contact bearing 7005,abc,848210,18,25 mm',
    '4,,"Belt, A 42",350,4010,17,',
    ',Total,,4050,,,',
  ].join('\n')
  const read = await readImport(staff, 'spares 2026.csv', file)
  expect(read).toMatchObject({
    state: 'ready',
    fileName: 'spares 2026.csv',
    sheets: [{ headerRow: 4, kind: 'spare', rows: 4, leftOut: { count: 1 } }],
    counts: { created: 1, changed: 1, unchanged: 0, refused: 2, conflicts: 0 },
    pending: 2,
    applied: 0,
  })
  const targets = read.columns.map(({ target }: Json) => target.field ?? target.name ?? target.type)
  expect(targets.join()).toBe('ignored,code,name,price,hsn,gstRate,Bore')
  const sheet = "Sheet 'spares 2026', cell"
  expect((await listImportRows(staff, read.id, 'state=refused')).map(({ problems }) => problems)).toEqual([
    [{ cell: 'D7', message: expect.stringContaining(`${sheet} D7: 'abc' is not a price`) }],
    [{ cell: 'F8', message: expect.stringContaining(`${sheet} F8: '17' is not a rate of GST`) }],
  ])
  const [changed] = await listImportRows(staff, read.id, 'state=changed')
  expect(changed).toMatchObject({
    row: 5,
    item: { id: existing.id, kind: 'spare' },
    name: 'Spring Collet 12 mm',
  })
  expect(changed!.changes).toEqual([
    { cell: 'D5', field: 'Price', before: '₹900.00', after: '₹1,250.00' },
    { cell: 'E5', field: 'HSN or SAC code', before: '', after: '846620' },
    { cell: 'F5', field: 'GST rate', before: '', after: '18 %' },
    { cell: 'G5', field: 'Bore', before: '', after: '12 mm' },
  ])
  // Nothing is written before it is applied.
  expect(await expectOk(site.fetch('/api/spareparts'))).toEqual(before)

  await expectProblem(staff(`/api/imports/${read.id}/apply`, jsonBody('POST', { what: 'all' })), 409)
  expect(await applyImport(staff, read.id)).toMatchObject({ state: 'done', applied: 2, pending: 0 })
  expect(await findPart('CO-12')).toMatchObject({
    price: 1250,
    hsn: '846620',
    gstRate: 18,
    specs: { Bore: '12 mm' },
  })
  const created = await findPart('BR-7004')
  expect(created).toMatchObject({ price: 2450, description: 'Angular contact bearing 7004' })
  const { revisions } = await getHistory(staff, existing.id)
  expect(revisions[0].by).toBe(`${read.by}, import of spares 2026.csv`)
  const owner = await site.signIn('owner')
  const [entry] = await expectOk(owner(`/api/log?subject=import&subjectId=${read.id}`))
  expect(entry).toMatchObject({ action: 'imported', subjectName: 'spares 2026.csv' })

  expect(await undoImport(staff, read.id)).toMatchObject({
    state: 'undone',
    applied: 0,
    pending: 2,
    notUndone: 0,
  })
  const undone = await expectOk(site.fetch('/api/spareparts'))
  const withoutRevision = (items: Json[]) => items.map(({ revision: _, updatedAt: __, ...item }) => item)
  expect(withoutRevision(undone)).toEqual(withoutRevision(before))
  expect(await applyImport(staff, read.id)).toMatchObject({ state: 'done', applied: 2 })
  // Links and exported files lead to the item again.
  expect(await findPart('BR-7004')).toMatchObject({ id: created!.id, price: 2450 })
})

const change = (id: string, fields: Record<string, string>) =>
  expectOk(staff(`/api/spareparts/${id}/full`, formBody('PUT', { ...REQUIRED, ...fields })))
const getPart = (id: string) => expectOk(site.fetch(`/api/spareparts/${id}`))

test('Of an export that is older than the item, only what was edited is imported, as a conflict that the user decides', async () => {
  const parts = [
    await createSparePart(staff, { code: 'CF-1', price: '100', brand: 'Kovai' }),
    await createSparePart(staff, { code: 'CF-2', price: '100' }),
    await createSparePart(staff, { code: 'CF-3', price: '100' }),
  ]
  const ids = parts.map(({ id }) => id).join()
  const csv = await (await fetchExport(staff, `format=csv&kind=spare&ids=${ids}`)).text()
  for (const { id } of parts) await change(id, { price: '150', unit: 'set' })
  // The first two are edited, the third is as exported.
  const edited = csv
    .split('\r\n')
    .map((line) =>
      /CF-[12]/.test(line) ? line.replace('Kovai', 'Other').replace(/,100(?:\.00)?,/, ',120,') : line,
    )
  const read = await readImport(staff, 'edited.csv', edited.join('\r\n'))
  expect(read, csv).toMatchObject({ state: 'ready', counts: { conflicts: 2, unchanged: 1, changed: 0 } })
  const rows = await listImportRows(staff, read.id, 'state=conflict')
  expect(rows[0]!.changes).toContainEqual({
    cell: expect.stringMatching(/^[A-Z]+\d$/),
    field: 'Price',
    before: '₹150.00',
    after: '₹120.00',
  })
  await expectProblem(staff(`/api/imports/${read.id}/apply`, jsonBody('POST', { what: 'valid' })), 409)
  const decide = (keep: string, row: Json) =>
    expectOk(staff(`/api/imports/${read.id}/conflicts`, jsonBody('PUT', { keep, positions: [row.position] })))
  const byCode = (code: string) =>
    rows.find(({ item }) => item.id === parts.find((part) => part.code === code)!.id)!
  await decide('file', byCode('CF-1'))
  expect(await decide('item', byCode('CF-2'))).toMatchObject({
    counts: { conflicts: 0, changed: 1, unchanged: 2 },
  })
  await applyImport(staff, read.id)
  expect(await getPart(parts[0]!.id)).toMatchObject({ price: 120, unit: 'set' })
  expect(await getPart(parts[1]!.id)).toMatchObject({ price: 150, unit: 'set' })
})

test('An item that is changed after the comparison becomes a conflict when the import is applied', async () => {
  const part = await createSparePart(staff, { code: 'LATE-1', price: '100' })
  const read = await readImport(staff, 'late.csv', 'Part No.,Rate\nLATE-1,200\n')
  await change(part.id, { price: '300' })
  expect(await applyImport(staff, read.id)).toMatchObject({
    applied: 0,
    counts: { conflicts: 1, changed: 0 },
  })
  expect(await getPart(part.id)).toMatchObject({ price: 300 })
})

test('Undoing archives a new item that was changed again, and lists it', async () => {
  const csv = 'Part No.,Particulars,Rate\nOSL-2225,Oil seal 25,80\nOSL-2240,Oil seal 40,95\n'
  const read = await readImport(staff, 'seals.csv', csv)
  expect(await applyImport(staff, read.id)).toMatchObject({ state: 'done', applied: 2 })
  const kept = (await findPart('OSL-2240'))!
  const preview = () => expectOk(staff(`/api/imports/${read.id}/undo`))
  const none = { undone: 0, partlyUndone: 0, archived: 0, deleted: 0, obstacles: [] }
  expect(await preview()).toEqual({ ...none, undone: 2 })
  await expectOk(staff(`/api/spareparts/${kept.id}`, jsonBody('PUT', { featured: true })))
  expect(await preview()).toEqual({
    ...{ ...none, undone: 1, archived: 1 },
    obstacles: [{ reason: 'changed', count: 1, names: ['Oil seal 40'] }],
  })
  expect(await undoImport(staff, read.id)).toMatchObject({
    state: 'undone',
    applied: 0,
    notUndone: 1,
    pending: 1,
  })
  expect(await findPart('OSL-2225')).toBeUndefined()
  await expectProblem(site.fetch(`/api/spareparts/${kept.id}`), 404)
  expect(await expectOk(staff('/api/items?state=archived&search=OSL-2240'))).toMatchObject([
    { id: kept.id, price: 95, featured: true },
  ])
  const [row] = await listImportRows(staff, read.id, 'result=changed-again')
  expect(row).toMatchObject({ name: 'Oil seal 40', item: { id: kept.id } })
  await expectProblem(staff(`/api/imports/${read.id}`, { method: 'DELETE' }), 409)
})

test('A sheet of an unknown kind waits for the user, and the choice is remembered for files with the same titles', async () => {
  const csv = 'Ref,Text,Value in Rs\nMAP-1,Coupling,450\n'
  const read = await readImport(staff, 'sheet1.csv', csv)
  expect(read).toMatchObject({ state: 'mapping', pending: 0, sheets: [{ name: 'sheet1', kind: null }] })
  const target = (field: string) => ({ type: 'field', field })
  const columns = ['code', 'name', 'price'].map((field, index) => ({
    sheet: 'sheet1',
    index,
    target: target(field),
  }))
  const twice = columns.map((column) => ({ ...column, target: target('price') }))
  await expectProblem(staff(`/api/imports/${read.id}/columns`, jsonBody('PUT', { columns: twice })), 400)
  await expectOk(
    staff(
      `/api/imports/${read.id}/columns`,
      jsonBody('PUT', { kind: 'spare', columns, options: { draftNew: true } }),
    ),
  )
  expect(await waitForImport(staff, read.id)).toMatchObject({
    state: 'ready',
    counts: { created: 1 },
    options: { draftNew: true },
  })
  await applyImport(staff, read.id)
  expect(await expectOk(staff('/api/items?search=MAP-1'))).toMatchObject([
    { name: 'Coupling', state: 'draft', price: 450 },
  ])
  const again = await readImport(staff, 'sheet1.csv', csv.replace('450', '460'))
  expect(again).toMatchObject({ state: 'ready', counts: { changed: 1 } })
})

test('An empty cell clears a value only if the user asks for it', async () => {
  const part = await createSparePart(staff, { code: 'EMPTY-1', brand: 'Kovai', price: '10', hsn: '848210' })
  const read = await readImport(staff, 'empty.csv', 'Part No.,Brand,Rate,HSN,Bar capacity\nEMPTY-1,,-,,\n')
  expect(read.counts).toMatchObject({ unchanged: 1 })
  await expectOk(
    staff(
      `/api/imports/${read.id}/columns`,
      jsonBody('PUT', { kind: 'spare', options: { clearEmpty: true } }),
    ),
  )
  expect(await waitForImport(staff, read.id)).toMatchObject({ counts: { changed: 1 } })
  await applyImport(staff, read.id)
  const cleared = await getPart(part.id)
  for (const field of ['brand', 'price', 'hsn']) expect(cleared, field).not.toHaveProperty(field)
  expect(cleared.specs).toEqual({ 'Swing over bed': '320 mm' })
})

test('Rows about the same item, with an ambiguous name, an unknown ID or a code of another kind are refused, each with all reasons', async () => {
  await createSparePart(staff, { name: 'Known part', code: 'KN-1' })
  await createSparePart(staff, { name: 'Twin washer' })
  await createSparePart(staff, { name: 'Twin washer' })
  await createMachine(staff, { name: 'CL 77 Lathe', code: 'CL 77' })
  const csv = [
    'ID,Part No.,Particulars,Rate,GST %',
    ',TW-1,Washer A,10,18',
    ',tw-1,Washer B,10,18',
    ',,Twin washer,10,18',
    'zzzzzzzzzzzzzzzz,,Washer C,10,18',
    ',CL 77,Washer D,10,18',
    ',TW-9,,10,18',
    `,TW-10,${'x'.repeat(201)},10,18`,
    ',TW-11,,10,12',
    // An unknown ID is no reason to refuse a known code.
    'xxxxxxxxxxxxxxxx,KN-1,Known part,10,18',
  ].join('\n')
  const read = await readImport(staff, 'Spare parts.csv', csv)
  expect(read.counts).toMatchObject({ created: 1, changed: 1, refused: 7 })
  const refused = await listImportRows(staff, read.id, 'state=refused')
  expect(refused.at(-1)!.problems.map(({ cell }: Json) => cell)).toEqual(['E9', 'C9'])
  expect(refused.slice(0, -1).map(({ problems }) => problems[0].message)).toEqual([
    "Sheet 'Spare parts', cell B3: row 2 is about the same item.",
    "Sheet 'Spare parts', cell C4: 2 spare parts have the name 'Twin washer'. Add their codes or IDs.",
    "Sheet 'Spare parts', cell A5: no item has the ID 'zzzzzzzzzzzzzzzz'. It may have been deleted.",
    "Sheet 'Spare parts', cell B6: this is the machine 'CL 77 Lathe', not a spare part.",
    "Sheet 'Spare parts', cell C7: no item has this code, and a new item needs a name.",
    `Sheet 'Spare parts', cell C8: '${'x'.repeat(40)}…' is not a text of at most 200 characters.`,
  ])
})

test('A cancelled import keeps what it has applied, and a cancelled undo the rest; both can be continued', async () => {
  const rows = Array.from({ length: 60 }, (_, index) => `CAN-${index},Pin ${index},${index + 1}`)
  const read = await readImport(staff, 'Spare parts.csv', ['Part No.,Particulars,Rate', ...rows].join('\n'))
  await expectOk(staff(`/api/imports/${read.id}/apply`, jsonBody('POST', { what: 'valid' })))
  const cancelled = await expectOk(staff(`/api/imports/${read.id}/cancel`, { method: 'POST' }))
  expect(cancelled.state).toMatch(/ready|done/)
  expect(cancelled.applied + cancelled.pending).toBe(60)
  expect(cancelled.pending).toBeGreaterThan(0)
  // The process ends with its batch, which is not applied any more.
  const later = await waitForImport(staff, read.id)
  expect(later.applied + later.pending).toBe(60)
  expect(await applyImport(staff, read.id)).toMatchObject({ state: 'done', applied: 60, pending: 0 })

  await expectOk(staff(`/api/imports/${read.id}/undo`, { method: 'POST' }))
  const interrupted = await expectOk(staff(`/api/imports/${read.id}/cancel`, { method: 'POST' }))
  expect(interrupted).toMatchObject({ state: 'done', applied: 60 - interrupted.pending })
  await waitForImport(staff, read.id)
  expect(await undoImport(staff, read.id)).toMatchObject({ state: 'undone', applied: 0, pending: 60 })
})

test('The refused cells are marked in a copy of the file', async () => {
  const read = await readImport(staff, 'faulty.csv', 'Part No.,Particulars,Rate\nMK-1,Key,abc\nMK-2,Pin,15\n')
  const reply = await staff(`/api/imports/${read.id}/marked-file`)
  expect(reply.status).toBe(200)
  expect(reply.headers.get('content-disposition')).toContain('marked%20faulty.csv')
  expect(await reply.text()).toContain("cell C2: 'abc' is not a price")
})

test('A file that is no workbook is refused at once or fails with a sentence, and can be deleted', async () => {
  await expectProblem(uploadImport(staff, 'photo.jpg', 'x'), 415)
  await expectProblem(uploadImport(staff, 'empty.csv', ''), 400)
  const read = await readImport(staff, 'broken.xlsx', 'PK no workbook')
  expect(read).toMatchObject({ state: 'failed', pending: 0 })
  expect(read.error).toMatch(/^This file .*\.$/)
  const { id } = read
  expect((await staff(`/api/imports/${id}`, { method: 'DELETE' })).status).toBe(204)
  await expectProblem(staff(`/api/imports/${id}`), 404)
})

test('Imports are listed, the newest first, with their counts', async () => {
  const reply = await staff('/api/imports?limit=2')
  const listed: Json[] = await reply.json()
  expect(Number(reply.headers.get('x-total-count'))).toBeGreaterThan(5)
  expect(listed.map(({ fileName }) => fileName)).toEqual(['faulty.csv', 'Spare parts.csv'])
  expect(listed[0]).toMatchObject({ state: 'ready', counts: { created: 1, refused: 1 } })

  // Staff who export are told of an import that is changing items.
  expect(await expectOk(staff('/api/imports?busy=true'))).toEqual([])
  const setState = (state: 'applying' | 'ready') =>
    site.db.updateTable('item_import').set({ state }).where('id', '=', listed[0]!.id).execute()
  await setState('applying')
  expect(await expectOk(staff('/api/imports?busy=true'))).toMatchObject([
    { id: listed[0]!.id, state: 'applying' },
  ])
  await setState('ready')
})
