import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { writeMarkedWorkbook } from '#server/catalogue/imports/marking/mark-workbook.ts'
import { openWorkbook, readPart } from '#server/catalogue/imports/reading/workbook.ts'
import { createWorkbookParts, type TestPart, writeZip } from '../support/formats/workbook-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'capstan-marked-'))
afterAll(() => rmSync(folder, { recursive: true }))

const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

/** Marks cell B1 of a workbook with these parts. Returns the parts of the copy. */
async function markParts(parts: Record<string, TestPart>): Promise<Map<string, string>> {
  const [path, out] = [join(folder, 'file'), join(folder, 'out')]
  writeZip(path, parts)
  await writeMarkedWorkbook(path, out, [{ sheet: 'S', row: 1, column: 1, message: 'not a price' }])
  await using workbook = await openWorkbook(out)
  const texts = new Map<string, string>()
  for (const name of workbook.zip.entries.keys()) texts.set(name, await readPart(workbook.zip, name))
  return texts
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
