// Without Intl.NumberFormat: its first use takes a browser longer than hydrating a page.
const groupIndianDigits = (integer: number | string) =>
  String(integer).replace(/\B(?=(?:\d\d){1,12}\d$)/g, ',')

/** 1500000 → '₹15,00,000'; 1250.5 → '₹1,250.50'. */
export function formatRupees(amount: number): string {
  const [rupees = '', paise] = amount.toFixed(2).split('.')
  return `₹${groupIndianDigits(rupees)}${paise === '00' ? '' : `.${paise}`}`
}

/** Shortens a text to `maxLength` characters at the end of a word and adds '...'; returns a shorter text unchanged (row FEAT-5). */
export function truncate(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text
  const cut = text.slice(0, maxLength)
  const lastSpace = cut.lastIndexOf(' ')
  return `${cut.slice(0, lastSpace > maxLength / 2 ? lastSpace : maxLength).replace(/(?<![\s.,;:])[\s.,;:]+$/, '')}...`
}

/** '+91 422 000 1420' → 'tel:+914220001420'. */
export const toTelLink = (number: string) => `tel:${number.replace(/[^\d+]/g, '')}`

/** 125000 → '1,25,000'. */
export const formatCount = (count: number) => groupIndianDigits(count)
