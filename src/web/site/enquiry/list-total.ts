import type { ItemSummary } from '#contracts/catalogue/discovery.ts'
import { limitQuantity } from './limit-quantity.ts'

interface PricedLine {
  summary: Pick<ItemSummary, 'price'> | null | undefined
  quantity: number
}

/** Returns the sum of a line in rupees; undefined without a price. */
export const getLineSum = ({ summary, quantity }: PricedLine): number | undefined =>
  summary?.price === undefined ? undefined : (Math.round(summary.price * 100) * limitQuantity(quantity)) / 100

/** Returns the total of an enquiry list in rupees, and how many lines it leaves out; undefined until all items are known. */
export function getListTotal(lines: PricedLine[]): { total: number; unpriced: number } | undefined {
  if (lines.some(({ summary }) => summary === undefined)) return undefined
  const sums = lines.map(getLineSum).filter((sum) => sum !== undefined)
  return sums.length === 0
    ? undefined
    : {
        total: sums.reduce((total, sum) => total + Math.round(sum * 100), 0) / 100,
        unpriced: lines.length - sums.length,
      }
}
