import { formatRupees } from '#web/lib/format.ts'

const dollarFormat = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

/** 1500000 → '₹15,00,000'; in dollars '$1,500,000.00'. */
export const formatMoney = (amount: number, currency: 'INR' | 'USD'): string =>
  currency === 'USD'
    ? dollarFormat.format(amount)
    : amount < 0
      ? `−${formatRupees(-amount)}`
      : formatRupees(amount)
