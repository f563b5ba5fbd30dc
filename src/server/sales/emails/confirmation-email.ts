import { getServiceLabel } from '#contracts/catalogue/service-options.ts'
import type { EnquiryBody } from '#contracts/enquiry/enquiry.ts'
import { countOf } from '#contracts/format.ts'
import type { SiteContent } from '#contracts/site-content/site-content.ts'
import type { Email } from '../deps.ts'
import type { StoredEnquiry } from '../enquiries/store.ts'
import { isPlainAddress } from './notification-email.ts'

/** What a confirmation says about the company. */
export type ConfirmingCompany = Pick<SiteContent['company'], 'name' | 'phones' | 'hours'> &
  Pick<SiteContent['contact'], 'replyTime'>

/** An email address gets no more confirmations than this within a day, whoever enters it. */
export const MAX_CONFIRMATIONS_PER_DAY = 3

/**
 * Returns the email that confirms an enquiry to the buyer, or undefined for an address that can be read in more than one way.
 * Nobody has verified the address: the email contains nothing that the sender of the enquiry wrote, neither name, message and
 * notes nor the names of files, so that it cannot be used to send text to strangers. A reply goes to staff.
 */
export function createConfirmationEmail({
  enquiry,
  stored,
  company,
  statusUrl,
  replyTo,
}: {
  enquiry: Pick<EnquiryBody, 'email' | 'service'>
  stored: Pick<StoredEnquiry, 'reference' | 'itemName' | 'lines' | 'files'>
  company: ConfirmingCompany
  /** The private page of the enquiry; undefined where the address of the site is not configured. */
  statusUrl: string | undefined
  replyTo: string | undefined
}): Email | undefined {
  if (!isPlainAddress(enquiry.email)) return undefined
  const service = getServiceLabel(enquiry.service)
  const { reference, itemName, lines, files } = stored
  const contents = [
    ...(service ? [`Enquiry about: ${service}`] : []),
    ...(itemName && lines.length === 0 ? [`Item: ${itemName}`] : []),
    ...lines.map(({ name, quantity }) => `- ${name} × ${quantity}`),
    ...(files.length > 0 ? [countOf(files.length, 'file')] : []),
  ]
  const paragraphs = [
    `Thank you for your enquiry. Your reference number is ${reference}. Mention it when you call or write to us.`,
    ...(contents.length > 0 ? [`We have received your enquiry with:\n${contents.join('\n')}`] : []),
    `We will reply ${company.replyTime}.`,
    ...(statusUrl
      ? [`You can follow your enquiry, and later read our quotation, on this private page:\n${statusUrl}`]
      : []),
    [
      company.name,
      ...company.phones.map(({ label, number }) => `${label}: ${number}`),
      ...company.hours.map(({ days, hours }) => `${days}: ${hours}`),
    ]
      .filter(Boolean)
      .join('\n'),
    'If you did not send this enquiry, somebody entered your address by mistake. You can ignore this email.',
  ]
  return {
    to: enquiry.email,
    subject: `Your enquiry ${reference}`,
    text: `${paragraphs.join('\n\n')}\n`,
    ...(replyTo && { replyTo }),
  }
}
