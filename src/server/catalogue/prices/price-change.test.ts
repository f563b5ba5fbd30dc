import { describe, expect, test } from 'vitest'
import type { PriceChange } from '#contracts/bulk-data/price-change.ts'
import { LIMITS } from '#contracts/limits.ts'
import { changePaise, describePriceChange, planPriceChange } from './price-change.ts'

const change = (values: Partial<PriceChange>): PriceChange => ({
  by: 'percent',
  value: 10,
  prices: 'price',
  roundTo: 1,
  ...values,
})
const item = { pricePaise: 95_050, originalPricePaise: 120_000, state: 'published' } as const

describe('A price change', () => {
  test.each([
    // Percent: 950.50 + 7.5 % is 1021.7875.
    [95_050, { value: 7.5 }, 102_200],
    [95_050, { value: 7.5, roundTo: 5 }, 102_000],
    [95_050, { value: 7.5, roundTo: 10 }, 102_000],
    [95_050, { value: 7.5, roundTo: 50 }, 100_000],
    [95_050, { value: 7.5, roundTo: 100 }, 100_000],
    // Half a step is rounded up, also when prices fall.
    [10_000, { by: 'amount', value: 5, roundTo: 10 }, 11_000],
    [10_000, { by: 'amount', value: -5, roundTo: 10 }, 10_000],
    [10_000, { by: 'amount', value: 4.99, roundTo: 10 }, 10_000],
    [10_000, { by: 'amount', value: -5.01, roundTo: 10 }, 9_000],
    [100, { by: 'amount', value: 0.5 }, 200],
    [100, { by: 'amount', value: 0.49 }, 100],
    // 1.005 is below the half as a binary fraction.
    [10_000, { value: 0.5 }, 10_100],
    [1_000, { value: 14.35, roundTo: 1 }, 1_100],
    // Never below 0.
    [10_000, { value: -100 }, 0],
    [10_000, { by: 'amount', value: -500 }, 0],
    [300, { value: -1, roundTo: 10 }, 0],
    [0, { value: 50 }, 0],
    // Beyond 2^53 during the calculation.
    [LIMITS.price * 100, { value: 0.01, roundTo: 1 }, 1_000_100_000_000],
  ] as const)('%i paise changed by %j are %i paise', (paise, values, expected) => {
    expect(changePaise(paise, change(values))).toBe(expected)
  })

  test('A price change concerns the price, the original price or both', () => {
    expect(planPriceChange(item, change({}))).toEqual({ pricePaise: 104_600, originalPricePaise: 120_000 })
    expect(planPriceChange(item, change({ prices: 'originalPrice' }))).toEqual({
      pricePaise: 95_050,
      originalPricePaise: 132_000,
    })
    expect(planPriceChange(item, change({ prices: 'both' }))).toEqual({
      pricePaise: 104_600,
      originalPricePaise: 132_000,
    })
  })

  test('An item is left out with the reason', () => {
    const plan = (values: object, ofChange: Partial<PriceChange> = {}) =>
      planPriceChange({ ...item, ...values }, change(ofChange))
    expect(plan({ state: 'archived' })).toBe('archived')
    expect(plan({ pricePaise: null })).toBe('noPrice')
    expect(plan({ originalPricePaise: null }, { prices: 'originalPrice' })).toBe('noPrice')
    expect(plan({ originalPricePaise: null, pricePaise: null }, { prices: 'both' })).toBe('noPrice')
    expect(plan({ pricePaise: null }, { prices: 'both' })).toMatchObject({ pricePaise: null })
    expect(plan({ pricePaise: LIMITS.price * 100 })).toBe('tooHigh')
    expect(plan({ pricePaise: 100_000 }, { value: 1, roundTo: 100 })).toBe('unchanged')
    expect(plan({}, { value: 30 })).toBe('originalTooLow')
    expect(plan({}, { value: -25, prices: 'originalPrice' })).toBe('originalTooLow')
    expect(plan({}, { value: 30, prices: 'both' })).not.toBe('originalTooLow')
    expect(plan({ pricePaise: 0 })).toBe('unchanged')
  })

  test('A price change is described with its sign, unit and rounding', () => {
    expect(describePriceChange(change({ value: 7.5, roundTo: 10 }))).toBe('+7.5 %, rounded to ₹10')
    expect(describePriceChange(change({ by: 'amount', value: -1500 }))).toBe('−₹1,500, rounded to ₹1')
  })
})
