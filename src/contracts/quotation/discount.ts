import { formatCount } from '../format.ts'
import type { DraftLine } from './quotation.ts'

/** 100 % in basis points. */
const WHOLE = 10_000

type PricedLine = Pick<DraftLine, 'discountPercent' | 'unitPrice' | 'listPrice'>

interface DiscountTerms {
  /** On all lines, in percent. */
  discountPercent: number
  /** That of `getDiscountRate`, undefined while it is not known. */
  exchangeRate: number | undefined
}

/** Percent, rupees or dollars with at most two decimals as an integer. */
const toHundredths = (value: number): number => Math.round(value * 100)

/**
 * Returns the discount of a line in basis points, rounded up: what its own discount and that on all lines take from its price (10 %
 * of the rest after 5 % are 1450), or from the list price of its item, whichever is greater.
 */
export function getLineDiscount(line: PricedLine, { discountPercent, exchangeRate }: DiscountTerms): number {
  const kept = (WHOLE - toHundredths(line.discountPercent)) * (WHOLE - toHundredths(discountPercent))
  const stated = Math.ceil((WHOLE ** 2 - kept) / WHOLE)
  const { unitPrice, listPrice } = line
  if (unitPrice === null || !listPrice || exchangeRate === undefined) return stated
  const charged = BigInt(toHundredths(unitPrice)) * BigInt(Math.round(exchangeRate * 10_000)) * BigInt(kept)
  const ofListPrice = Number(charged / (BigInt(toHundredths(listPrice)) * 10_000n * BigInt(WHOLE)))
  return Math.max(stated, WHOLE - ofListPrice)
}

/** Rupees per unit of the currency: 1 in rupees; undefined while that of dollars is not known. */
export const getRupeesPerUnit = (
  currency: 'INR' | 'USD',
  exchangeRate: number | null | undefined,
): number | undefined => (currency === 'INR' ? 1 : (exchangeRate ?? undefined))

/**
 * Rupees per unit of the currency, by which a price is compared with the list price: in dollars the lower one of the rate of the
 * quotation and that of the settings, so that a high rate hides no discount.
 */
export const getDiscountRate = (
  currency: 'INR' | 'USD',
  ...rates: (number | null | undefined)[]
): number | undefined => {
  const known = rates.filter((rate) => typeof rate === 'number')
  return getRupeesPerUnit(currency, known.length > 0 ? Math.min(...known) : undefined)
}

/** Prices that differ from the list price by more are probably typing errors, in percent. */
const FAR = { below: 30, above: 50 }

/** '90 % below list price' if the price of a line is far from it, as with a missing zero; undefined otherwise. */
export function describeFarPrice(
  { unitPrice, listPrice }: Omit<PricedLine, 'discountPercent'>,
  exchangeRate: number | undefined,
): string | undefined {
  if (unitPrice === null || !listPrice || exchangeRate === undefined) return undefined
  const percent = (unitPrice * exchangeRate * 100) / listPrice - 100
  if (percent >= -FAR.below && percent <= FAR.above) return undefined
  return `${formatCount(Math.round(Math.abs(percent)))} % ${percent < 0 ? 'below' : 'above'} list price`
}
