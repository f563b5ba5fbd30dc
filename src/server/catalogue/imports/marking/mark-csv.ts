import { formatColumn } from '#contracts/format.ts'
import { formatCsvLine, restoreFormula } from '#server/kernel/csv.ts'
import { EMPTY_CELL } from '../../item/cells/cell-value.ts'
import type { TableRow } from '../reading/cells.ts'
import { readCsvRecords } from '../reading/csv-rows.ts'
import { findHeader } from '../reading/find-header.ts'
import type { CellMark } from './mark.ts'

const BYTE_ORDER_MARK = '\uFEFF'
const TITLE = 'Problems'
/** The rows in which the titles of the columns are. */
const HEADER_ROWS = 50

/** Yields a CSV file with the same rows and one more column with the problems of each. */
export async function* generateMarkedCsv(path: string, marks: CellMark[]): AsyncGenerator<Buffer> {
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
