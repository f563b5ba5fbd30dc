import { buffer } from 'node:stream/consumers'
import { inflateRawSync } from 'node:zlib'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatColumn } from '#contracts/format.ts'
import type { Cell, Sheet } from './sheet.ts'
import { generateWorkbook } from './workbook.ts'
import { escapeXml } from './xml-text.ts'

/** Returns the texts of the entries of a zip archive, by the central directory. */
function unzip(bytes: Buffer): Record<string, string> {
  const end = bytes.length - 22
  let position = bytes.readUInt32LE(end + 16)
  const entries: Record<string, string> = {}
  for (let count = bytes.readUInt16LE(end + 10); count > 0; count--) {
    const [compressedSize, size] = [bytes.readUInt32LE(position + 20), bytes.readUInt32LE(position + 24)]
    const nameLength = bytes.readUInt16LE(position + 28)
    const name = bytes.toString('utf8', position + 46, position + 46 + nameLength)
    const start = bytes.readUInt32LE(position + 42) + 30 + nameLength
    const content = inflateRawSync(bytes.subarray(start, start + compressedSize))
    expect(content.length).toBe(size)
    entries[name] = content.toString()
    position += 46 + nameLength
  }
  return entries
}

async function writeSheet(sheet: Partial<Sheet>): Promise<Record<string, string>> {
  const columns = [{ title: 'Name', width: 10, style: 'text' as const }]
  return unzip(await buffer(generateWorkbook([{ name: 'Items', columns, rows: [], ...sheet }])))
}

const getSheet = async (sheet: Partial<Sheet>) => (await writeSheet(sheet))['xl/worksheets/sheet1.xml']!

test('A workbook has the parts that spreadsheet programs expect', async () => {
  expect(Object.keys(await writeSheet({}))).toEqual([
    '[Content_Types].xml',
    '_rels/.rels',
    'xl/workbook.xml',
    'xl/_rels/workbook.xml.rels',
    'xl/styles.xml',
    'xl/worksheets/sheet1.xml',
  ])
})

test('A text that begins as a formula is written as a text, a number as a number, nothing for an empty cell', async () => {
  const rows: Cell[][][] = [[['=1+1', 12.5, null, '', '7']]]
  const columns = ['A', 'B', 'C', 'D', 'E'].map((title) => ({ title, width: 9, style: 'text' as const }))
  const xml = await getSheet({ columns, rows })
  expect(xml).toMatch(/<c r="A2" s="\d+" t="inlineStr"><is><t xml:space="preserve">=1\+1<\/t><\/is><\/c>/)
  expect(xml).toMatch(/<c r="B2" s="\d+"><v>12.5<\/v><\/c><c r="E2"/)
  expect(xml).not.toContain('<f>')
})

test('A protected sheet locks its read-only columns only, also below the last row and beyond the last column', async () => {
  const columns: Sheet['columns'] = [
    { title: 'ID', width: 9, style: 'readOnlyText', isReadOnly: true },
    { title: 'Name', width: 9, style: 'text' },
  ]
  const parts = await writeSheet({ columns, isProtected: true })
  const styles = [...parts['xl/styles.xml']!.matchAll(/<protection locked="(\d)"/g)].map(
    ([, locked]) => locked,
  )
  const sheet = parts['xl/worksheets/sheet1.xml']!
  const locked = [...sheet.matchAll(/<col min="(\d+)" max="(\d+)" [^>]*style="(\d+)"/g)].map(
    ([, min, max, style]) => `${min}-${max} ${styles[Number(style) - 1]}`,
  )
  expect(locked).toEqual(['1-1 1', '2-2 0', '3-16384 0'])
  expect(sheet).toContain('<sheetProtection sheet="1"')
})

test('Choices are one rule for the whole column, with a message if other values are refused', async () => {
  const choices = { range: 'Lists!$A$2:$A$3', message: 'Enter "Yes" or No.' }
  const xml = await getSheet({ columns: [{ title: 'Featured', width: 9, style: 'text', choices }] })
  expect(xml).toContain(
    '<dataValidations count="1"><dataValidation type="list" allowBlank="1" showErrorMessage="1" errorTitle="Featured" error="Enter &quot;Yes&quot; or No." sqref="A2:A1048576"><formula1>Lists!$A$2:$A$3</formula1>',
  )
})

test('The titles and the first columns stay in view', async () => {
  const columns = ['A', 'B', 'C'].map((title) => ({ title, width: 9, style: 'text' as const }))
  expect(await getSheet({ columns, frozenColumns: 2 })).toContain(
    '<pane xSplit="2" ySplit="1" topLeftCell="C2" activePane="bottomRight" state="frozen"/>',
  )
})

test('The rows of a sheet can be filtered by the titles', async () => {
  const parts = await writeSheet({ name: "Anu's items", filteredRows: 3 })
  expect(parts['xl/worksheets/sheet1.xml']).toContain('<autoFilter ref="A1:A4"/>')
  expect(parts['xl/workbook.xml']).toContain("hidden=\"1\">'Anu''s items'!$A$1:$A$4</definedName>")
})

test('A row with a long text is higher, up to five lines', async () => {
  const rows: Cell[][][] = [[['short'], ['one\ntwo\nthree'], ['long '.repeat(500)]]]
  const heights = [...(await getSheet({ rows })).matchAll(/<row r="\d"(?: ht="(\d+)" customHeight="1")?>/g)]
  expect(heights.map(([, height]) => height)).toEqual(['30', undefined, '45', '75'])
})

test('A text of more than 32,767 characters is shortened to what Excel allows', async () => {
  const xml = await getSheet({ rows: [[['x'.repeat(40_000)]]] })
  expect(xml).toContain(`>${'x'.repeat(32_766)}…<`)
})

test.each([
  ['a < b & "c" > d', 'a &lt; b &amp; &quot;c&quot; &gt; d'],
  ['line\nnext\tcolumn', 'line\nnext\tcolumn'],
  ['a\rb\0c\u001bd\uffff', 'a_x000D_b_x0000_c_x001B_d_xFFFF_'],
  ['_x000D_ _xyz_', '_x005F_x000D_ _xyz_'],
  ['half \ud83d of a pair, 😀', 'half \ufffd of a pair, 😀'],
])('The text %j is written as %j', (text, xml) => {
  expect(escapeXml(text)).toBe(xml)
})

test('No text contains a character that XML forbids', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(escapeXml(text)).not.toMatch(/[^\t\n\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u)
    }),
  )
})

test.each([
  [0, 'A'],
  [25, 'Z'],
  [26, 'AA'],
  [701, 'ZZ'],
  [702, 'AAA'],
  [16_383, 'XFD'],
])('The column with index %i is %s', (index, name) => {
  expect(formatColumn(index)).toBe(name)
})

test('Rows are read as the file is read, and an error of them ends it', async () => {
  let batches = 0
  async function* readRows(): AsyncGenerator<Cell[][]> {
    for (; batches < 300; batches++) yield Array.from({ length: 100 }, () => [Math.random().toString()])
    throw new Error('The database is gone.')
  }
  const columns = [{ title: 'Name', width: 10, style: 'text' as const }]
  const chunks = generateWorkbook([{ name: 'Items', columns, rows: readRows() }])
  for (let count = 0; count < 20; count++) await chunks.next()
  expect(batches).toBeLessThan(200)
  await expect(buffer(chunks)).rejects.toThrow('The database is gone.')
})
