import type { EnquiryBody } from '#contracts/enquiry.ts'
import { getServiceLabel } from '#contracts/service-options.ts'

/** An address without characters that could start a second address or a second header. */
const PLAIN_ADDRESS = /^[^\s@<>()[\],;:"\\]+@[^\s@<>()[\],;:"\\]+$/
const MAX_SUBJECT_LENGTH = 180

export interface NotificationEmail {
  /** The address of staff that receives notifications. */
  to: string
  subject: string
  text: string
  /** The customer's address; missing when it can be read in more than one way. */
  replyTo?: string
}

/**
 * Returns the email that notifies staff of an enquiry. `itemName` is '' for an enquiry without an item; `customerUrl`
 * is the customer's screen in the admin, undefined where the site's address is not configured.
 */
export function createNotificationEmail({
  to,
  enquiry,
  itemName,
  customerUrl,
}: {
  to: string
  enquiry: EnquiryBody
  itemName: string
  customerUrl: string | undefined
}): NotificationEmail {
  const name = toSingleLine(`${enquiry.firstName} ${enquiry.lastName}`)
  const serviceLabel = getServiceLabel(enquiry.service)
  const subject = toSingleLine(`Enquiry from ${name}: ${itemName || serviceLabel || 'General'}`)
  const lines = [
    `Name: ${name}`,
    `Email: ${enquiry.email}`,
    `Phone: ${toSingleLine(enquiry.phone)}`,
    `Enquiry about: ${serviceLabel ?? 'not specified'}`,
    `Product: ${itemName || 'none'}`,
    '',
    enquiry.message,
    '',
    customerUrl
      ? `Reply, and record the follow-up here: ${customerUrl}`
      : 'Reply, and record the follow-up under Customers in the admin.',
  ]
  return {
    to,
    subject: subject.slice(0, MAX_SUBJECT_LENGTH),
    text: lines.join('\n'),
    ...(PLAIN_ADDRESS.test(enquiry.email) && { replyTo: enquiry.email }),
  }
}

/** Removes control characters, which could start another header. */
function toSingleLine(text: string): string {
  return text
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim()
}
