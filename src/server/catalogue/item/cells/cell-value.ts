/** One cell as the reader found it. */
export interface CellValue {
  /** Formulas have their cached value. Cells with an error such as '#N/A' have its text, and `isError`. */
  value: string | number | boolean | Date | null
  /** The value as the spreadsheet shows it ('18%', '23/11/2026'), for messages and text fields. */
  text: string
  isError?: true
}

export const EMPTY_CELL: CellValue = Object.freeze({ value: null, text: '' })

/** A value, or what a valid one looks like: the rest of the sentence "'abc' is not …". Null: the cell states none. */
export type Parsed<Value> = { value: Value } | { expected: string }

const NOTHING = /^(?:[-–—.]+|n\.? ?\/? ?a\.?|nil|none|null|not applicable|not available)$/i

/** Whether a cell is empty or has a usual text for nothing: '-', 'N/A', 'nil'. */
export const statesNothing = ({ text }: CellValue): boolean => text.trim() === '' || NOTHING.test(text.trim())

/** Lower case, single spaces, without compatibility forms such as full-width digits and no-break spaces. */
export const simplify = (text: string): string =>
  text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim()

/** Returns the words of a text without punctuation: 'Ex-Stock.' → 'ex stock'. */
export const toWords = (text: string): string =>
  simplify(text)
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()
