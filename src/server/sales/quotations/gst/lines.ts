import { isTaxFree, type Supply } from '#contracts/gst/supply.ts'
import { multiplyAndDivide } from './money.ts'
import { calculateTaxes, WHOLE } from './tax.ts'
import type { CalculatedLine, LineInput, QuotationInput, TaxedAmount, Taxes } from './types.ts'

/** Quantities are in thousandths. */
const QUANTITY_SCALE = 1000
/** Exchange rates are in ten-thousandths. */
const EXCHANGE_RATE_SCALE = 10_000

type Terms = Pick<QuotationInput, 'exchangeRate' | 'discount'> & { supply: Supply }

/** Returns a line with its discounts and its tax. The taxable value is rounded once, after both discounts. */
export function calculateLine(line: LineInput, terms: Terms): CalculatedLine {
  const { hsn, quantity, unitPrice, optional } = line
  const amount = multiplyAndDivide([quantity, unitPrice], QUANTITY_SCALE)
  const net = multiplyAndDivide([quantity, unitPrice, WHOLE - line.discount], QUANTITY_SCALE * WHOLE)
  const taxable = multiplyAndDivide(
    [quantity, unitPrice, WHOLE - line.discount, WHOLE - terms.discount],
    QUANTITY_SCALE * WHOLE * WHOLE,
  )
  const taxed = calculateTaxedAmount({ hsn, gstRate: line.gstRate, taxable }, terms)
  const amountInRupees = toPaise(amount, terms.exchangeRate)
  return {
    ...taxed,
    optional,
    amount: amountInRupees,
    amountInCurrency: amount,
    netInCurrency: net,
    discount: amountInRupees - taxed.taxable,
  }
}

/** Returns a value in the currency of the quotation with its tax, in paise. */
export function calculateTaxedAmount(
  { hsn, gstRate, taxable }: { hsn: string; gstRate: number; taxable: number },
  { supply, exchangeRate }: Pick<Terms, 'supply' | 'exchangeRate'>,
): TaxedAmount {
  const rate = isTaxFree(supply) ? 0 : gstRate
  const taxes = calculateTaxes(supply, toPaise(taxable, exchangeRate), rate)
  const inCurrency = exchangeRate === undefined ? taxes : calculateTaxes(supply, taxable, rate)
  return {
    hsn,
    gstRate: rate,
    ...taxes,
    total: taxes.taxable + addTaxes(taxes),
    taxableInCurrency: taxable,
    taxInCurrency: addTaxes(inCurrency),
  }
}

const addTaxes = ({ cgst, sgst, igst }: Taxes): number => cgst + sgst + igst

const toPaise = (amount: number, exchangeRate: number | undefined): number =>
  exchangeRate === undefined ? amount : multiplyAndDivide([amount, exchangeRate], EXCHANGE_RATE_SCALE)
