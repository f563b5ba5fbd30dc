import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import {
  createWorkbookParts,
  readParts,
  readRows,
  type TestPart,
  writeZip,
} from '../../../../../tests/support/formats/workbook-file.ts'
import { getAttribute } from '../reading/xml-scanner.ts'
import { type CellMark, MAX_MARKS } from './mark.ts'
import { writeMarkedWorkbook } from './mark-workbook.ts'

const folder = mkdtempSync(join(tmpdir(), 'capstan-mark-'))
afterAll(() => rmSync(folder, { recursive: true }))
const out = join(folder, 'out')

const PRICE_LIST = 'tests/fixtures/imports/price-list.xlsx'
const BY_LIBREOFFICE = 'tests/fixtures/imports/formulas.xlsx'

/** Returns the fill of a cell in the XML of a sheet. */
function getFill(parts: Map<string, string>, sheet: string, reference: string): string | undefined {
  const tag = new RegExp(`<c r="${reference}"[^>]*>`).exec(parts.get(sheet)!)?.[0] ?? ''
  const styles = parts.get('xl/styles.xml')!
  const cellStyles = /<cellXfs[^>]*>([\s\S]*)<\/cellXfs>/.exec(styles)![1]!
  const style = cellStyles.match(/<xf [\s\S]*?(?:\/>|<\/xf>)/g)![Number(getAttribute(tag, 's'))]!
  const fills = /<fills[^>]*>([\s\S]*)<\/fills>/.exec(styles)![1]!
  const fill = fills.match(/<fill>[\s\S]*?<\/fill>/g)![Number(getAttribute(style, 'fillId'))]!
  return /fgColor rgb="(\w+)"/.exec(fill)?.[1]
}

const mark = (reference: [row: number, column: number], message: string, sheet = 'Belts'): CellMark => ({
  sheet,
  row: reference[0],
  column: reference[1],
  message,
})

const RED = 'FFFFC7CE'
const SHEET = 'xl/worksheets/sheet1.xml'

test('Marked cells are red and have the message as comment; values, formats and other parts stay', async () => {
  await writeMarkedWorkbook(PRICE_LIST, out, [
    mark([5, 6], "'abc' is not <a> price & so"),
    mark([5, 4], 'first'),
    mark([5, 4], 'second'),
    mark([3, 0], 'another sheet', 'Machines 2026'),
  ])
  expect(await readRows(out)).toEqual(await readRows(PRICE_LIST))
  const [before, after] = [await readParts(PRICE_LIST), await readParts(out)]
  expect([...before.keys()].every((name) => after.has(name))).toBe(true)
  for (const name of [
    'xl/workbook.xml',
    'xl/theme/theme1.xml',
    'xl/worksheets/sheet3.xml',
    'docProps/app.xml',
  ])
    expect(after.get(name)).toBe(before.get(name))
  expect([getFill(after, SHEET, 'G5'), getFill(after, SHEET, 'E5'), getFill(after, SHEET, 'D5')]).toEqual([
    RED,
    RED,
    undefined,
  ])
  const comments = after.get('xl/comments/comment1.xml')!
  expect(comments).toContain("'abc' is not &lt;a&gt; price &amp; so")
  expect(comments).toContain('>first\nsecond<')
  expect(after.get('xl/import-comments2.xml')).toContain('>another sheet<')
  expect(after.get('xl/worksheets/sheet2.xml')).toContain('<legacyDrawing')
  expect(after.get('[Content_Types].xml')).toContain('PartName="/xl/import-comments2.xml"')
})

test('A comment that a cell has stays above the new one, and is not repeated in the next copy', async () => {
  const again = join(folder, 'again')
  const marks = [mark([5, 7], 'not a price')]
  await writeMarkedWorkbook(PRICE_LIST, out, marks)
  await writeMarkedWorkbook(out, again, marks)
  for (const path of [out, again]) {
    const comments = (await readParts(path)).get('xl/comments/comment1.xml')!
    expect(comments.replace(/<[^>]+>/g, '')).toBe('SalesImportAsk Mr. Kumar\nnot a price')
  }
})

test('Cells and rows that the sheet does not have are inserted in order', async () => {
  await writeMarkedWorkbook(PRICE_LIST, out, [
    mark([30, 2], 'after all rows'),
    mark([7, 1], 'a blank row'),
    mark([3, 1], 'before a row'),
    mark([5, 11], 'after the last cell'),
    mark([9, 0], 'before the first cell'),
    mark([4, 0], 'an empty sheet', 'Empty'),
  ])
  expect(await readRows(out)).toEqual(await readRows(PRICE_LIST))
  const parts = await readParts(out)
  for (const reference of ['C30', 'B7', 'B3', 'L5', 'A9']) expect(getFill(parts, SHEET, reference)).toBe(RED)
  expect(getFill(parts, 'xl/worksheets/sheet6.xml', 'A4')).toBe(RED)
  const rows = [...parts.get(SHEET)!.matchAll(/<row r="(\d+)"/g)].map(([, row]) => Number(row))
  expect(rows).toEqual([...rows].sort((a, b) => a - b))
  expect(new Set(rows).size).toBe(rows.length)
})

test('A workbook that LibreOffice has saved is marked', async () => {
  await writeMarkedWorkbook(BY_LIBREOFFICE, out, [mark([2, 2], 'too high', 'Formulas')])
  expect(await readRows(out)).toEqual(await readRows(BY_LIBREOFFICE))
  expect(getFill(await readParts(out), SHEET, 'C2')).toBe(RED)
  expect((await readParts(out)).get(SHEET)).toMatch(/<c r="C2"[^>]*><f[^>]*>B2\*1.18<\/f>/)
})

test('The last comment says how many problems are not marked', async () => {
  const marks = Array.from({ length: MAX_MARKS + 25 }, (_, index) =>
    mark([index + 10, 1], `problem ${index}`),
  )
  await writeMarkedWorkbook(PRICE_LIST, out, marks)
  const comments = (await readParts(out)).get('xl/comments/comment1.xml')!
  expect(comments).toContain(`>problem ${MAX_MARKS - 1}\n25 more problems are not marked. Correct these`)
  expect(comments).not.toContain(`problem ${MAX_MARKS}<`)
})

test('The copy of a CSV file has a column with the problems of each row', async () => {
  const path = join(folder, 'list.csv')
  writeFileSync(path, 'ABC Traders\n\nName;Rate\nV belt;abc\nBush;"a ""b"""\nPin;=1+1\n')
  await writeMarkedWorkbook(path, out, [
    mark([4, 1], "'abc' is not a price"),
    mark([4, 0], "Sheet 'list', cell A4: the name is taken"),
    mark([6, 1], "'=1+1' is not a price"),
  ])
  expect(readFileSync(out, 'utf8')).toBe(
    `\uFEFF${[
      'ABC Traders,,',
      ',,',
      'Name,Rate,Problems',
      `V belt,abc,"B4: 'abc' is not a price; Sheet 'list', cell A4: the name is taken"`,
      'Bush,"a ""b""",',
      "Pin,'=1+1,B6: '=1+1' is not a price",
      '',
    ].join('\r\n')}`,
  )
})

const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
/** Marks cell B1 of a workbook with these parts. Returns the parts of the copy. */
async function markParts(parts: Record<string, TestPart>): Promise<Map<string, string>> {
  const path = join(folder, 'file')
  writeZip(path, parts)
  await writeMarkedWorkbook(path, out, [mark([1, 1], 'not a price', 'S')])
  return readParts(out)
}

test('A workbook without styles gets styles for its red cells', async () => {
  const parts = await markParts(createWorkbookParts('<row r="1"><c r="A1"><v>1</v></c></row>'))
  expect(parts.get('xl/worksheets/sheet1.xml')).toContain('<c r="A1"><v>1</v></c><c r="B1" s="1"/></row>')
  expect(parts.get('xl/import-styles.xml')).toContain('<cellXfs count="2">')
  expect(parts.get('xl/_rels/workbook.xml.rels')).toContain('Target="/xl/import-styles.xml"')
  expect(parts.get('[Content_Types].xml')).toContain('PartName="/xl/import-styles.xml"')
})

test('The picture of a page header stays apart from the comments, whose drawing stands before it', async () => {
  const picture = '<xml xmlns:v="urn:schemas-microsoft-com:vml"><v:shape id="LH" type="#_x0000_t75"/></xml>'
  const parts = await markParts({
    ...createWorkbookParts(''),
    'xl/worksheets/sheet1.xml': {
      content: `<worksheet xmlns:r="${RELATIONS}"><sheetData/><pageMargins left="1"/><legacyDrawingHF r:id="rId1"/></worksheet>`,
    },
    'xl/worksheets/_rels/sheet1.xml.rels': {
      content: `<Relationships><Relationship Id="rId1" Type="${RELATIONS}/vmlDrawing" Target="../drawings/header.vml"/></Relationships>`,
    },
    'xl/drawings/header.vml': { content: picture },
  })
  expect(parts.get('xl/drawings/header.vml')).toBe(picture)
  expect(parts.get('xl/drawings/import-notes1.vml')).toContain('<x:Row>0</x:Row><x:Column>1</x:Column>')
  expect(parts.get('xl/worksheets/sheet1.xml')).toContain(
    `<sheetData><row r="1"><c r="B1" s="1"/></row></sheetData><pageMargins left="1"/><legacyDrawing xmlns:r="${RELATIONS}" r:id="rIdImportNotes"/><legacyDrawingHF r:id="rId1"/></worksheet>`,
  )
})

test('Elements of comments and styles without an end cost no time', async () => {
  const start = performance.now()
  await markParts({
    ...createWorkbookParts('<row r="1"><c r="B1"><v>1</v></c></row>'),
    'xl/worksheets/_rels/sheet1.xml.rels': {
      content: `<Relationships><Relationship Id="rId1" Type="${RELATIONS}/comments" Target="../comments.xml"/></Relationships>`,
    },
    'xl/comments.xml': { content: `<comments><commentList>${'<comment ref="A1">'.repeat(200_000)}` },
  })
  expect(performance.now() - start).toBeLessThan(3000)
})
