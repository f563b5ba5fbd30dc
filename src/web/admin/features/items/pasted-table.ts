import { LIMITS } from '#contracts/limits.ts'
import { emptyRow, type SpecificationRow } from './form-value.ts'

/**
 * What Excel puts on the clipboard, as rows of cells; undefined for text that is no table and belongs where it is pasted.
 * Cells with line breaks come in quotes.
 */
export function readTable(text: string): string[][] | undefined {
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
 * The rows with a table laid over them from the row and column it was pasted in: two columns are names and values, one
 * fills the column downwards. What does not fit in the present rows gets new ones.
 */
export function pasteTable(
  rows: SpecificationRow[],
  at: { index: number; column: 'key' | 'value' },
  table: string[][],
): SpecificationRow[] {
  const wide = table.some((cells) => cells.length > 1)
  const pasted = table.map((cells, offset) => {
    const row = rows[at.index + offset] ?? emptyRow()
    if (!wide) return { ...row, [at.column]: bounded(at.column, cells[0] ?? '') }
    return {
      ...row,
      key: bounded('key', cells[0] ?? ''),
      value: bounded('value', cells.slice(1).join(' ').trim()),
    }
  })
  return [...rows.slice(0, at.index), ...pasted, ...rows.slice(at.index + table.length)].slice(
    0,
    LIMITS.specifications,
  )
}

const bounded = (column: 'key' | 'value', text: string) =>
  text.slice(0, column === 'key' ? LIMITS.specificationKeyLength : LIMITS.specificationValueLength)
