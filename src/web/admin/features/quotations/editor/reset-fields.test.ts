import { expect, test } from 'vitest'
import { createDraft, createLine, type Draft } from './draft.ts'
import { resetFields } from './reset-fields.ts'

const base: Draft = {
  ...createDraft(),
  buyer: { ...createDraft().buyer, gstin: '33AAACH7409R1Z8' },
  lines: [createLine({ key: 'a', description: 'Belt', hsn: '4010' })],
}
const draft: Draft = {
  ...base,
  subject: 'Belts',
  buyer: { ...base.buyer, gstin: '33AAA', company: 'Sri Valli Works' },
  charges: { ...base.charges, freight: { amount: 'some', gstRate: '', hsn: '' } },
  lines: [
    { ...base.lines[0]!, hsn: '401', unitPrice: '900' },
    createLine({ key: 'b', description: 'Pulley', hsn: '84', quantity: 'x' }),
  ],
}

test('Fields get the value that is stored, or none in a new line; the others stay as they were entered', () => {
  const fields = ['buyer.gstin', 'charges.freight', 'lines.a.hsn', 'lines.b.hsn', 'lines.b.quantity']
  expect(resetFields(draft, base, fields)).toEqual({
    ...draft,
    buyer: { ...draft.buyer, gstin: '33AAACH7409R1Z8' },
    charges: base.charges,
    lines: [
      { ...draft.lines[0], hsn: '4010' },
      { ...draft.lines[1], hsn: '', quantity: '' },
    ],
  })
})

test.each(['currency', 'placeOfSupply', 'lines', 'lines.a', 'lines.a.alternativeTo', 'terms.payment'])(
  'A draft is not saved without its field %s, because the others depend on it',
  (field) => {
    expect(resetFields(draft, base, ['buyer.gstin', field])).toBeUndefined()
  },
)
