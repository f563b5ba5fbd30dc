import { expect, test } from 'vitest'
import { createNotificationEmail } from './notification-email.ts'

const ENQUIRY = {
  firstName: 'Meera',
  lastName: 'Raghavan',
  email: 'meera@valves.example',
  phone: '+91 98400 12345',
  service: 'maintenance' as const,
  message: 'A new spindle bearing, please.',
}
const LINK = 'https://www.example.in/admin/customers/c1'

test('a notice names person and item, holds everything and can be answered', () => {
  const { subject, text, replyTo } = createNotificationEmail(ENQUIRY, 'CL 25 Capstan Lathe', LINK)
  expect(subject).toBe('Enquiry from Meera Raghavan: CL 25 Capstan Lathe')
  for (const part of [ENQUIRY.email, ENQUIRY.phone, 'Maintenance & Support', ENQUIRY.message, LINK])
    expect(text).toContain(part)
  expect(replyTo).toBe(ENQUIRY.email)
})

test('a subject is one line, whatever a name holds', () => {
  const { subject } = createNotificationEmail(
    { ...ENQUIRY, firstName: 'Meera\r\nBcc: all@example.in\u2028x' },
    '',
    LINK,
  )
  expect(subject).toBe('Enquiry from Meera Bcc: all@example.in x Raghavan: Maintenance & Support')
})

test.each(['a,b@c.example', '"x"<evil@y.example>', 'a@b.example>', 'a;b@c.example', 'a@b@c'])(
  'the address %s, which can be read in two ways, is only in the text',
  (email) => {
    const { replyTo, text } = createNotificationEmail({ ...ENQUIRY, email }, '', LINK)
    expect(replyTo).toBeUndefined()
    expect(text).toContain(email)
  },
)
