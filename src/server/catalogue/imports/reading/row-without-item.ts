import { toWords } from './parsed.ts'
import { recogniseColumns } from './recognise-columns.ts'
import type { CellValue, ColumnHeader } from './types.ts'

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
const nameColumns = new WeakMap<ColumnHeader[], number | undefined>()

function findNameColumn(columns: ColumnHeader[]): number | undefined {
  if (!nameColumns.has(columns))
    nameColumns.set(columns, recogniseColumns(columns).find(({ field }) => field === 'name')?.index)
  return nameColumns.get(columns)
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
