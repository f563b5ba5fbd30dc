import { LIMITS } from '../limits.ts'

/** What is said of an original price below the price. */
export const ORIGINAL_PRICE_TOO_LOW = 'The original price must not be below the price.'

/** Whether an original price, which is shown struck through, is below the price. */
export const isOriginalPriceTooLow = (price: number | null, originalPrice: number | null): boolean =>
  price !== null && originalPrice !== null && originalPrice < price

/** Whether a price changes by more than 50 %: probably a missing or an added digit. A price of 0 changes completely. */
export const isLargePriceChange = (before: number | null, after: number | null): boolean =>
  before !== null && after !== null && before > 0 && Math.abs(after - before) * 2 > before

/** Returns the rupees of a price as staff type it: '₹15,00,000', '1500000.50'; undefined for a text that is no price. */
export function parseRupees(text: string): number | undefined {
  const plain = text.replace(/[₹,\s]/g, '')
  return /^\d{1,11}(\.\d{1,2})?$/.test(plain) && Number(plain) <= LIMITS.price ? Number(plain) : undefined
}

/** How many rupees a word after an amount stands for: 'lakh', 'lacs', 'cr', 'k'; 1 without one. */
export function getRupeeScale(word = ''): number {
  if (/^l/i.test(word)) return 100_000
  if (/^cr/i.test(word)) return 10_000_000
  return /^(?:thousand|k)/i.test(word) ? 1000 : 1
}

const SCALE_WORDS = ['lakhs', 'lacs', 'crores', 'thousand', 'k']

/**
 * Returns the whole rupees of an amount as buyers write it: '25 lakh', '1.5 cr', '₹25,00,000'; undefined for a text that is no
 * amount, or a larger one than a price may be. The beginning of a word counts as the word, which may still be typed.
 */
export function parseSpokenRupees(text: string): number | undefined {
  const plain = text.replace(/[₹,\s]/g, '').toLowerCase()
  const [, digits, beginning = ''] = /^(\d+(?:\.\d*)?)([a-z]*)$/.exec(plain) ?? []
  const word = SCALE_WORDS.find((each) => each.startsWith(beginning))
  if (digits === undefined || word === undefined) return undefined
  const rupees = Math.round(Number(digits) * getRupeeScale(beginning && word))
  return rupees <= LIMITS.price ? rupees : undefined
}

/** Usual texts of items that have no price. */
const NO_PRICE =
  /^(?:price |rate |prices )?(?:(?:is |are )?(?:on|against|upon) (?:request|enquiry|inquiry|application|demand)|p\.?o\.?[ar]\.?|t\.?b\.?[adc]\.?|ask|ask for price|call|call for price|call us|contact us|as per (?:quote|quotation|enquiry|requirement|drawing)|to be quoted|quote|nil|free issue)$/

/** Whether a text says that an item has no price: 'On request', 'Call for price', 'POA'. */
export const isPriceOnRequest = (text: string): boolean =>
  NO_PRICE.test(text.toLowerCase().replace(/\s+/g, ' ').trim().replace(/\.$/, ''))
