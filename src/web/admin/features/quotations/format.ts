import { formatRupees } from '#web/lib/format.ts'

const dollarFormat = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

/** 1500000 → '₹15,00,000'; in dollars '$1,500,000.00'; '−₹5' for negative ones; '–' for an amount that is not known yet. */
export const formatMoney = (amount: number | null, currency: 'INR' | 'USD'): string =>
  amount === null
    ? '–'
    : currency === 'USD'
      ? dollarFormat.format(amount).replace('-', '−')
      : amount < 0
        ? `−${formatRupees(-amount)}`
        : formatRupees(amount)
