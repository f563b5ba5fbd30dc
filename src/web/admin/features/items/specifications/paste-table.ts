import { LIMITS } from '#contracts/limits.ts'
import { createEmptyRow, type SpecificationRow } from '../form/item-form-values.ts'

/**
 * Parses the clipboard text of a spreadsheet into rows of cells. Cells with line breaks are in quotes. Returns undefined for
 * text without tabs and line breaks, which is pasted as it is.
 */
export function parseTable(text: string): string[][] | undefined {
  if (!/[\t\n]/.test(text.trim())) return undefined
  const rows = [...text.matchAll(/((?:"(?:[^"]|"")*"|[^\r\n])*)(?:\r?\n|$)/g)]
    .map(([, line = '']) => line)
    .filter((line) => line.trim())
  return rows.map((line) =>
    line.split('\t').map((cell) => {
      const quoted = /^"([\s\S]*)"$/.exec(cell)?.[1]
      return (quoted?.replaceAll('""', '"') ?? cell).replaceAll(/\s+/g, ' ').trim()
    }),
  )
}

/**
 * Writes a table over the rows from the given position: two columns are names and values, one column fills the given column
 * downwards. Rows are added as needed, up to the limit.
 */
export function pasteTable(
  rows: SpecificationRow[],
  position: { index: number; column: 'key' | 'value' },
  table: string[][],
): SpecificationRow[] {
  const hasTwoColumns = table.some((cells) => cells.length > 1)
  const pasted = table.map((cells, offset) => {
    const row = rows[position.index + offset] ?? createEmptyRow()
    if (!hasTwoColumns) return { ...row, [position.column]: truncate(position.column, cells[0] ?? '') }
    return {
      ...row,
      key: truncate('key', cells[0] ?? ''),
      value: truncate('value', cells.slice(1).join(' ').trim()),
    }
  })
  return [...rows.slice(0, position.index), ...pasted, ...rows.slice(position.index + table.length)].slice(
    0,
    LIMITS.specifications,
  )
}

const truncate = (column: 'key' | 'value', text: string) =>
  text.slice(0, column === 'key' ? LIMITS.specificationKeyLength : LIMITS.specificationValueLength)
