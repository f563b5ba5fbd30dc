import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { GST_STATE_CODES, type GstState } from '#contracts/gst/states.ts'
import { isTaxFree, SUPPLIES } from '#contracts/gst/supply.ts'
import { CHARGE_NAMES } from '#contracts/quotation/limits.ts'
import { type QuotationAmounts, QuotationBody } from '#contracts/quotation/quotation.ts'
import { listTotals } from '#contracts/quotation/totals.ts'
import { HttpProblem } from '#server/kernel/http/problem.ts'
import { getQuotationAmounts } from './calculation.ts'

interface GstCase {
  title: string
  /** Where the example was published. */
  source?: string
  supplierState?: GstState
  /** Whether a letter of undertaking is valid; by default one is. */
  hasLut?: boolean
  day?: string
  body: { lines: object[] }
  expected: Pick<QuotationAmounts, 'totals'> &
    Partial<Pick<QuotationAmounts, 'supply' | 'totalInCurrency' | 'hsnSummary'>> & { lines: number[] }
}

/** Expected figures were calculated by hand or published, never by this program. */
const CASES: GstCase[] = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../../../tests/data/gst-cases.json'), 'utf8'),
)
const DAY = '2026-11-23'

function calculate(
  body: { lines: object[]; [field: string]: unknown },
  terms: {
    day?: string | undefined
    supplierState?: GstState | undefined
    hasLut?: boolean | undefined
    rate?: number | null
  } = {},
): QuotationAmounts {
  const { day = DAY, supplierState = '33', hasLut = true, rate = null } = terms
  const lines = body.lines.map((line) => ({ description: 'Collet', ...line }))
  return getQuotationAmounts(QuotationBody.parse({ ...body, lines }), {
    day,
    supplierState,
    hasLut,
    defaultExchangeRate: rate,
  })
}

function getMessage(...parameters: Parameters<typeof calculate>): string {
  try {
    calculate(...parameters)
  } catch (error) {
    if (error instanceof HttpProblem) return error.message
    throw error
  }
  throw new Error('was calculated')
}

describe('The amounts of a quotation', () => {
  test('There are 73 calculated cases, at least ten of them published', () => {
    expect(CASES).toHaveLength(73)
    expect(CASES.filter(({ source }) => source).length).toBeGreaterThanOrEqual(10)
  })

  test.each(CASES)('$title', ({ supplierState, hasLut, day, body, expected }) => {
    const result = calculate(body, { supplierState, hasLut, day })
    const { lines, ...rest } = expected
    expect(result).toMatchObject(rest)
    expect(result.totals).toEqual(expected.totals)
    expect(result.lines.map(({ taxable }) => taxable)).toEqual(lines)
  })

  test('The difference between amount and taxable value is the discount', () => {
    const { lines } = calculate({
      placeOfSupply: '33',
      lines: [{ quantity: 2, unitPrice: 50.25, discountPercent: 10, gstRate: 18 }],
      discountPercent: 10,
    })
    // 100.50 × 0.81 = 81.405
    expect(lines[0]).toMatchObject({
      amount: 100.5,
      netInCurrency: 90.45,
      taxable: 81.41,
      discount: 19.09,
      cgst: 7.33,
      total: 96.07,
    })
  })

  test('An exchange rate that is not stated is that of the settings', () => {
    const body = {
      placeOfSupply: '96',
      currency: 'USD',
      lines: [{ quantity: 1, unitPrice: 10, gstRate: 18 }],
    }
    expect(calculate(body, { rate: 85.5 })).toMatchObject({ exchangeRate: 85.5, totals: { total: 855 } })
    expect(getMessage(body)).toBe('Enter the exchange rate in rupees per US dollar.')
  })

  test('The notes state the place of supply, a buyer without GSTIN, and what the law demands of zero-rated supplies', () => {
    const body = { placeOfSupply: '29', lines: [{ quantity: 1, unitPrice: 100, gstRate: 18 }] }
    const listNotes = (changes: object, hasLut = true) => calculate({ ...body, ...changes }, { hasLut }).notes
    expect(listNotes({})).toEqual([
      'Place of supply: 29 Karnataka.',
      'The buyer has stated no GSTIN and is treated as not registered for GST.',
    ])
    expect(listNotes({ buyer: { gstin: '29AAAAA0000A1ZY' } })).toEqual(['Place of supply: 29 Karnataka.'])
    expect(listNotes({ placeOfSupply: '96' })).toEqual([
      'Place of supply: 96 Outside India.',
      'Supply meant for export under letter of undertaking without payment of integrated tax.',
    ])
    expect(listNotes({ placeOfSupply: '96' }, false)[1]).toBe(
      'Supply meant for export with payment of integrated tax.',
    )
    expect(listNotes({ sez: true })[1]).toMatch(
      /^Supply to SEZ unit or SEZ developer for authorised operations under letter of undertaking without payment/,
    )
    expect(listNotes({ sez: true }, false)[1]).toMatch(
      /for authorised operations on payment of integrated tax\.$/,
    )
  })

  test('A quotation with the rate of 0.1 % states the conditions for merchant exporters', () => {
    const lines = [{ quantity: 1, unitPrice: 100, gstRate: 0.1, hsn: '8458' }]
    const getNote = (placeOfSupply: string) =>
      calculate({ placeOfSupply, lines, buyer: { gstin: '29AAAAA0000A1ZY' } }).notes[1]
    expect(getNote('29')).toMatch(
      /^The rate of 0\.1 % \(notification 41\/2017-Integrated Tax \(Rate\)\) .* within 90 days/,
    )
    expect(getNote('33')).toContain('0.05 % CGST and 0.05 % SGST, notification 40/2017-Central Tax (Rate)')
  })

  test.each([
    ['33', '33', ['CGST 9 %', 'SGST 9 %']],
    ['34', '34', ['CGST 9 %', 'SGST 9 %']],
    ['07', '07', ['CGST 9 %', 'SGST 9 %']],
    ['04', '04', ['CGST 9 %', 'UTGST 9 %']],
    ['26', '26', ['CGST 9 %', 'UTGST 9 %']],
    ['31', '31', ['CGST 9 %', 'UTGST 9 %']],
    ['35', '35', ['CGST 9 %', 'UTGST 9 %']],
    ['38', '38', ['CGST 9 %', 'UTGST 9 %']],
    ['33', '04', ['IGST 18 %']],
  ] as const)('The taxes from %s to %s are called %s', (supplierState, placeOfSupply, labels) => {
    const lines = [{ quantity: 1, unitPrice: 100, gstRate: 18 }]
    const rows = listTotals(calculate({ placeOfSupply, lines }, { supplierState }), 0)
    expect(rows.flatMap(({ label }) => (label.includes('GST') ? [label] : []))).toEqual(labels)
  })

  test('The rows of an export in dollars with IGST add up to its total', () => {
    const body = {
      placeOfSupply: '96',
      currency: 'USD',
      exchangeRate: 84.5,
      lines: [{ quantity: 3, unitPrice: 999.99, gstRate: 18, discountPercent: 5 }],
    }
    const amounts = calculate(body, { hasLut: false })
    const line = { amount: 253_497.47, amountInCurrency: 2999.97, taxableInCurrency: 2849.97 }
    expect(amounts.lines[0]).toMatchObject(line)
    expect(listTotals(amounts, 0).map(({ label, amount }) => [label, amount])).toEqual([
      ['Taxable value', 2849.97],
      ['IGST', 512.99],
      ['Total in US dollars', 3362.96],
      ['In rupees', 284_171],
    ])
  })

  const line = (fields = {}) => ({ lines: [{ quantity: 1, unitPrice: 1, gstRate: 18, ...fields }] })
  test.each([
    [
      'a rate that ended',
      line({ gstRate: 28 }),
      'Line 1: 28 % is not a rate of GST since it ended on 21 September 2025. Choose 0, 0.25, 1.5, 3, 5, 18, 40.',
    ],
    [
      'a rate that never was',
      { ...line(), charges: { freight: { amount: 1, gstRate: 17 } } },
      'Freight: 17 % is not a rate of GST. Choose 0, 0.25, 1.5, 3, 5, 18, 40.',
    ],
    [
      'the rate of merchant exporters for an export',
      { ...line({ gstRate: 0.1 }), placeOfSupply: '96' },
      'Line 1: 0.1 % is the rate for goods that a merchant exporter in India exports. Exports and supplies to special economic zones have the rate of the goods.',
    ],
    [
      'the rate of merchant exporters for a service',
      line({ gstRate: 0.1, hsn: '998717' }),
      'Line 1: 0.1 % is the rate for goods that a merchant exporter in India exports. Services have their own rate.',
    ],
    [
      'a special economic zone outside India',
      { ...line(), placeOfSupply: '96', sez: true },
      'A special economic zone is in India: choose its state as the place of supply, or a buyer outside India.',
    ],
    [
      'a charge without goods',
      { ...line({ optional: true }), charges: { freight: 1 } },
      'Freight has the GST rate of the goods, so a line that is not optional is needed.',
    ],
    [
      'dollars within India',
      { ...line(), currency: 'USD', exchangeRate: 85 },
      'Prices in US dollars are for exports: choose the place of supply 96, outside India.',
    ],
    [
      'an absurd line',
      line({ quantity: 10_000_000, unitPrice: 10_000_000_000, optional: true }),
      'The amount of line 1 must be at most 10,00,00,00,000 rupees.',
    ],
    [
      'an absurd total',
      line({ unitPrice: 9_000_000_000 }),
      'The total must be at most 10,00,00,00,000 rupees.',
    ],
  ])('A quotation with %s is refused with the reason', (_what, body, message) => {
    expect(getMessage({ placeOfSupply: '33', ...body })).toBe(message)
  })

  test('A rate is judged on the day of the quotation', () => {
    const body = { placeOfSupply: '33', lines: [{ quantity: 1, unitPrice: 1, gstRate: 40 }] }
    expect(getMessage(body, { day: '2025-09-21' })).toMatch(/^Line 1: 40 % is not a rate of GST\. Choose/)
  })
})

const hundredths = (max: number) => fc.integer({ min: 0, max }).map((value) => value / 100)
const anyRate = fc.constantFrom(0, 0.25, 1.5, 3, 5, 18, 40)
const anyHsn = fc.constantFrom('', '8458', '84661010', '998717')
const anyLine = fc.record({
  hsn: anyHsn,
  quantity: fc.integer({ min: 1, max: 50_000 }).map((value) => value / 1000),
  unitPrice: hundredths(100_000_00),
  discountPercent: hundredths(10_000),
  gstRate: anyRate,
  optional: fc.boolean(),
})
const anyCharge = fc.oneof(
  hundredths(100_000_00),
  fc.record({ amount: hundredths(100_000_00), gstRate: anyRate, hsn: anyHsn }),
)
const anyQuotation = fc
  .record({
    placeOfSupply: fc.oneof(fc.constantFrom('33', '96'), fc.constantFrom(...GST_STATE_CODES)),
    // The first line is in the totals, so that charges have a principal supply.
    lines: fc
      .tuple(anyLine, fc.array(anyLine, { maxLength: 12 }))
      .map(([first, rest]) => [{ ...first, optional: false }, ...rest]),
    charges: fc.dictionary(fc.constantFrom(...CHARGE_NAMES), anyCharge),
    discountPercent: hundredths(10_000),
    exchangeRate: fc.integer({ min: 1, max: 2_000_000 }).map((value) => value / 10_000),
    inDollars: fc.boolean(),
    sez: fc.boolean(),
  })
  .map(({ inDollars, ...body }) => ({
    ...body,
    charges: { ...body.charges },
    currency: inDollars && body.placeOfSupply === '96' ? 'USD' : 'INR',
    sez: body.sez && body.placeOfSupply !== '96',
  }))

const toPaise = (rupees: number) => Math.round(rupees * 100)
const sumPaise = <Key extends string>(entries: Record<Key, number>[], key: Key) =>
  entries.reduce((sum, entry) => sum + toPaise(entry[key]), 0)
const TAXES = ['taxable', 'cgst', 'sgst', 'igst'] as const

describe('Any quotation', () => {
  const check = (verify: (result: QuotationAmounts, body: Parameters<typeof calculate>[0]) => void) =>
    fc.assert(
      fc.property(anyQuotation, fc.boolean(), (body, hasLut) => verify(calculate(body, { hasLut }), body)),
    )

  test('The totals are the sums of the lines and charges, and of the HSN summary', () => {
    check(({ lines, charges, hsnSummary, totals }) => {
      const included = [...lines.filter(({ optional }) => !optional), ...charges]
      for (const key of TAXES) {
        expect(sumPaise<typeof key>(included, key)).toBe(toPaise(totals[key]))
        expect(sumPaise<typeof key>(hsnSummary, key)).toBe(toPaise(totals[key]))
      }
    })
  })

  test('The amounts of the lines, the discount on the total and the charges add up to the taxable value', () => {
    check((result) => {
      const { lines, charges, currency, totals, subtotalInCurrency, discountInCurrency } = result
      const included = lines.filter(({ optional }) => !optional)
      expect(sumPaise(included, 'netInCurrency')).toBe(toPaise(subtotalInCurrency))
      const inCurrency = sumPaise([...included, ...charges], 'taxableInCurrency')
      expect(
        toPaise(subtotalInCurrency) - toPaise(discountInCurrency) + sumPaise(charges, 'taxableInCurrency'),
      ).toBe(inCurrency)
      if (currency === 'INR') expect(inCurrency).toBe(toPaise(totals.taxable))
      expect(discountInCurrency).toBeGreaterThanOrEqual(0)
    })
  })

  test('CGST equals SGST, and IGST excludes both', () => {
    check(({ supply, lines, charges, totals }) => {
      for (const { cgst, sgst, igst } of [...lines, ...charges, totals]) {
        expect(cgst).toBe(sgst)
        if (supply !== 'intra-state') expect(cgst).toBe(0)
        if (!SUPPLIES[supply].taxes.some((tax) => tax === 'igst')) expect(igst).toBe(0)
      }
    })
  })

  test('The total without round-off is the taxable value with taxes, and has no paise', () => {
    check(({ totals }) => {
      const { taxable, cgst, sgst, igst, roundOff, total } = totals
      const exact = [taxable, cgst, sgst, igst].reduce((sum, amount) => sum + toPaise(amount), 0)
      expect(toPaise(total) - toPaise(roundOff)).toBe(exact)
      expect(Number.isInteger(total)).toBe(true)
      expect(toPaise(roundOff)).toBeGreaterThanOrEqual(-49)
      expect(toPaise(roundOff)).toBeLessThanOrEqual(50)
    })
  })

  test('Another order of the lines changes neither a line nor the totals', () => {
    check((result, body) => {
      const hasLut = isTaxFree(result.supply)
      const reversed = calculate({ ...body, lines: body.lines.toReversed() }, { hasLut })
      expect({ ...reversed, lines: reversed.lines.toReversed() }).toEqual(result)
    })
  })

  test('No amount has more than two decimals', () => {
    check((result) => {
      const { exchangeRate: _, ...amounts } = result
      for (const [number] of JSON.stringify(amounts).matchAll(/(?<=[:[,])-?\d[^,}\]]*/g))
        expect(number).toMatch(/^-?\d+(?:\.\d\d?)?$/)
    })
  })

  test('A discount reduces a line by its share within half a paisa', () => {
    check(({ lines, currency }, body) => {
      if (currency === 'USD') return
      const { discountPercent = 0 } = body as { discountPercent?: number }
      lines.forEach(({ taxable }, index) => {
        const line = body.lines[index] as { quantity: number; unitPrice: number; discountPercent: number }
        const exact =
          line.quantity * line.unitPrice * (1 - line.discountPercent / 100) * (1 - discountPercent / 100)
        expect(Math.abs(taxable - exact)).toBeLessThan(0.00501)
      })
    })
  })
})
