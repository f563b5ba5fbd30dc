import { describe, expect, test } from 'vitest'
import { describeFarPrice } from '#contracts/quotation/discount.ts'
import type { DraftBody } from '#contracts/quotation/quotation.ts'
import { getMaxDiscount, needsApproval } from './rules.ts'

type Line = DraftBody['lines'][number]

const toBody = (line: Partial<Line>, rest: Partial<DraftBody> = {}) => ({
  currency: 'INR' as const,
  discountPercent: 0,
  lines: [{ discountPercent: 0, unitPrice: 100, listPrice: null, ...line } as Line],
  ...rest,
})

describe('The discount that needs approval', () => {
  test('A discount that equals the limit needs none, whatever its decimals', () => {
    const site = { prices: { rupeesPerDollar: null } }
    const needs = (discountPercent: number, limit: number) =>
      needsApproval(
        { settings: { approvalDiscountPercent: limit }, site } as Parameters<typeof needsApproval>[0],
        { body: toBody({ discountPercent }), approvedDiscount: null },
      )
    for (let basisPoints = 0; basisPoints <= 10_000; basisPoints++) {
      const percent = basisPoints / 100
      expect(getMaxDiscount(toBody({ discountPercent: percent }), null)).toBe(basisPoints)
      expect(needs(percent, percent)).toBe(false)
      if (basisPoints > 0) expect(needs(percent, (basisPoints - 1) / 100)).toBe(true)
    }
  })

  test.each<[string, number, Partial<Line>, Partial<DraftBody>, number?]>([
    ['10 % of the rest after 5 %', 1450, { discountPercent: 5 }, { discountPercent: 10 }],
    ['6 % after 6 %', 1164, { discountPercent: 6 }, { discountPercent: 6 }],
    ['half of the list price', 5000, { unitPrice: 50, listPrice: 100 }, {}],
    ['a missing zero and 15 %', 9150, { unitPrice: 10, listPrice: 100, discountPercent: 15 }, {}],
    ['a price above the list price', 0, { unitPrice: 120, listPrice: 100 }, {}],
    ['a raised price with a discount', 1500, { unitPrice: 120, listPrice: 100, discountPercent: 15 }, {}],
    ['one paisa below ten lakh, rounded up', 1, { unitPrice: 999_999.99, listPrice: 1_000_000 }, {}],
    ['a third, rounded up', 6667, { unitPrice: 1, listPrice: 3 }, {}],
    ['the largest price for nothing', 10_000, { unitPrice: 0, listPrice: 10_000_000_000 }, {}],
    ['the largest price', 1, { unitPrice: 9_999_999_999.99, listPrice: 10_000_000_000 }, {}],
    [
      '90 dollars at 84.5 instead of 10,000 rupees',
      2395,
      { unitPrice: 90, listPrice: 10_000 },
      { currency: 'USD', exchangeRate: 84.5 },
    ],
    [
      '90 dollars at the rate of the settings',
      2395,
      { unitPrice: 90, listPrice: 10_000 },
      { currency: 'USD' },
      84.5,
    ],
    [
      '90 dollars at 111.1, which are 84.5 by the settings, instead of 10,000 rupees',
      2395,
      { unitPrice: 90, listPrice: 10_000 },
      { currency: 'USD', exchangeRate: 111.1 },
      84.5,
    ],
    ['dollars without an exchange rate', 0, { unitPrice: 1, listPrice: 10_000 }, { currency: 'USD' }],
    ['a list price of nothing', 0, { unitPrice: 50, listPrice: 0 }, {}],
    ['a missing price', 0, { unitPrice: null, listPrice: 100 }, {}],
  ])('%s counts as %i basis points', (_what, expected, line, rest, usualRate) => {
    expect(getMaxDiscount(toBody(line, rest), usualRate ?? null)).toBe(expected)
  })
})

test.each([
  [100, 3_200_000, '100 % below list price'],
  [320_000, 3_200_000, '90 % below list price'],
  [32_000_000, 3_200_000, '900 % above list price'],
  [69, 100, '31 % below list price'],
  [70, 100, undefined],
  [150, 100, undefined],
  [151, 100, '51 % above list price'],
  [100, 0, undefined],
  [100, null, undefined],
  [null, 100, undefined],
])('A price of %d beside a list price of %d is described as %s', (unitPrice, listPrice, expected) => {
  expect(describeFarPrice({ unitPrice, listPrice }, 1)).toBe(expected)
})
