import { checkEmail, checkGstin, suggestPhoneCheck } from '#contracts/enquiry/contact-details.ts'
import { FORM_LIMITS } from '#contracts/enquiry/form-limits.ts'
import { countOf } from '#contracts/format.ts'

/** From this many characters before the limit on, the form shows how many are left. */
const COUNTER_START = 1000

/** What is missing while a required field is empty or contains spaces only. With items in the list, the message is optional. */
const REQUIRED: Record<string, string> = {
  firstName: 'Enter your first name.',
  lastName: 'Enter your last name.',
  email: 'Enter your email address.',
  phone: 'Enter your phone number.',
  message: 'Enter your message.',
}
const CHECKS: Record<string, (text: string) => string | undefined> = {
  email: checkEmail,
  message: checkLength,
}
const PROPOSALS: Record<string, (text: string) => string | undefined> = {
  phone: suggestPhoneCheck,
  gstin: checkGstin,
}

/** Returns why the contact form cannot be sent with this field, or undefined. An optional one may be empty. */
export function checkField(name: string, value: string, isRequired = true): string | undefined {
  const text = value.trim()
  if (text) return CHECKS[name]?.(text)
  return isRequired ? REQUIRED[name] : undefined
}

/** Returns what the visitor may want to check in a field; the form is sent all the same. */
export const getProposal = (name: string, value: string): string | undefined =>
  value.trim() ? PROPOSALS[name]?.(value) : undefined

/** Returns how many characters of the message are left; undefined while there are many. */
export function getCounter(message: string): string | undefined {
  const left = FORM_LIMITS.messageLength - message.trim().length
  return left <= COUNTER_START && left >= 0 ? `${formatCharacters(left)} left` : undefined
}

function checkLength(message: string): string | undefined {
  const excess = message.length - FORM_LIMITS.messageLength
  return excess > 0
    ? `The message is ${formatCharacters(excess)} too long. Shorten it to ${formatCharacters(FORM_LIMITS.messageLength)}, or attach the text as a file.`
    : undefined
}

const formatCharacters = (count: number) => `${countOf(count, 'character')}`
