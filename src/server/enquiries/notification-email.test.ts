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
const STAFF_EMAIL = 'sales@example.in'
const CUSTOMER_URL = 'https://www.example.in/admin/customers/c1'

test('The notification of an enquiry names customer and item, contains all fields, and a reply goes to the customer', () => {
  const { to, subject, text, replyTo } = createNotificationEmail({
    to: STAFF_EMAIL,
    enquiry: ENQUIRY,
    itemName: 'CL 25 Capstan Lathe',
    customerUrl: CUSTOMER_URL,
  })
  expect(to).toBe(STAFF_EMAIL)
  expect(subject).toBe('Enquiry from Meera Raghavan: CL 25 Capstan Lathe')
  for (const part of [ENQUIRY.email, ENQUIRY.phone, 'Maintenance & Support', ENQUIRY.message, CUSTOMER_URL])
    expect(text).toContain(part)
  expect(replyTo).toBe(ENQUIRY.email)
})

test('The subject of a notification is one line when a name contains line breaks', () => {
  const { subject } = createNotificationEmail({
    to: STAFF_EMAIL,
    enquiry: { ...ENQUIRY, firstName: 'Meera\r\nBcc: all@example.in\u2028x' },
    itemName: '',
    customerUrl: CUSTOMER_URL,
  })
  expect(subject).toBe('Enquiry from Meera Bcc: all@example.in x Raghavan: Maintenance & Support')
})

test.each(['a,b@c.example', '"x"<evil@y.example>', 'a@b.example>', 'a;b@c.example', 'a@b@c'])(
  'The ambiguous address %s is in the text of a notification, but not its Reply-To',
  (email) => {
    const { replyTo, text } = createNotificationEmail({
      to: STAFF_EMAIL,
      enquiry: { ...ENQUIRY, email },
      itemName: '',
      customerUrl: CUSTOMER_URL,
    })
    expect(replyTo).toBeUndefined()
    expect(text).toContain(email)
  },
)
