import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { formatCount } from '#contracts/format.ts'
import { escapeXml } from '#server/kernel/xlsx/xml-text.ts'
import type { ZipArchive } from '#server/kernel/zip/reader.ts'
import { type CopiedZipEntry, generateZip, type NewZipEntry } from '#server/kernel/zip/writer.ts'
import { IMPORT_LIMITS } from '../reading/cells.ts'
import { detectFileType } from '../reading/file-type.ts'
import { MAX_SHEET_BYTES } from '../reading/sheet-rows.ts'
import {
  getRelationsName,
  openWorkbook,
  readPart,
  readRelations,
  type Workbook,
  type WorkbookSheet,
} from '../reading/workbook.ts'
import { appendTo } from './edit-xml.ts'
import { type CellMark, MAX_MARKS } from './mark.ts'
import { addCommentBoxes, addComments, createDrawing, EMPTY_COMMENTS } from './mark-comments.ts'
import { generateMarkedCsv } from './mark-csv.ts'
import { markSheet } from './mark-sheet.ts'
import { EMPTY_STYLES, markStyles } from './mark-styles.ts'

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
