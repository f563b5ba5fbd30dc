import { expect, test } from 'vitest'
import { describeLinkedFilters } from './linked-filters.ts'

const NONE = {
  customer: undefined,
  enquiry: undefined,
  item: undefined,
  reason: undefined,
  from: undefined,
  to: undefined,
  forecastMonth: undefined,
}

test.each([
  [{}, []],
  [{ from: '2026-11-01', to: '2026-11-30' }, ['first sent from 1 Nov 2026 to 30 Nov 2026']],
  [{ from: 'soon', item: 'cl-25' }, ['first sent from soon', 'with one product']],
  [{ reason: 'Price' }, ['reason: Price']],
  [{ reason: '' }, ['without a reason']],
  [{ forecastMonth: '2026-12' }, ['open until December 2026']],
  [{ customer: 'c1', enquiry: 'e1' }, ['of one customer', 'for one enquiry']],
])('The filters %j of a link are described as %j', (filters, texts) => {
  expect(describeLinkedFilters({ ...NONE, ...filters })).toEqual(texts)
})
