const LOCALES = { INR: 'en-IN', USD: 'en-US' } as const

/** '12,34,567.00'; dollars in groups of three digits. */
export const formatAmount = (amount: number, currency: keyof typeof LOCALES): string =>
  amount
    .toLocaleString(LOCALES[currency], { minimumFractionDigits: 2, maximumFractionDigits: 2 })
    .replace('-', '−')

export const formatQuantity = (quantity: number): string =>
  quantity.toLocaleString('en-IN', { maximumFractionDigits: 3 })
