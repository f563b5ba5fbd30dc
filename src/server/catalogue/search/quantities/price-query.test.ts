import { expect, test } from 'vitest'
import { readPrice } from './price-query.ts'

test.each([
  ['lathe under 16 lakh', 'lathe', '..1600000', 'Price up to ₹16,00,000'],
  ['lathe under 16,00,000', 'lathe', '..1600000', 'Price up to ₹16,00,000'],
  [
    'turning centre 10 kw, bar 2 inch, below 35 lakhs',
    'turning centre 10 kw, bar 2 inch,',
    '..3500000',
    undefined,
  ],
  ['vmc between 25 and 40 lakh', 'vmc', '2500000..4000000', 'Price ₹25,00,000 to ₹40,00,000'],
  ['vmc 25-40 lakhs', 'vmc', '2500000..4000000', undefined],
  ['budget 20 lakh components turning', 'components turning', '..2000000', undefined],
  ['pump Rs. 2,000 to 5,000', 'pump', '2000..5000', undefined],
  ['pump rs.500', 'pump', '..500', 'Price up to ₹500'],
  ['pump under rs 500', 'pump', '..500', undefined],
  ['pump rs 5,000', 'pump', '..5000', undefined],
  ['bearing above ₹ 10000', 'bearing', '10000..', 'Price from ₹10,000'],
  ['collet 950/-', 'collet', '..950', undefined],
  ['lathe 1.5 crore', 'lathe', '..15000000', undefined],
  ['chuck under 50k', 'chuck', '..50000', undefined],
  ['budget 20 lakh cnc lathe', 'cnc lathe', '..2000000', undefined],
  ['machine about 20 lacs', 'machine', '1700000..2300000', undefined],
  ['collets price 1500', 'collets', '..1500', undefined],
  ['under 5,000 rupees', '', '..5000', undefined],
])('The price of %j is read', (search, words, bounds, text) => {
  const { filter, ...read } = readPrice(search)!
  expect({ words: read.words, bounds: `${filter.from ?? ''}..${filter.to ?? ''}` }).toEqual({ words, bounds })
  if (text) expect(read.text).toBe(text)
})

test.each([
  ...['lathe 42 mm bar', 'less than 6,000 mm length', 'vmc 8k rpm', 'spindle speed under 8,000 rpm'],
  ...['motor over 5 kW', 'KMT-BP-B68', 'CL 40', 'rate of feed 20 mm/min', 'M12 x 1.75', '3 phase 415 V'],
  ...['a-48 v-belt', 'parts for RS 80', 'best price 3 jaw chuck', 'price 250 mm chuck'],
  ...['brass screws 1 lakh pcs per month', '2 lakh screws per month', '1 lakh nos'],
  ...['between centres 600 to 1,000 mm', 'lathe under 16', '845811'],
])('%j states no price', (search) => {
  expect(readPrice(search)).toBeUndefined()
})
