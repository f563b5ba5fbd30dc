/** Returns the discount in per cent, rounded; undefined unless the price is below the original price (row DET-7). */
export function getDiscountPercent(
  price: number | undefined,
  originalPrice: number | undefined,
): number | undefined {
  if (price === undefined || originalPrice === undefined || originalPrice <= price) return undefined
  return Math.round(((originalPrice - price) / originalPrice) * 100)
}
