const NATIONAL_DIGITS = 10

/** The country code where the company states no number of its own. */
const INDIA = '91'

/** A phone number has at least this many digits. */
const MIN_DIGITS = 7

/**
 * The digits with the country code, the format of wa.me. '098400 12345' is completed with the country code of the
 * company's own number, else with that of India. The 0 of '+91 (0) 98400 12345', which is not dialled, is left out.
 * Undefined for text that is not a phone number.
 */
export function toWhatsAppNumber(phone: string, companyNumber: string): string | undefined {
  const digits = phone.replace('(0)', '').replace(/\D/g, '')
  if (digits.length < MIN_DIGITS) return undefined
  const [, international] = /^(?:\+|00)(\d+)$/.exec((phone.trim().startsWith('+') ? '+' : '') + digits) ?? []
  if (international) return international.replace(/^910(?=\d{10}$)/, INDIA)
  const national = digits.replace(/^0/, '')
  const country = companyNumber.replace(/\D/g, '').slice(0, -NATIONAL_DIGITS) || INDIA
  return national.length === NATIONAL_DIGITS ? country + national : digits
}
