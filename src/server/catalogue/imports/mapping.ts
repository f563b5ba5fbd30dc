import { createHash } from 'node:crypto'
import type { ColumnTarget, ImportColumn } from '#contracts/bulk-data/item-import.ts'
import { normaliseTitle } from '#contracts/bulk-data/normalise-title.ts'
import type { Kind } from '#contracts/item/kind.ts'
import { LIMITS } from '#contracts/limits.ts'
import { type CellValue, EMPTY_CELL } from '../item/cells/cell-value.ts'
import { parseHsn, parseKind } from '../item/cells/parse-values.ts'
import type { TableRow } from './reading/cells.ts'
import { findHeader } from './reading/find-header.ts'
import { type RecognisedColumn, recogniseColumns } from './reading/recognise-columns.ts'
import type { Mapping } from './store.ts'

export interface SheetMapping {
  headerRow: number
  /** Undefined: the user has to say it, or leaves the sheet out. */
  kind: Kind | undefined
  columns: ImportColumn[]
}

/** What the user said about the sheets and columns of a file. */
export interface Choices {
  kind?: Kind | undefined
  sheets?: { name: string; kind: Kind | null }[] | undefined
  columns?: { sheet: string; index: number; target: ColumnTarget }[] | undefined
}

interface MappingSource {
  findMapping(header: string): Promise<Mapping | undefined>
  findKinds(keys: { ids: string[]; codes: string[] }): Promise<Kind[]>
}

/** Values of a column that are shown to the user. */
const MAX_SAMPLES = 3
const MAX_SAMPLE_LENGTH = 60

/**
 * Recognises header, columns and kind of a sheet by its first rows. What the user chose for this file has priority, then
 * what was chosen for the last file with the same titles. Returns undefined if the sheet has no header.
 */
export async function mapSheet(
  name: string,
  firstRows: TableRow[],
  { choices, findMapping, findKinds }: MappingSource & { choices: Choices },
): Promise<SheetMapping | undefined> {
  const header = findHeader(firstRows)
  if (!header) return undefined
  const sample = firstRows.filter(({ row }) => row > header.headerRow)
  const textsAbove = firstRows
    .filter(({ row }) => row < header.headerRow)
    .flatMap(({ cells }) => cells.map(({ text }) => text))
  const recognised = recogniseColumns(header.columns, sample)
  const remembered = await findMapping(hashHeader(recognised.map(({ title }) => title)))
  const chosenTargets = getChosenTargets(choices, name)
  const targets = applyChoices(
    recognised.map((column, position) => ({
      index: column.index,
      target: remembered?.targets[position] ?? toTarget(column),
    })),
    chosenTargets,
  )
  const isPriceOpen = !remembered && hasOpenPrice(recognised, chosenTargets)
  const columns = recognised.map(({ index, title, note }, position): ImportColumn => {
    const target = targets[position]!
    const hasNote = note && (note === 'priceCandidate' ? isPriceOpen : target.type === 'ignored')
    return {
      sheet: name,
      index,
      title,
      target,
      samples: listSamples(sample, index),
      ...(hasNote && { note }),
    }
  })
  const chosen = choices.sheets?.find((sheet) => sheet.name === name)
  const kind =
    recogniseKind(name, recognised, sample, textsAbove) ??
    remembered?.kind ??
    (await findKindOfItems(recognised, sample, findKinds)) ??
    choices.kind
  return { headerRow: header.headerRow, kind: chosen ? (chosen.kind ?? undefined) : kind, columns }
}

/** The kind of the stored items that the first rows are about, if all have the same one. */
async function findKindOfItems(
  columns: RecognisedColumn[],
  sample: TableRow[],
  findKinds: MappingSource['findKinds'],
): Promise<Kind | undefined> {
  const listTexts = (field: 'id' | 'code') => {
    const column = columns.find((other) => other.field === field)
    return column ? sample.flatMap(({ cells }) => cells[column.index]?.text.trim() || []) : []
  }
  const [kind, ...others] = await findKinds({ ids: listTexts('id'), codes: listTexts('code') })
  return others.length === 0 ? kind : undefined
}

/** What the user said about the columns of a sheet, by their index. */
export const getChosenTargets = ({ columns = [] }: Choices, sheet: string): Map<number, ColumnTarget> =>
  new Map(columns.flatMap(({ sheet: name, index, target }) => (name === sheet ? [[index, target]] : [])))

/** Returns the targets of columns, with those that the user chose. Another column of the same field is then ignored. */
export function applyChoices(
  columns: Pick<ImportColumn, 'index' | 'target'>[],
  chosen: ReadonlyMap<number, ColumnTarget>,
): ColumnTarget[] {
  const taken = new Set([...chosen.values()].map((target) => target.type === 'field' && target.field))
  return columns.map(
    ({ index, target }) =>
      chosen.get(index) ?? (target.type === 'field' && taken.has(target.field) ? IGNORED : target),
  )
}

const IGNORED: ColumnTarget = { type: 'ignored' }

/**
 * Whether the user has to say which column is the price: there are columns that can be it, nothing was chosen for them, and
 * no other column was chosen.
 */
export const hasOpenPrice = (
  columns: Pick<ImportColumn, 'index' | 'note'>[],
  chosen: ReadonlyMap<number, ColumnTarget>,
): boolean =>
  columns.some(({ note }) => note === 'priceCandidate') &&
  !columns.some(({ index, note }) => note === 'priceCandidate' && chosen.has(index)) &&
  ![...chosen.values()].some((target) => target.type === 'field' && target.field === 'price')

const listSamples = (rows: TableRow[], index: number): string[] =>
  rows
    .flatMap(({ cells }) => (cells[index] ?? EMPTY_CELL).text.trim().slice(0, MAX_SAMPLE_LENGTH) || [])
    .slice(0, MAX_SAMPLES)

function toTarget({ field, ignored, title, specification }: RecognisedColumn): ColumnTarget {
  if (field) return { type: 'field', field }
  const name = (specification?.name ?? title).trim().slice(0, LIMITS.specificationKeyLength)
  if (ignored || !name) return IGNORED
  return { type: 'specification', name, ...(specification && { unit: specification.unit }) }
}

/** Identifies a header by its titles, whatever their case and spaces. */
export const hashHeader = (titles: string[]): string =>
  createHash('sha256')
    .update(JSON.stringify(titles.map((title) => title.toLowerCase().replace(/\s+/g, ' ').trim())))
    .digest('hex')

/** Words of sheets and titles by which people name the kinds. */
const KIND_WORDS: [kind: Kind, words: RegExp][] = [
  ['spare', /\b(?:spares?|parts?|accessories|consumables?)\b/],
  ['service', /\b(?:services?|amc|installation|maintenance|repairs?|training|sac)\b/],
  ['machine', /\b(?:machines?|machinery|lathes?|models?)\b/],
]

/**
 * Returns the kind of the items of a sheet, or undefined if it is not clear: by a column with one kind, by the name of the
 * sheet, by the titles, by HSN and SAC codes, by the texts above the header ('Price list of spare parts').
 */
export function recogniseKind(
  sheetName: string,
  columns: RecognisedColumn[],
  sampleRows: TableRow[],
  textsAbove: string[] = [],
): Kind | undefined {
  const kindColumn = findColumn(columns, 'kind')
  if (kindColumn) return findOnly(getCells(sampleRows, kindColumn).map(readKind))
  return (
    findByWords([sheetName]) ??
    findByWords(
      columns.filter(({ field }) => field === 'code' || field === 'name').map(({ title }) => title),
    ) ??
    findByTaxCodes(columns, sampleRows) ??
    findByWords(textsAbove.filter((text) => /\b(?:list|catalogue|prices?|rates?)\b/i.test(text)))
  )
}

const findColumn = (columns: RecognisedColumn[], field: RecognisedColumn['field']) =>
  columns.find((column) => column.field === field)

const getCells = (rows: TableRow[], { index }: RecognisedColumn): CellValue[] =>
  rows.flatMap(({ cells }) => cells[index] ?? [])

function readKind(cell: CellValue): Kind | undefined {
  const parsed = parseKind(cell)
  return 'value' in parsed ? (parsed.value ?? undefined) : undefined
}

/** Returns the kind that all have; undefined if they differ or are unclear. */
function findOnly(kinds: (Kind | undefined)[]): Kind | undefined {
  const [first] = kinds
  return kinds.every((kind) => kind === first) ? first : undefined
}

/** 'Machine spare parts' are spare parts: the first of the list that occurs. */
function findByWords(texts: string[]): Kind | undefined {
  const words = texts.map(normaliseTitle).join(' ')
  return KIND_WORDS.find(([, pattern]) => pattern.test(words))?.[0]
}

/**
 * Headings of the Indian customs tariff under which parts of machine tools are sold: belts and rubber (4010, 4016), chains,
 * fasteners and springs (7315, 7318, 7320), tools (8207), pumps, parts of machine tools, valves, bearings, transmission,
 * seals (8413, 8466, 8481 to 8484, 8487), motors, switches and cables (8501, 8504, 8535 to 8538, 8544).
 */
const PART_HEADING = /^(?:401[06]|73(?:15|18|20)|8207|8413|8466|848[1-47]|850[14]|853[5-8]|8544)/

/** SAC codes begin with 99; machine tools are 8456 to 8465. */
function findByTaxCodes(columns: RecognisedColumn[], rows: TableRow[]): Kind | undefined {
  const column = findColumn(columns, 'hsn')
  if (!column) return undefined
  return findOnly(
    getCells(rows, column).map((cell) => {
      const parsed = parseHsn(cell)
      const code = 'value' in parsed ? (parsed.value ?? '') : ''
      if (code.startsWith('99')) return 'service'
      if (/^84(?:5[6-9]|6[0-5])/.test(code)) return 'machine'
      return PART_HEADING.test(code) ? 'spare' : undefined
    }),
  )
}
