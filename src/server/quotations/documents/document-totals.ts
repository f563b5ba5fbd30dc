import type { QuotationAmounts } from '#contracts/quotation.ts'
import { formatAmount, formatPercent } from './format-amounts.ts'

/** A row below the lines. */
interface TotalRow {
  label: string
  amount: string
  isTotal: boolean
}

/** Returns the rows from the sum of the lines to the total, in the currency of the quotation. */
export function listTotals(amounts: QuotationAmounts): TotalRow[] {
  const { currency, supply, totals, exchangeRate } = amounts
  const lines = amounts.lines.filter(({ optional }) => !optional)
  const before = sum(lines.map(({ amountInCurrency }) => amountInCurrency))
  const after = sum(lines.map(({ taxableInCurrency }) => taxableInCurrency))
  const charges = sum(amounts.charges.map(({ taxableInCurrency }) => taxableInCurrency))
  const discount = sum([before, -after])
  const toRow = (label: string, amount: number, isTotal = false): TotalRow => ({
    label,
    amount: formatAmount(amount, currency),
    isTotal,
  })
  return [
    ...(discount > 0 ? [toRow('Amount before discount', before), toRow('Discount', -discount)] : []),
    ...(charges > 0 ? [toRow('Goods and services', after), toRow('Charges', charges)] : []),
    toRow('Taxable value', sum([after, charges])),
    ...(supply === 'export'
      ? [toRow('IGST, zero-rated', 0)]
      : listTaxes(amounts).map(([label, tax]) => toRow(label, tax))),
    ...(currency === 'INR' ? [toRow('Round-off', totals.roundOff)] : []),
    toRow(currency === 'INR' ? 'Total' : 'Total in US dollars', amounts.totalInCurrency, true),
    ...(exchangeRate === null
      ? []
      : [{ label: 'In rupees', amount: formatAmount(totals.total, 'INR'), isTotal: false }]),
  ]
}

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
