import type { ImportField } from '#contracts/bulk-data/import-fields.ts'
import type { CellValue, Parsed } from '../../item/cells/cell-value.ts'
import { parseKind, parseText, parseWholeNumber } from '../../item/cells/parse-values.ts'
import { ITEM_FIELDS, isFileField } from '../../item/fields.ts'

const MAX_REFERENCES_LENGTH = 20_000

/** Reads a cell of a column with this title. */
export function readField(field: ImportField, cell: CellValue, title: string): Parsed<unknown> {
  if (isFileField(field)) return ITEM_FIELDS[field].readCell(cell, title)
  if (field === 'id') return parseText(cell, 100)
  if (field === 'revision') return parseWholeNumber(cell, { min: 1, max: 1_000_000_000 })
  return field === 'kind' ? parseKind(cell) : parseText(cell, MAX_REFERENCES_LENGTH)
}

export function fitsField(field: ImportField, cell: CellValue): boolean {
  // Ids have 16 characters (kernel/ids.ts). Price lists number their rows in a column of this name.
  if (field === 'id') return /^[0-9a-z]{16}$/.test(cell.text.trim())
  const isChecked = isFileField(field)
    ? ITEM_FIELDS[field].isChecked
    : field === 'revision' || field === 'kind'
  return !isChecked || 'value' in readField(field, cell, '')
}
