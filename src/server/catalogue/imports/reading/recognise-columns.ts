import {
  IGNORED_TITLES,
  IMPORT_FIELD_NAMES,
  IMPORT_FIELDS,
  type ImportField,
} from '#contracts/import-fields.ts'
import { parseSpecificationTitle } from '#contracts/item-export.ts'
import { parsePrice } from './parse-price.ts'
import {
  parseAvailability,
  parseDays,
  parseGstRate,
  parseHsn,
  parseKind,
  parseMonths,
  parseState,
  parseWholeNumber,
} from './parse-values.ts'
import type { Parsed } from './parsed.ts'
import type { CellValue, ColumnHeader, TableRow } from './types.ts'

export interface RecognisedColumn extends ColumnHeader {
  /** Undefined: the column is offered as a specification, unless it is ignored. */
  field: ImportField | undefined
  /** Whether it contains nothing that buyers may read, such as 'S. No.', 'Qty' and 'Purchase rate', or has no title. */
  ignored: boolean
}

/**
 * Finds the field of each column by its title; at most one column for each field. With the first rows of the sheet it
 * leaves out columns in which no value fits ('Type' with 'Type A', 'Stock' with quantities).
 */
export function recogniseColumns(columns: ColumnHeader[], sampleRows: TableRow[] = []): RecognisedColumn[] {
  const samples = new Map(columns.map(({ index }) => [index, getSamples(sampleRows, index)]))
  const others = columns.filter(({ title }) => parseSpecificationTitle(title) === undefined)
  const fields = assignFields(others, samples)
  replaceMissingFields(fields, others)
  return columns.map((column) => {
    const specification = parseSpecificationTitle(column.title)
    if (specification !== undefined)
      return { ...column, title: specification, field: undefined, ignored: false }
    const field = fields.get(column.index)
    return { ...column, field, ignored: field === undefined && isIgnored(column.title) }
  })
}

const getSamples = (rows: TableRow[], index: number): CellValue[] =>
  rows.flatMap(({ cells }) => cells[index] ?? []).filter(({ text }) => text.trim() !== '')

/** Gives each field the column with the best title. */
function assignFields(columns: ColumnHeader[], samples: Map<number, CellValue[]>): Map<number, ImportField> {
  const isOwnExport = hasIds(columns, samples)
  const matches = columns
    .flatMap(({ index, title }) =>
      IMPORT_FIELD_NAMES.map((field) => ({ index, field, score: scoreTitle(title, field) })).filter(
        ({ field, score }) =>
          score > 0 &&
          ((isOwnExport && score === LABEL_SCORE) || fitsSamples(field, samples.get(index) ?? [])),
      ),
    )
    .sort((a, b) => b.score - a.score || a.index - b.index)
  const fields = new Map<number, ImportField>()
  const taken = new Set<ImportField>()
  for (const { index, field } of matches) {
    if (fields.has(index) || taken.has(field)) continue
    fields.set(index, field)
    taken.add(field)
  }
  return fields
}

/** The score of the title that an export has for a field. */
const LABEL_SCORE = 2000

/** Whether the columns are those of an export, in which the titles of fields can be trusted whatever the values are. */
const hasIds = (columns: ColumnHeader[], samples: Map<number, CellValue[]>): boolean =>
  columns.some(({ index, title }) => {
    const cells = samples.get(index) ?? []
    return title === IMPORT_FIELDS.id.label && cells.length > 0 && fitsSamples('id', cells)
  })

/** Words that say in what, or for when, a column states its value. */
const QUALIFIERS = new Set(
  'rs inr rupees rupee in the of per incl including inclusive excl excluding exclusive lakh lakhs lac lacs crore crores day days wk wks week weeks mth mths month months yr yrs year years percent pct nos no each ex works approx wef w e f'.split(
    ' ',
  ),
)
/** Titles that are clear enough to match the beginning or the end of a longer one ('Price w.e.f. 1 April'). */
const DISTINCTIVE_STARTS =
  /^(?:price|rate|mrp|list price|hsn|sac|gst|uom|moq|warranty|guarantee|delivery|lead time|part no|part number|item code|product code|particulars|description|brand|category)$/
const DISTINCTIVE_ENDS = /^(?:price|mrp|hsn|hsn code|uom|moq|warranty|lead time|part no|part number)$/

/** How well a title names a field; 0: not at all. */
function scoreTitle(title: string, field: ImportField): number {
  if (title === IMPORT_FIELDS[field].label) return LABEL_SCORE
  if (isOtherCurrency(title)) return 0
  const words = normaliseTitle(title)
  const core = stripQualifiers(words)
  let best = 0
  IMPORT_FIELDS[field].titles.forEach((alias, position) => {
    if (words === alias) best = Math.max(best, 1000 - position)
    else if (core === alias) best = Math.max(best, 800 - position)
    else if (DISTINCTIVE_STARTS.test(alias) && words.startsWith(`${alias} `))
      best = Math.max(best, 500 - position)
    else if (DISTINCTIVE_ENDS.test(alias) && core.endsWith(` ${alias}`)) best = Math.max(best, 400 - position)
  })
  return best
}

/** 'Part #' → 'part no', 'GST (%)' → 'gst percent', 'M.R.P.' → 'm r p'. */
export function normaliseTitle(title: string): string {
  return title
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\u0300-\u036f]/g, '')
    .replaceAll('#', ' no ')
    .replaceAll('%', ' percent ')
    .replaceAll('₹', ' rs ')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()
}

function stripQualifiers(words: string): string {
  const [first = '', ...rest] = words.split(' ')
  return [first, ...rest.filter((word) => !QUALIFIERS.has(word) && !/^\d+$/.test(word))].join(' ')
}

function isIgnored(title: string): boolean {
  const words = normaliseTitle(title)
  const core = stripQualifiers(words)
  return (
    IGNORED_TITLES.includes(words) ||
    IGNORED_TITLES.includes(core) ||
    /^(?:amount|total|remarks?|discount|stock)(?: |$)/.test(words) ||
    /^column [a-z]{1,3}$/.test(words) ||
    CONFIDENTIAL.test(core) ||
    isOtherCurrency(title)
  )
}

/** Amounts in another currency are no prices in rupees. */
const isOtherCurrency = (title: string): boolean =>
  /\b(?:usd|eur|euros?|gbp|aed|dollars?)\b|[$€£]/i.test(title)

/** What only the firm itself may know, if another column is the price. */
const CONFIDENTIAL =
  /^(?:(?:unit |net |landed |total )?cost(?: price| rate)?|purchase (?:price|rate|cost)|buying (?:price|rate)|dealer (?:price|rate|net)|(?:gross |net |profit )?margin|mark ?up|profit|(?:supplier|vendor)(?: name| code)?)$/

/** The fields of which a column is recognised only if at least one of its values fits. */
const SAMPLE_PARSERS: Partial<Record<ImportField, (cell: CellValue) => Parsed<unknown>>> = {
  // Ids have 16 characters (kernel/ids.ts). Price lists number their rows in a column of this name.
  id: ({ text }) => (/^[0-9a-z]{16}$/.test(text.trim()) ? { value: text } : { expected: 'an id' }),
  revision: (cell) => parseWholeNumber(cell, { min: 1, max: Number.MAX_SAFE_INTEGER }),
  kind: parseKind,
  price: parsePrice,
  originalPrice: parsePrice,
  state: parseState,
  hsn: parseHsn,
  gstRate: (cell) => parseGstRate(cell),
  minimumQuantity: (cell) => parseWholeNumber(cell, { min: 1, max: 1_000_000 }),
  leadTimeDays: parseDays,
  availability: parseAvailability,
  warrantyMonths: parseMonths,
}

function fitsSamples(field: ImportField, samples: CellValue[]): boolean {
  const parse = SAMPLE_PARSERS[field]
  return !parse || samples.length === 0 || samples.some((cell) => 'value' in parse(cell))
}

/** Gives the fields that every price list has another column, if none has their own title. */
function replaceMissingFields(fields: Map<number, ImportField>, columns: ColumnHeader[]): void {
  const find = (field: ImportField) => columns.find(({ index }) => fields.get(index) === field)?.index
  const replace = (wanted: ImportField, other: ImportField) => {
    const index = find(other)
    if (find(wanted) === undefined && index !== undefined) fields.set(index, wanted)
  }
  replace('price', 'originalPrice')
  replace('name', 'description')
  const code = columns.find(({ index }) => fields.get(index) === 'code')
  if (code && /^(?:part|model|article)$/.test(normaliseTitle(code.title))) replace('name', 'code')
  // A second text about the item.
  const second = columns.find(
    ({ index, title }) => !fields.has(index) && /\b(?:description|particulars|details)\b/i.test(title),
  )
  if (second && find('description') === undefined) fields.set(second.index, 'description')
}
