import { isConfidentialTitle } from '#contracts/import-titles.ts'
import { formatColumn } from './cell-reference.ts'
import { recogniseColumns } from './recognise-columns.ts'
import { type ColumnHeader, EMPTY_CELL, type TableRow } from './types.ts'

export interface TableHeader {
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
