import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectOk, expectProblem, type Json, jsonBody, type SiteFetch } from '../support/http-client.ts'
import { applyImport, listImportRows, readImport, undoImport } from '../support/imports.ts'
import { createSparePart, getHistory } from '../support/items.ts'
import { startSite, type TestSite } from '../support/site.ts'

let site: TestSite
let staff: SiteFetch
beforeAll(async () => {
  site = await startSite()
  staff = await site.signIn('editor')
})
afterAll(() => site.close())

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
    sheets: [{ headerRow: 4, kind: 'spare', rows: 4 }],
    counts: { created: 1, changed: 1, unchanged: 0, refused: 2, conflicts: 0 },
    pending: 2,
    applied: 0,
  })
  expect(read.columns.map(({ target }: Json) => target.field ?? target.name ?? target.type)).toEqual([
    'ignored',
    'code',
    'name',
    'price',
    'hsn',
    'gstRate',
    'Bore',
  ])
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
  expect(await findPart('BR-7004')).toMatchObject({
    price: 2450,
    description: 'Angular contact bearing 7004',
  })
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
  expect(await findPart('BR-7004')).toMatchObject({ price: 2450 })
})
