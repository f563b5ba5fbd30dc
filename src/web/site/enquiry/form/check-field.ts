import { checkEmail, checkGstin, suggestPhoneCheck } from '#contracts/enquiry/contact-details.ts'
import { FORM_LIMITS } from '#contracts/enquiry/form-limits.ts'
import { type Message, msg, t } from '#messages/messages.ts'

/** From this many characters before the limit on, the form shows how many are left. */
const COUNTER_START = 1000

/** What is missing while a required field is empty or contains spaces only. With items in the list, the message is optional. */
const REQUIRED: Record<string, Message> = {
  firstName: msg('Enter your first name.'),
  lastName: msg('Enter your last name.'),
  email: msg('Enter your email address.'),
  phone: msg('Enter your phone number.'),
  message: msg('Enter your message.'),
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
  const missing = REQUIRED[name]
  return isRequired && missing ? t(missing) : undefined
}

/** Returns what the visitor may want to check in a field; the form is sent all the same. */
export const getProposal = (name: string, value: string): string | undefined =>
  value.trim() ? PROPOSALS[name]?.(value) : undefined

/** Returns how many characters of the message are left; undefined while there are many. */
export function getCounter(message: string): string | undefined {
  const left = FORM_LIMITS.messageLength - message.trim().length
  return left <= COUNTER_START && left >= 0
    ? t('{count, plural, one {# character} other {# characters}} left', { count: left })
    : undefined
}

function checkLength(message: string): string | undefined {
  const excess = message.length - FORM_LIMITS.messageLength
  return excess > 0
    ? t(
        'The message is {excess, plural, one {# character} other {# characters}} too long. Shorten it to {limit} characters, or attach the text as a file.',
        { excess, limit: FORM_LIMITS.messageLength },
      )
    : undefined
}
