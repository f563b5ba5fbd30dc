import { formatColumn } from '#contracts/format.ts'
import type { CellValue } from '../../item/cells/cell-value.ts'

/** One row that is not blank. */
export interface TableRow {
  sheet: string
  /** 1-based, as spreadsheet programs show it. */
  row: number
  /** The cell of column A comes first. Empty cells are part of the list; those after the last value are not. */
  cells: CellValue[]
}

/** The title of one column; `index` is that of its cells in `TableRow.cells`. */
export interface ColumnHeader {
  index: number
  title: string
}

/** Limits of an imported file. */
export const IMPORT_LIMITS = {
  fileBytes: 50_000_000,
  /** Rows with values, in all sheets together. */
  rows: 200_000,
  columns: 200,
  /** Characters in one cell; Excel has the same limit. */
  cellLength: 32_767,
  sheets: 250,
} as const

/** 'D17' → 3. Returns -1 for what is not a reference. */
export function parseColumn(reference: string): number {
  let column = 0
  let position = 0
  for (; position < reference.length; position++) {
    const code = reference.charCodeAt(position) & ~0x20
    if (code < 0x41 || code > 0x5a) break
    column = column * 26 + (code - 0x40)
  }
  return position === 0 || position > 3 ? -1 : column - 1
}

/** 17 and 3 → 'D17'. */
export const formatReference = (row: number, column: number): string => `${formatColumn(column)}${row}`

/** What a number format means for reading: `paddedTo` is the number of digits of a format such as '00000000'. */
export type NumberFormat = { kind: 'plain' | 'date' | 'percent' } | { kind: 'padded'; paddedTo: number }

const PLAIN: NumberFormat = { kind: 'plain' }
const DATE: NumberFormat = { kind: 'date' }
const PERCENT: NumberFormat = { kind: 'percent' }

/** Characters; Excel accepts 255. */
const MAX_CODE_LENGTH = 1000

/** The ids of formats that have no code in a workbook; 27 to 36 and 50 to 58 are East Asian dates. */
const BUILT_IN_DATES = [
  [14, 22],
  [27, 36],
  [45, 47],
  [50, 58],
] as const
const BUILT_IN_PERCENTS = [9, 10]

/** Interprets a format id, or its code if the workbook defines one. */
export function parseNumberFormat(id: number, code: string | undefined): NumberFormat {
  if (code !== undefined) return code.length > MAX_CODE_LENGTH ? PLAIN : parseFormatCode(code)
  if (BUILT_IN_PERCENTS.includes(id)) return PERCENT
  return BUILT_IN_DATES.some(([from, to]) => id >= from && id <= to) ? DATE : PLAIN
}

function parseFormatCode(code: string): NumberFormat {
  const [positive = ''] = code
    .replace(/"[^"]*"|\\.|[_*]./g, '')
    // Colours, currencies and conditions; '[h]' is a duration.
    .replace(/\[(?!h+\]|m+\]|s+\])[^[\]]*\]/gi, '')
    .split(';')
  if (positive.includes('%')) return PERCENT
  if (/^0{2,15}$/.test(positive)) return { kind: 'padded', paddedTo: positive.length }
  // 'General' and 'Standard' are not dates; a currency without quotation marks ('Rs. #,##0') is followed by digits.
  const isDate = /[dmyhs]/i.test(positive) && !/#|^(?:general|standard)$/i.test(positive)
  return isDate ? DATE : PLAIN
}

const DAY_MS = 86_400_000
/** 1 January 1970 as a day of the two calendars of Excel. */
const EPOCH_DAY_1900 = 25_569
const EPOCH_DAY_1904 = 24_107
/** 31 December 9999 in the calendar of 1900. */
const LAST_DAY = 2_958_466

/** Returns the date of a day number, or undefined if there is none. */
export function toDate(day: number, { is1904 }: { is1904: boolean }): Date | undefined {
  if (day < 0 || day >= LAST_DAY) return undefined
  // Excel has a 29 February 1900; earlier days are shifted by one.
  const shifted = is1904 || day >= 60 ? day : day + 1
  return new Date(Math.round((shifted - (is1904 ? EPOCH_DAY_1904 : EPOCH_DAY_1900)) * DAY_MS))
}

/** '23/11/2026', with the time of day if there is one. */
export function formatDate(date: Date): string {
  const iso = date.toISOString()
  const [year, month, day] = iso.slice(0, 10).split('-')
  const time = iso.slice(11, 16)
  return `${day}/${month}/${year}${time === '00:00' ? '' : ` ${time}`}`
}

/** The number as a spreadsheet shows it: 15 digits, '18%', '00123'. */
export function formatNumber(value: number, format: NumberFormat): string {
  if (format.kind === 'percent') return `${trimNoise(value * 100)}%`
  if (format.kind === 'padded' && Number.isInteger(value) && value >= 0) {
    return String(value).padStart(format.paddedTo, '0')
  }
  return String(trimNoise(value))
}

/** 0.30000000000000004 → 0.3: what Excel would have stored. */
const trimNoise = (value: number): number =>
  Number.isSafeInteger(value) ? value : Number(value.toPrecision(15))
