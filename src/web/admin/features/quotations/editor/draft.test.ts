import { expect, test } from 'vitest'
import { changeCurrency, createDraft, createLine, formatRate, toBody, toDraftField } from './draft.ts'

test.each([
  ['1,25,000.50', 125_000.5],
  ['₹ 900', 900],
  ['12.', 12],
  ['twelve', 'twelve'],
  ['', null],
])('A price entered as %j is sent as %j: the server explains what is no number', (unitPrice, sent) => {
  const line = createLine({ description: 'Belt', unitPrice })
  expect(toBody({ ...createDraft(), lines: [line] }).body.lines).toMatchObject([{ unitPrice: sent }])
})

test('Blank lines are not sent, and errors are assigned to the lines that were', () => {
  const lines = [createLine({ key: 'blank' }), createLine({ key: 'a', description: 'Belt' })]
  const { body, keys } = toBody({ ...createDraft(), lines })
  expect(body.lines).toHaveLength(1)
  expect(toDraftField('lines.0.unitPrice', keys)).toBe('lines.a.unitPrice')
  expect(toDraftField('buyer.gstin', keys)).toBe('buyer.gstin')
})

test('Charges without an amount are not sent; one with a GST rate of its own is an object', () => {
  const draft = createDraft()
  const charges = {
    ...draft.charges,
    freight: { amount: '700', gstRate: '', hsn: '' },
    installation: { amount: '2500', gstRate: '18', hsn: '998732' },
  }
  expect(toBody({ ...draft, charges }).body.charges).toEqual({
    freight: 700,
    installation: { amount: 2500, gstRate: 18, hsn: '998732' },
  })
})

test('Another currency empties rates and charges, and the same one changes nothing', () => {
  const lines = [createLine({ key: 'a', description: 'Lathe', unitPrice: '3200000' })]
  const draft = { ...createDraft(), lines }
  draft.charges.freight.amount = '700'
  expect(changeCurrency(draft, 'INR')).toBe(draft)
  const changed = changeCurrency(draft, 'USD')
  expect(changed).toMatchObject({ currency: 'USD', lines: [{ description: 'Lathe', unitPrice: '' }] })
  expect(changed.charges.freight.amount).toBe('')
})

test.each([
  ['125000.5', 'INR', '1,25,000.50'],
  ['₹ 20,25,000', 'INR', '20,25,000.00'],
  ['125000.5', 'USD', '125,000.50'],
  ['0', 'INR', '0.00'],
  ['12.345', 'INR', '12.345'],
  ['on request', 'INR', 'on request'],
  ['', 'INR', ''],
] as const)('The rate %j in %s is written as %j when its field is left', (text, currency, written) => {
  expect(formatRate(text, currency)).toBe(written)
})
