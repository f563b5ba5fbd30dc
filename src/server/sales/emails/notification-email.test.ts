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
const STORED = { reference: 'E-261123-7KQ4', itemName: '', lines: [], files: [] }
const STAFF_EMAIL = 'sales@example.in'
const CUSTOMER_URL = 'https://www.example.in/admin/customers/c1'

test('The notification of an enquiry names customer and item, contains all fields, and a reply goes to the customer', () => {
  const { to, subject, text, replyTo } = createNotificationEmail({
    to: STAFF_EMAIL,
    enquiry: ENQUIRY,
    stored: { ...STORED, itemName: 'CL 25 Capstan Lathe' },
    customerUrl: CUSTOMER_URL,
  })
  expect(to).toBe(STAFF_EMAIL)
  expect(subject).toBe('Enquiry from Meera Raghavan: CL 25 Capstan Lathe')
  for (const part of [ENQUIRY.email, ENQUIRY.phone, 'Maintenance & Support', ENQUIRY.message, CUSTOMER_URL])
    expect(text).toContain(part)
  expect(replyTo).toBe(ENQUIRY.email)
})

test('The notification has reference, company, lines with quantities and notes, and the names of files', () => {
  const { subject, text } = createNotificationEmail({
    to: STAFF_EMAIL,
    enquiry: { ...ENQUIRY, company: 'Kovai\nValves', gstin: '27AAPFU0939F1ZV', place: 'Coimbatore' },
    stored: {
      ...STORED,
      lines: [
        { id: 'a', name: 'CL 40 Capstan Lathe', quantity: 2, note: 'with\ncollets' },
        { id: null, name: 'Coolant Pump', quantity: 1, note: '' },
      ],
      files: ['shaft.pdf', 'plate.dxf'],
    },
    customerUrl: CUSTOMER_URL,
  })
  expect(subject).toBe('Enquiry from Meera Raghavan: CL 40 Capstan Lathe and 1 more')
  expect(text).toContain('Reference: E-261123-7KQ4\n')
  expect(text).toContain('Company: Kovai Valves\nGSTIN: 27AAPFU0939F1ZV\nPlace: Coimbatore\n')
  expect(text).toContain('Items:\n- CL 40 Capstan Lathe × 2 (with collets)\n- Coolant Pump × 1\n')
  expect(text).toContain('Files: shaft.pdf, plate.dxf\n')
})

test('The notification of an enquiry without a message leaves no gap', () => {
  const { text } = createNotificationEmail({
    to: STAFF_EMAIL,
    enquiry: { ...ENQUIRY, message: '' },
    stored: { ...STORED, lines: [{ id: 'a', name: 'CL 40 Capstan Lathe', quantity: 1, note: '' }] },
    customerUrl: undefined,
  })
  expect(text).toContain('- CL 40 Capstan Lathe × 1\n\nReply, and record')
})

test.each(['a,b@c.example', '"x"<evil@y.example>', 'a@b.example>', 'a;b@c.example', 'a@b@c'])(
  'The ambiguous address %s is in the text of a notification, but not its Reply-To',
  (email) => {
    const { replyTo, text } = createNotificationEmail({
      to: STAFF_EMAIL,
      enquiry: { ...ENQUIRY, email },
      stored: STORED,
      customerUrl: CUSTOMER_URL,
    })
    expect(replyTo).toBeUndefined()
    expect(text).toContain(email)
  },
)
