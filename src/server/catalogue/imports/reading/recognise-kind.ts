import { normaliseTitle } from '#contracts/import-titles.ts'
import type { Kind } from '#contracts/kind.ts'
import { parseHsn, parseKind } from './parse-values.ts'
import type { RecognisedColumn } from './recognise-columns.ts'
import type { CellValue, TableRow } from './types.ts'

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
