import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { formatCount } from '#contracts/format.ts'
import type { ZipArchive } from '#server/kernel/zip/reader.ts'
import { type CopiedZipEntry, generateZip, type NewZipEntry } from '#server/kernel/zip/writer.ts'
import { detectFileType } from '../reading/file-type.ts'
import { MAX_SHEET_BYTES } from '../reading/sheet-rows.ts'
import { IMPORT_LIMITS } from '../reading/types.ts'
import {
  getRelationsName,
  openWorkbook,
  type Relation,
  readPart,
  readRelations,
  type Workbook,
  type WorkbookSheet,
} from '../reading/workbook.ts'
import { type CellMark, MAX_MARKS } from './mark.ts'
import {
  addCommentBoxes,
  addComments,
  addContentTypes,
  addRelation,
  type CellComment,
  createDrawing,
  EMPTY_COMMENTS,
  EMPTY_RELATIONS,
} from './mark-comments.ts'
import { generateMarkedCsv } from './mark-csv.ts'
import { markSheet } from './mark-sheet.ts'
import { EMPTY_STYLES, type MarkedStyles, markStyles } from './mark-styles.ts'

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
  yield* generateZip(listEntries(workbook, await createParts(workbook, mergeMarks(marks))))
}

/** Joins the messages of a cell, and leaves out those beyond the limit. */
function mergeMarks(marks: CellMark[]): Map<string, CellComment[]> {
  const cells = new Map<string, CellComment & { sheet: string }>()
  let omitted = 0
  for (const { sheet, row, column, message } of marks) {
    if (row < 1 || column < 0 || column >= IMPORT_LIMITS.columns) continue
    const key = JSON.stringify([sheet, row, column])
    const known = cells.get(key)
    if (known) known.text += `\n${message}`
    else if (cells.size < MAX_MARKS) cells.set(key, { sheet, row, column, text: message })
    else omitted++
  }
  if (omitted > 0) [...cells.values()].at(-1)!.text += `\n${describeOmitted(omitted)}`
  return groupBySheet([...cells.values()])
}

const describeOmitted = (count: number): string =>
  `${formatCount(count)} more problems are not marked. Correct these and import the file again.`

function groupBySheet(comments: (CellComment & { sheet: string })[]): Map<string, CellComment[]> {
  const sheets = Map.groupBy(comments, ({ sheet }) => sheet)
  for (const cells of sheets.values()) cells.sort((a, b) => a.row - b.row || a.column - b.column)
  return sheets
}

/** The content of changed and new parts by name. */
type Parts = Map<string, () => Iterable<string> | AsyncIterable<string>>

/** Yields the entries in their order, changed or copied; new ones follow. */
async function* listEntries({ zip }: Workbook, parts: Parts): AsyncGenerator<NewZipEntry | CopiedZipEntry> {
  for (const entry of zip.entries.values()) {
    const part = parts.get(entry.fileName)
    parts.delete(entry.fileName)
    if (part) yield { name: entry.fileName, text: part() }
    else yield { original: entry, bytes: await zip.openCompressed(entry) }
  }
  for (const [name, part] of parts) yield { name, text: part() }
}

async function createParts(workbook: Workbook, marks: Map<string, CellComment[]>): Promise<Parts> {
  const parts: Parts = new Map()
  const contentTypes: ContentTypes = []
  let block = FIRST_BLOCK
  const styles = await createStyles(workbook, parts, contentTypes)
  for (const [index, sheet] of workbook.sheets.entries()) {
    const comments = marks.get(sheet.name)
    if (!comments) continue
    const ids = Array.from({ length: Math.ceil((comments.length + 1) / IDS_PER_BLOCK) }, () => block++)
    const drawingId = await createCommentParts(workbook, sheet, { index, comments, ids, parts, contentTypes })
    const { getMarkedStyle } = styles
    parts.set(sheet.part.fileName, () =>
      markSheet(workbook.zip.readEntry(sheet.part, { maxBytes: MAX_SHEET_BYTES }), {
        cells: comments,
        getMarkedStyle,
        drawingId,
      }),
    )
  }
  const types = addContentTypes(await readPart(workbook.zip, '[Content_Types].xml'), contentTypes)
  parts.set('[Content_Types].xml', () => [types])
  return parts
}

type ContentTypes = Parameters<typeof addContentTypes>[1]

async function createStyles(
  { zip, parts: { workbook, styles } }: Workbook,
  parts: Parts,
  contentTypes: ContentTypes,
): Promise<MarkedStyles> {
  if (styles && zip.entries.has(styles)) {
    const marked = markStyles(await readPart(zip, styles))
    parts.set(styles, () => [marked.xml])
    return marked
  }
  const marked = markStyles(EMPTY_STYLES)
  const name = 'xl/import-styles.xml'
  parts.set(name, () => [marked.xml])
  contentTypes.push({ name, type: 'styles' })
  const relations = getRelationsName(workbook)
  const xml = addRelation(await readPart(zip, relations), { id: 'rIdImport', type: 'styles', target: name })
  parts.set(relations, () => [xml])
  return marked
}

interface CommentParts {
  index: number
  comments: CellComment[]
  /** The blocks of shape ids. */
  ids: number[]
  parts: Parts
  contentTypes: ContentTypes
}

/** Creates or extends the comments of a sheet and their drawing. Returns the id of a new drawing. */
async function createCommentParts(
  { zip }: Workbook,
  { part }: WorkbookSheet,
  { index, comments, ids, parts, contentTypes }: CommentParts,
): Promise<string | undefined> {
  const relationsName = getRelationsName(part.fileName)
  const relations = await readRelations(zip, part.fileName)
  let relationsXml = zip.entries.has(relationsName) ? await readPart(zip, relationsName) : EMPTY_RELATIONS
  const find = (type: string) =>
    relations.find((each) => each.type === type && zip.entries.has(each.target))?.target

  const commentsName = find('comments') ?? `xl/import-comments${index + 1}.xml`
  const oldComments = zip.entries.has(commentsName) ? await readPart(zip, commentsName) : EMPTY_COMMENTS
  const commentsXml = addComments(oldComments, comments)
  parts.set(commentsName, () => [commentsXml])
  if (oldComments === EMPTY_COMMENTS) {
    contentTypes.push({ name: commentsName, type: 'comments' })
    relationsXml = addRelation(relationsXml, {
      id: 'rIdImportComments',
      type: 'comments',
      target: commentsName,
    })
  }

  const notes = await findNotesDrawing(zip, relations)
  const drawingName = notes?.name ?? `xl/drawings/import-notes${index + 1}.vml`
  const drawing = notes?.xml ?? createDrawing(ids)
  const drawingXml = addCommentBoxes(drawing, comments, ids[0]! * IDS_PER_BLOCK + 1)
  parts.set(drawingName, () => [drawingXml])
  const drawingId = notes ? undefined : 'rIdImportNotes'
  if (drawingId) {
    contentTypes.push({ name: drawingName, type: 'vml' })
    relationsXml = addRelation(relationsXml, { id: drawingId, type: 'vmlDrawing', target: drawingName })
  }
  if (relationsXml !== EMPTY_RELATIONS) parts.set(relationsName, () => [relationsXml])
  return drawingId
}

/** Finds the drawing of notes and controls. Pictures of the page header have a drawing of the same type. */
async function findNotesDrawing(
  zip: ZipArchive,
  relations: Relation[],
): Promise<{ name: string; xml: string } | undefined> {
  for (const { type, target } of relations) {
    if (type !== 'vmlDrawing' || !zip.entries.has(target)) continue
    const xml = await readPart(zip, target)
    if (/ObjectType\s*=/.test(xml)) return { name: target, xml }
  }
  return undefined
}

/** Shape ids come in blocks. Those of the workbook begin with 1. */
const FIRST_BLOCK = 300
const IDS_PER_BLOCK = 1024
