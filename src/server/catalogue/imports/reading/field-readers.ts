import type { ImportField } from '#contracts/bulk-data/import-fields.ts'
import { COMMERCIAL_FIELDS } from '#contracts/item/commercial-fields.ts'
import { LIMITS } from '#contracts/limits.ts'
import type { CellValue, Parsed } from './cells.ts'
import { parsePrice } from './parse-price.ts'
import {
  parseAvailability,
  parseBoolean,
  parseCode,
  parseDays,
  parseGstRate,
  parseHsn,
  parseKind,
  parseLines,
  parseMonths,
  parseState,
  parseText,
  parseUnit,
  parseWholeNumber,
} from './parse-values.ts'

const MAX_REFERENCES_LENGTH = 20_000
const parseReferences = (cell: CellValue): Parsed<string | null> => parseText(cell, MAX_REFERENCES_LENGTH)

/** How the cells of each field are read. */
const READERS: { [Field in ImportField]: (cell: CellValue, title: string) => Parsed<unknown> } = {
  id: (cell) => parseText(cell, 100),
  revision: (cell) => parseWholeNumber(cell, { min: 1, max: 1_000_000_000 }),
  kind: parseKind,
  code: (cell) => parseCode(cell, COMMERCIAL_FIELDS.code.maxLength),
  name: (cell) => parseText(cell, LIMITS.nameLength),
  description: (cell) => parseText(cell, LIMITS.descriptionLength),
  category: (cell) => parseText(cell, LIMITS.categoryLength),
  brand: (cell) => parseText(cell, LIMITS.brandLength),
  price: parsePrice,
  originalPrice: parsePrice,
  features: (cell) => parseLines(cell, { maxLines: LIMITS.features, maxLength: LIMITS.featureLength }),
  featured: parseBoolean,
  state: parseState,
  hsn: parseHsn,
  gstRate: (cell) => parseGstRate(cell),
  unit: (cell) => parseUnit(cell, COMMERCIAL_FIELDS.unit.maxLength),
  minimumQuantity: (cell) => parseWholeNumber(cell, { min: 1, max: 1_000_000 }),
  leadTimeDays: parseDays,
  availability: parseAvailability,
  warrantyMonths: parseMonths,
  fits: parseReferences,
  replacedBy: parseReferences,
  accessories: parseReferences,
  alternatives: parseReferences,
}

/** Reads a cell of a column with this title. */
export const readField = (field: ImportField, cell: CellValue, title: string): Parsed<unknown> =>
  READERS[field](cell, title)

/** The fields of which a column is recognised only if at least one of its values fits. */
const CHECKED_FIELDS = new Set<ImportField>([
  'revision',
  'kind',
  'price',
  'originalPrice',
  'state',
  'hsn',
  'gstRate',
  'minimumQuantity',
  'leadTimeDays',
  'availability',
  'warrantyMonths',
])

/** Whether a value can be one of a field. */
export function fitsField(field: ImportField, cell: CellValue): boolean {
  // Ids have 16 characters (kernel/ids.ts). Price lists number their rows in a column of this name.
  if (field === 'id') return /^[0-9a-z]{16}$/.test(cell.text.trim())
  return !CHECKED_FIELDS.has(field) || 'value' in readField(field, cell, '')
}
