import { type Message, msg, t } from '#messages/messages.ts'
import { getStateOfGstin } from '../gst/states.ts'

/** Checks of what people enter to be reached, for browser and server. Enquiries are refused for an email address only. */

/** Domains that most buyers use, to recognise a misspelt one. */
const COMMON_DOMAINS = [
  'gmail.com',
  'yahoo.com',
  'yahoo.co.in',
  'yahoo.in',
  'hotmail.com',
  'outlook.com',
  'rediffmail.com',
  'icloud.com',
  // One letter apart from gmail.com, and correct.
  'ymail.com',
  'mail.com',
]

/** Digits of an international number without '+', including the country code (ITU-T E.164). */
const INTERNATIONAL_DIGITS = { min: 7, max: 15 }
const INDIAN_DIGITS = 10

const MESSAGES = {
  email: msg('Enter an email address such as name@company.in.'),
  phone: msg(
    'Check the phone number: 10 digits in India, or + and the country code, such as +49 30 1234567.',
  ),
  gstin: msg('Enter the 15 characters of the GSTIN, for example 27AAPFU0939F1ZV.'),
  gstinCheckDigit: msg('Check this GSTIN: its last character does not match the others.'),
}

/** Returns why a text is no email address, or undefined. Like browsers it accepts domains without a dot: 'asha@intranet'. */
export function checkEmail(email: string): string | undefined {
  const isValid = /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)*$/.test(email.trim())
  return isValid ? undefined : t(MESSAGES.email)
}

/**
 * Returns the address with the domain that was probably meant: 'a@gmial.com' and 'a@gmail' give 'a@gmail.com'; undefined for
 * every other address. A proposal only: the misspelt domain may exist.
 */
export function suggestEmail(email: string): string | undefined {
  const [, name, domain] = /^([^\s@]+)@([^\s@]+)$/.exec(email.trim().toLowerCase()) ?? []
  if (!name || !domain || COMMON_DOMAINS.includes(domain)) return undefined
  const meant = COMMON_DOMAINS.find(
    (common) => isOneTypingErrorApart(domain, common) || domain === common.split('.')[0],
  )
  return meant && `${email.trim().slice(0, name.length)}@${meant}`
}

/** Whether one letter is missing, added or replaced, or two neighbours are exchanged. */
function isOneTypingErrorApart(one: string, other: string): boolean {
  let start = 0
  while (start < one.length && one[start] === other[start]) start++
  const [a, b] = [one.slice(start), other.slice(start)]
  return (
    a.slice(1) === b ||
    a === b.slice(1) ||
    a.slice(1) === b.slice(1) ||
    (a[0] === b[1] && a[1] === b[0] && a.slice(2) === b.slice(2))
  )
}

/** Removes the extension from a phone number: '0422 2345678 ext. 12' → '0422 2345678'. */
export const removeExtension = (phone: string): string =>
  phone.replace(/(?<!\s)\s*(?:,|;|x|ext\.?|extn\.?|extension)\s*\d{1,6}\s*$/i, '')

/** Returns a proposal to check a phone number; undefined if the text has one that can be called, such as the second of two. */
export const suggestPhoneCheck = (phone: string): string | undefined =>
  [phone, ...phone.split(/[,;/&]|\b(?:or|and)\b/i)].some(isPhone) ? undefined : t(MESSAGES.phone)

/**
 * Whether a phone number can be called. Without '+' or '00' it is an Indian number: 10 digits, a leading 0 not counted, or a
 * toll-free number that begins with 1800 or 1860. An extension may follow ('ext. 12').
 */
function isPhone(phone: string): boolean {
  const number = removeExtension(phone.trim())
  if (!/^\+?[\d\s().\-/]+$/.test(number)) return false
  const digits = number.replace(/\D/g, '')
  const international = number.startsWith('+') ? digits : /^00(\d*)/.exec(digits)?.[1]
  if (international === undefined || international.startsWith('91')) {
    const national = (international?.slice(2) ?? digits).replace(/^0(?=[1-9])/, '')
    return (
      national.length === INDIAN_DIGITS ||
      (/^18[06]0/.test(national) &&
        national.length >= INDIAN_DIGITS &&
        national.length <= INDIAN_DIGITS + 3) ||
      // The country code without '+'.
      (international === undefined && /^91\d{10}$/.test(digits))
    )
  }
  const { min, max } = INTERNATIONAL_DIGITS
  return international.length >= min && international.length <= max
}

/** The characters of a GSTIN's check digit, by value. */
const GSTIN_CHARACTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const GSTIN_FORMAT = /^\d{2}[A-Z]{5}\d{4}[A-Z][\dA-Z]Z[\dA-Z]$/

/** Returns a GSTIN, or another official number, in its usual form: upper case without spaces. */
export const normalizeGstin = (gstin: string): string => gstin.replace(/\s/g, '').toUpperCase()

/** Other numbers of GST with 15 characters, under which nobody buys as a regular taxpayer. */
const OTHER_NUMBERS: [format: RegExp, message: Message][] = [
  [
    /^\d{4}[A-Z]{3}\d{5}[UO]N[\dA-Z]$/,
    msg(
      'This is a UIN, the number of an embassy or a body of the United Nations, and no GSTIN. Leave the GSTIN empty and write the UIN in the message or address.',
    ),
  ],
  [
    /^\d{4}[A-Z]{3}\d{5}NR[\dA-Z]$/,
    msg(
      'This is the number of a non-resident taxable person, and no GSTIN. Leave the GSTIN empty and write the number in the message or address.',
    ),
  ],
  [
    /^\d{4}[A-Z]{3}\d{5}OS[\dA-Z]$/,
    msg(
      'This is the number of a supplier of online services from abroad (OIDAR), and no GSTIN of a buyer in India. Leave the field empty.',
    ),
  ],
  [
    /^\d{2}[A-Z]{4}[\dA-Z]\d{4}[A-Z][1-9A-Z]D[\dA-Z]$/,
    msg(
      'This is the number of a deductor of tax (TDS). Enter the GSTIN under which the company buys, or leave the field empty.',
    ),
  ],
  [
    /^\d{2}[A-Z]{5}\d{4}[A-Z][1-9A-Z]C[\dA-Z]$/,
    msg(
      'This is the number of a collector of tax (TCS). Enter the GSTIN under which the company buys, or leave the field empty.',
    ),
  ],
]

/** Codes of states that GST no longer uses, with the present one. */
const FORMER_STATE_CODES: Record<string, Message> = {
  25: msg('Check this GSTIN: 25 is not the code of a state. Daman and Diu is 26 now.'),
  28: msg('Check this GSTIN: 28 is not the code of a state. Andhra Pradesh is 37 now.'),
}

/** Returns why a text is no GSTIN (the number of a company for the Indian goods and services tax), or undefined. */
export function checkGstin(gstin: string): string | undefined {
  const normalized = normalizeGstin(gstin)
  const other = OTHER_NUMBERS.find(([format]) => format.test(normalized))
  if (other) return t(other[1])
  if (!GSTIN_FORMAT.test(normalized)) return t(MESSAGES.gstin)
  if (!getStateOfGstin(normalized)) {
    const code = normalized.slice(0, 2)
    const former = FORMER_STATE_CODES[code]
    return former ? t(former) : t('Check this GSTIN: {code} is not the code of a state.', { code })
  }
  return getGstinCheckDigit(normalized) === normalized.at(-1) ? undefined : t(MESSAGES.gstinCheckDigit)
}

/** The check digit: the Luhn algorithm modulo 36 over the first 14 characters. */
function getGstinCheckDigit(gstin: string): string | undefined {
  const base = GSTIN_CHARACTERS.length
  const sum = [...gstin.slice(0, -1)].reduce((total, character, index) => {
    const product = GSTIN_CHARACTERS.indexOf(character) * (index % 2 === 0 ? 1 : 2)
    return total + Math.floor(product / base) + (product % base)
  }, 0)
  return GSTIN_CHARACTERS[(base - (sum % base)) % base]
}
