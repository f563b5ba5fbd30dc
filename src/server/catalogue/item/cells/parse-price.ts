import { formatCount } from '#contracts/format.ts'
import { getRupeeScale, isPriceOnRequest } from '#contracts/item/price-rules.ts'
import { LIMITS } from '#contracts/limits.ts'
import { type CellValue, type Parsed, simplify, statesNothing } from './cell-value.ts'

/** Characters of a price with all its words. */
const MAX_LENGTH = 100
const EXPECTED = 'a price such as 1,25,000.50'

const CURRENCY = /^(?:₹|rs\b\.?|re\b\.?|inr\b|rupees\b)[\s.:]*|(?<!\s)\s*(?:₹|\brs\.?|\binr|\brupees)$/g
/** '/-', '/=', 'only', 'each': what follows an amount and does not change it. */
const ENDING = /(?<!\s)\s*(?:\/[-=]|\bonly\b\.?|(?:\/ ?-? ?|\bper )?\b(?:each|ea|nos?|pcs?|piece|unit)\b\.?)$/
const SCALE = /(?<!\s)\s*(lakhs?|lacs?|l|crores?|cr|thousand|k)\.?$/

/**
 * Reads a price in rupees as paise, as price lists write it: 'Rs. 1,25,000/-', '1.25 lakh', '1.234,56'. `title` is that of
 * the column: 'Price (lakhs)' changes plain numbers. 'On request' and '-' mean no price. '1.250' is refused, because it can
 * mean two amounts.
 */
export function parsePrice(cell: CellValue, title = ''): Parsed<number | null> {
  if (cell.isError) return { expected: `${EXPECTED}; the formula in this cell has an error` }
  if (typeof cell.value === 'boolean' || cell.value instanceof Date) return { expected: EXPECTED }
  if (typeof cell.value === 'number') {
    return cell.text.endsWith('%')
      ? { expected: EXPECTED }
      : toPaise(cell.value * getFactor(title), 'rounded')
  }
  if (cell.text.length > MAX_LENGTH) return { expected: EXPECTED }
  const text = simplify(cell.text)
  if (statesNothing(cell) || isPriceOnRequest(text)) return { value: null }
  return parseAmount(text, title)
}

function parseAmount(text: string, title: string): Parsed<number | null> {
  const bare = stripWords(text)
  if (/^(?:[-−(].*\d|.*\d-$)/.test(bare)) return { expected: `${EXPECTED}, not a negative amount` }
  const scale = SCALE.exec(bare)?.[1]
  const digits = scale ? stripWords(bare.replace(SCALE, '')) : bare
  if (!scale && /^[1-9]\d{0,2}\.\d{3}$/.test(digits)) {
    const plain = digits.replace('.', '')
    return { expected: `${EXPECTED}; write ${plain} or ${Number(digits).toFixed(2)}` }
  }
  const amount = parseDecimal(digits)
  if (amount === undefined) return { expected: EXPECTED }
  return toPaise(amount * (scale ? getRupeeScale(scale) : getFactor(title)), 'exact')
}

/** Removes currencies and endings, which can follow each other: 'Rs. 950/- each only'. */
function stripWords(text: string): string {
  let bare = text
  for (let previous = ''; bare !== previous; ) {
    previous = bare
    bare = bare.replace(CURRENCY, '').replace(ENDING, '').trim()
  }
  return bare
}

/** The factor of the plain numbers in a column: 'Price (Rs. in lakhs)' → 100,000. */
function getFactor(title: string): number {
  if (/\b(?:lakhs?|lacs?)\b/i.test(title)) return 100_000
  return /\bcrores?\b/i.test(title) ? 10_000_000 : 1
}

/** Returns the number that a text with Indian, English or European separators means; undefined if it is not one. */
function parseDecimal(text: string): number | undefined {
  // 1 25 000 and 1'250
  const compact = text.replace(/^\d{1,3}(?:[ '’]\d{2,3})*[ '’]\d{3}(?!\d)/, (digits) =>
    digits.replace(/\D/g, ''),
  )
  // 1,25,000.50; groups have three digits, those of lakhs and crores two.
  if (/^\d{1,3}(?:,\d{2,3})*,\d{3}(?:\.\d+)?$|^\d+(?:\.\d*)?$|^\.\d+$/.test(compact)) {
    return Number(compact.replaceAll(',', ''))
  }
  // 1.234,56 and 125000,5
  if (/^(?:\d{1,3}(?:\.\d{3})+|\d+),\d{1,2}$/.test(compact)) {
    return Number(compact.replaceAll('.', '').replace(',', '.'))
  }
  // 1.234.567
  return /^\d{1,3}(?:\.\d{3}){2,}$/.test(compact) ? Number(compact.replaceAll('.', '')) : undefined
}

/** Formulas have more than two decimals, of which Excel shows two; typed amounts must not. */
function toPaise(rupees: number, precision: 'rounded' | 'exact'): Parsed<number> {
  const paise = Math.round(Number((rupees * 100).toPrecision(15)))
  if (rupees < 0) return { expected: `${EXPECTED}, not a negative amount` }
  if (rupees > LIMITS.price) return { expected: `a price of at most ${formatCount(LIMITS.price)}` }
  if (precision === 'exact' && Math.abs(paise - rupees * 100) > 1e-6 * Math.max(1, paise)) {
    return { expected: `${EXPECTED}, with at most two decimals` }
  }
  return { value: paise }
}
