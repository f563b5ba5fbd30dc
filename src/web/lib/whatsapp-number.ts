const NATIONAL_DIGITS = 10

/** The country code where the company states no number of its own. */
const INDIA = '91'

/** A phone number has at least this many digits. */
const MIN_DIGITS = 7

/**
 * The digits with the country code, the format of wa.me. '098400 12345' is completed with the country code of the
 * company's own number, else with that of India. Undefined for text that is not a phone number.
 */
export function toWhatsAppNumber(phone: string, companyNumber: string): string | undefined {
  const digits = phone.replace(/\D/g, '')
  if (digits.length < MIN_DIGITS) return undefined
  if (phone.trim().startsWith('+')) return digits
  if (digits.startsWith('00')) return digits.slice(2)
  const national = digits.replace(/^0/, '')
  const country = companyNumber.replace(/\D/g, '').slice(0, -NATIONAL_DIGITS) || INDIA
  return national.length === NATIONAL_DIGITS ? country + national : digits
}
