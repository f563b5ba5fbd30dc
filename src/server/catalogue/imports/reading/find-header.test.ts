import { expect, test } from 'vitest'
import { type CellValue, EMPTY_CELL } from '../../item/cells/cell-value.ts'
import { recogniseKind } from '../mapping.ts'
import type { TableRow } from './cells.ts'
import { findHeader, isRowWithoutItem } from './find-header.ts'
import { recogniseColumns } from './recognise-columns.ts'

const toCells = (values: (string | number | null)[]): CellValue[] =>
  values.map((value) => (value === null ? EMPTY_CELL : { value, text: String(value) }))

const toRows = (rows: Record<number, (string | number | null)[]>): TableRow[] =>
  Object.entries(rows).map(([row, values]) => ({ sheet: 'S', row: Number(row), cells: toCells(values) }))

const toColumns = (titles: string[]) => titles.map((title, index) => ({ index, title }))

/** The fields of titles; 'ignored' or 'specification' for others. */
const recognise = (titles: string[], rows: TableRow[] = []) =>
  recogniseColumns(toColumns(titles), rows).map(
    ({ field, ignored }) => field ?? (ignored ? 'ignored' : 'specification'),
  )

test('The titles of columns are found below the name of a price list, a date and blank rows', () => {
  const rows = toRows({
    1: ['ABC Traders price list'],
    2: ['Date', '01/04/2026'],
    3: ['No. 12, Avinashi Road, Coimbatore', null, 'Phone 98430 12345'],
    6: ['S.No', 'Item Code', 'Particulars', 'Rate (Rs.)'],
    7: [1, 'BLT-1', 'V belt', 950],
  })
  expect(findHeader(rows)).toEqual({
    headerRow: 6,
    columns: toColumns(['S.No', 'Item Code', 'Particulars', 'Rate (Rs.)']),
  })
})

test('Two rows of titles are joined when groups are above the titles', () => {
  const rows = toRows({
    1: ['Model', 'Description', 'Price', null, 'Bar capacity', null],
    2: [null, null, 'Dealer', 'MRP', 'Round', 'Hexagon'],
    3: ['CL 25', 'Capstan lathe', 125000, 140000, '25 mm', '22 mm'],
  })
  const header = findHeader(rows)
  expect(header?.headerRow).toBe(2)
  expect(header?.columns.map(({ title }) => title)).toEqual([
    'Model',
    'Description',
    'Price Dealer',
    'MRP',
    'Bar capacity Round',
    'Bar capacity Hexagon',
  ])
  expect(recogniseColumns(header!.columns).map(({ field }) => field)).toEqual([
    'code',
    'name',
    undefined,
    undefined,
    undefined,
    undefined,
  ])
})

test('Rows of values are not joined with the titles', () => {
  const rows = toRows({ 1: ['Code', 'Name', 'Make'], 2: ['A', 'Rate meter', 'Kovai'] })
  expect(findHeader(rows)?.headerRow).toBe(1)
})

test('A single column of names has a header; a sheet without titles has none', () => {
  expect(findHeader(toRows({ 1: ['Name'], 2: ['V belt'] }))?.headerRow).toBe(1)
  expect(findHeader(toRows({ 1: [1, 2], 2: [3, 4] }))).toBeUndefined()
  expect(findHeader([])).toBeUndefined()
})

test('Titles without a known field are found by their place', () => {
  const rows = toRows({ 1: ['Our list'], 3: ['Bezeichnung', 'Preis', 'Farbe'], 4: ['Riemen', 12, 'rot'] })
  expect(findHeader(rows)?.headerRow).toBe(3)
})

test('Columns without a title are named by their letter, repeated titles by their number', () => {
  const rows = toRows({
    1: ['Code', '', 'Size', 'Size'],
    2: ['A', 'V belt', '1', '2'],
    3: ['B', 'Belt', '3', '4'],
  })
  expect(findHeader(rows)?.columns.map(({ title }) => title)).toEqual([
    'Code',
    'Column B',
    'Size',
    'Size (2)',
  ])
})

test.each<[field: string, titles: string[]]>([
  ['code', ['Item Code', 'PART NO.', 'Part #', 'Cat. No', 'SKU']],
  ['name', ['Particulars', 'Description of Goods', 'Name of the item']],
  ['category', ['Category']],
  ['brand', ['Make']],
  ['price', ['Rate', 'Rate (Rs.)', 'Rate in ₹', 'Unit Price', 'Price w.e.f. 01.04.2026', 'Price excl. GST']],
  ['ignored', ['MRP', 'S.No', 'Sl. No.', 'Qty', 'Amount', 'Amount incl. GST', 'Remarks', 'Problems']],
  ['ignored', ['Price (USD)', 'Preis €', 'Margin %', 'Purchase rate', 'Supplier', 'Column E']],
  ['hsn', ['HSN/SAC', 'HSN Code']],
  ['gstRate', ['GST %', 'GST (%)', 'Tax']],
  ['unit', ['UOM', 'U.O.M.']],
  ['minimumQuantity', ['MOQ', 'Min. Order Qty']],
  ['leadTimeDays', ['Lead time (days)', 'Delivery (weeks)']],
  ['warrantyMonths', ['Warranty', 'Guarantee (years)']],
  ['availability', ['Stock']],
  ['features', ['Key features']],
  ['featured', ['Featured']],
  ['state', ['State']],
  ['revision', ['Revision']],
  ['specification', ['Bar capacity', 'Feed rate (mm/rev)', 'Type of drive', 'Material', 'मूल्य']],
])('The columns that are recognised as %s include each of %j', (field, titles) => {
  const others = ['Name', 'Code'].filter((other) => other.toLowerCase() !== field)
  for (const title of titles) expect(recognise([...others, title]), title).toContain(field)
})

test('A field belongs to the column with the best title', () => {
  expect(recognise(['Description', 'Item Description', 'MRP', 'Net Rate', 'Part No', 'Model'])).toEqual([
    'description',
    'name',
    'ignored',
    'price',
    'code',
    'specification',
  ])
  expect(recognise(['Item Code', 'Description', 'Rate'])).toEqual(['code', 'name', 'price'])
  expect(recognise(['Part Name', 'Item Description'])).toEqual(['name', 'description'])
  expect(recognise(['Model', 'Price'])).toEqual(['name', 'price'])
})

test('A column whose values never fit its title is not recognised', () => {
  const rows = toRows({ 2: ['V belt', 'Type A', 25, 1], 3: ['Belt', 'Type B', 0, 2] })
  expect(recognise(['Name', 'Type', 'Stock', 'ID'], rows)).toEqual([
    'name',
    'specification',
    'ignored',
    'specification',
  ])
  expect(recognise(['Name', 'Type'], toRows({ 2: ['CL 25', 'Machine'] }))).toEqual(['name', 'kind'])
})

test('What an item costs the firm is no price and no specification', () => {
  expect(recognise(['Name', 'Price', 'Cost'])).toEqual(['name', 'price', 'ignored'])
  expect(recognise(['Name', 'Cost'])).toEqual(['name', 'ignored'])
})

test('Names of specifications below one merged title are joined with the titles beside it', () => {
  const rows = toRows({
    1: ['Model', 'Name', 'Specifications', null, 'Price'],
    2: [null, null, 'Bar capacity (mm)', 'Swing (mm)'],
    3: ['CL 30', 'CL 30 Capstan Lathe', 30, 340, 1595000],
  })
  expect(findHeader(rows)).toEqual({
    headerRow: 2,
    columns: toColumns(['Model', 'Name', 'Bar capacity (mm)', 'Swing (mm)', 'Price']),
  })
  const withoutNames = toRows({
    1: ['Model', 'Name', 'Finish', null, 'Price'],
    2: ['CL 30', 'Lathe', 'Blue', 'Matt', 'on request'],
  })
  expect(findHeader(withoutNames)?.headerRow).toBe(1)
})

test.each<[sheet: string, titles: string[], row: (string | number)[], kind: string | undefined]>([
  ['Spare Parts', ['Name'], ['V belt'], 'spare'],
  ['Machines 2026', ['Name'], ['CL 25'], 'machine'],
  ['AMC & Services', ['Name'], ['Visit'], 'service'],
  ['Sheet1', ['Part No.', 'Name'], ['B-1', 'V belt'], 'spare'],
  ['Sheet1', ['Model', 'Description', 'Price'], ['CL 25', 'Lathe', 1], 'machine'],
  ['Sheet1', ['Service', 'SAC'], ['Visit', 998717], 'service'],
  ['Sheet1', ['Name', 'HSN'], ['Collet', 84669390], 'spare'],
  ['Sheet1', ['Name', 'HSN'], ['Lathe', 84581100], 'machine'],
  ['Bearings', ['Name', 'HSN'], ['6204', 848210], 'spare'],
  ['Books', ['Name', 'HSN'], ['Handbook', 490199], undefined],
  ['Sheet1', ['Name', 'Type'], ['Lathe', 'Machine'], 'machine'],
  ['Belts', ['Item Code', 'Particulars', 'Rate'], ['B-1', 'V belt', 9], undefined],
])('The kind of sheet %j with the titles %j is recognised', (sheet, titles, row, kind) => {
  const rows = toRows({ 2: row })
  expect(recogniseKind(sheet, recogniseColumns(toColumns(titles), rows), rows)).toBe(kind)
})

test('The title above a table says the kind if nothing else does, but not an address', () => {
  const rows = toRows({ 2: ['B-1', 'V belt', 9] })
  const columns = recogniseColumns(toColumns(['Item Code', 'Particulars', 'Rate']), rows)
  expect(recogniseKind('Sheet1', columns, rows, ['Price list of spare parts 2026'])).toBe('spare')
  expect(recogniseKind('Sheet1', columns, rows, ['Kovai Machine Tools, Coimbatore'])).toBeUndefined()
})

const COLUMNS = toColumns(['Code', 'Name', 'Unit', 'Rate (Rs.)'])
test.each<[cells: (string | number | null)[], isTotal: boolean]>([
  [[null, null, 'Total', 1250], true],
  [['Grand Total', null, null, 1250], true],
  [[`Total${' 1'.repeat(10_000)} x`, null, null, 5], false],
  [['TOTAL (Rs.)', null, null, 'Rs. 1,250'], true],
  [['Sub-total', null, null, 5], true],
  [['Code', 'Name', 'Unit', 'Rate (Rs.)'], true],
  [['CODE', 'name', null, 'Rate'], true],
  [['TS-1', 'Total station', 'Nos', 9], false],
  [[null, 'Total station', 'Nos', 9], false],
  [['B-1', 'V belt', 'Nos', 950], false],
  [['Spring collets', null, null, null], true],
  [[null, 'V BELTS', null, null], true],
  [['Note: prices are ex works', null, null, null], true],
  [[null, 'E. & O. E.', null, null], true],
  [[null, 'Terms & conditions', null, null], true],
  [[null, 'V belt', null, null], false],
  [[null, 'Delivery: 3 weeks', null, null], true],
  [[null, '(in mm)', null, null], true],
  [[null, 'Packing gland', null, null], false],
  [['BLT-12', null, null, null], false],
  [[null, 'V BELTS', null, 950], false],
  [[null, null, null, 950], false],
])('The row %j is a total, heading, note or repeated header: %s', (cells, isTotal) => {
  expect(isRowWithoutItem(toCells(cells), COLUMNS)).toBe(isTotal)
})
