import type { QuotationBody } from './quotation.ts'

const formats = {
  INR: new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' }),
  USD: new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' }),
}

/** Returns an amount with two decimals: '₹12,34,567.00', '−$1,250.00'. */
export const formatMoney = (amount: number, currency: QuotationBody['currency']): string =>
  formats[currency].format(amount).replace('-', '−')

/** Returns an amount without the decimals of a whole one: '₹25,000', '₹12,500.50'. */
export const formatShortMoney = (amount: number, currency: QuotationBody['currency']): string =>
  formatMoney(amount, currency).replace(/\.00$/, '')
