/** What is said of an original price below the price. */
export const ORIGINAL_PRICE_TOO_LOW = 'The original price must not be below the price.'

/** Whether an original price, which is shown struck through, is below the price. */
export const isOriginalPriceTooLow = (price: number | null, originalPrice: number | null): boolean =>
  price !== null && originalPrice !== null && originalPrice < price

/** Whether a price changes by more than 50 %: probably a missing or an added digit. A price of 0 changes completely. */
export const isLargePriceChange = (before: number | null, after: number | null): boolean =>
  before !== null && after !== null && before > 0 && Math.abs(after - before) * 2 > before

/** The rupees of an amount as it is typed: '₹15,00,000' → 1500000; null for a text that is no amount. */
export function readRupees(text: string): number | null {
  const plain = text.replace(/[₹,\s]/g, '')
  return plain === '' || Number.isNaN(Number(plain)) ? null : Number(plain)
}

/** Usual texts of items that have no price. */
const NO_PRICE =
  /^(?:price |rate |prices )?(?:(?:is |are )?(?:on|against|upon) (?:request|enquiry|inquiry|application|demand)|p\.?o\.?[ar]\.?|t\.?b\.?[adc]\.?|ask|ask for price|call|call for price|call us|contact us|as per (?:quote|quotation|enquiry|requirement|drawing)|to be quoted|quote|nil|free issue)$/

/** Whether a text says that an item has no price: 'On request', 'Call for price', 'POA'. */
export const isPriceOnRequest = (text: string): boolean =>
  NO_PRICE.test(text.toLowerCase().replace(/\s+/g, ' ').trim().replace(/\.$/, ''))
