import { isConfidentialTitle } from '#contracts/bulk-data/confidential-titles.ts'
import { formatColumn } from '#contracts/format.ts'
import { type CellValue, EMPTY_CELL, toWords } from '../../item/cells/cell-value.ts'
import type { ColumnHeader, TableRow } from './cells.ts'
import { recogniseColumns } from './recognise-columns.ts'

interface TableHeader {
  /** The row of the titles, the lower one of two; items begin below it. */
  headerRow: number
  columns: ColumnHeader[]
}

const MAX_TITLE_LENGTH = 100

/**
 * Finds the row with the titles of the columns in the first rows of a sheet, below names, dates and addresses: the one
 * with most titles of known fields. Two rows are joined if only together they name the columns. Returns undefined if there
 * is none.
 */
export function findHeader(rows: TableRow[]): TableHeader | undefined {
  const candidates = rows.flatMap((row, index) => {
    const single = createCandidate(row.row, getTitles(row))
    const next = rows[index + 1]
    return next?.row === row.row + 1 ? [createJoinedCandidate(row, next), single] : [single]
  })
  const best = pickBest(candidates.filter((candidate) => candidate !== undefined))
  if (!best) return undefined
  const below = rows.filter(({ row }) => row > best.headerRow)
  return { headerRow: best.headerRow, columns: nameColumns(best.titles, below) }
}

interface Candidate {
  headerRow: number
  titles: string[]
  recognised: number
}

function createCandidate(headerRow: number, titles: string[] | undefined): Candidate | undefined {
  if (!titles) return undefined
  return { headerRow, titles, recognised: countRecognised(titles) }
}

/** Returns the titles of a row; undefined if too few of its cells can be titles. Some titles are years or sizes. */
function getTitles({ cells }: TableRow, { minShare = 0.6 } = {}): string[] | undefined {
  const filled = cells.filter(({ text }) => text.trim() !== '')
  const titles = filled.filter(({ value, text }) => typeof value === 'string' && /\p{L}|#|%|₹/u.test(text))
  if (filled.length === 0 || titles.length < filled.length * minShare) return undefined
  if (filled.some(({ text }) => text.length > MAX_TITLE_LENGTH)) return undefined
  return cells.map(({ text }) => text.replace(/\s+/g, ' ').trim())
}

/** Joins a row of groups ('Price' above 'Dealer' and 'MRP') with the titles below it, if both rows are needed. */
function createJoinedCandidate(upper: TableRow, lower: TableRow): Candidate | undefined {
  const groups = getTitles(upper, { minShare: 1 })
  const titles = getTitles(lower, { minShare: 1 })
  if (!groups || !titles || groups.filter(Boolean).length < 2) return undefined
  const joined = joinTitles(groups, titles)
  const recognised = countRecognised(joined)
  const isBetter = recognised > countRecognised(groups) && recognised > countRecognised(titles)
  return isBetter || completesTitles(groups, titles)
    ? { headerRow: lower.row, titles: joined, recognised }
    : undefined
}

/**
 * Whether the lower row only names columns below a group: it fills gaps of the upper row, and is empty below the titles
 * of fields, which are merged across both rows. An item would have a name or a code there.
 */
function completesTitles(groups: string[], titles: string[]): boolean {
  const fields = recogniseTitles(groups).filter(({ field }) => field)
  return (
    fields.length >= 2 &&
    fields.every(({ index }) => !titles[index]) &&
    titles.some((title, index) => title && !groups[index])
  )
}

/** Groups that only say that the columns below them are specifications. */
const SPECIFICATION_GROUP =
  /^(?:(?:technical |main |key )?(?:specifications?|specs?|data|details|parameters)|features|dimensions)$/i

/** A group belongs to all columns up to the next group, since its cell is merged across them. */
function joinTitles(groups: string[], titles: string[]): string[] {
  let group = ''
  return Array.from({ length: Math.max(groups.length, titles.length) }, (_, index) => {
    const title = titles[index] ?? ''
    group = groups[index] || (title ? group : '')
    if (!title) return group
    // 'Rate' below 'HSN' is no part of it, 'Dealer' below 'Price' is.
    const isPartOfName = group && !SPECIFICATION_GROUP.test(group)
    return isPartOfName && (countRecognised([title]) === 0 || isConfidentialTitle(title))
      ? `${group} ${title}`
      : title
  })
}

const recogniseTitles = (titles: string[]) =>
  recogniseColumns(titles.map((title, index) => ({ title, index })))

const countRecognised = (titles: string[]): number =>
  recogniseTitles(titles).filter(({ field, note }) => field || note).length

/** The first of those with most known titles; without any, the first row of at least two texts above longer rows. */
function pickBest(candidates: Candidate[]): Candidate | undefined {
  const [best] = [...candidates].sort((a, b) => b.recognised - a.recognised)
  if (!best) return undefined
  const filled = best.titles.filter(Boolean).length
  if (best.recognised >= 2 || (best.recognised === 1 && filled <= 3)) return best
  const widest = Math.max(...candidates.map(({ titles }) => titles.filter(Boolean).length))
  return widest < 2 ? undefined : candidates.find(({ titles }) => titles.filter(Boolean).length === widest)
}

/** Names columns that have values but no title by their letter, and repeated titles by their number. */
function nameColumns(titles: string[], below: TableRow[]): ColumnHeader[] {
  const width = Math.max(titles.length, ...below.map(({ cells }) => cells.length))
  const seen = new Map<string, number>()
  return Array.from({ length: width }, (_, index) => index).flatMap((index) => {
    const title = titles[index] || (isUsed(below, index) ? `Column ${formatColumn(index)}` : '')
    if (!title) return []
    const count = (seen.get(title.toLowerCase()) ?? 0) + 1
    seen.set(title.toLowerCase(), count)
    return [{ index, title: count > 1 ? `${title} (${count})` : title }]
  })
}

const isUsed = (rows: TableRow[], index: number): boolean =>
  rows.filter(({ cells }) => (cells[index] ?? EMPTY_CELL).text.trim() !== '').length * 2 >= rows.length &&
  rows.length > 0

const TOTAL =
  /^(?:grand |sub |net |page |overall )?totals?(?: (?:amount|value|qty|quantity|rs|inr|items|in rs|in words|carried forward|brought forward|\d+))*$|^(?:carried|brought) forward$|^(?:c|b) f$|^(?:round(?:ed|ing)? off)$/

const AMOUNT = /^(?:rs|inr|rupees) ?[\d ]+$/

/** How the only text of a row begins that is a note to the reader. */
const NOTE =
  /^(?:notes?|terms?|terms (?:and|&) conditions|conditions|prices?(?: are| is| subject| valid)|rates?(?: are| is| subject)|(?:all )?(?:prices|rates|taxes)\b|gst (?:extra|as applicable|@)|(?:validity|payment|delivery|freight|packing|warranty)\b.*(?::|%|\bextra|\bcharges|\bterms|\bdays|\bweeks|\bmonths)|e ?& ?o ?e|e\.? ?& ?o\.? ?e|subject to|for .* authori[sz]ed|authori[sz]ed signator|thank|page \d|continued|contd|end of|\*|\(.*\)$)/i

/**
 * Whether a row contains no item: a total, the titles of the columns again as on each printed page, a heading above a group
 * of items, or a note below them.
 */
export function isRowWithoutItem(cells: CellValue[], columns: ColumnHeader[]): boolean {
  return isTotal(cells) || isRepeatedHeader(cells, columns) || isHeadingOrNote(cells, columns)
}

/** Columns of a table in which a row with one text is a heading. */
const MIN_TABLE_COLUMNS = 4

/** The row has one text only, which is a note, in capitals ('V BELTS'), or not in the column of names. */
function isHeadingOrNote(cells: CellValue[], columns: ColumnHeader[]): boolean {
  const filled = cells.flatMap(({ text }, index) => (text.trim() ? [{ text: text.trim(), index }] : []))
  const [only] = filled
  if (!only || filled.length > 1 || columns.length < MIN_TABLE_COLUMNS || !/\p{L}/u.test(only.text))
    return false
  if (NOTE.test(only.text)) return true
  if (/\d/.test(only.text)) return false
  const name = findNameColumn(columns)
  return only.text === only.text.toUpperCase() || (name !== undefined && name !== only.index)
}

/** Recognising the columns takes longer than reading a row, and all rows of a sheet have the same. */
const nameColumnIndexes = new WeakMap<ColumnHeader[], number | undefined>()

function findNameColumn(columns: ColumnHeader[]): number | undefined {
  if (!nameColumnIndexes.has(columns))
    nameColumnIndexes.set(columns, recogniseColumns(columns).find(({ field }) => field === 'name')?.index)
  return nameColumnIndexes.get(columns)
}

/** The first text of the row is 'Total' or similar, and there are no further texts. */
function isTotal(cells: CellValue[]): boolean {
  const start = cells.findIndex(isText)
  const first = cells[start]
  if (!first || !TOTAL.test(toWords(first.text))) return false
  return cells
    .slice(start)
    .filter(isText)
    .map(({ text }) => toWords(text))
    .every((text) => TOTAL.test(text) || AMOUNT.test(text))
}

const isText = ({ text, isError }: CellValue): boolean => !isError && /\p{L}/u.test(text)

function isRepeatedHeader(cells: CellValue[], columns: ColumnHeader[]): boolean {
  let titles = 0
  for (const { index, title } of columns) {
    const text = cells[index]?.text.trim() ?? ''
    if (text === '') continue
    if (!isTitle(text, title)) return false
    titles++
  }
  return titles >= 2
}

/** Whether a text is a title, or one of its two rows. */
function isTitle(cell: string, column: string): boolean {
  const [text, title] = [toWords(cell), toWords(column)]
  return text !== '' && (title === text || title.endsWith(` ${text}`) || title.startsWith(`${text} `))
}
