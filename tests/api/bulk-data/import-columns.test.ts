import { readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  applyImport,
  createWorkbook,
  listImportRows,
  readImport,
  undoImport,
  waitForImport,
} from '../../support/fixtures/imports.ts'
import { createSparePart } from '../../support/fixtures/items.ts'
import { createWorkbookParts, writeZip } from '../../support/formats/workbook-file.ts'
import { expectOk, type Json, jsonBody } from '../../support/http-client.ts'
import { startSiteOnce } from '../../support/site-hooks.ts'

const { site, staff } = startSiteOnce('editor')

const listItems = (search: string): Promise<Json[]> =>
  expectOk(staff(`/api/items?search=${encodeURIComponent(search)}`))
const getItem = async (code: string): Promise<Json> => (await listItems(code))[0]!
const setColumns = (id: string, body: object) => staff(`/api/imports/${id}/columns`, jsonBody('PUT', body))
const apply = (id: string) => staff(`/api/imports/${id}/apply`, jsonBody('POST', { what: 'valid' }))
const PRICE = { type: 'field', field: 'price' }
const IGNORED = { type: 'ignored' }

test('The first import of a site proposes drafts, also beside a changed item of the demo; once an item is published, new items are published at once', async () => {
  // The first revision of an item of the demo has no author.
  const { id } = await createSparePart(staff)
  await site.db.updateTable('item_revision').set({ by_name: '' }).where('item_id', '=', id).execute()
  const csv = 'Part No.,Particulars,Rate\nFST-1,Coupling,450\n'
  const read = await readImport(staff, 'spares.csv', csv)
  expect(read).toMatchObject({ state: 'ready', options: { draftNew: true } })
  await applyImport(staff, read.id)
  expect(await getItem('FST-1')).toMatchObject({ state: 'draft', price: 450 })
  await createSparePart(staff)
  const second = await readImport(staff, 'spares.csv', csv.replace('FST-1', 'FST-2'))
  expect(second).toMatchObject({ options: { draftNew: false } })
})

test('The dealer price of a price list becomes neither price nor specification, and the MRP no original price', async () => {
  const csv = 'Item Code,Particulars,Rate (Rs.),MRP,Dealer price\nDLR-1,V belt,4800,5600,3840\n'
  const read = await readImport(staff, 'spares.csv', csv)
  expect(read).toMatchObject({ state: 'ready' })
  expect(read.columns.slice(2)).toEqual([
    expect.objectContaining({ target: PRICE, samples: ['4800'] }),
    expect.objectContaining({ target: IGNORED, note: 'maximumPrice' }),
    expect.objectContaining({ target: IGNORED, note: 'confidential' }),
  ])
  await applyImport(staff, read.id)
  const { id } = await getItem('DLR-1')
  const item = await expectOk(staff(`/api/spareparts/${id}`))
  expect(item).toMatchObject({ price: 4800, specs: {} })
  expect(item).not.toHaveProperty('originalPrice')
  expect(JSON.stringify(item)).not.toMatch(/3840|5600/)

  // The user can choose a column that was left out; another column of the same field is ignored then.
  await undoImport(staff, read.id)
  await expectOk(setColumns(read.id, { columns: [{ sheet: 'spares', index: 3, target: PRICE }] }))
  const chosen = await waitForImport(staff, read.id)
  expect(chosen.columns.slice(2).map(({ target }: Json) => target)).toEqual([IGNORED, PRICE, IGNORED])
  expect(chosen.columns[4].note).toBe('confidential')
})

test('An import in which two columns can be the price cannot be applied before the user has chosen one, which is remembered', async () => {
  const titles = ['Part No.', 'Particulars', 'List Price', 'Net Rate (Rs.)']
  const file = await createWorkbook({
    'V belts': [titles, ['ASK-1', 'Belt A', 100, 80], ['ASK-2', 'Belt B', 200, 160]],
    'Oil seals': [titles, ['ASK-3', 'Seal', 50, 40]],
  })
  const read = await readImport(staff, 'spare parts.xlsx', file)
  await expectOk(setColumns(read.id, { kind: 'spare' }))
  const open = await waitForImport(staff, read.id)
  expect(open).toMatchObject({ state: 'mapping' })
  expect(open.columns[2]).toMatchObject({ note: 'priceCandidate', target: IGNORED, samples: ['100', '200'] })
  expect(open.columns[7]).toMatchObject({ sheet: 'Oil seals', note: 'priceCandidate', samples: ['40'] })
  const refused = await apply(read.id)
  expect(refused.status).toBe(409)
  expect((await refused.json()).message).toContain('which column is the price')
  // Options answer nothing; an answer for one sheet is one for all sheets with the same titles.
  await expectOk(setColumns(read.id, { options: { draftNew: false } }))
  expect(await waitForImport(staff, read.id)).toMatchObject({ state: 'mapping' })
  await expectOk(setColumns(read.id, { columns: [{ sheet: 'V belts', index: 2, target: PRICE }] }))
  const answered = await waitForImport(staff, read.id)
  expect(answered).toMatchObject({ state: 'ready', counts: { created: 3 } })
  expect(answered.columns.some(({ note }: Json) => note)).toBe(false)
  await applyImport(staff, read.id)
  const { id } = await getItem('ASK-1')
  expect(await expectOk(staff(`/api/spareparts/${id}`))).toMatchObject({ price: 100, specs: {} })

  const again = await readImport(staff, 'spare parts.xlsx', file)
  expect(again).toMatchObject({ state: 'ready', counts: { unchanged: 3 } })
})

test('The name of the sheet becomes the category of new items only if the user chooses it', async () => {
  const titles = ['Part No.', 'Particulars', 'Rate']
  const file = await createWorkbook({
    'Timing belts': [titles, ['CAT-1', 'Belt T10', 100]],
    Spindles: [titles, ['CAT-2', 'Spindle', 50]],
  })
  const read = await readImport(staff, 'spares.xlsx', file)
  await expectOk(setColumns(read.id, { kind: 'spare', options: { sheetCategory: true } }))
  expect(await waitForImport(staff, read.id)).toMatchObject({ state: 'ready' })
  await applyImport(staff, read.id)
  expect(await getItem('CAT-1')).toMatchObject({ category: 'Timing belts' })
  const other = await readImport(
    staff,
    'spares.xlsx',
    await createWorkbook({
      'New sheet of parts': [titles, ['CAT-1', 'Belt T10', 120], ['CAT-3', 'Belt', 9]],
    }),
  )
  await applyImport(staff, other.id)
  expect(await getItem('CAT-1')).toMatchObject({ category: 'Timing belts', price: 120 })
  expect(await getItem('CAT-3')).toMatchObject({ category: 'Spare Part' })
})

test('The unit in the title of a specification moves into its values', async () => {
  const csv = [
    'Part No.,Particulars,Rate,Bore (mm),Torque [Nm],Type (A)',
    'UNT-1,Coupling,450,12,10-20,3',
    'UNT-2,Coupling B,450,12 mm round,on request,x',
  ].join('\n')
  const read = await readImport(staff, 'spares.csv', csv)
  expect(read.columns[3].target).toEqual({ type: 'specification', name: 'Bore', unit: 'mm' })
  const rows = await listImportRows(staff, read.id)
  const specifications = rows.map(({ changes }) =>
    changes.filter(({ cell }: Json) => cell > 'D').map(({ field, after }: Json) => `${field}: ${after}`),
  )
  expect(specifications).toEqual([
    ['Bore: 12 mm', 'Torque: 10-20 Nm', 'Type (A): 3'],
    ['Bore: 12 mm round', 'Torque: on request', 'Type (A): x'],
  ])
})

test('A sheet that is left out changes nothing, even if its rows state what they are', async () => {
  const titles = ['Part No.', 'Particulars', 'Rate', 'Type']
  const file = await createWorkbook({
    Belts: [titles, ['OUT-1', 'Belt', 100, 'Spare part']],
    Lathes: [titles, ['OUT-2', 'Lathe', 50, 'Machine']],
  })
  const read = await readImport(staff, 'list.xlsx', file)
  const sheets = [
    { name: 'Belts', kind: 'spare' },
    { name: 'Lathes', kind: null },
  ]
  await expectOk(setColumns(read.id, { sheets }))
  expect(await waitForImport(staff, read.id)).toMatchObject({ state: 'ready', counts: { created: 1 } })
})

test('An import names prices that change by more than 50 % and prices of 0, and refuses an original price below the price', async () => {
  for (const code of ['LRG-1', 'LRG-2']) await createSparePart(staff, { name: code, code, price: '4800' })
  const csv = [
    'Part No.,Particulars,Price,Original price',
    'LRG-1,LRG-1,510,',
    'LRG-2,LRG-2,5000,4900',
    'LRG-3,New,0,',
  ].join('\n')
  const read = await readImport(staff, 'spares.csv', csv)
  expect(read).toMatchObject({
    counts: { changed: 1, refused: 1, created: 1 },
    sheets: [{ largePriceChangeCount: 1, largePriceChanges: ['LRG-1'], zeroPrices: 1 }],
  })
  const [refused] = await listImportRows(staff, read.id, 'state=refused')
  expect(refused.problems[0].message).toContain('The original price must not be below the price.')
})

test('A cell that states nothing is no value of a specification', async () => {
  const csv = 'Part No.,Particulars,Rate,Material,Colour\nNIL-1,Guard,80,-,N/A\nNIL-2,Cover,90,Steel,NA\n'
  const read = await readImport(staff, 'guards.csv', csv)
  const values = (await listImportRows(staff, read.id)).map(({ changes }) =>
    changes.filter(({ cell }: Json) => cell > 'D').map(({ field, after }: Json) => `${field}: ${after}`),
  )
  expect(values).toEqual([[], ['Material: Steel']])
})

test('A formula that the file has no result for is refused with what to do', async () => {
  const text = (cell: string, value: string) => `<c r="${cell}" t="inlineStr"><is><t>${value}</t></is></c>`
  const titles = `<row r="1">${text('A1', 'Part No.')}${text('B1', 'Particulars')}${text('C1', 'Rate')}</row>`
  const item = `<row r="2">${text('A2', 'FRM-1')}${text('B2', 'Dowel pins')}<c r="C2"><f>120*5</f></c></row>`
  const path = join(tmpdir(), `formula-${process.pid}.xlsx`)
  writeZip(path, createWorkbookParts(titles + item))
  const read = await readImport(staff, 'formula.xlsx', new Uint8Array(await readFile(path)))
  await rm(path)
  const [row] = await listImportRows(staff, read.id, 'state=refused')
  expect(row.problems).toEqual([
    {
      cell: 'C2',
      message:
        "Sheet 'S', cell C2: the file has no result for this formula. Open it in Excel or LibreOffice, save it and import it again.",
    },
  ])
})

test('A cover beside sheets with items needs no answer, and columns without a title are left out', async () => {
  const bytes = new Uint8Array(await readFile('tests/fixtures/imports/cover.xlsx'))
  const read = await readImport(staff, 'cover.xlsx', bytes)
  expect(read).toMatchObject({
    state: 'ready',
    sheets: [
      { name: 'Cover', kind: null },
      { name: 'Machines', kind: 'machine', headerRow: 2, rows: 2 },
    ],
    counts: { created: 2, refused: 0 },
  })
  const [row] = await listImportRows(staff, read.id)
  const fields = row.changes.map(({ field }: Json) => field)
  expect(fields.join()).toBe('Name,Price,Code,Bar capacity,Swing over bed')
})
