import { formatMoney, formatShortMoney } from '#contracts/format.ts'

/** '₹15,00,000', '₹12,500.50', '$1,500,000', '−₹5'; '–' for an amount that is not known yet. */
export const formatAmount = (amount: number | null, currency: 'INR' | 'USD'): string =>
  amount === null ? '–' : formatShortMoney(amount, currency)

/** The same with two decimals always, for amounts that stand below each other. */
export const formatExactAmount = (amount: number | null, currency: 'INR' | 'USD'): string =>
  amount === null ? '–' : formatMoney(amount, currency)
