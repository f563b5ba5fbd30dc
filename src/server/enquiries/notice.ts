import type { EnquiryBody } from '#contracts/enquiry.ts'
import { SERVICE_OPTIONS } from '#contracts/service-options.ts'

/** Nothing that could be a second address or a second header. */
const PLAIN_ADDRESS = /^[^\s@<>()[\],;:"\\]+@[^\s@<>()[\],;:"\\]+$/
const SUBJECT_LENGTH = 180

export interface Notice {
  subject: string
  text: string
  /** The visitor, unless the address could be read in more than one way. */
  replyTo?: string
}

/** Tells staff of an enquiry. `itemName` is '' where it names no item; `link` leads to the person in the back office, where it is known. */
export function noticeOf(enquiry: EnquiryBody, itemName: string, link: string | undefined): Notice {
  const name = oneLine(`${enquiry.firstName} ${enquiry.lastName}`)
  const asked = SERVICE_OPTIONS.find(({ value }) => value === enquiry.service)?.label
  const subject = oneLine(`Enquiry from ${name}: ${itemName || asked || 'General'}`).slice(0, SUBJECT_LENGTH)
  const lines = [
    `Name: ${name}`,
    `E-mail: ${enquiry.email}`,
    `Telephone: ${oneLine(enquiry.phone)}`,
    `About: ${asked ?? 'not chosen'}`,
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
function oneLine(text: string): string {
  return text
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim()
}
