import type { QuotationAmounts } from './quotation.ts'
import { CHARGE_LABELS } from './quotation-limits.ts'

/** A row below the lines of a quotation. */
export interface TotalRow {
  label: string
  /** What belongs to the label, such as HSN code and rate of a charge; '' for most rows. */
  detail: string
  /** Negative for what is taken off. */
  amount: number
  currency: QuotationAmounts['currency']
  isTotal: boolean
}

/**
 * Returns the rows below the lines, for documents and screens. They add up to the paisa: the subtotal is the sum of the amounts beside
 * the lines (`netInCurrency`), then follow the discount on all lines, the charges, the taxable value, the taxes by rate and the total.
 */
export function listTotals(amounts: QuotationAmounts, discountPercent: number): TotalRow[] {
  const { currency, supply, totals, exchangeRate, charges, subtotalInCurrency, discountInCurrency } = amounts
  const toRow = (label: string, amount: number, detail = ''): TotalRow => ({
    label,
    detail,
    amount,
    currency,
    isTotal: false,
  })
  const discounts =
    discountPercent > 0
      ? [toRow(`Discount on all lines (${formatPercent(discountPercent)}\u00a0%)`, 0 - discountInCurrency)]
      : []
  const beforeTaxable = [
    ...discounts,
    ...charges.map((charge) =>
      toRow(CHARGE_LABELS[charge.name], charge.taxableInCurrency, describeTax(charge, supply)),
    ),
  ]
  const taxable = currency === 'INR' ? totals.taxable : amounts.totalInCurrency
  return [
    ...(beforeTaxable.length > 0 ? [toRow('Subtotal', subtotalInCurrency), ...beforeTaxable] : []),
    toRow('Taxable value', taxable),
    ...(supply === 'export'
      ? [toRow('IGST, zero-rated', 0)]
      : listTaxes(amounts).map(([label, tax]) => toRow(label, tax))),
    ...(currency === 'INR' ? [toRow('Round-off', totals.roundOff)] : []),
    {
      ...toRow(currency === 'INR' ? 'Total' : 'Total in US dollars', amounts.totalInCurrency),
      isTotal: true,
    },
    ...(exchangeRate === null ? [] : [{ ...toRow('In rupees', totals.total), currency: 'INR' as const }]),
  ]
}

/** '2.5', without a sign. */
export const formatPercent = (percent: number): string =>
  percent.toLocaleString('en-IN', { maximumFractionDigits: 3 })

const describeTax = (
  { hsn, gstRate }: QuotationAmounts['charges'][number],
  supply: QuotationAmounts['supply'],
): string =>
  [hsn && `HSN/SAC ${hsn}`, supply !== 'export' && `GST ${formatPercent(gstRate)} %`]
    .filter(Boolean)
    .join(', ')

/** The taxes by rate: 'CGST 9 %'. */
function listTaxes({ hsnSummary, supply }: QuotationAmounts): [label: string, amount: number][] {
  const rates = [...new Set(hsnSummary.map(({ gstRate }) => gstRate))].sort((one, other) => one - other)
  return rates.flatMap((rate): [string, number][] => {
    const rows = hsnSummary.filter(({ gstRate }) => gstRate === rate)
    if (supply === 'inter-state')
      return [[`IGST ${formatPercent(rate)} %`, sum(rows.map(({ igst }) => igst))]]
    const half = formatPercent(rate / 2)
    return [
      [`CGST ${half} %`, sum(rows.map(({ cgst }) => cgst))],
      [`SGST ${half} %`, sum(rows.map(({ sgst }) => sgst))],
    ]
  })
}

/** Adds amounts with two decimals without the errors of binary fractions. */
const sum = (amounts: number[]): number =>
  amounts.reduce((total, amount) => total + Math.round(amount * 100), 0) / 100
