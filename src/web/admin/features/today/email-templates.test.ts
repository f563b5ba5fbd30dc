import { expect, test } from 'vitest'
import type { TodayEntry } from '#contracts/enquiry/today.ts'
import { TODAY_REASONS } from '#contracts/enquiry/today-reasons.ts'
import { createEmail, createMessage, listTemplates, TEMPLATE_KEYS } from './email-templates.ts'

const SENDER = { name: 'Anand', company: 'Kovai Machine Tools', phone: '+91 422 000 1420' }
const QUOTATION: TodayEntry = {
  reason: 'not-opened',
  subject: 'quotation',
  id: 'q1',
  title: 'QTN/2026-27/0042',
  detail: 'Two capstan lathes',
  since: '2026-11-18T20:00:00.000Z',
  customer: {
    id: 'c1',
    name: 'Valves Ltd',
    person: 'Meera Raghavan',
    email: 'm@valves.example',
    phone: '98400 12345',
  },
  owner: null,
  total: 2_374_750,
  issuedAt: '2026-11-18T20:00:00.000Z',
  validUntil: '2026-12-18',
  emailedAt: null,
}
const ENQUIRY: TodayEntry = {
  ...QUOTATION,
  reason: 'unanswered',
  subject: 'enquiry',
  title: 'E-261123-7KQ4',
  total: null,
  issuedAt: null,
  validUntil: null,
}

test('The reminder of a quotation has name, number, day in India and signature', () => {
  expect(createEmail('not-opened', QUOTATION, SENDER)).toEqual({
    subject: 'Have you received our quotation QTN/2026-27/0042?',
    text: `Dear Meera Raghavan,

We sent you our quotation QTN/2026-27/0042 on 19 Nov 2026. You can read it, ask questions and accept it with the link in that email.

If you cannot find the email, please look in the spam folder, or reply to this one and we will send the link again.

Best regards
Anand
Kovai Machine Tools
+91 422 000 1420`,
  })
})

test('The answer to a question repeats each of its lines', () => {
  const entry = { ...QUOTATION, reason: 'question', detail: 'Is 415 V possible?\nAnd 50 Hz?' } as const
  expect(createEmail('answer', entry, SENDER).text).toContain('\n> Is 415 V possible?\n> And 50 Hz?\n')
})

test('An email to a company without a person addresses Sir or Madam', () => {
  const entry = { ...QUOTATION, customer: { ...QUOTATION.customer, person: '' } }
  expect(createEmail('expiring', entry, SENDER).text).toMatch(/^Dear Sir or Madam,/)
  expect(createEmail('expiring', entry, SENDER).subject).toContain('valid until 18 Dec 2026')
})

test.each(TODAY_REASONS)('The reason %s offers the templates of its subject', (reason) => {
  const isEnquiry = reason === 'unanswered' || reason === 'follow-up'
  const keys = listTemplates({ ...(isEnquiry ? ENQUIRY : QUOTATION), reason }).map(({ key }) => key)
  const enquiryKeys = ['first-reply', 'ask-details', 'follow-up']
  expect(keys.toSorted()).toEqual(
    TEMPLATE_KEYS.filter((key) => enquiryKeys.includes(key) === isEnquiry).toSorted(),
  )
})

test('The template that the reason needs is the first one', () => {
  expect(listTemplates(QUOTATION)[0]).toEqual({ key: 'not-opened', label: 'Reminder: not opened' })
  expect(listTemplates(ENQUIRY)[0]).toEqual({ key: 'first-reply', label: 'First reply' })
  expect(listTemplates({ ...QUOTATION, reason: 'accepted' })[0]?.label).toBe('Thank you for the order')
})

test('A reminder that needs the last day is not offered without one', () => {
  expect(listTemplates({ ...QUOTATION, validUntil: null }).map(({ key }) => key)).not.toContain('expiring')
})

test('The WhatsApp message has the number and not what the customer wrote', () => {
  expect(createMessage({ ...ENQUIRY, detail: 'My secret drawing' }, SENDER)).toBe(
    'Hello Meera Raghavan, this is Anand of Kovai Machine Tools. Thank you for your enquiry E-261123-7KQ4. When may we call you?',
  )
  expect(createMessage(QUOTATION, SENDER)).toContain('QTN/2026-27/0042 by email on 19 Nov 2026.')
})
