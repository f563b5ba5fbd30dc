import type { PriceChange } from '#contracts/bulk-data/price-change.ts'
import { formatNumber } from '#contracts/format.ts'
import { isOriginalPriceTooLow } from '#contracts/item/price-rules.ts'
import { LIMITS } from '#contracts/limits.ts'
import type { ItemDraft } from '../item/draft.ts'

/* The arithmetic of price changes, in whole paise. */

const PAISE = 100n
/** 100 percent in hundredths of a percent. */
const WHOLE = 10_000n

type Prices = Pick<ItemDraft, 'pricePaise' | 'originalPricePaise'>

/** The prices of an item after a change, or why the item is left out. */
export type PlannedChange = Prices | 'archived' | 'noPrice' | 'tooHigh' | 'originalTooLow' | 'unchanged'

/** Returns the prices of an item after a change, or why it stays as it is: it is changed completely or not at all. */
export function planPriceChange(item: Prices & Pick<ItemDraft, 'state'>, change: PriceChange): PlannedChange {
  if (item.state === 'archived') return 'archived'
  const apply = (field: 'price' | 'originalPrice', paise: number | null) =>
    paise === null || (change.prices !== 'both' && change.prices !== field)
      ? paise
      : changePaise(paise, change)
  const after: Prices = {
    pricePaise: apply('price', item.pricePaise),
    originalPricePaise: apply('originalPrice', item.originalPricePaise),
  }
  const chosen = [
    change.prices !== 'originalPrice' && item.pricePaise,
    change.prices !== 'price' && item.originalPricePaise,
  ]
  if (chosen.every((paise) => paise === null || paise === false)) return 'noPrice'
  if (Math.max(after.pricePaise ?? 0, after.originalPricePaise ?? 0) > LIMITS.price * Number(PAISE))
    return 'tooHigh'
  const isUnchanged =
    after.pricePaise === item.pricePaise && after.originalPricePaise === item.originalPricePaise
  if (isUnchanged) return 'unchanged'
  return isOriginalPriceTooLow(after.pricePaise, after.originalPricePaise) ? 'originalTooLow' : after
}

/** Returns a price after a change: rounded to the nearest step, half a step up, and never below 0. */
export function changePaise(paise: number, { by, value, roundTo }: PriceChange): number {
  const hundredths = BigInt(Math.round(value * 100))
  const exact = by === 'percent' ? BigInt(paise) * (WHOLE + hundredths) : (BigInt(paise) + hundredths) * WHOLE
  if (exact <= 0n) return 0
  const step = BigInt(roundTo) * PAISE
  const steps = (2n * exact + step * WHOLE) / (2n * step * WHOLE)
  return Number(steps * step)
}

/** Describes a change for the audit log: '+7.5 %, rounded to ₹10'. */
export function describePriceChange({ by, value, roundTo }: PriceChange): string {
  const amount = formatNumber(Math.abs(value))
  return `${value < 0 ? '−' : '+'}${by === 'percent' ? `${amount} %` : `₹${amount}`}, rounded to ₹${roundTo}`
}
