import type { SpecificationFilter } from '#contracts/catalogue/specification-filter.ts'
import { formatShortMoney } from '#contracts/format.ts'
import { getRupeeScale } from '#contracts/item/price-rules.ts'
import { readUnit } from '#contracts/quantities/units.ts'

/** The key of a filter on the price in rupees, as if it were a specification: 'price:..1600000' (decision 0193). */
const PRICE_KEY = 'price'

export const isPriceFilter = ({ key, unit, value, suits }: SpecificationFilter): boolean =>
  key === PRICE_KEY && unit === undefined && value === undefined && suits === undefined

/** What a search says about the price. */
export interface PriceQuery {
  /** The search without it. */
  words: string
  filter: SpecificationFilter
  /** For people: 'Price up to ₹16,00,000'. */
  text: string
}

const UPPER = String.raw`under|below|less than|cheaper than|(?:no|not) more than|not exceeding|at most|up ?to|within|max(?:imum)?\.?|<=?`
const LOWER = String.raw`over|above|more than|(?:no|not) less than|at least|from|starting (?:at|from)|min(?:imum)?\.?|>=?`
const ABOUT = String.raw`about|around|approx(?:imately|\.)?|~`
const MARK = String.raw`(?:₹|\brs\b\.?|\binr\b|\brupees?\b)`
/* Of a text whose spaces are single ones. */
const AMOUNT = (name: string) =>
  String.raw`(?<${name}Mark>${MARK} ?)?(?<${name}>\d[\d,]*(?:\.\d+)?)(?: ?(?<${name}Scale>lakhs?|lacs?|crores?|cr|thousand|k)(?![\p{L}\d]))?(?<${name}After> ?${MARK}|/-)?`
const PRICE = new RegExp(
  String.raw`(?<![\p{L}\d.,])(?<word>(?:priced?|cost(?:s|ing)?|budget|rate) ?(?:of|is|at|:)? ?)?(?:(?<upper>${UPPER})|(?<lower>${LOWER})|(?<about>${ABOUT})|between)? ?${AMOUNT('first')}(?: ?(?:-|–|to|and) ?${AMOUNT('second')})?(?: (?<wordAfter>budget|price|cost|only))?(?![\p{L}\d])`,
  'giu',
)
/** '16,00,000' or '5,000': no other number of a search is written like this. */
const GROUPED = /^\d{1,3}(?:,\d{2,3})+$/
/** Of an amount that only a word such as 'price' says to be one. */
const MIN_BARE_RUPEES = 100
/** 'About 16 lakh' includes prices that differ by so much. */
const ABOUT_SHARE = 0.15

/**
 * Reads the price that a search asks for: 'lathe under 16 lakh', 'pump Rs. 2,000 to 5,000', 'budget 50k'. An amount without a
 * word beside it is the most that the buyer wants to pay. Undefined without an amount that is said to be one, by a currency, a
 * lakh or crore, a word such as 'budget', or by its grouped digits after a comparison.
 */
export function readPrice(typed: string): PriceQuery | undefined {
  const search = typed.replace(/\s+/g, ' ')
  for (const match of search.matchAll(PRICE)) {
    const found = match.groups as Record<string, string | undefined>
    const end = match.index + match[0].length
    if (!isPrice(found, search, end)) continue
    const scale = found.secondScale ?? found.firstScale
    const first = toRupees(found.first!, found.firstScale ?? scale)
    const second = found.second === undefined ? undefined : toRupees(found.second, found.secondScale)
    const words = `${search.slice(0, match.index)} ${search.slice(end)}`.replace(/\s+/g, ' ').trim()
    const bounds = toBounds(found, first, second)
    return { words, filter: { key: PRICE_KEY, ...bounds }, text: toText(bounds) }
  }
  return undefined
}

/** '1 lakh pcs', '2 lakh screws per month'. */
const COUNT =
  /^ ?(?:(?:pcs|pieces?|nos|numbers|parts|components|jobs)\b|(?:\p{L}+ )?(?:per|a|every|\/) ?(?:day|month|year|shift)\b)/iu

function isPrice(found: Record<string, string | undefined>, search: string, end: number): boolean {
  const { firstMark, firstAfter, secondMark, secondAfter, word, wordAfter } = found
  const isCompared = (found.upper ?? found.lower ?? found.about) !== undefined || found.second !== undefined
  const isGrouped = GROUPED.test(found.second ?? found.first!)
  if (firstAfter ?? secondMark ?? secondAfter) return true
  // 'RS 80' may be a machine.
  if (firstMark && (isCompared || isGrouped || !/^rs\s*$/i.test(firstMark))) return true
  const scale = found.secondScale ?? found.firstScale ?? ''
  if (/^(?:la|cr)/i.test(scale))
    return (word ?? wordAfter) !== undefined || isCompared || !COUNT.test(search.slice(end))
  const blanks = /^\s*/.exec(search.slice(end))![0].length
  if (readUnit(search, end + blanks)) return false
  // 'Best price 3 jaw chuck' is no price of ₹3.
  if ((word ?? wordAfter) && (scale !== '' || Number(found.first!.replaceAll(',', '')) >= MIN_BARE_RUPEES))
    return true
  return isCompared && (scale !== '' || isGrouped)
}

const toRupees = (digits: string, scale: string | undefined): number =>
  Number((Number(digits.replaceAll(',', '')) * getRupeeScale(scale)).toFixed(2))

function toBounds(
  { lower, about }: Record<string, string | undefined>,
  first: number,
  second: number | undefined,
): { from?: number; to?: number } {
  if (second !== undefined) return { from: Math.min(first, second), to: Math.max(first, second) }
  if (lower !== undefined) return { from: first }
  if (about === undefined) return { to: first }
  return { from: Math.floor(first * (1 - ABOUT_SHARE)), to: Math.ceil(first * (1 + ABOUT_SHARE)) }
}

function toText({ from, to }: { from?: number; to?: number }): string {
  const [lower, upper] = [from, to].map((rupees) => rupees !== undefined && formatShortMoney(rupees, 'INR'))
  if (lower && upper) return `Price ${lower} to ${upper}`
  return lower ? `Price from ${lower}` : `Price up to ${upper}`
}
