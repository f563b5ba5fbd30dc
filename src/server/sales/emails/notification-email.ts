import { getServiceLabel } from '#contracts/catalogue/service-options.ts'
import type { EnquiryBody } from '#contracts/enquiry/enquiry.ts'
import { formatEnquiryLine } from '#contracts/enquiry/line-text.ts'
import { toSingleLine } from '#server/kernel/text.ts'
import type { Email } from '../deps.ts'
import type { StoredEnquiry } from '../enquiries/store.ts'

/** An address without characters that could start a second address or a second header. */
const PLAIN_ADDRESS = /^[^\s@<>()[\],;:"\\]+@[^\s@<>()[\],;:"\\]+$/
const MAX_SUBJECT_LENGTH = 180

/**
 * Returns the email that notifies staff of an enquiry. A reply goes to the customer, except to an address that can be read in
 * more than one way. `customerUrl` is the customer's screen in the admin, undefined where the site's address is not
 * configured.
 */
export function createNotificationEmail({
  to,
  enquiry,
  stored,
  customerUrl,
}: {
  to: string
  enquiry: EnquiryBody
  stored: Pick<StoredEnquiry, 'reference' | 'itemName' | 'lines' | 'files'>
  customerUrl: string | undefined
}): Email {
  const { reference, itemName } = stored
  const name = toSingleLine(`${enquiry.firstName} ${enquiry.lastName}`)
  const serviceLabel = getServiceLabel(enquiry.service)
  const [line, ...others] = stored.lines
  const item = line && `${line.name}${others.length > 0 ? ` and ${others.length} more` : ''}`
  const subject = toSingleLine(`Enquiry from ${name}: ${item || itemName || serviceLabel || 'General'}`)
  const lines = [
    `Reference: ${reference}`,
    `Name: ${name}`,
    `Email: ${enquiry.email}`,
    `Phone: ${toSingleLine(enquiry.phone)}`,
    ...optionalLine('Company', enquiry.company),
    ...optionalLine('GSTIN', enquiry.gstin),
    ...optionalLine('Place', enquiry.place),
    `Enquiry about: ${serviceLabel ?? 'not specified'}`,
    ...(stored.lines.length > 0
      ? ['Items:', ...stored.lines.map((line) => toSingleLine(`- ${formatEnquiryLine(line)}`))]
      : [`Product: ${itemName || 'none'}`]),
    ...optionalLine('Files', stored.files.join(', ')),
    '',
    ...(enquiry.message ? [enquiry.message, ''] : []),
    customerUrl
      ? `Reply, and record the follow-up here: ${customerUrl}`
      : 'Reply, and record the follow-up under Customers in the admin.',
  ]
  return {
    to,
    subject: subject.slice(0, MAX_SUBJECT_LENGTH),
    text: lines.join('\n'),
    ...(isPlainAddress(enquiry.email) && { replyTo: enquiry.email }),
  }
}

/** Returns the email that tells staff what was sent from the private page of an enquiry. Nobody has verified who did, so that it has no address for a reply. */
export function createSenderNoteEmail({
  to,
  stored: { reference, name },
  text,
  customerUrl,
}: {
  to: string
  stored: { reference: string; name: string }
  text: string
  customerUrl: string | undefined
}): Email {
  const lines = [
    text,
    '',
    'Nobody has verified this, and no other record was changed. Check it before you use it.',
    '',
    customerUrl ?? 'You find it under Customers in the admin.',
  ]
  const subject = toSingleLine(`Enquiry ${reference}, ${name}: sent from its page`)
  return { to, subject: subject.slice(0, MAX_SUBJECT_LENGTH), text: lines.join('\n') }
}

/** Whether an address can be read in one way only. */
export const isPlainAddress = (email: string): boolean => PLAIN_ADDRESS.test(email)

const optionalLine = (label: string, text: string | undefined) =>
  text ? [`${label}: ${toSingleLine(text)}`] : []
