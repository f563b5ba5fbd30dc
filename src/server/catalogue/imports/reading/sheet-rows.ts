import { StringDecoder } from 'node:string_decoder'
import { type CellValue, EMPTY_CELL } from '../../item/cells/cell-value.ts'
import {
  formatDate,
  formatNumber,
  formatReference,
  IMPORT_LIMITS,
  type NumberFormat,
  parseColumn,
  type TableRow,
  toDate,
} from './cells.ts'
import { damagedFile, ImportFileError } from './import-file-error.ts'
import type { SharedStrings } from './shared-strings.ts'
import type { Workbook, WorkbookSheet } from './workbook.ts'
import { decodeCellText, getAttribute, type XmlHandler, XmlScanner } from './xml-scanner.ts'

/** Bytes of the XML of one sheet. */
export const MAX_SHEET_BYTES = 1_000_000_000
/** '_x000D_' and '&#x10FFFF;' are the longest forms of one character. */
const MAX_SOURCE_LENGTH = IMPORT_LIMITS.cellLength * 10
/** Programs that do not calculate write formulas without a result; an empty text is one. */
export const FORMULA_WITHOUT_RESULT: CellValue = Object.freeze({
  value: null,
  text: '(formula without a result)',
  isError: true,
})
const PLAIN: NumberFormat = { kind: 'plain' }

/** Yields the rows of one sheet that are not blank. */
export async function* readSheetRows(
  { zip, formats, is1904 }: Workbook,
  { name, part }: WorkbookSheet,
  { strings, signal }: { strings: SharedStrings; signal?: AbortSignal | undefined },
): AsyncGenerator<TableRow, void, undefined> {
  const handler = new SheetHandler(name, { formats, is1904, strings })
  const scanner = new XmlScanner(handler)
  const decoder = new StringDecoder('utf8')
  for await (const chunk of zip.readEntry(part, { maxBytes: MAX_SHEET_BYTES, signal })) {
    scanner.write(decoder.write(chunk))
    yield* handler.takeRows()
  }
  scanner.end()
  yield* handler.takeRows()
  if (!handler.isDone) throw damagedFile(`sheet ${name} has no cells`)
}

interface CellContext {
  formats: NumberFormat[]
  is1904: boolean
  strings: SharedStrings
}

class SheetHandler implements XmlHandler {
  wantsText = false
  isDone = false
  readonly #sheet: string
  readonly #context: CellContext
  #rows: TableRow[] = []
  #isInData = false
  #row = 0
  #cells: CellValue[] = []
  #hasValue = false
  #column = -1
  #type = ''
  #style = 0
  #source = ''
  #hasFormula = false
  #isInline = false
  #isPhonetic = false

  constructor(sheet: string, context: CellContext) {
    this.#sheet = sheet
    this.#context = context
  }

  takeRows(): TableRow[] {
    const rows = this.#rows
    this.#rows = []
    return rows
  }

  onOpen = (name: string, tag: string): void => {
    if (!this.#isInData) {
      if (name === 'sheetData') this.#isInData = true
      return
    }
    switch (name) {
      case 'c':
        this.#openCell(tag)
        break
      case 'v':
        this.wantsText = true
        break
      case 'row':
        this.#openRow(tag)
        break
      case 'f':
        this.#hasFormula = true
        break
      case 'is':
        this.#isInline = true
        break
      case 't':
        this.wantsText = this.#isInline && !this.#isPhonetic
        break
      case 'rPh':
        this.#isPhonetic = true
        break
    }
  }

  onText = (source: string): void => {
    this.#source += source
    if (this.#source.length > MAX_SOURCE_LENGTH) throw this.#refuseLongText()
  }

  onClose = (name: string): void => {
    if (!this.#isInData) return
    switch (name) {
      case 'v':
      case 't':
        this.wantsText = false
        break
      case 'c':
        this.#closeCell()
        break
      case 'row':
        this.#closeRow()
        break
      case 'is':
        this.#isInline = false
        break
      case 'rPh':
        this.#isPhonetic = false
        break
      case 'sheetData':
        this.#isInData = false
        this.isDone = true
        break
    }
  }

  #openRow(tag: string): void {
    const row = Number(getAttribute(tag, 'r') ?? this.#row + 1)
    if (!Number.isSafeInteger(row) || row < 1) throw damagedFile('row number')
    this.#row = row
    this.#cells = []
    this.#hasValue = false
    this.#column = -1
  }

  #openCell(tag: string): void {
    const reference = getAttribute(tag, 'r')
    this.#column = reference ? parseColumn(reference) : this.#column + 1
    if (this.#column < 0) throw damagedFile('cell reference')
    this.#type = getAttribute(tag, 't') ?? 'n'
    this.#style = Number(getAttribute(tag, 's') ?? 0)
    this.#source = ''
    this.#hasFormula = false
  }

  #closeCell(): void {
    const cell = this.#readCell()
    if (cell === EMPTY_CELL) return
    if (this.#column >= IMPORT_LIMITS.columns) throw refuseColumns(this.#sheet)
    if (cell.text.length > IMPORT_LIMITS.cellLength) throw this.#refuseLongText()
    while (this.#cells.length < this.#column) this.#cells.push(EMPTY_CELL)
    this.#cells[this.#column] = cell
    this.#hasValue ||= cell.text.trim() !== ''
  }

  #closeRow(): void {
    if (this.#hasValue) this.#rows.push({ sheet: this.#sheet, row: this.#row, cells: this.#cells })
  }

  #readCell(): CellValue {
    const source = this.#source
    if (source === '') return this.#hasFormula && this.#type === 'n' ? FORMULA_WITHOUT_RESULT : EMPTY_CELL
    switch (this.#type) {
      case 's':
        return this.#readSharedString(Number(source))
      case 'str':
      case 'inlineStr':
        return toTextCell(decodeCellText(source))
      case 'b': {
        const value = source.trim() === '1'
        return { value, text: value ? 'TRUE' : 'FALSE' }
      }
      case 'e':
        return { value: source, text: source, isError: true }
      case 'd':
        return toDateCell(new Date(source)) ?? toTextCell(decodeCellText(source))
      default:
        return this.#readNumber(source)
    }
  }

  #readSharedString(index: number): CellValue {
    const text = this.#context.strings.get(index)
    if (text === undefined) throw damagedFile(`shared string ${index} is missing`)
    return toTextCell(text)
  }

  #readNumber(source: string): CellValue {
    const value = Number(source)
    if (!Number.isFinite(value)) return toTextCell(decodeCellText(source))
    const format = this.#context.formats[this.#style] ?? PLAIN
    const date = format.kind === 'date' ? toDate(value, this.#context) : undefined
    return (date && toDateCell(date)) ?? { value, text: formatNumber(value, format) }
  }

  #refuseLongText = () => refuseLongText(this.#sheet, formatReference(this.#row, Math.max(this.#column, 0)))
}

const toTextCell = (text: string): CellValue => (text === '' ? EMPTY_CELL : { value: text, text })

const toDateCell = (date: Date): CellValue | undefined =>
  Number.isNaN(date.getTime()) ? undefined : { value: date, text: formatDate(date) }

export const refuseColumns = (sheet: string) =>
  new ImportFileError(
    'too-many-columns',
    `Sheet '${sheet}' has more than ${IMPORT_LIMITS.columns} columns. Delete those that are not needed and import it again.`,
  )

export const refuseLongText = (sheet: string, cell: string) =>
  new ImportFileError(
    'text-too-long',
    `Sheet '${sheet}', cell ${cell}: the text has more than 32,767 characters, which is the limit of Excel.`,
  )
