import { expect, test } from 'vitest'
import { createConfirmationEmail } from './confirmation-email.ts'

const COMPANY = {
  name: 'Kovai Machine Tools',
  phones: [{ label: 'Sales', number: '+91 422 000 0000' }],
  hours: [{ days: 'Monday to Saturday', hours: '9:00 to 18:00' }],
  replyTime: 'on the next working day',
}
const STORED = { reference: 'E-261123-7KQ4', itemName: '', lines: [], files: [] }
const confirm = (
  enquiry: Parameters<typeof createConfirmationEmail>[0]['enquiry'],
  stored: Parameters<typeof createConfirmationEmail>[0]['stored'] = STORED,
  statusUrl?: string,
) => createConfirmationEmail({ enquiry, stored, company: COMPANY, statusUrl, replyTo: 'sales@kovai.example' })

test('A confirmation has the reference, the items with quantities, the number of files, the time of the reply and the company', () => {
  const lines = [{ id: 'a', name: 'CL 40 Capstan Lathe', quantity: 2, note: 'buy pills at spam.example' }]
  const email = confirm(
    { email: 'meera@valves.example', service: 'installation' },
    { ...STORED, lines, files: ['spam.example.pdf'] },
  )
  expect(email).toMatchObject({
    to: 'meera@valves.example',
    subject: 'Your enquiry E-261123-7KQ4',
    replyTo: 'sales@kovai.example',
  })
  for (const part of [
    'Your reference number is E-261123-7KQ4.',
    'Enquiry about: Installation Services\n- CL 40 Capstan Lathe × 2\n1 file',
    'We will reply on the next working day.',
    'Kovai Machine Tools\nSales: +91 422 000 0000\nMonday to Saturday: 9:00 to 18:00',
  ])
    expect(email?.text).toContain(part)
  expect(email?.text).not.toContain('spam')
})

test('A confirmation has the link to the status page, unless the address of the site is not configured', () => {
  const url = 'https://shop.example/q/secret'
  expect(confirm({ email: 'a@b.example' }, STORED, url)?.text).toContain(`on this private page:\n${url}\n`)
  expect(confirm({ email: 'a@b.example' })?.text).not.toContain('private page')
})

test('A confirmation of an enquiry from the page of an item names the item', () => {
  expect(confirm({ email: 'a@b.example' }, { ...STORED, itemName: 'CL 25' })?.text).toContain('Item: CL 25')
  expect(confirm({ email: 'a@b.example' })?.text).not.toContain('received your enquiry with')
})

test.each(['a,b@c.example', '"x"<evil@y.example>', 'a;b@c.example'])(
  'No confirmation is sent to the ambiguous address %s',
  (email) => expect(confirm({ email })).toBeUndefined(),
)
