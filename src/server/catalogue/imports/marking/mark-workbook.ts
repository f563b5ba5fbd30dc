import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { formatColumn, formatCount } from '#contracts/format.ts'
import { formatCsvLine, restoreFormula } from '#server/kernel/csv.ts'
import { escapeXml } from '#server/kernel/xlsx/xml-text.ts'
import type { ZipArchive } from '#server/kernel/zip/reader.ts'
import { type CopiedZipEntry, generateZip, type NewZipEntry } from '#server/kernel/zip/writer.ts'
import { EMPTY_CELL } from '../../item/cells/cell-value.ts'
import { IMPORT_LIMITS, type TableRow } from '../reading/cells.ts'
import { readCsvRecords } from '../reading/csv-rows.ts'
import { detectFileType } from '../reading/file-type.ts'
import { findHeader } from '../reading/find-header.ts'
import { MAX_SHEET_BYTES } from '../reading/sheet-rows.ts'
import {
  getRelationsName,
  openWorkbook,
  readPart,
  readRelations,
  type Workbook,
  type WorkbookSheet,
} from '../reading/workbook.ts'
import { appendTo, listElements, setAttribute } from './edit-xml.ts'
import { type CellMark, MAX_MARKS } from './mark.ts'
import { addCommentBoxes, addComments, createDrawing, EMPTY_COMMENTS } from './mark-comments.ts'
import { markSheet } from './mark-sheet.ts'

/** The red of Excel's style 'Bad'. */
const FILL =
  '<:fill><:patternFill patternType="solid"><:fgColor rgb="FFFFC7CE"/><:bgColor indexed="64"/></:patternFill></:fill>'
/** Excel has at most 65,490 cell styles. */
const MAX_STYLES = 30_000

/** The styles of a workbook in which each cell style has a red twin. */
interface MarkedStyles {
  xml: string
  /** Returns the twin of a style. */
  getMarkedStyle: (style: number) => number
}

/** The styles of a workbook that has none. */
const EMPTY_STYLES =
  '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>'

/** Adds a red twin of each cell style, so that number formats and borders stay. Without cell styles nothing changes. */
function markStyles(xml: string): MarkedStyles {
  const [fills] = listElements(xml, 'fills')
  const originals = listElements(listElements(xml, 'cellXfs')[0] ?? '', 'xf')
  if (!fills || originals.length === 0) return { xml, getMarkedStyle: (style) => style }
  const fillId = listElements(fills, 'fill').length
  const isSmall = originals.length <= MAX_STYLES
  const twins = (isSmall ? originals : originals.slice(0, 1)).map((source) => setFill(source, fillId))
  const withFill = appendTo(xml, 'fills', FILL, fillId + 1)
  return {
    xml: appendTo(withFill, 'cellXfs', twins.join(''), originals.length + twins.length),
    getMarkedStyle: (style) =>
      originals.length + (isSmall ? Math.max(0, Math.min(style, originals.length - 1)) : 0),
  }
}

const setFill = (source: string, fillId: number): string =>
  source.replace(/^<[^>]*>/, (tag) =>
    setAttribute(setAttribute(tag, 'fillId', String(fillId)), 'applyFill', '1'),
  )

const BYTE_ORDER_MARK = '\uFEFF'
const TITLE = 'Problems'
/** The rows in which the titles of the columns are. */
const HEADER_ROWS = 50

/** Yields a CSV file with the same rows and one more column with the problems of each. */
async function* generateMarkedCsv(path: string, marks: CellMark[]): AsyncGenerator<Buffer> {
  const problems = new Map<number, string[]>()
  for (const { row, column, message } of marks) {
    const text = message.includes(`${formatColumn(column)}${row}`)
      ? message
      : `${formatColumn(column)}${row}: ${message}`
    problems.set(row, [...(problems.get(row) ?? []), text])
  }
  const { width, headerRow } = await measure(path)
  yield Buffer.from(BYTE_ORDER_MARK)
  for await (const { row, fields } of readCsvRecords(path, '')) {
    const problem = row === headerRow ? TITLE : (problems.get(row)?.join('; ') ?? '')
    const padding = Array.from({ length: width - fields.length }, () => '')
    yield Buffer.from(formatCsvLine([...fields.map(restoreFormula), ...padding, problem]))
  }
}

/** Returns the number of columns, and the row of their titles. */
async function measure(path: string): Promise<{ width: number; headerRow: number }> {
  const rows: TableRow[] = []
  let width = 0
  for await (const { row, fields } of readCsvRecords(path, '')) {
    width = Math.max(width, fields.length)
    if (rows.length >= HEADER_ROWS || fields.every((field) => field.trim() === '')) continue
    const cells = fields.map((text) => (text ? { value: text, text } : EMPTY_CELL))
    rows.push({ sheet: '', row, cells })
  }
  return { width, headerRow: findHeader(rows)?.headerRow ?? 1 }
}

/**
 * Writes a copy of an imported workbook in which the marked cells are red and have the messages as comments, below those
 * that are there; everything else stays. Of more than 10,000 marked cells the last comment says how many follow. A CSV file
 * gets a column 'Problems' instead, and the sheets of its marks are ignored.
 */
export async function writeMarkedWorkbook(path: string, out: string, marks: CellMark[]): Promise<void> {
  const isWorkbook = (await detectFileType(path, '')) === 'workbook'
  const bytes = isWorkbook ? generateMarkedWorkbook(path, marks) : generateMarkedCsv(path, marks)
  await pipeline(Readable.from(bytes, { objectMode: false }), createWriteStream(out))
}

async function* generateMarkedWorkbook(path: string, marks: CellMark[]): AsyncGenerator<Buffer> {
  await using workbook = await openWorkbook(path)
  yield* generateZip(listEntries(workbook.zip, await changeParts(workbook, mergeMarks(marks))))
}

/** Joins the messages of a cell, and leaves out those beyond the limit. Returns the marks of each sheet in order. */
function mergeMarks(marks: CellMark[]): Map<string, CellMark[]> {
  const cells = new Map<string, CellMark>()
  let omitted = 0
  for (const mark of marks) {
    const { sheet, row, column, message } = mark
    if (row < 1 || column < 0 || column >= IMPORT_LIMITS.columns) continue
    const key = JSON.stringify([sheet, row, column])
    const known = cells.get(key)
    if (known) known.message += `\n${message}`
    else if (cells.size < MAX_MARKS) cells.set(key, { ...mark })
    else omitted++
  }
  const merged = [...cells.values()]
  if (omitted > 0)
    merged.at(-1)!.message +=
      `\n${formatCount(omitted)} more problems are not marked. Correct these and import the file again.`
  return Map.groupBy(
    merged.sort((a, b) => a.row - b.row || a.column - b.column),
    ({ sheet }) => sheet,
  )
}

/** Yields the entries in their order, changed or copied; new ones follow. */
async function* listEntries(
  zip: ZipArchive,
  changed: ChangedParts['contents'],
): AsyncGenerator<NewZipEntry | CopiedZipEntry> {
  for (const entry of zip.entries.values())
    if (!changed.has(entry.fileName)) yield { original: entry, bytes: await zip.openCompressed(entry) }
    else yield { name: entry.fileName, text: changed.get(entry.fileName)!() }
  for (const [name, content] of changed) if (!zip.entries.has(name)) yield { name, text: content() }
}

const RELATION_TYPES = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const EMPTY_RELATIONS =
  '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"></Relationships>'
const CONTENT_TYPES_PART = '[Content_Types].xml'
/** By the type of the relation to them. */
const CONTENT_TYPES = {
  comments: 'application/vnd.openxmlformats-officedocument.spreadsheetml.comments+xml',
  styles: 'application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml',
  vmlDrawing: 'application/vnd.openxmlformats-officedocument.vmlDrawing',
} as const

class ChangedParts {
  readonly contents = new Map<string, () => Iterable<string> | AsyncIterable<string>>()
  readonly #texts = new Map<string, string>()
  readonly #zip: ZipArchive

  constructor(zip: ZipArchive) {
    this.#zip = zip
  }

  set(name: string, xml: string): void {
    this.#texts.set(name, xml)
    this.contents.set(name, () => [xml])
  }

  /** Adds a part that another one refers to with this id. */
  async add(
    name: string,
    xml: string,
    { from, id, type }: { from: string; id: string; type: keyof typeof CONTENT_TYPES },
  ): Promise<void> {
    const target = `/${escapeXml(name)}`
    const relation = `<:Relationship Id="${id}" Type="${RELATION_TYPES}/${type}" Target="${target}"/>`
    const contentType = `<:Override PartName="${target}" ContentType="${CONTENT_TYPES[type]}"/>`
    const relations = getRelationsName(from)
    this.set(name, xml)
    this.set(relations, appendTo(await this.#read(relations), 'Relationships', relation))
    this.set(CONTENT_TYPES_PART, appendTo(await this.#read(CONTENT_TYPES_PART), 'Types', contentType))
  }

  async #read(name: string): Promise<string> {
    return (
      this.#texts.get(name) ??
      (this.#zip.entries.has(name) ? await readPart(this.#zip, name) : EMPTY_RELATIONS)
    )
  }
}

async function changeParts(
  workbook: Workbook,
  marks: Map<string, CellMark[]>,
): Promise<ChangedParts['contents']> {
  const { zip, sheets } = workbook
  const parts = new ChangedParts(zip)
  const getMarkedStyle = await changeStyles(workbook, parts)
  let block = FIRST_BLOCK
  for (const [index, sheet] of sheets.entries()) {
    const cells = marks.get(sheet.name)
    if (!cells) continue
    const blocks = Array.from({ length: Math.ceil((cells.length + 1) / IDS_PER_BLOCK) }, () => block++)
    const drawingId = await changeComments(zip, sheet, { number: index + 1, cells, blocks, parts })
    parts.contents.set(sheet.part.fileName, () =>
      markSheet(zip.readEntry(sheet.part, { maxBytes: MAX_SHEET_BYTES }), {
        cells,
        getMarkedStyle,
        drawingId,
      }),
    )
  }
  return parts.contents
}

async function changeStyles(
  { zip, parts: { workbook, styles } }: Workbook,
  parts: ChangedParts,
): Promise<(style: number) => number> {
  const isStored = styles !== undefined && zip.entries.has(styles)
  const { xml, getMarkedStyle } = markStyles(isStored ? await readPart(zip, styles) : EMPTY_STYLES)
  if (isStored) parts.set(styles, xml)
  else await parts.add('xl/import-styles.xml', xml, { from: workbook, id: 'rIdImport', type: 'styles' })
  return getMarkedStyle
}

interface CommentChanges {
  number: number
  cells: CellMark[]
  blocks: number[]
  parts: ChangedParts
}

/** Creates or extends the comments of a sheet and their drawing. Returns the id of a new drawing. */
async function changeComments(
  zip: ZipArchive,
  { part: { fileName: from } }: WorkbookSheet,
  { number, cells, blocks, parts }: CommentChanges,
): Promise<string | undefined> {
  const relations = (await readRelations(zip, from)).filter(({ target }) => zip.entries.has(target))
  const stored = relations.find(({ type }) => type === 'comments')?.target
  const comments = addComments(stored ? await readPart(zip, stored) : EMPTY_COMMENTS, cells)
  if (stored) parts.set(stored, comments)
  else
    await parts.add(`xl/import-comments${number}.xml`, comments, {
      from,
      id: 'rIdImportComments',
      type: 'comments',
    })
  const firstId = blocks[0]! * IDS_PER_BLOCK + 1
  for (const { type, target } of relations) {
    if (type !== 'vmlDrawing') continue
    const xml = await readPart(zip, target)
    // Pictures of the page header have a drawing of the same type.
    if (!/ObjectType\s*=/.test(xml)) continue
    parts.set(target, addCommentBoxes(xml, cells, firstId))
    return undefined
  }
  const id = 'rIdImportNotes'
  const drawing = addCommentBoxes(createDrawing(blocks), cells, firstId)
  await parts.add(`xl/drawings/import-notes${number}.vml`, drawing, { from, id, type: 'vmlDrawing' })
  return id
}

/** Shape ids come in blocks. Those of the workbook begin with 1. */
const FIRST_BLOCK = 300
const IDS_PER_BLOCK = 1024
