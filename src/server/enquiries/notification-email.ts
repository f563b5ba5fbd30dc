import type { EnquiryBody } from '#contracts/enquiry.ts'
import { SERVICE_OPTIONS } from '#contracts/service-options.ts'

/** Nothing that could be a second address or a second header. */
const PLAIN_ADDRESS = /^[^\s@<>()[\],;:"\\]+@[^\s@<>()[\],;:"\\]+$/
const MAX_SUBJECT_LENGTH = 180

export interface NotificationEmail {
  subject: string
  text: string
  /** The visitor, unless the address could be read in more than one way. */
  replyTo?: string
}

/** Tells staff of an enquiry. `itemName` is '' where it names no item; `link` leads to the person in the back office, where it is known. */
export function createNotificationEmail(
  enquiry: EnquiryBody,
  itemName: string,
  link: string | undefined,
): NotificationEmail {
  const name = toSingleLine(`${enquiry.firstName} ${enquiry.lastName}`)
  const serviceLabel = SERVICE_OPTIONS.find(({ value }) => value === enquiry.service)?.label
  const subject = toSingleLine(`Enquiry from ${name}: ${itemName || serviceLabel || 'General'}`).slice(
    0,
    MAX_SUBJECT_LENGTH,
  )
  const lines = [
    `Name: ${name}`,
    `E-mail: ${enquiry.email}`,
    `Telephone: ${toSingleLine(enquiry.phone)}`,
    `About: ${serviceLabel ?? 'not chosen'}`,
    `Item: ${itemName || 'none'}`,
    '',
    enquiry.message,
    '',
    link
      ? `Answer and note what was agreed: ${link}`
      : 'Answer, and note what was agreed under Customers in the back office.',
  ]
  return {
    subject,
    text: lines.join('\n'),
    ...(PLAIN_ADDRESS.test(enquiry.email) && { replyTo: enquiry.email }),
  }
}

/** Control characters could begin a header of their own. */
function toSingleLine(text: string): string {
  return text
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim()
}
