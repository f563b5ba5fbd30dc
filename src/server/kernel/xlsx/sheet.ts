import { formatColumn } from '#contracts/format.ts'
import { getStyleIndex, isWrapped, type StyleName } from './styles.ts'
import { escapeXml } from './xml-text.ts'

/** Null or '' leaves a cell empty. Texts are never formulas. */
export type Cell = string | number | null

interface ColumnChoices {
  /** The cells with the choices, such as 'Lists!$A$2:$A$4'. */
  range: string
  /** What Excel says about any other value; without it, other values are allowed. */
  message?: string
}

export interface SheetColumn {
  title: string
  /** In characters. */
  width: number
  style: StyleName
  isReadOnly?: boolean
  choices?: ColumnChoices | undefined
}

/** A sheet of a workbook. */
export interface Sheet {
  name: string
  columns: SheetColumn[]
  /** The number of columns that stay in view, besides the row of the titles. */
  frozenColumns?: number
  /** Whether read-only cells are locked. There is no password. */
  isProtected?: boolean
  isHidden?: boolean
  /** The number of rows that can be filtered by the titles. */
  filteredRows?: number
  /** The rows below the titles, in batches. */
  rows: Iterable<Cell[][]> | AsyncIterable<Cell[][]>
}

/** The rows and columns of a sheet in Excel. */
export const SHEET_ROWS = 1_048_576
const SHEET_COLUMNS = 16_384
/** The characters of a cell in Excel. */
const CELL_LENGTH = 32_767
const LINE_HEIGHT = 15
/** Rows with longer texts show the first lines of them. */
const MAX_LINES = 5

/** What may be done while a sheet is protected: everything but changing locked cells. */
const PROTECTION =
  '<sheetProtection sheet="1" objects="1" scenarios="1" formatCells="0" formatColumns="0" formatRows="0" insertColumns="0" insertRows="0" insertHyperlinks="0" deleteColumns="0" deleteRows="0" sort="0" autoFilter="0" pivotTables="0"/>'

/** Yields the XML of a sheet, batch by batch. */
export async function* generateSheet(sheet: Sheet, { isFirst = false } = {}): AsyncGenerator<string> {
  const { columns, rows } = sheet
  yield `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n` +
    `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">` +
    `${formatView(sheet, isFirst)}<sheetFormatPr defaultRowHeight="${LINE_HEIGHT}"/>${formatColumns(columns)}` +
    `<sheetData>${formatHeader(columns)}`
  const formatRow = createRowFormatter(columns)
  let count = 1
  for await (const batch of rows) {
    let xml = ''
    for (const cells of batch) xml += formatRow(++count, cells)
    if (xml) yield xml
  }
  yield `</sheetData>${formatEnd(sheet)}</worksheet>`
}

function formatView({ frozenColumns = 0 }: Sheet, isFirst: boolean): string {
  const split = frozenColumns > 0 ? ` xSplit="${frozenColumns}"` : ''
  const pane = frozenColumns > 0 ? 'bottomRight' : 'bottomLeft'
  return (
    `<sheetViews><sheetView workbookViewId="0"${isFirst ? ' tabSelected="1"' : ''}>` +
    `<pane${split} ySplit="1" topLeftCell="${formatColumn(frozenColumns)}2" activePane="${pane}" state="frozen"/>` +
    `<selection pane="${pane}" activeCell="${formatColumn(frozenColumns)}2" sqref="${formatColumn(frozenColumns)}2"/>` +
    `</sheetView></sheetViews>`
  )
}

/** The columns that follow are unlocked as well, so that staff can add their own. */
function formatColumns(columns: SheetColumn[]): string {
  const formatted = columns.map(
    ({ width, style }, index) =>
      `<col min="${index + 1}" max="${index + 1}" width="${width}" style="${getStyleIndex(style)}" customWidth="1"/>`,
  )
  const rest = `<col min="${columns.length + 1}" max="${SHEET_COLUMNS}" width="18" style="${getStyleIndex('text')}" customWidth="1"/>`
  return `<cols>${formatted.join('')}${rest}</cols>`
}

function formatHeader(columns: SheetColumn[]): string {
  const cells = columns.map(({ title, isReadOnly }, index) =>
    formatText(`${formatColumn(index)}1`, getStyleIndex(isReadOnly ? 'readOnlyHeader' : 'header'), title),
  )
  return `<row r="1" ht="${2 * LINE_HEIGHT}" customHeight="1">${cells.join('')}</row>`
}

/** Returns the function that formats a row. What does not depend on the row is computed once. */
function createRowFormatter(columns: SheetColumn[]): (row: number, cells: Cell[]) => string {
  const prepared = columns.map(({ width, style }, index) => ({
    name: formatColumn(index),
    style: getStyleIndex(style),
    wrapAt: isWrapped(style) ? width : undefined,
  }))
  return (row, cells) => {
    let xml = ''
    let lines = 1
    for (const [index, { name, style, wrapAt }] of prepared.entries()) {
      const cell = cells[index]
      if (cell === undefined || cell === null || cell === '') continue
      if (typeof cell === 'number') {
        xml += `<c r="${name}${row}" s="${style}"><v>${cell}</v></c>`
        continue
      }
      xml += formatText(`${name}${row}`, style, cell)
      if (wrapAt && lines < MAX_LINES) lines = Math.max(lines, countLines(cell, wrapAt))
    }
    const height = lines > 1 ? ` ht="${Math.min(lines, MAX_LINES) * LINE_HEIGHT}" customHeight="1"` : ''
    return `<row r="${row}"${height}>${xml}</row>`
  }
}

const formatText = (reference: string, style: number, text: string): string =>
  `<c r="${reference}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escapeXml(shorten(text))}</t></is></c>`

const shorten = (text: string): string =>
  text.length > CELL_LENGTH ? `${text.slice(0, CELL_LENGTH - 1)}…` : text

/** The number of lines that a text takes in a column, about. */
function countLines(text: string, width: number): number {
  if (text.length <= width && !text.includes('\n')) return 1
  return text.split('\n').reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / width)), 0)
}

/** Returns the cells with titles and rows, such as 'A1:D20', if they can be filtered. */
export function getFilterRange({ columns, filteredRows }: Sheet): string | undefined {
  return filteredRows === undefined
    ? undefined
    : `A1:${formatColumn(columns.length - 1)}${Math.max(filteredRows, 1) + 1}`
}

/** The elements after the rows, in the order that the format prescribes. */
function formatEnd(sheet: Sheet): string {
  const { columns, isProtected } = sheet
  const filter = getFilterRange(sheet)
  const validations = columns.flatMap(({ choices, title }, index) =>
    choices ? formatChoices(choices, { title, column: formatColumn(index) }) : [],
  )
  const allValidations =
    validations.length > 0
      ? `<dataValidations count="${validations.length}">${validations.join('')}</dataValidations>`
      : ''
  // Otherwise Excel marks each code that consists of digits.
  const ignored = `<ignoredErrors><ignoredError sqref="A1:${formatColumn(columns.length - 1)}${SHEET_ROWS}" numberStoredAsText="1"/></ignoredErrors>`
  return (
    (isProtected ? PROTECTION : '') +
    (filter ? `<autoFilter ref="${filter}"/>` : '') +
    allValidations +
    '<pageMargins left="0.4" right="0.4" top="0.5" bottom="0.5" header="0.3" footer="0.3"/>' +
    '<pageSetup paperSize="9" orientation="landscape"/>' +
    ignored
  )
}

/** One rule for the whole column: Excel opens no file with more than 65,536 of them. */
function formatChoices(
  { range, message }: ColumnChoices,
  { title, column }: { title: string; column: string },
): string {
  const error = message
    ? ` showErrorMessage="1" errorTitle="${escapeXml(title)}" error="${escapeXml(message)}"`
    : ''
  return `<dataValidation type="list" allowBlank="1"${error} sqref="${column}2:${column}${SHEET_ROWS}"><formula1>${escapeXml(range)}</formula1></dataValidation>`
}
