import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import Papa from 'papaparse'
import { restoreFormula } from '#server/kernel/csv.ts'
import { type CellValue, EMPTY_CELL } from '../../item/cells/cell-value.ts'
import { formatReference, IMPORT_LIMITS, type TableRow } from './cells.ts'
import { looksLikeUtf16 } from './file-type.ts'
import { ImportFileError } from './import-file-error.ts'
import { refuseColumns, refuseLongText } from './sheet-rows.ts'
import { cleanText } from './xml-scanner.ts'

const CHUNK_BYTES = 256 * 1024
/** Characters of one row. A row that is longer has a quotation mark that is never closed. */
const MAX_ROW_LENGTH = 4_000_000
const DELIMITERS = [',', ';', '\t', '|']
/** Rows from which the delimiter is guessed. */
const SAMPLE_ROWS = 200

/** Yields the rows of a CSV file that are not blank. All values are texts. */
export async function* readCsvRows(
  path: string,
  sheet: string,
  signal?: AbortSignal,
): AsyncGenerator<TableRow, void, undefined> {
  for await (const { row, fields } of readCsvRecords(path, sheet, signal)) {
    if (fields.every((field) => field.trim() === '')) continue
    yield { sheet, row, cells: toCells(sheet, row, fields) }
  }
}

/** One record of a CSV file; `row` counts records, as spreadsheet programs do. */
export interface CsvRecord {
  row: number
  fields: string[]
}

/** Yields every record, also blank ones. */
export async function* readCsvRecords(
  path: string,
  sheet: string,
  signal?: AbortSignal,
): AsyncGenerator<CsvRecord, void, undefined> {
  const encoding = await detectEncoding(path, signal)
  let parser: Papa.Parser | undefined
  let rest = ''
  let row = 0
  for await (const { text, isLast } of readText(path, encoding, signal)) {
    rest += text
    if (!parser) {
      const declared = /^sep=(.)\n/i.exec(rest)
      // As in Excel, the line that declares the delimiter is a row.
      if (declared) row = 1
      rest = rest.slice(declared?.[0].length ?? 0)
      parser = createParser(declared?.[1] ?? guessDelimiter(rest))
    }
    const { data, meta } = parser.parse(rest, 0, !isLast) as Papa.ParseResult<string[]>
    for (const fields of data) yield { row: ++row, fields }
    rest = isLast ? '' : rest.slice(meta.cursor)
    if (rest.length > MAX_ROW_LENGTH) throw refuseOpenQuote(sheet, row + 1)
  }
}

const createParser = (delimiter: string) => new Papa.Parser({ delimiter, newline: '\n', quoteChar: '"' })

function toCells(sheet: string, row: number, fields: string[]): CellValue[] {
  const cells = fields.map((field, column): CellValue => {
    if (field.length > IMPORT_LIMITS.cellLength) throw refuseLongText(sheet, formatReference(row, column))
    const text = restoreFormula(field)
    return text === '' ? EMPTY_CELL : { value: text, text }
  })
  while (cells.at(-1) === EMPTY_CELL) cells.pop()
  if (cells.length > IMPORT_LIMITS.columns) throw refuseColumns(sheet)
  return cells
}

const refuseOpenQuote = (sheet: string, row: number) =>
  new ImportFileError(
    'damaged',
    `Sheet '${sheet}', row ${row}: a quotation mark is opened and never closed. Correct this row and import the file again.`,
  )

/** Yields the decoded text with plain line ends; `isLast` with the last, possibly empty, piece. */
async function* readText(
  path: string,
  encoding: string,
  signal?: AbortSignal,
): AsyncGenerator<{ text: string; isLast: boolean }> {
  const decoder = new TextDecoder(encoding)
  let pending = ''
  for await (const chunk of createReadStream(path, { highWaterMark: CHUNK_BYTES })) {
    signal?.throwIfAborted()
    const text = pending + decoder.decode(chunk as Buffer, { stream: true })
    // The second half of a line end, or of a character outside of the basic plane, is in the next piece.
    pending = text.endsWith('\r') ? '\r' : ''
    yield { text: cleanText(pending ? text.slice(0, -1) : text), isLast: false }
  }
  yield { text: cleanText(pending + decoder.decode()), isLast: true }
}

/** Returns the encoding by its mark, else UTF-8 if the whole file is valid, else that of Windows. */
async function detectEncoding(path: string, signal?: AbortSignal): Promise<string> {
  const head = await readStart(path)
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le'
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be'
  if (looksLikeUtf16(head)) return 'utf-16le'
  return (await isUtf8(path, signal)) ? 'utf-8' : 'windows-1252'
}

async function readStart(path: string): Promise<Buffer> {
  await using file = await open(path)
  const { buffer, bytesRead } = await file.read(Buffer.alloc(1000), 0, 1000, 0)
  return buffer.subarray(0, bytesRead)
}

async function isUtf8(path: string, signal?: AbortSignal): Promise<boolean> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  try {
    for await (const chunk of createReadStream(path, { highWaterMark: CHUNK_BYTES })) {
      signal?.throwIfAborted()
      decoder.decode(chunk as Buffer, { stream: true })
    }
    decoder.decode()
    return true
  } catch (error) {
    if (error instanceof TypeError) return false
    throw error
  }
}

/**
 * Returns the delimiter with which most rows have the same number of columns: title rows have fewer, and decimal commas
 * divide a few cells only.
 */
function guessDelimiter(text: string): string {
  const scores = DELIMITERS.map((delimiter) => {
    const { data } = Papa.parse<string[]>(text, { delimiter, newline: '\n', preview: SAMPLE_ROWS })
    const counts = new Map<number, number>()
    for (const { length } of data) if (length > 1) counts.set(length, (counts.get(length) ?? 0) + 1)
    const [columns, rows] = [...counts].sort((a, b) => b[1] - a[1] || b[0] - a[0])[0] ?? [1, 0]
    return { delimiter, columns, rows }
  })
  const mostRows = Math.max(...scores.map(({ rows }) => rows))
  // A row of totals or a comma in a description is missing in one of many rows.
  const likely = scores.filter(({ rows }) => rows >= mostRows * 0.8)
  return likely.sort((a, b) => b.columns - a.columns || b.rows - a.rows)[0]!.delimiter
}
