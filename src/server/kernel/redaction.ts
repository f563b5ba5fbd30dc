import { escapePattern } from '#contracts/quantities/units.ts'

/** What is known about a person: as written, in any number of spellings. */
export interface PersonWords {
  names: readonly string[]
  emails: readonly string[]
  phones: readonly string[]
}

/** Shorter words of a name are more often other words. */
const MIN_WORD_LENGTH = 3
/** Of a telephone number, without the country code. */
const MAX_DIGITS = 10
const MIN_DIGITS = 7
const SEPARATORS = String.raw`[\s().\/\-]{0,3}`

/**
 * Returns a function that replaces a person in a text: email addresses, telephone numbers with any separators, full names, and
 * single words of the names; upper and lower case are the same.
 */
export function createRedaction(
  { names, emails, phones }: PersonWords,
  replacement: string,
): (text: string) => string {
  const texts = [...emails, ...names, ...names.flatMap((name) => name.split(/\s/))]
    .map((text) => text.trim())
    .filter((text) => text.length >= MIN_WORD_LENGTH && text.toLowerCase() !== replacement.toLowerCase())
    .toSorted((one, other) => other.length - one.length)
    .map(escapePattern)
  const alternatives = [...new Set([...texts, ...phones.flatMap((phone) => toPhonePattern(phone) ?? [])])]
  if (alternatives.length === 0) return (text) => text
  const expression = new RegExp(
    String.raw`(?<![\p{L}\p{N}])(?:${alternatives.join('|')})(?![\p{L}\p{N}])`,
    'giu',
  )
  return (text) => text.replace(expression, replacement)
}

/** With or without a country code. */
function toPhonePattern(phone: string): string | undefined {
  const digits = phone.replace(/\D/g, '').slice(-MAX_DIGITS)
  if (digits.length < MIN_DIGITS) return undefined
  return String.raw`(?:\d{1,3}${SEPARATORS})?${[...digits].join(SEPARATORS)}`
}
