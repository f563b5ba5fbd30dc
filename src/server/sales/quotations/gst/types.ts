import type { GstState } from '#contracts/gst/states.ts'
import type { ChargeName } from '#contracts/quotation/limits.ts'

/**
 * What is calculated. All numbers are integers: amounts in paise or cents, quantities in thousandths, percentages in
 * hundredths of a percent, the exchange rate in ten-thousandths of a rupee.
 */
export interface QuotationInput {
  supplierState: GstState
  placeOfSupply: GstState
  /** Whether the buyer is a unit or developer of a special economic zone. */
  sez: boolean
  /** Whether a letter of undertaking is valid, so that exports and supplies to special economic zones are without tax. */
  hasLut: boolean
  /** Paise for 1 cent are this number divided by 10,000. Undefined: amounts are in paise. */
  exchangeRate?: number | undefined
  lines: LineInput[]
  charges: ChargeInput[]
  /** Of the lines, not of the charges. */
  discount: number
}

export interface LineInput {
  /** '' if it is not stated. */
  hsn: string
  quantity: number
  unitPrice: number
  discount: number
  gstRate: number
  optional: boolean
}

interface ChargeInput {
  name: ChargeName
  amount: number
  hsn: string
  /** Undefined: the rate of the principal supply. */
  gstRate?: number | undefined
}

/** Tax on a value, in paise. */
export interface Taxes {
  taxable: number
  cgst: number
  sgst: number
  igst: number
}

/** A line or charge with its tax, in paise. */
export interface TaxedAmount extends Taxes {
  hsn: string
  /** The rate that applies: zero for a supply without tax. */
  gstRate: number
  /** The taxable value with tax. */
  total: number
  /** The taxable value in the currency of the quotation. */
  taxableInCurrency: number
  /** The taxes in the currency of the quotation. */
  taxInCurrency: number
}

export interface CalculatedLine extends TaxedAmount {
  amount: number
  amountInCurrency: number
  /** The amount less the discount of the line, without its share of the discount on the total. */
  netInCurrency: number
  discount: number
  optional: boolean
}
