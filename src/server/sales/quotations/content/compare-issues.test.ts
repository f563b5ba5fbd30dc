import { expect, test } from 'vitest'
import { QuotationBody } from '#contracts/quotation/quotation.ts'
import { getQuotationAmounts } from './calculation.ts'
import { compareIssues } from './compare-issues.ts'

const LINE = { key: 'a', description: 'Lathe', quantity: 1, unit: 'each', unitPrice: 1000, gstRate: 18 }

function createIssue(changes: object, validUntil = '2026-12-31') {
  const body = QuotationBody.parse({ placeOfSupply: '33', lines: [LINE], ...changes })
  const amounts = getQuotationAmounts(body, {
    day: '2026-11-21',
    supplierState: '33',
    hasLut: true,
    defaultExchangeRate: null,
  })
  return { body, amounts, validUntil }
}
const compare = (before: object, after: object) =>
  compareIssues(createIssue(before), createIssue(after)).map(({ part, kind, subject, changes }) => [
    part,
    kind,
    subject,
    ...changes.map(({ label, before, after }) => `${label}: ${before} → ${after}`),
  ])

test('Equal issues have no differences', () => {
  expect(compare({}, {})).toEqual([])
})

test('Added, removed and changed lines are found by their keys, wherever they stand', () => {
  const other = { ...LINE, key: 'b', description: 'Chuck' }
  expect(
    compare({ lines: [LINE, other] }, { lines: [other, { ...LINE, unitPrice: 900, quantity: 2 }] }),
  ).toEqual([
    ['line', 'changed', 'Lathe', 'Quantity: 1 each → 2 each', 'Unit price: ₹1,000.00 → ₹900.00'],
    ['total', 'changed', 'Total', 'Total: ₹2,360.00 → ₹3,304.00'],
  ])
  expect(compare({}, { lines: [other] }).slice(0, 2)).toEqual([
    ['line', 'added', 'Chuck', 'Quantity and price:  → 1 each at ₹1,000.00'],
    ['line', 'removed', 'Lathe', 'Quantity and price: 1 each at ₹1,000.00 → '],
  ])
})

test('Charges, discounts, terms and conditions are compared', () => {
  const differences = compare(
    { charges: { freight: 100 }, terms: { payment: 'Advance', warranty: '12 months' } },
    {
      charges: { packing: { amount: 50 } },
      discountPercent: 5,
      terms: { payment: '30 days' },
      placeOfSupply: '29',
    },
  )
  expect(differences.map((difference) => difference.slice(0, 3))).toEqual([
    ['charge', 'added', 'Packing and forwarding'],
    ['charge', 'removed', 'Freight'],
    ['condition', 'added', 'Discount on the total'],
    ['condition', 'changed', 'Place of supply'],
    ['term', 'changed', 'Payment'],
    ['term', 'removed', 'Warranty'],
    ['total', 'changed', 'Total'],
  ])
  expect(compareIssues(createIssue({}), createIssue({}, '2027-01-31'))).toMatchObject([
    { subject: 'Valid until', changes: [{ before: '31 December 2026', after: '31 January 2027' }] },
  ])
})
