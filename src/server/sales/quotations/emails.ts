import type { EmailText } from '#contracts/mail/mail.ts'
import { createLetter, createQuotationEmail, EMAIL_LINK, EMAIL_NUMBER } from '#contracts/quotation/email.ts'
import type { Acceptance } from '#contracts/quotation/record.ts'
import { getIssueLabel, QUOTATION_EVENT_LABELS } from '#contracts/quotation/states.ts'
import type { SiteContent } from '#contracts/site-content/site-content.ts'
import type { Tx } from '#server/database/db.ts'
import type { SalesContext } from '../context.ts'
import type { Change } from './record.ts'
import type { StoredQuotation } from './store.ts'
import { createLink } from './store-links.ts'

/** What every email to a buyer states. */
interface Facts {
  /** '' if it is not known. */
  buyerName: string
  company: Pick<SiteContent['company'], 'name' | 'phones'>
  number: string
  /** '' where the address of the site is not known for certain. */
  link: string
}

const MAX_LISTED_LINES = 40

const letter = (facts: Facts, subject: string, paragraphs: string[]): EmailText => ({
  subject,
  text: createLetter(facts, paragraphs),
})

/** The emails to buyers. */
export const EMAILS = {
  /** The link to an issued quotation: `written` by staff, or the usual text. `validUntil`: '2026-12-31' */
  issued(
    facts: Facts,
    { issueNo, validUntil, written }: { issueNo: number; validUntil: string; written: EmailText | undefined },
  ): EmailText {
    const { number, link } = facts
    const name = issueNo === 1 ? number : `${number} ${getIssueLabel(issueNo)}`
    const { subject, text } = written ?? createQuotationEmail({ ...facts, name, validUntil })
    const fill = (text: string) =>
      text.replaceAll(EMAIL_NUMBER, () => number).replaceAll(EMAIL_LINK, () => link)
    return { subject: fill(subject), text: fill(text) }
  },

  /** The answer to a customer's question. */
  answered: (facts: Facts, { text, canAccept }: { text: string; canAccept: boolean }): EmailText =>
    letter(facts, `Your question about quotation ${facts.number}`, [
      text,
      `This is about our quotation ${facts.number}. You can read it${canAccept ? ', ask further questions and accept it' : ' and ask further questions'} here:`,
      facts.link,
    ]),

  /**
   * What was accepted. Names and numbers are those that the customer entered. `lines`: such as '2 each: Capstan lathe CL 25';
   * `total`: 'Total with GST: ₹23,74,750.00'
   */
  accepted(
    facts: Facts,
    {
      issueNo,
      acceptance: { name, position, purchaseOrder },
      lines,
      total,
    }: { issueNo: number; acceptance: Acceptance; lines: string[]; total: string },
  ): EmailText {
    const { number, link } = facts
    const rest = lines.length - MAX_LISTED_LINES
    const listed = [...lines.slice(0, MAX_LISTED_LINES), ...(rest > 0 ? [`and ${rest} more`] : [])]
    return letter(facts, `Your order: quotation ${number}`, [
      `Thank you for your order. ${name}${position && ` (${position})`} accepted our quotation ${number} ${getIssueLabel(issueNo)}.`,
      listed.map((line) => `- ${line}`).join('\n'),
      `${total}${purchaseOrder && `\nPurchase order: ${purchaseOrder}`}`,
      link
        ? `You can read what you ordered, and download it as PDF, here:\n\n${link}`
        : 'You can read what you ordered with the link in our earlier email.',
      'We will check your order and confirm it. If you did not accept this quotation, call us or reply to this email.',
    ])
  },

  /** The confirmation of an order, with the message of staff, '' if there is none. */
  confirmed: (facts: Facts, { message }: { message: string }): EmailText =>
    letter(facts, `Your order is confirmed: quotation ${facts.number}`, [
      ...(message ? [message] : []),
      `This confirms your order of our quotation ${facts.number}. You can read it, and download the order confirmation as PDF, here:`,
      facts.link,
    ]),
}

/** Without control characters, which could start another header. */
const toSubjectLine = (text: string): string => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').slice(0, 180)

/** Whether a buyer can be told something. */
export const canEmailBuyer = ({ sendMail }: SalesContext, { body }: StoredQuotation): boolean =>
  sendMail !== undefined && Boolean(body.buyer?.email)

/** The address of the member of staff who is responsible, or of all staff; undefined if there is none. */
export const findOwnerAddress = ({ owners, notifyEmail }: SalesContext, ownerId: string | null) =>
  owners.find(({ id }) => id === ownerId)?.email ?? notifyEmail

/**
 * Queues an email to the buyer, with a new link to the quotation on `site` unless `link` is stated. A reply goes to the member of
 * staff who is responsible. Returns its id and address; undefined if nothing can be sent.
 */
export async function queueBuyerEmail(
  tx: Tx,
  context: SalesContext,
  quotation: StoredQuotation,
  {
    id: mailId,
    site,
    link,
    company = context.site.company,
    write,
  }: {
    id?: string | undefined
    site?: string | undefined
    link?: string
    company?: Facts['company'] | undefined
    write: (facts: Facts) => EmailText
  },
): Promise<{ id: string | undefined; to: string } | undefined> {
  const { id, number, ownerId, body } = quotation
  const { email: to, name: buyerName } = body.buyer ?? {}
  if (!context.sendMail || !to) return undefined
  const createUrl = async () => `${site}/q/${await createLink(tx, { quotationId: id }, context.at)}`
  const { subject, text } = write({
    company,
    buyerName: buyerName ?? '',
    number: number ?? '',
    link: link ?? (site ? await createUrl() : ''),
  })
  const replyTo = findOwnerAddress(context, ownerId)
  const email = { id: mailId, to, subject: toSubjectLine(subject), text, replyTo, quotationId: id }
  return { id: await context.sendMail(tx, email, context.at), to }
}

/** Tells the member of staff who is responsible what a customer did. A reply goes to the customer. */
export async function notifyOwner(
  tx: Tx,
  context: SalesContext,
  quotation: StoredQuotation,
  { event, text, by }: Pick<Change, 'event' | 'text'> & { by: string },
): Promise<void> {
  const { id, number, ownerId, buyerName, issueCount, body } = quotation
  const to = findOwnerAddress(context, ownerId)
  if (!to) return
  const name = `${number} ${getIssueLabel(issueCount)}`
  const label = QUOTATION_EVENT_LABELS[event]
  const paragraphs = [
    `${label}: quotation ${name}${buyerName && ` to ${buyerName}`}.`,
    `By: ${by}`,
    ...(text ? [text] : []),
    context.publicUrl
      ? `${context.publicUrl}/admin/quotations/${id}`
      : 'You find it under Quotations in the admin.',
  ]
  const email = {
    to,
    subject: toSubjectLine(`${label}: ${name}${buyerName && `, ${buyerName}`}`),
    text: `${paragraphs.join('\n\n')}\n`,
    replyTo: body.buyer?.email || undefined,
    quotationId: id,
  }
  await context.sendMail?.(tx, email, context.at)
}
