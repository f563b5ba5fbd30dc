import { calculateLine, calculateTaxedAmount } from './lines.ts'
import { multiplyAndDivide, sumOf } from './money.ts'
import { findPrincipalSupply, groupByHsn } from './principal-supply.ts'
import { getSupply } from './tax.ts'
import type { QuotationInput, TaxedAmount, Taxes } from './types.ts'

const PAISE_PER_RUPEE = 100

/** Amounts are paise, those 'in currency' paise or cents. */
export type CalculatedQuotation = ReturnType<typeof calculateQuotation>

/**
 * Calculates a quotation with its goods and services tax (docs/gst.md). The input has been checked (`check.ts`): a charge at
 * the rate of the principal supply has a line whose rate it takes.
 */
export function calculateQuotation(input: QuotationInput) {
  const { exchangeRate, discount } = input
  const supply = getSupply(input)
  const lines = input.lines.map((line) => calculateLine(line, { supply, exchangeRate, discount }))
  const included = lines.filter(({ optional }) => !optional)
  const principal = findPrincipalSupply(included)
  const charges = input.charges.map(({ name, amount, ...own }) => {
    const { hsn, gstRate } = own.gstRate === undefined ? principal! : { hsn: own.hsn, gstRate: own.gstRate }
    return { name, ...calculateTaxedAmount({ hsn, gstRate, taxable: amount }, { supply, exchangeRate }) }
  })
  const taxed: TaxedAmount[] = [...included, ...charges]
  const totals = calculateTotals(taxed)
  const subtotal = sumOf(included, ({ netInCurrency }) => netInCurrency)
  return {
    supply,
    lines,
    charges,
    hsnSummary: groupByHsn(taxed).map(([hsnRate, group]) => ({ ...hsnRate, ...sumTaxes(group) })),
    totals,
    /** Of the lines that are not optional. */
    subtotalInCurrency: subtotal,
    /** What the discount on the total takes from the subtotal. */
    discountInCurrency: subtotal - sumOf(included, ({ taxableInCurrency }) => taxableInCurrency),
    /** For dollars the sum of the taxable values and taxes. */
    totalInCurrency:
      exchangeRate === undefined
        ? totals.total
        : sumOf(taxed, ({ taxableInCurrency, taxInCurrency }) => taxableInCurrency + taxInCurrency),
  }
}

/** Adds up and rounds to whole rupees: 50 paise and more up, less down (CGST Act, section 170). */
function calculateTotals(taxed: TaxedAmount[]) {
  const taxes = sumTaxes(taxed)
  const exact = taxes.taxable + taxes.cgst + taxes.sgst + taxes.igst
  const total = multiplyAndDivide([exact], PAISE_PER_RUPEE) * PAISE_PER_RUPEE
  return { ...taxes, roundOff: total - exact, total }
}

const sumTaxes = (taxed: readonly Taxes[]): Taxes => ({
  taxable: sumOf(taxed, ({ taxable }) => taxable),
  cgst: sumOf(taxed, ({ cgst }) => cgst),
  sgst: sumOf(taxed, ({ sgst }) => sgst),
  igst: sumOf(taxed, ({ igst }) => igst),
})
