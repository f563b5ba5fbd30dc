import { toWords } from './parsed.ts'
import type { CellValue, ColumnHeader } from './types.ts'

const TOTAL =
  /^(?:grand |sub |net |page |overall )?totals?(?: (?:amount|value|qty|quantity|rs|inr|items|in rs|in words|carried forward|brought forward|[0-9 ]+))*$|^(?:carried|brought) forward$|^(?:c|b) f$|^(?:round(?:ed|ing)? off)$/

/** Whether a row contains no item but a total, or the titles of the columns again, as on each printed page. */
export function isTotalRow(cells: CellValue[], columns: ColumnHeader[]): boolean {
  return isTotal(cells) || isRepeatedHeader(cells, columns)
}

/** The first text of the row is 'Total' or similar, and there are no further texts. */
function isTotal(cells: CellValue[]): boolean {
  const texts = cells
    .filter(({ text }) => text.trim() !== '' && /\p{L}/u.test(text))
    .map(({ text }) => toWords(text))
  const [first = '', ...rest] = texts
  return TOTAL.test(first) && rest.every((text) => TOTAL.test(text) || /^(?:rs|inr) ?[\d ]+$/.test(text))
}

function isRepeatedHeader(cells: CellValue[], columns: ColumnHeader[]): boolean {
  const filled = columns.filter(({ index }) => (cells[index]?.text ?? '').trim() !== '')
  const isTitle = ({ index, title }: ColumnHeader) => {
    const text = toWords(cells[index]!.text)
    // The second of two header rows is the end of the joined title.
    return (
      text !== '' &&
      (toWords(title) === text ||
        toWords(title).endsWith(` ${text}`) ||
        toWords(title).startsWith(`${text} `))
    )
  }
  return filled.length >= 2 && filled.every(isTitle)
}
