import { toBusinessDate } from '#contracts/business-date.ts'
import type { TodayEntry } from '#contracts/enquiry/today.ts'
import type { TodayReason } from '#contracts/enquiry/today-reasons.ts'
import { formatDay } from '#contracts/format.ts'
import type { EmailBody } from '#contracts/mail/mail.ts'

/** Who writes: the member of staff and the company. */
export interface Sender {
  name: string
  company: string
  /** The company's first phone number; '' if it states none. */
  phone: string
}

interface Template {
  label: string
  subject: TodayEntry['subject']
  /** What the email says between greeting and signature. */
  createEmail: (entry: TodayEntry) => EmailBody
}

export const TEMPLATE_KEYS = [
  'first-reply',
  'ask-details',
  'follow-up',
  'thank-you',
  'answer',
  'declined',
  'expiring',
  'not-opened',
] as const
export type TemplateKey = (typeof TEMPLATE_KEYS)[number]

const TEMPLATES: Record<TemplateKey, Template> = {
  'first-reply': {
    label: 'First reply',
    subject: 'enquiry',
    createEmail: ({ title, since }) => ({
      subject: `Your enquiry ${title}`,
      text: `Thank you for your enquiry ${title} of ${formatTime(since)}. We have received it and will send you our reply shortly.\n\nIf it is urgent, please call us or reply to this email.`,
    }),
  },
  'ask-details': {
    label: 'Ask for details',
    subject: 'enquiry',
    createEmail: ({ title }) => ({
      subject: `Your enquiry ${title}: we need some details`,
      text: `Thank you for your enquiry ${title}. So that we can quote what you need, please send us:\n\n- a drawing of the part, or its size and material\n- the quantity per month\n- the place of delivery and your GSTIN`,
    }),
  },
  'follow-up': {
    label: 'Follow up',
    subject: 'enquiry',
    createEmail: ({ title }) => ({
      subject: `Your enquiry ${title}`,
      text: `We are writing about your enquiry ${title}. Do you need any further information from us, or a change in our offer?\n\nPlease tell us how we can help, or when we may call you.`,
    }),
  },
  'thank-you': {
    label: 'Thank you for the order',
    subject: 'quotation',
    createEmail: ({ title }) => ({
      subject: `Thank you for your order: quotation ${title}`,
      text: `Thank you for accepting our quotation ${title}. We have received your order and will send you the order confirmation shortly.`,
    }),
  },
  answer: {
    label: 'Answer to the question',
    subject: 'quotation',
    createEmail: ({ title, reason, detail }) => ({
      subject: `Your question about our quotation ${title}`,
      text: `Thank you for your question about our quotation ${title}${reason === 'question' ? `:\n\n${quote(detail)}\n\n` : '.\n\n'}Our answer: `,
    }),
  },
  declined: {
    label: 'After a decline',
    subject: 'quotation',
    createEmail: ({ title }) => ({
      subject: `Our quotation ${title}`,
      text: `Thank you for telling us your decision about our quotation ${title}.\n\nIf a change would help, for example in the price, the delivery time or the specification, please reply to this email: we will gladly send you a revised quotation.`,
    }),
  },
  expiring: {
    label: 'Reminder: expires soon',
    subject: 'quotation',
    createEmail: ({ title, validUntil }) => ({
      subject: `Our quotation ${title} is valid until ${validUntil ? formatDay(validUntil) : ''}`,
      text: `Our quotation ${title} is valid until ${validUntil ? formatDay(validUntil) : ''}. You can read and accept it with the link in our earlier email.\n\nIf you need more time, or a change, please reply to this email.`,
    }),
  },
  'not-opened': {
    label: 'Reminder: not opened',
    subject: 'quotation',
    createEmail: ({ title, issuedAt }) => ({
      subject: `Have you received our quotation ${title}?`,
      text: `We sent you our quotation ${title}${issuedAt ? ` on ${formatTime(issuedAt)}` : ''}. You can read it, ask questions and accept it with the link in that email.\n\nIf you cannot find the email, please look in the spam folder, or reply to this one and we will send the link again.`,
    }),
  },
}

const DEFAULT_KEYS: Record<TodayReason, TemplateKey> = {
  accepted: 'thank-you',
  question: 'answer',
  declined: 'declined',
  approval: 'answer',
  unanswered: 'first-reply',
  'follow-up': 'follow-up',
  expiring: 'expiring',
  'not-opened': 'not-opened',
}

/** The templates for an entry, the one that its reason needs first. */
export function listTemplates({ reason, subject, validUntil }: TodayEntry) {
  const first = DEFAULT_KEYS[reason]
  return [first, ...TEMPLATE_KEYS.filter((key) => key !== first)]
    .filter((key) => TEMPLATES[key].subject === subject && (key !== 'expiring' || validUntil !== null))
    .map((key) => ({ key, label: TEMPLATES[key].label }))
}

/** The email of a template with greeting and signature. */
export function createEmail(key: TemplateKey, entry: TodayEntry, sender: Sender): EmailBody {
  const { subject, text } = TEMPLATES[key].createEmail(entry)
  const greeting = `Dear ${entry.customer.person || 'Sir or Madam'},`
  const signature = [sender.name, sender.company, sender.phone].filter(Boolean).join('\n')
  return { subject, text: `${greeting}\n\n${text}\n\nBest regards\n${signature}` }
}

/** The draft of a WhatsApp message. It repeats nothing that the customer wrote. */
export function createMessage(entry: TodayEntry, { name, company }: Sender): string {
  const greeting = `Hello${entry.customer.person ? ` ${entry.customer.person}` : ''}`
  return `${greeting}, this is ${[name, company].filter(Boolean).join(' of ')}. ${describeMatter(entry)}`
}

function describeMatter({ reason, subject, title, issuedAt, validUntil }: TodayEntry): string {
  switch (reason) {
    case 'accepted':
      return `Thank you for accepting our quotation ${title}. We will send you the order confirmation shortly.`
    case 'unanswered':
      return `Thank you for your enquiry ${title}. When may we call you?`
    case 'not-opened':
      return `We sent you our quotation ${title}${issuedAt ? ` by email on ${formatTime(issuedAt)}` : ''}. Have you received it?`
    case 'expiring':
      return `Our quotation ${title} is valid until ${validUntil ? formatDay(validUntil) : ''}. Do you have any questions about it?`
    case 'question':
    case 'approval':
    case 'follow-up':
    case 'declined':
      return `I am writing about your ${subject} ${title}. `
  }
}

/** A UTC time as its day in India: '23 Nov 2026'. */
const formatTime = (at: string) => formatDay(toBusinessDate(new Date(at)))

const quote = (text: string) => text.replace(/^/gm, '> ')
