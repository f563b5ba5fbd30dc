import { formatMoney, formatRupees } from '#contracts/format.ts'
import { useSiteContent } from '#web/lib/site-content.tsx'

/** Returns the discount in per cent, rounded; undefined unless the price is below the original price (row DET-7). */
export function getDiscountPercent(
  price: number | undefined,
  originalPrice: number | undefined,
): number | undefined {
  if (price === undefined || originalPrice === undefined || originalPrice <= price) return undefined
  return Math.round(((originalPrice - price) / originalPrice) * 100)
}

/** Returns the format of prices on the details page: US dollars or rupees. */
export function useFormatDetailsPrice(): (amount: number) => string {
  const { detailsCurrency, rupeesPerDollar } = useSiteContent().prices
  return (amount) =>
    detailsCurrency === 'INR'
      ? formatRupees(amount)
      : formatMoney(rupeesPerDollar ? amount / rupeesPerDollar : amount, 'USD')
}
