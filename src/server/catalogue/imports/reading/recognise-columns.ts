import { isConfidentialTitle, isMaximumPriceTitle } from '#contracts/bulk-data/confidential-titles.ts'
import {
  IGNORED_TITLES,
  IMPORT_FIELD_NAMES,
  IMPORT_FIELDS,
  type ImportField,
} from '#contracts/bulk-data/import-fields.ts'
import { parseSpecificationTitle } from '#contracts/bulk-data/item-export.ts'
import type { ColumnNote } from '#contracts/bulk-data/item-import-limits.ts'
import { normaliseTitle, stripQualifiers } from '#contracts/bulk-data/normalise-title.ts'
import { readLabel } from '#contracts/quantities/labels.ts'
import type { CellValue } from '../../item/cells/cell-value.ts'
import type { ColumnHeader, TableRow } from './cells.ts'
import { fitsField } from './field-readers.ts'

export interface RecognisedColumn extends ColumnHeader {
  /** Undefined: the column is offered as a specification, unless it is ignored. */
  field: ImportField | undefined
  /** Whether it contains nothing that buyers may read, such as 'S. No.', 'Qty' and 'Purchase rate', or has no title. */
  ignored: boolean
  /** Why a column with amounts is ignored. */
  note?: ColumnNote
  /** The name and the unit of a specification 'Bore (mm)', except in an export. */
  specification?: { name: string; unit: string }
}

/**
 * Finds the field of each column by its title; at most one column for each field. With the first rows of the sheet it
 * leaves out columns in which no value fits ('Type' with 'Type A', 'Stock' with quantities). What a firm pays is never a
 * field or a specification. Of several columns that can be the price none is: the user has to say which (decision 0204).
 */
export function recogniseColumns(columns: ColumnHeader[], sampleRows: TableRow[] = []): RecognisedColumn[] {
  const samples = new Map(columns.map(({ index }) => [index, getSamples(sampleRows, index)]))
  const isOwnExport = hasIds(columns, samples)
  const notes = new Map<number, ColumnNote>()
  for (const { index, title } of columns) {
    if (parseSpecificationTitle(title) !== undefined) continue
    if (isConfidentialTitle(title)) notes.set(index, 'confidential')
    else if (isMaximumPriceTitle(title)) notes.set(index, 'maximumPrice')
  }
  const others = columns.filter(
    ({ index, title }) => parseSpecificationTitle(title) === undefined && !notes.has(index),
  )
  const fields = assignFields(others, samples, isOwnExport)
  replaceField(fields, { wanted: 'price', by: 'originalPrice' })
  for (const index of listPriceCandidates(columns, { fields, notes, samples, isOwnExport })) {
    notes.set(index, 'priceCandidate')
    fields.delete(index)
  }
  replaceMissingFields(fields, others)
  return columns.map((column) => {
    const specification = parseSpecificationTitle(column.title)
    if (specification !== undefined)
      return { ...column, title: specification, field: undefined, ignored: false }
    const field = fields.get(column.index)
    const note = notes.get(column.index)
    const ignored = field === undefined && (note !== undefined || isIgnored(column.title))
    const withUnit = isOwnExport ? undefined : splitUnit(column.title)
    return { ...column, field, ignored, ...(note && { note }), ...(withUnit && { specification: withUnit }) }
  })
}

/** 'Bore (mm)' → 'Bore' and 'mm'; undefined for a title without a known unit in brackets. */
function splitUnit(title: string): { name: string; unit: string } | undefined {
  const name = title.replace(/[([][^()[\]]*[)\]]$/, '').trimEnd()
  const { unit } = readLabel(title)
  return unit === undefined || name === '' || name === title ? undefined : { name, unit }
}

const getSamples = (rows: TableRow[], index: number): CellValue[] =>
  rows.flatMap(({ cells }) => cells[index] ?? []).filter(({ text }) => text.trim() !== '')

interface Recognition {
  fields: ReadonlyMap<number, ImportField>
  notes: ReadonlyMap<number, ColumnNote>
  samples: ReadonlyMap<number, CellValue[]>
  isOwnExport: boolean
}

/**
 * The columns between which the user has to choose the price: those with a title and amounts of a price if there are
 * several, or a maximum retail price if there is no other. In an export, the titles of specifications decide nothing.
 */
function listPriceCandidates(
  columns: ColumnHeader[],
  { fields, notes, samples, isOwnExport }: Recognition,
): number[] {
  const hasAmounts = ({ index }: ColumnHeader) => fitsSamples('price', samples.get(index) ?? [])
  const prices = columns.filter(({ index, title }) => {
    const field = fields.get(index)
    const score = notes.has(index) ? 0 : scoreTitle(title, 'price')
    return field === 'price' || (field === undefined && score > (isOwnExport ? CERTAIN_SCORE : 0))
  })
  const candidates = prices.filter(hasAmounts)
  if (candidates.length === 0)
    candidates.push(
      ...columns.filter((column) => notes.get(column.index) === 'maximumPrice' && hasAmounts(column)),
    )
  else if (candidates.length === 1) return []
  return candidates.map(({ index }) => index)
}

/** Gives each field the column with the best title. */
function assignFields(
  columns: ColumnHeader[],
  samples: ReadonlyMap<number, CellValue[]>,
  isOwnExport: boolean,
): Map<number, ImportField> {
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
/** Titles with a higher score consist of the name of a field and qualifiers: 'Rate (Rs.)'. */
const CERTAIN_SCORE = 600

/** Whether the columns are those of an export, in which the titles of fields can be trusted whatever the values are. */
const hasIds = (columns: ColumnHeader[], samples: Map<number, CellValue[]>): boolean =>
  columns.some(({ index, title }) => {
    const cells = samples.get(index) ?? []
    return title === IMPORT_FIELDS.id.label && cells.length > 0 && fitsSamples('id', cells)
  })

/** Titles that are clear enough to match the beginning or the end of a longer one ('Price w.e.f. 1 April'). */
const DISTINCTIVE_STARTS =
  /^(?:price|rate|hsn|sac|gst|uom|moq|warranty|guarantee|delivery|lead time|part no|part number|item code|product code|particulars|description|brand|category)$/
const DISTINCTIVE_ENDS = /^(?:price|hsn|hsn code|uom|moq|warranty|lead time|part no|part number)$/

/** How well a title names a field; 0: not at all. */
function scoreTitle(title: string, field: ImportField): number {
  if (title === IMPORT_FIELDS[field].label) return LABEL_SCORE
  if (isOtherCurrency(title) || (field === 'price' && isIgnored(title))) return 0
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

function isIgnored(title: string): boolean {
  const words = normaliseTitle(title)
  const core = stripQualifiers(words)
  return (
    IGNORED_TITLES.includes(words) ||
    IGNORED_TITLES.includes(core) ||
    /^(?:amount|total|remarks?|stock)(?: |$)|(?:^|(?<!after|before) )discounts?(?: |$)/.test(words) ||
    /^column [a-z]{1,3}$/.test(words) ||
    isOtherCurrency(title)
  )
}

/** Amounts in another currency are no prices in rupees. */
const isOtherCurrency = (title: string): boolean =>
  /\b(?:usd|eur|euros?|gbp|aed|sgd|chf|cny|rmb|yuan|jpy|yen|twd|ntd|krw|dollars?)\b|[$€£]/i.test(title)

const fitsSamples = (field: ImportField, samples: CellValue[]): boolean =>
  samples.length === 0 || samples.some((cell) => fitsField(field, cell))

/** Gives the names and descriptions that every price list has another column, if none has their own title. */
function replaceMissingFields(fields: Map<number, ImportField>, columns: ColumnHeader[]): void {
  replaceField(fields, { wanted: 'name', by: 'description' })
  const code = columns.find(({ index }) => fields.get(index) === 'code')
  if (code && /^(?:part|model|article)$/.test(normaliseTitle(code.title)))
    replaceField(fields, { wanted: 'name', by: 'code' })
  // A second text about the item.
  const second = columns.find(
    ({ index, title }) => !fields.has(index) && /\b(?:description|particulars|details)\b/i.test(title),
  )
  if (second && !new Set(fields.values()).has('description')) fields.set(second.index, 'description')
}

/** Gives a field that has no column that of another one. */
function replaceField(
  fields: Map<number, ImportField>,
  { wanted, by }: { wanted: ImportField; by: ImportField },
): void {
  const entries = [...fields]
  const other = entries.find(([, field]) => field === by)
  if (other && !entries.some(([, field]) => field === wanted)) fields.set(other[0], wanted)
}
