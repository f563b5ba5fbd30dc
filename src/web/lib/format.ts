// Written out, for a browser takes longer over its first number format than over bringing a page to life.
const groupIndianDigits = (integer: number) => String(integer).replace(/\B(?=(?:\d\d)+\d$)/g, ',')

/** 1500000 → '₹15,00,000'. */
export const formatRupees = (amount: number) => `₹${groupIndianDigits(Math.round(amount))}`
/** 18000 → '$18,000.00'. */
export function formatDollars(amount: number): string {
  const [integerPart = '', cents] = amount.toFixed(2).split('.')
  return `$${integerPart.replace(/\B(?=(?:\d{3})+$)/g, ',')}.${cents}`
}

/** Whole per cent saved, rounded; undefined unless the price fell (row DET-7). */
export function getDiscountPercent(
  price: number | undefined,
  originalPrice: number | undefined,
): number | undefined {
  if (price === undefined || originalPrice === undefined || originalPrice <= price) return undefined
  return Math.round(((originalPrice - price) / originalPrice) * 100)
}

/** Cuts at the last word that fits and adds an ellipsis in place of a full stop; a shorter text stays (row FEAT-5). */
export function truncate(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text
  const cut = text.slice(0, maxLength)
  const lastSpace = cut.lastIndexOf(' ')
  return `${cut.slice(0, lastSpace > maxLength / 2 ? lastSpace : maxLength).replace(/[\s.,;:]+$/, '')}...`
}

/** '+91 422 000 1420' → 'tel:+914220001420'. */
export const toTelLink = (number: string) => `tel:${number.replace(/[^\d+]/g, '')}`

/** 125000 → '1,25,000'. */
export const formatCount = (count: number) => groupIndianDigits(count)
