import { describe, expect, test } from 'vitest'
import { snapshotWithHistory } from '../../support/db-snapshot.ts'
import { saveContentField } from '../../support/fixtures/site-content.ts'
import { expectOk, expectProblem, type Json, jsonBody } from '../../support/http-client.ts'
import { startSiteOnce } from '../../support/site-hooks.ts'

const { site, staff } = startSiteOnce('sales')

const LINE = {
  item: null,
  description: 'Capstan lathe CL 25',
  hsn: '8458',
  quantity: 2,
  unit: 'each',
  unitPrice: 850_000.5,
  discountPercent: 5,
  gstRate: 18,
  optional: false,
}
const BODY = {
  enquiry: null,
  customer: null,
  placeOfSupply: '33',
  currency: 'INR',
  lines: [LINE],
  charges: { freight: 12_500 },
  discountPercent: 0,
  terms: { payment: '30 % in advance', validity: '30 days' },
}
const calculate = (body: unknown) => staff('/api/quotations/calculate', jsonBody('POST', body))

describe('The calculation of a quotation', () => {
  test('A quotation within the state has CGST and SGST, and nothing is stored', async () => {
    const before = await snapshotWithHistory(site)
    expect(await expectOk(calculate(BODY))).toEqual({
      supply: 'intra-state',
      supplierState: '33',
      placeOfSupply: '33',
      currency: 'INR',
      exchangeRate: null,
      lines: [
        {
          description: 'Capstan lathe CL 25',
          hsn: '8458',
          optional: false,
          amount: 1_700_001,
          amountInCurrency: 1_700_001,
          netInCurrency: 1_615_000.95,
          discount: 85_000.05,
          gstRate: 18,
          // 17,00,001 × 0.95; of which 9 % are 1,45,350.0855
          taxable: 1_615_000.95,
          cgst: 145_350.09,
          sgst: 145_350.09,
          igst: 0,
          total: 1_905_701.13,
          taxableInCurrency: 1_615_000.95,
        },
      ],
      charges: [
        {
          name: 'freight',
          hsn: '8458',
          gstRate: 18,
          taxable: 12_500,
          cgst: 1125,
          sgst: 1125,
          igst: 0,
          total: 14_750,
          taxableInCurrency: 12_500,
        },
      ],
      hsnSummary: [
        {
          hsn: '8458',
          gstRate: 18,
          taxable: 1_627_500.95,
          cgst: 146_475.09,
          sgst: 146_475.09,
          igst: 0,
        },
      ],
      totals: {
        taxable: 1_627_500.95,
        cgst: 146_475.09,
        sgst: 146_475.09,
        igst: 0,
        roundOff: -0.13,
        total: 1_920_451,
      },
      subtotalInCurrency: 1_615_000.95,
      discountInCurrency: 0,
      totalInCurrency: 1_920_451,
      notes: [
        'Place of supply: 33 Tamil Nadu.',
        'The buyer has stated no GSTIN and is treated as not registered for GST.',
      ],
    })
    expect(await snapshotWithHistory(site)).toEqual(before)
  })

  test('A quotation needs only the place of supply and a line with description, quantity, price and rate', async () => {
    const line = { description: 'Collet', hsn: null, unit: null, quantity: 1.5, unitPrice: 100, gstRate: 18 }
    const { totals } = await expectOk(calculate({ placeOfSupply: '29', lines: [line] }))
    expect(totals).toEqual({ taxable: 150, cgst: 0, sgst: 0, igst: 27, roundOff: 0, total: 177 })
  })

  test('Without a GSTIN the state of the address decides, and an unknown one is named as the reason', async () => {
    const editor = await site.signIn('editor')
    const saveState = (state: string) => saveContentField(editor, 'company.address.state', state)
    await saveState(' jammu & Kashmir')
    expect(await expectOk(calculate(BODY))).toMatchObject({ supply: 'inter-state', supplierState: '01' })
    await saveState('Bavaria')
    expect(await expectProblem(calculate(BODY), 409)).toBe(
      'Enter the state of the company in the settings, for example Tamil Nadu: the tax depends on it.',
    )
    await saveState('Tamilnadu')
    expect(await expectOk(calculate(BODY))).toMatchObject({ supply: 'intra-state', supplierState: '33' })
  })
})

const UNIT_PRICE = 'Line 2: the rate must be a number from 0 to 10,00,00,00,000 with at most 2 decimals.'
const QUANTITY = 'Line 2: the quantity must be a number from 0.001 to 1,00,00,000 with at most 3 decimals.'
const DISCOUNT = ' in percent must be a number from 0 to 100 with at most 2 decimals.'
const CHARGE = 'Freight: the amount must be a number from 0 to 10,00,00,00,000 with at most 2 decimals.'
const CHARGES = 'Charges must be an object with amounts of packing, freight, installation, insurance.'
const LINE_OBJECT = 'Line 2 must be an object with description, quantity, unitPrice and gstRate.'
const SPECIFICATIONS = 'Line 2: the specifications must be a list of pairs of texts: name and value.'
const PLACE =
  'The place of supply must be the code of a state, for example 33 for Tamil Nadu, or 96 for a place outside India.'

const withLine = (fields: object): Json => ({ ...BODY, lines: [LINE, { ...LINE, ...fields }] })
const withFields = (fields: object): Json => ({ ...BODY, ...fields })

describe('A quotation that cannot be calculated', () => {
  test.each<[field: string, body: Json, message: string]>([
    ['placeOfSupply', withFields({ placeOfSupply: '25' }), PLACE],
    ['placeOfSupply', withFields({ placeOfSupply: 33 }), PLACE],
    ['placeOfSupply', withFields({ placeOfSupply: undefined }), PLACE],
    ['currency', withFields({ currency: 'EUR' }), 'The currency must be INR or USD.'],
    ['lines', withFields({ lines: [] }), 'Add at least one line.'],
    ['lines', withFields({ lines: undefined }), 'Add at least one line.'],
    ['lines', withFields({ lines: Array(501).fill(LINE) }), 'A quotation has at most 500 lines.'],
    ['lines.1.unitPrice', withLine({ unitPrice: -1 }), UNIT_PRICE],
    ['lines.1.unitPrice', withLine({ unitPrice: 0.001 }), UNIT_PRICE],
    ['lines.1.unitPrice', withLine({ unitPrice: 0.1 + 0.2 }), UNIT_PRICE],
    ['lines.1.unitPrice', withLine({ unitPrice: 1e21 }), UNIT_PRICE],
    ['lines.1.unitPrice', withLine({ unitPrice: '100' }), UNIT_PRICE],
    ['lines.1.unitPrice', withLine({ unitPrice: null }), 'Line 2: enter the rate.'],
    ['lines.1.quantity', withLine({ quantity: 0 }), QUANTITY],
    ['lines.1.quantity', withLine({ quantity: -2 }), QUANTITY],
    ['lines.1.quantity', withLine({ quantity: 1.0005 }), QUANTITY],
    ['lines.1.quantity', withLine({ quantity: undefined }), 'Line 2: enter the quantity.'],
    ['lines.1.unitPrice', withLine({ unitPrice: '' }), 'Line 2: enter the rate.'],
    ['lines.1.gstRate', withLine({ gstRate: '' }), 'Line 2: enter the GST rate.'],
    ['lines.1.discountPercent', withLine({ discountPercent: 100.01 }), `Line 2: the discount${DISCOUNT}`],
    ['discountPercent', withFields({ discountPercent: -5 }), `The discount on all lines${DISCOUNT}`],
    ['lines.1.hsn', withLine({ hsn: '84' }), 'Line 2: an HSN or SAC code has 4, 6 or 8 digits.'],
    ['lines.1.description', withLine({ description: ' ' }), 'Line 2: enter the description.'],
    ['lines.1.gstRate', withLine({ gstRate: '18' }), 'Line 2: the GST rate must be a number.'],
    ['lines.1.gstRate', withLine({ gstRate: -18 }), 'Line 2: the GST rate cannot be negative.'],
    [
      'lines.1.gstRate',
      withLine({ gstRate: 12 }),
      'Line 2: 12 % is not a rate of GST since it ended on 21 September 2025. Choose 0, 0.25, 1.5, 3, 5, 18, 40.',
    ],
    ['charges.freight', withFields({ charges: { freight: -1 } }), CHARGE],
    [
      'charges.freight.rate',
      withFields({ charges: { freight: { amount: 1, rate: 18 } } }),
      "Freight has no field 'rate'.",
    ],
    [
      'charges.tips',
      withFields({ charges: { tips: 1 } }),
      "There is no charge 'tips'. Charges are packing, freight, installation, insurance.",
    ],
    [
      'charges.freight.gstRate',
      withFields({ charges: { freight: { amount: 1, hsn: '9965' } } }),
      'A charge with an HSN or SAC code of its own needs a GST rate too.',
    ],
    ['charges', withFields({ charges: 5 }), CHARGES],
    ['lines.1', withFields({ lines: [LINE, 5] }), LINE_OBJECT],
    ['lines.1.code', withLine({ code: 5 }), 'Line 2: the code must be a text.'],
    [
      'lines.1.unit',
      withLine({ unit: 'x'.repeat(21) }),
      'Line 2: the unit cannot be longer than 20 characters.',
    ],
    ['lines.1.specifications.0', withLine({ specifications: ['Weight'] }), SPECIFICATIONS],
    [
      'lines.1.unitprice',
      withLine({ unitPrice: undefined, unitprice: 5 }),
      "Line 2 has no field 'unitprice'.",
    ],
    ['buyer.gst', withFields({ buyer: { gst: 'x' } }), "The buyer has no field 'gst'."],
    ['buyer.name', withFields({ buyer: { name: 5 } }), 'Buyer: the name must be a text.'],
    ['discount', withFields({ discount: 5 }), "A quotation has no field 'discount'."],
    ['showPictures', withFields({ showPictures: 1 }), 'The choice of pictures must be true or false.'],
    [
      'buyer.gstin',
      withFields({ buyer: { gstin: '27AAPFU0939F1ZX' } }),
      'Check this GSTIN: its last character does not match the others.',
    ],
    ['terms', withFields({ terms: 5 }), 'The terms must be a text or an object of texts.'],
    [
      'exchangeRate',
      withFields({ placeOfSupply: '96', currency: 'USD', exchangeRate: 0 }),
      'The exchange rate must be a number from 0.0001 to 1,00,000 with at most 4 decimals.',
    ],
  ])('A wrong %s is refused with a sentence (%#)', async (field, body, message) => {
    const reply = await calculate(body)
    const problem: Json = await reply.json()
    expect({ status: reply.status, message: problem.message, field: problem.errors?.[0].field }).toEqual({
      status: 400,
      message,
      field,
    })
  })

  test('A body that is no quotation is refused', async () => {
    for (const body of [null, [], 'quotation', 5]) await expectProblem(calculate(body), 400)
  })
})
