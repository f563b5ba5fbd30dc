import { expect, test } from 'vitest'
import { isConfidentialTitle } from '#contracts/bulk-data/confidential-titles.ts'
import { IMPORT_FIELDS } from '#contracts/bulk-data/import-fields.ts'
import { toSpecificationTitle } from '#contracts/bulk-data/item-export.ts'
import type { TableRow } from './cells.ts'
import { recogniseColumns } from './recognise-columns.ts'

const recognise = (titles: string[], values: string[] = []) => {
  const cells = values.map((text) => ({ value: text, text }))
  const rows: TableRow[] = values.length > 0 ? [{ sheet: 'Parts', row: 2, cells }] : []
  return recogniseColumns(
    titles.map((title, index) => ({ title, index })),
    rows,
  ).map(({ title, field, ignored }) => field ?? (ignored ? 'ignored' : `specification ${title}`))
}

/** What becomes of two columns with amounts beside codes and names; 'asked': the user has to say whether it is the price. */
const recogniseAmounts = (first: string, second: string) =>
  recogniseColumns(
    ['Item Code', 'Particulars', first, second].map((title, index) => ({ title, index })),
    [1, 2].map((row) => ({
      sheet: 'Parts',
      row,
      cells: ['B-1', 'V belt', 4800 * row, 3840 * row].map((value) => ({ value, text: String(value) })),
    })),
  )
    .slice(2)
    .map(({ field, ignored, note }) =>
      note === 'priceCandidate' ? 'asked' : (field ?? (ignored ? (note ?? 'ignored') : 'specification')),
    )

const CONFIDENTIAL = 'confidential'
const ASKED = 'asked'
const MAXIMUM = 'maximumPrice'
test.each<[price: string, confidential: string[]]>([
  ['Rate (Rs.)', ['Dealer price', 'Sub-dealer rate', 'Distributor', 'Distributor price (INR)']],
  ['Rate (Rs.)', ['Dist. price', 'Price - Distributors', 'Stockist Price', 'Wholesale rate']],
  ['Rate', ['DEALER PRICE (₹)', 'Purchase', 'Purchase price', 'Purch. Rate (Rs.)', 'Pur. rate']],
  ['Rate', ['Last Purchase Rate', 'PO rate', 'Buying price', 'Our price (buy)', 'Supplier price']],
  ['Rate', ['Vendor Rate', 'Margin', 'Margin %', 'Profit (Rs)', 'Mark-up', 'Landed', 'Landed cost (Rs.)']],
  ['Rate', ['Landing price', 'Net to us', 'Net', 'Nett (Rs.)', 'Vendor quote', 'Ex-works (supplier)']],
  ['Rate', ['FOB Ningbo', 'CIF Chennai', 'Nett to us (Rs.)', 'NLC', 'N.L.C. (₹)', 'Transfer price']],
  ['Rate', ['Lowest selling price']],
  ['Price (Rs.)', ["Dealer's Price"]],
  ['List Price', ['Dealer Price']],
  ['Price', ['DealerPrice', 'DEALERPRICE', 'Price for dealers', 'Rate to dealer', 'Dealer Net', 'Dlr. Rate']],
  ['Price', ['D.P. (Rs)', 'DP']],
  ['Selling Price (Rs.)', ['Cost']],
  ['Selling Price (INR)', ['COST PRICE']],
  ['Price (INR)', ['Cost (Rs.)', 'Unit Cost', 'Unit cost [INR]', 'CostPrice', 'Costing', 'C.P.']],
  ['Price (INR)', ['Basic Cost', 'Our cost']],
])('Beside the price %j, each of %j is confidential', (price, titles) => {
  for (const title of titles) {
    expect(recogniseAmounts(price, title), title).toEqual(['price', CONFIDENTIAL])
    expect(recogniseAmounts(title, price), title).toEqual([CONFIDENTIAL, 'price'])
  }
})

test.each<[first: string, second: string, first: string, second: string]>([
  ['MRP', 'Unit Cost', ASKED, CONFIDENTIAL],
  ['MRP (Rs.)', 'Dealer price', ASKED, CONFIDENTIAL],
  ['M.R.P.', 'Rate (Rs.)', MAXIMUM, 'price'],
  ['MRP incl. GST', 'Net Rate', MAXIMUM, 'price'],
  ['Maximum Retail Price', 'Selling price', MAXIMUM, 'price'],
  ['MRP', 'Original price', MAXIMUM, 'price'],
  ['MRP', 'Weight (kg)', ASKED, 'specification'],
  ['Price', 'Original price', 'price', 'originalPrice'],
  ['Selling price', 'Regular Price', 'price', 'originalPrice'],
  ['Price', 'Price before discount', 'price', 'originalPrice'],
  ['Weight (kg)', 'Price after discount', 'specification', 'price'],
  ['New price', 'Old price', 'price', 'ignored'],
  ['Rate', 'Amount', 'price', 'ignored'],
  ['Rate', 'Price (USD)', 'price', 'ignored'],
  ['Rate', 'Discount %', 'price', 'ignored'],
  ['Rate', 'Trade discount', 'price', 'ignored'],
  ['Rate', 'Max. discount %', 'price', 'ignored'],
  ['Rate', 'Price (CNY)', 'price', 'ignored'],
  ['Rate', 'RMB', 'price', 'ignored'],
  ['Rate', 'Total price', 'price', 'ignored'],
  ['Rate (Rs.)', 'Bore (mm)', 'price', 'specification'],
  ['Price', 'Rate', ASKED, ASKED],
  ['Price (Rs.)', 'Rate (Rs.)', ASKED, ASKED],
  ['List Price', 'Net price', ASKED, ASKED],
  ['List price', 'Offer Price', ASKED, ASKED],
  ['Price 2025', 'Price 2026', ASKED, ASKED],
  ['Rate', 'OEM rate', ASKED, ASKED],
  ['Retail price', 'Trade price', ASKED, ASKED],
  ['Basic price', 'Unit rate', ASKED, ASKED],
  ['Price', 'Special price', ASKED, ASKED],
  ['Rs.', 'Selling Price (INR)', ASKED, ASKED],
  ['Dealer price', 'Cost', CONFIDENTIAL, CONFIDENTIAL],
  ['Dealer price', 'Weight (kg)', CONFIDENTIAL, 'specification'],
  ['Specification: Cost', 'Cost', 'specification', CONFIDENTIAL],
])('Of the columns %j and %j, the first is %s and the second %s', (first, second, ...expected) => {
  expect(recogniseAmounts(first, second)).toEqual(expected)
  expect(recogniseAmounts(second, first)).toEqual(expected.toReversed())
})

test.each([
  'Internal diameter',
  'Centre dist. (mm)',
  'Cable PUR',
  'Distribution board',
  'Profile',
  'DP module',
  'Heat transfer rate',
  'Feed rate (mm/rev)',
  'Sealing lip',
])('%j is no confidential title', (title) => {
  expect(isConfidentialTitle(title)).toBe(false)
})

test('Every title of an export is recognised as its field', () => {
  const fields = Object.entries(IMPORT_FIELDS)
  expect(recognise(fields.map(([, { label }]) => label))).toEqual(fields.map(([field]) => field))
})

test('A specification with the name of a field comes back from an export as a specification', () => {
  const names = [
    'Brand',
    'Material',
    'Rate',
    'Qty',
    'GST',
    'Bore',
    'Specification: Bore',
    'Other specifications',
    'Cost',
    'Dealer price',
    'MRP',
    'Rate (INR)',
  ]
  expect(recognise(names.map(toSpecificationTitle))).toEqual(names.map((name) => `specification ${name}`))
})

test('The column of an export without room for specifications is left out', () => {
  expect(recognise(['Name', 'Other specifications'])).toEqual(['name', 'ignored'])
})

test('A rate of GST that has ended is a rate of GST in an export, and a specification in a price list', () => {
  const values = ['adydcgwgjgnah9j6', 'Belt', '12']
  expect(recognise(['ID', 'Name', 'GST rate (%)'], values)).toEqual(['id', 'name', 'gstRate'])
  expect(recognise(['S. No.', 'Name', 'GST rate (%)'], ['1', 'Belt', '12'])[2]).toBe(
    'specification GST rate (%)',
  )
})
