import { writeFileSync } from 'node:fs'
import type { TableRow } from '#server/catalogue/imports/reading/cells.ts'
import { readTable } from '#server/catalogue/imports/reading/read-table.ts'
import { openWorkbook, readPart } from '#server/catalogue/imports/reading/workbook.ts'
import { createZip, type ZipPart } from './zip-file.ts'

/** A file of a test workbook. */
export type TestPart = Omit<ZipPart, 'name'> & { content: string | Buffer }

const TYPES = 'http://schemas.openxmlformats.org/package/2006/content-types'
const RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships'
const DOCUMENT = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'

/** The parts of a workbook with one sheet 'S' and these rows; others can be added or replaced. */
export const createWorkbookParts = (
  sheetData: string | Buffer,
  { sharedStrings = `<sst xmlns="${MAIN}"/>` }: { sharedStrings?: string | Buffer } = {},
): Record<string, TestPart> => ({
  '[Content_Types].xml': {
    content: `<Types xmlns="${TYPES}"><Default Extension="xml" ContentType="application/xml"/></Types>`,
  },
  '_rels/.rels': {
    content: `<Relationships xmlns="${RELATIONS}"><Relationship Id="rId1" Type="${DOCUMENT}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  },
  'xl/workbook.xml': {
    content: `<workbook xmlns="${MAIN}" xmlns:r="${DOCUMENT}"><sheets><sheet name="S" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  },
  'xl/_rels/workbook.xml.rels': {
    content: `<Relationships xmlns="${RELATIONS}"><Relationship Id="rId1" Type="${DOCUMENT}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${DOCUMENT}/sharedStrings" Target="sharedStrings.xml"/></Relationships>`,
  },
  'xl/sharedStrings.xml': { content: sharedStrings },
  'xl/worksheets/sheet1.xml': {
    content: Buffer.concat([
      Buffer.from(`<worksheet xmlns="${MAIN}"><sheetData>`),
      Buffer.from(sheetData as string),
      Buffer.from('</sheetData></worksheet>'),
    ]),
  },
})

/** Writes a zip file with these parts. */
export function writeZip(path: string, parts: Record<string, TestPart>): void {
  writeFileSync(path, createZip(Object.entries(parts).map(([name, part]) => ({ name, ...part }))))
}

/** Returns the rows of a file as imports read them; the name tells a CSV file from a workbook. */
export async function readRows(path: string, name = 'list.xlsx'): Promise<TableRow[]> {
  const rows: TableRow[] = []
  for await (const row of readTable(path, name)) rows.push(row)
  return rows
}

/** Returns the parts of a workbook as texts. */
export async function readParts(path: string): Promise<Map<string, string>> {
  await using workbook = await openWorkbook(path)
  const parts = new Map<string, string>()
  for (const name of workbook.zip.entries.keys()) parts.set(name, await readPart(workbook.zip, name))
  return parts
}
