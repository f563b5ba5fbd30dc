import { createLetter, createQuotationEmail, EMAIL_LINK, EMAIL_NUMBER } from '#contracts/quotation/email.ts'
import type { Acceptance } from '#contracts/quotation/record.ts'
import {
  getIssueLabel,
  QUOTATION_EVENT_LABELS,
  type QuotationEventKind,
} from '#contracts/quotation/states.ts'
import type { SiteContent } from '#contracts/site-content/site-content.ts'
import type { QuotationEmail } from './deps.ts'
import type { StoredQuotation } from './store.ts'

/** Who an email to a buyer goes to, and about which quotation. */
interface BuyerEmail {
  to: string
  /** '' if it is not known. */
  buyerName: string
  company: Pick<SiteContent['company'], 'name' | 'phones'>
  number: string
}

/** Returns the email with the link to an issued quotation: `written` by staff, or the usual one. */
export function fillQuotationEmail(
  {
    issueNo,
    validUntil,
    link,
    ...email
  }: BuyerEmail & {
    issueNo: number
    /** '2026-12-31' */
    validUntil: string
    link: string
  },
  written: { subject: string; text: string } | undefined,
): QuotationEmail {
  const { to, number } = email
  const name = issueNo === 1 ? number : `${number} ${getIssueLabel(issueNo)}`
  const { subject, text } = written ?? createQuotationEmail({ ...email, name, validUntil })
  const fill = (text: string) =>
    text.replaceAll(EMAIL_NUMBER, () => number).replaceAll(EMAIL_LINK, () => link)
  return { to, subject: toSubjectLine(fill(subject)), text: fill(text) }
}

/** Returns the email that tells the member of staff who is responsible what a customer did. A reply goes to the customer. */
export function createOwnerEmail({
  to,
  event,
  by,
  text,
  quotation,
  url,
}: {
  to: string
  event: QuotationEventKind
  by: string
  text: string
  quotation: Pick<StoredQuotation, 'number' | 'buyerName' | 'issueCount' | 'body'>
  /** The quotation in the admin; undefined where the address of the site is not configured. */
  url: string | undefined
}): QuotationEmail {
  const { number, buyerName, issueCount, body } = quotation
  const name = `${number} ${getIssueLabel(issueCount)}`
  const paragraphs = [
    `${QUOTATION_EVENT_LABELS[event]}: quotation ${name}${buyerName && ` to ${buyerName}`}.`,
    `By: ${by}`,
    ...(text ? [text] : []),
    url ?? 'You find it under Quotations in the admin.',
  ]
  const replyTo = body.buyer?.email
  return {
    to,
    subject: toSubjectLine(`${QUOTATION_EVENT_LABELS[event]}: ${name}${buyerName && `, ${buyerName}`}`),
    text: `${paragraphs.join('\n\n')}\n`,
    ...(replyTo && { replyTo }),
  }
}

/** Returns the email with the answer to a customer's question. */
export const createAnswerEmail = ({
  text,
  link,
  canAccept,
  ...email
}: BuyerEmail & { text: string; link: string; canAccept: boolean }): QuotationEmail =>
  toBuyer(email, `Your question about quotation ${email.number}`, [
    text,
    `This is about our quotation ${email.number}. You can read it${canAccept ? ', ask further questions and accept it' : ' and ask further questions'} here:`,
    link,
  ])

/** Returns the email that tells the buyer what was accepted. Names and numbers are those that the customer entered. */
export function createAcceptanceEmail({
  issueNo,
  acceptance: { name, position, purchaseOrder },
  lines,
  total,
  link,
  ...email
}: BuyerEmail & {
  issueNo: number
  acceptance: Pick<Acceptance, 'name' | 'position' | 'purchaseOrder'>
  /** What was ordered, such as '2 each: Capstan lathe CL 25'. */
  lines: string[]
  /** '₹23,74,750.00' */
  total: string
  /** Undefined where the address of the site is not configured. */
  link: string | undefined
}): QuotationEmail {
  const { number } = email
  const rest = lines.length - MAX_LISTED_LINES
  const listed = [...lines.slice(0, MAX_LISTED_LINES), ...(rest > 0 ? [`and ${rest} more`] : [])]
  return toBuyer(email, `Your order: quotation ${number}`, [
    `Thank you for your order. Our quotation ${number} ${getIssueLabel(issueNo)} was accepted by ${[name, position].filter(Boolean).join(', ')}.`,
    listed.map((line) => `- ${line}`).join('\n'),
    [`Total with tax: ${total}`, ...(purchaseOrder ? [`Purchase order: ${purchaseOrder}`] : [])].join('\n'),
    link
      ? `You can read what you ordered, and download it as PDF, here:\n\n${link}`
      : 'You can read what you ordered with the link in our earlier email.',
    'We will check your order and confirm it. If you did not accept this quotation, please call us or reply to this email.',
  ])
}

/** Returns the email that confirms an order, with the message of staff if there is one. */
export const createConfirmationEmail = ({
  message,
  link,
  ...email
}: BuyerEmail & {
  /** '' if there is none. */
  message: string
  link: string
}): QuotationEmail =>
  toBuyer(email, `Your order is confirmed: quotation ${email.number}`, [
    ...(message ? [message] : []),
    `This confirms your order of our quotation ${email.number}. You can read it, and download the order confirmation as PDF, here:`,
    link,
  ])

const MAX_LISTED_LINES = 40

const toBuyer = (email: BuyerEmail, subject: string, paragraphs: string[]): QuotationEmail => ({
  to: email.to,
  subject: toSubjectLine(subject),
  text: createLetter(email, paragraphs),
})

/** Without control characters, which could start another header. */
const toSubjectLine = (text: string): string => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').slice(0, 180)
