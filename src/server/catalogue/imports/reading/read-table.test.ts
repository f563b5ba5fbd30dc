import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readRows } from '../../../../../tests/support/formats/workbook-file.ts'
import { readTable } from './read-table.ts'

const folder = mkdtempSync(join(tmpdir(), 'capstan-read-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Returns the texts of the rows of a file with this content, with the number of each row. */
async function readCsv(content: string | Buffer, name = 'Price list.csv'): Promise<unknown[][]> {
  const path = join(folder, 'file')
  writeFileSync(path, content)
  return (await readRows(path, name)).map(({ row, cells }) => [row, ...cells.map(({ text }) => text)])
}

test('A workbook of another program is read with its sheets, formats, gaps and cached formulas', async () => {
  const rows = await readRows('tests/fixtures/imports/price-list.xlsx')
  expect(rows.map(({ sheet, row }) => `${sheet} ${row}`)).toEqual([
    'Belts 1',
    'Belts 2',
    'Belts 4',
    'Belts 5',
    'Belts 6',
    'Belts 8',
    'Belts 9',
    'Machines 2026 1',
    'Machines 2026 2',
    'Machines 2026 3',
  ])
  expect(rows[1]!.cells[1]).toEqual({ value: new Date('2026-04-01T00:00:00Z'), text: '01/04/2026' })
  expect(rows[4]!.cells.map(({ value }) => value)).toEqual([
    2,
    'BLT-B60',
    'V belt B-60 <matched> & tested',
    40103190,
    0.18,
    'Set',
    950,
    'new',
  ])
  expect(rows[4]!.cells[4]!.text).toBe('18%')
  expect(rows[6]!.cells[0]).toEqual({ value: null, text: '' })
  expect(rows[9]!.cells[1]!.text).toBe('Capstan lathe\nwith collets')
})

const LINES = [
  ['Code', 'Name', 'Rate'],
  ['Ø8', 'Bush “A”', '1.234,56'],
]
const format = (delimiter: string) => `${LINES.map((fields) => fields.join(delimiter)).join('\r\n')}\r\n`
const EXPECTED = LINES.map((fields, index) => [index + 1, ...fields])
/** The bytes of Windows-1252 for the characters of LINES. */
const toWindows1252 = (text: string) =>
  Buffer.from(text.replaceAll('“', '\x93').replaceAll('”', '\x94'), 'latin1')

test.each<[string, string | Buffer]>([
  ['semicolons in UTF-8', format(';')],
  ['tabs in UTF-8 with a mark', `\uFEFF${format('\t')}`],
  ['semicolons in UTF-16 LE', Buffer.from(`\uFEFF${format(';')}`, 'utf16le')],
  ['tabs in UTF-16 BE', Buffer.from(`\uFEFF${format('\t')}`, 'utf16le').swap16()],
  ['semicolons in Windows-1252', toWindows1252(format(';'))],
  ['old line ends', format(';').replaceAll('\r\n', '\r')],
  ['mixed line ends', format(';').replace('\r\n', '\n')],
])('A CSV file with %s is read', async (_, content) => {
  expect(await readCsv(content)).toEqual(EXPECTED)
})

test('UTF-16 without a mark is recognised', async () => {
  expect(await readCsv(Buffer.from('Code,Name\nA,Belt\n', 'utf16le'))).toEqual([
    [1, 'Code', 'Name'],
    [2, 'A', 'Belt'],
  ])
})

test('A line that declares the delimiter is no row of the table', async () => {
  expect(await readCsv('sep=;\nCode;Name\n"A;1";Belt, flat\n')).toEqual([
    [2, 'Code', 'Name'],
    [3, 'A;1', 'Belt, flat'],
  ])
})

test('The delimiter is found below title rows and beside decimal commas', async () => {
  const content =
    'ABC Traders, Coimbatore, price list\n\nName;Rate\nV belt, A;125000,50\nBush;12,5\nCap;1,25\n'
  expect(await readCsv(content)).toEqual([
    [1, 'ABC Traders, Coimbatore, price list'],
    [3, 'Name', 'Rate'],
    [4, 'V belt, A', '125000,50'],
    [5, 'Bush', '12,5'],
    [6, 'Cap', '1,25'],
  ])
})

test('Ragged rows, inch signs, line breaks in cells and blank rows of a CSV file are read', async () => {
  const content = 'Code,Name,Rate\nA,8" chuck\n,,\nB,"two\nlines",5,more\n"C","say ""x""",7'
  expect(await readCsv(content)).toEqual([
    [1, 'Code', 'Name', 'Rate'],
    [2, 'A', '8" chuck'],
    [4, 'B', 'two\nlines', '5', 'more'],
    [5, 'C', 'say "x"', '7'],
  ])
})

test('The apostrophe that the export puts before formulas is removed', async () => {
  expect(await readCsv("Name,Note\n'=1+1,'quoted'\n-5,'+91 98400\n")).toEqual([
    [1, 'Name', 'Note'],
    [2, '=1+1', "'quoted'"],
    [3, '-5', '+91 98400'],
  ])
})

test('A CSV file is the same wherever its pieces end', async () => {
  const rows = Array.from({ length: 20_000 }, (_, index) => [
    `C-${index}`,
    `"a ${index}\r\n“b”; ""c"""`,
    'ä€😀',
  ])
  const content = rows.map((fields) => fields.join(';')).join('\r\n')
  const read = await readCsv(content)
  expect(read).toHaveLength(20_000)
  expect(
    read.every(([row, code, text, last], index) => {
      return row === index + 1 && code === `C-${index}` && text === `a ${index}\n“b”; "c"` && last === 'ä€😀'
    }),
  ).toBe(true)
})

test('The sheet of a CSV file has the name of the file', async () => {
  const path = join(folder, 'upload')
  writeFileSync(path, 'Name\nBelt\n')
  expect((await readRows(path, 'Belts 2026.csv'))[0]!.sheet).toBe('Belts 2026')
})

test('Reading can be cancelled', async () => {
  const rows = readTable('tests/fixtures/imports/price-list.xlsx', 'x.xlsx', { signal: AbortSignal.abort() })
  await expect(rows.next()).rejects.toThrow('aborted')
})

test('A workbook of LibreOffice is read with the results of its formulas', async () => {
  const [, first, second] = await readRows('tests/fixtures/imports/formulas.xlsx')
  expect(first!.cells.map(({ value }) => value)).toEqual([
    'A-1',
    100,
    118,
    'xA-1',
    '#DIV/0!',
    new Date('2026-04-01T00:00:00Z'),
    true,
  ])
  expect(first!.cells[4]!.isError).toBe(true)
  expect(second!.cells[1]!.text).toBe('3333.3%')
})
