import type { Acceptance } from '#contracts/quotation-record.ts'
import {
  getIssueLabel,
  QUOTATION_EVENT_LABELS,
  type QuotationEventKind,
} from '#contracts/quotation-states.ts'
import type { SiteContent } from '#contracts/site-content.ts'
import type { QuotationEmail } from './deps.ts'
import type { StoredQuotation } from './store.ts'

const dayFormat = new Intl.DateTimeFormat('en-IN', { dateStyle: 'long', timeZone: 'UTC' })

/** Returns the email with the link to an issued quotation. */
export function createQuotationEmail({
  to,
  number,
  issueNo,
  validUntil,
  message,
  link,
  company,
  buyerName,
}: {
  to: string
  number: string
  issueNo: number
  /** '2026-12-31' */
  validUntil: string
  /** Written by staff; '' if there is none. */
  message: string
  link: string
  company: Pick<SiteContent['company'], 'name' | 'phones'>
  buyerName: string
}): QuotationEmail {
  const name = issueNo === 1 ? number : `${number} ${getIssueLabel(issueNo)}`
  const paragraphs = [
    ...(buyerName ? [`Dear ${buyerName},`] : []),
    ...(message ? [message] : []),
    `Our quotation ${name} is ready. You can read it, download it as PDF, ask questions and accept it here:`,
    link,
    `It is valid until ${dayFormat.format(new Date(validUntil))}.`,
    'Please do not forward this link: whoever has it can accept the quotation.',
    listContacts(company),
  ]
  return { to, subject: `Quotation ${name} from ${company.name}`, text: `${paragraphs.join('\n\n')}\n` }
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
export function createAnswerEmail({
  to,
  number,
  text,
  link,
  company,
  buyerName,
}: {
  to: string
  number: string
  text: string
  link: string
  company: Pick<SiteContent['company'], 'name' | 'phones'>
  buyerName: string
}): QuotationEmail {
  const paragraphs = [
    ...(buyerName ? [`Dear ${buyerName},`] : []),
    text,
    `This is about our quotation ${number}. You can read it, ask further questions and accept it here:`,
    link,
    listContacts(company),
  ]
  return {
    to,
    subject: toSubjectLine(`Your question about quotation ${number}`),
    text: `${paragraphs.join('\n\n')}\n`,
  }
}

/** Returns the email that tells the buyer what was accepted. Names and numbers are those that the customer entered. */
export function createAcceptanceEmail({
  to,
  number,
  issueNo,
  acceptance: { name, position, purchaseOrder },
  lines,
  total,
  link,
  company,
  buyerName,
}: {
  to: string
  number: string
  issueNo: number
  acceptance: Pick<Acceptance, 'name' | 'position' | 'purchaseOrder'>
  /** What was ordered, such as '2 each: Capstan lathe CL 25'. */
  lines: string[]
  /** '₹23,74,750.00' */
  total: string
  /** Undefined where the address of the site is not configured. */
  link: string | undefined
  company: Pick<SiteContent['company'], 'name' | 'phones'>
  buyerName: string
}): QuotationEmail {
  const rest = lines.length - MAX_LISTED_LINES
  const listed = [...lines.slice(0, MAX_LISTED_LINES), ...(rest > 0 ? [`and ${rest} more`] : [])]
  const paragraphs = [
    ...(buyerName ? [`Dear ${buyerName},`] : []),
    `Thank you for your order. Our quotation ${number} ${getIssueLabel(issueNo)} was accepted by ${[name, position].filter(Boolean).join(', ')}.`,
    listed.map((line) => `- ${line}`).join('\n'),
    [`Total with tax: ${total}`, ...(purchaseOrder ? [`Purchase order: ${purchaseOrder}`] : [])].join('\n'),
    link
      ? `You can read what you ordered, and download it as PDF, here:\n\n${link}`
      : 'You can read what you ordered with the link in our earlier email.',
    'We will check your order and confirm it. If you did not accept this quotation, please call us or reply to this email.',
    listContacts(company),
  ]
  return {
    to,
    subject: toSubjectLine(`Your order: quotation ${number}`),
    text: `${paragraphs.join('\n\n')}\n`,
  }
}

/** Returns the email with the message of staff that confirms an order. */
export function createConfirmationEmail({
  to,
  number,
  message,
  link,
  company,
  buyerName,
}: {
  to: string
  number: string
  message: string
  link: string
  company: Pick<SiteContent['company'], 'name' | 'phones'>
  buyerName: string
}): QuotationEmail {
  const paragraphs = [
    ...(buyerName ? [`Dear ${buyerName},`] : []),
    message,
    `This confirms your order of our quotation ${number}. You can read it, and download the order confirmation as PDF, here:`,
    link,
    listContacts(company),
  ]
  return {
    to,
    subject: toSubjectLine(`Your order is confirmed: quotation ${number}`),
    text: `${paragraphs.join('\n\n')}\n`,
  }
}

const MAX_LISTED_LINES = 40

const listContacts = ({ name, phones }: Pick<SiteContent['company'], 'name' | 'phones'>): string =>
  [name, ...phones.map(({ label, number: phone }) => `${label}: ${phone}`)].join('\n')

/** Without control characters, which could start another header. */
const toSubjectLine = (text: string): string => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').slice(0, 180)
