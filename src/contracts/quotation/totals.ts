import { formatNumber, formatPercent } from '../format.ts'
import { isTaxFree, listTaxNames } from '../gst/supply.ts'
import { CHARGE_LABELS } from './limits.ts'
import type { QuotationAmounts } from './quotation.ts'

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
      ? [toRow(`Discount on all lines (${formatNumber(discountPercent)}\u00a0%)`, 0 - discountInCurrency)]
      : []
  const beforeTaxable = [
    ...discounts,
    ...charges.map((charge) =>
      toRow(CHARGE_LABELS[charge.name], charge.taxableInCurrency, describeTax(charge, supply)),
    ),
  ]
  const taxable = sum([
    subtotalInCurrency,
    0 - discountInCurrency,
    ...charges.map((charge) => charge.taxableInCurrency),
  ])
  return [
    ...(beforeTaxable.length > 0 ? [toRow('Subtotal', subtotalInCurrency), ...beforeTaxable] : []),
    toRow('Taxable value', taxable),
    ...(isTaxFree(supply)
      ? [toRow('IGST, zero-rated', 0)]
      : currency === 'USD'
        ? // The rates apply to each line; only their sum is known in dollars.
          [toRow('IGST', sum([amounts.totalInCurrency, 0 - taxable]))]
        : listTaxes(amounts).map(([label, tax]) => toRow(label, tax))),
    ...(currency === 'INR' ? [toRow('Round-off', totals.roundOff)] : []),
    {
      ...toRow(currency === 'INR' ? 'Total' : 'Total in US dollars', amounts.totalInCurrency),
      isTotal: true,
    },
    ...(exchangeRate === null ? [] : [{ ...toRow('In rupees', totals.total), currency: 'INR' as const }]),
  ]
}

const describeTax = (
  { hsn, gstRate }: QuotationAmounts['charges'][number],
  supply: QuotationAmounts['supply'],
): string =>
  [hsn && `HSN/SAC ${hsn}`, !isTaxFree(supply) && `GST ${formatPercent(gstRate)}`].filter(Boolean).join(', ')

/** The taxes by rate: 'CGST 9 %'. */
function listTaxes({
  hsnSummary,
  supply,
  placeOfSupply,
}: QuotationAmounts): [label: string, amount: number][] {
  const rates = [...new Set(hsnSummary.map(({ gstRate }) => gstRate))].sort((one, other) => one - other)
  const names = listTaxNames(supply, placeOfSupply)
  return rates.flatMap((rate) => {
    const rows = hsnSummary.filter(({ gstRate }) => gstRate === rate)
    return names.map(([tax, label]): [string, number] => [
      `${label} ${formatPercent(rate / names.length)}`,
      sum(rows.map((row) => row[tax])),
    ])
  })
}

/** Adds amounts with two decimals without the errors of binary fractions. */
const sum = (amounts: number[]): number =>
  amounts.reduce((total, amount) => total + Math.round(amount * 100), 0) / 100
