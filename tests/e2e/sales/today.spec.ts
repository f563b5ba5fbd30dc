import { toBusinessDate } from '#contracts/business-date.ts'
import { expect, openAdmin, postJson, test } from '../../support/browser/browser.ts'
import { expectAccessible } from '../../support/browser/screen-checks.ts'
import { toasts } from '../../support/browser/toasts.ts'
import { startEmptySite } from '../../support/empty-site.ts'

test.use({
  // The reply of a site without a mail server.
  allowedMessages: /status of 409/,
  // A site without the demo data, whose lists are known, and with a mail server.
  // biome-ignore lint/correctness/noEmptyPattern: Playwright requires an object pattern
  site: async ({}, use) => {
    const site = await startEmptySite({
      SMTP_URL: 'smtp://127.0.0.1:1',
      NOTIFY_EMAIL: 'office@kovai.example',
    })
    await use(site)
    await site.stop()
  },
})

const dayFormat = new Intl.DateTimeFormat('en-IN', { dateStyle: 'medium', timeZone: 'UTC' })
/** A day in India. */
const inDays = (days: number) => toBusinessDate(new Date(Date.now() + days * 86_400_000))

test('Enquiries and quotations that wait are answered by email, WhatsApp and phone, and leave the list', async ({
  page,
}) => {
  await openAdmin(page, '/admin/today')
  await expect(page.getByRole('heading', { name: 'Nothing is waiting' })).toBeVisible()
  const enquiry = {
    firstName: 'Meera',
    lastName: 'Raghavan',
    phone: '098400 12345',
    email: 'meera@valves.example',
    message: 'Spindle bearing for a CL 25, please.',
    status: 'new',
  }
  const { customerId } = await postJson(page, '/api/enquiries/by-staff', enquiry)
  await postJson(page, '/api/enquiries/by-staff', {
    ...enquiry,
    firstName: 'Kala',
    email: '',
    phone: '+91 93333 44444',
  })
  const quotation = await postJson(page, '/api/quotations', {
    customer: customerId,
    placeOfSupply: '33',
    currency: 'INR',
    subject: 'Two capstan lathes',
    validUntil: inDays(3),
    lines: [
      { description: 'CL 25', hsn: '8458', quantity: 2, unit: 'each', unitPrice: 1_000_000, gstRate: 18 },
    ],
  })
  const { number } = await postJson(page, `/api/quotations/${quotation.id}/issue`, { sendEmail: false })
  const day = dayFormat.format(new Date(inDays(3)))
  await page.reload()
  const unanswered = page.getByRole('list', { name: 'Enquiry without a reply' }).getByRole('listitem')
  const expiring = page.getByRole('list', { name: 'Expires within seven days' }).getByRole('listitem')
  await expect(unanswered).toHaveCount(2)
  await expect(expiring).toContainText(`Meera Raghavan${number}`)
  await expect(expiring).toContainText('₹23,60,000')
  await expect(expiring).toContainText('Expires in 3 days')
  await expect(page.getByRole('link', { name: 'Today' })).toHaveAccessibleDescription('3 to do today')
  await expectAccessible(page, [320, 390, 1280])

  const meera = unanswered.filter({ hasText: 'Meera' })
  await expect(meera.getByRole('link', { name: /^Call/ })).toHaveAttribute('href', 'tel:09840012345')
  await expect(meera.getByRole('link', { name: /^WhatsApp/ })).toHaveAttribute(
    'href',
    /^https:\/\/wa\.me\/919840012345\?text=Hello%20Meera/,
  )
  const kala = unanswered.filter({ hasText: 'Kala' })
  await expect(kala.getByRole('button', { name: /^Email/ })).toHaveCount(0)

  // Templates: what was typed remains in each of them, and Escape does not lose it.
  await meera.getByRole('button', { name: /^Email/ }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Email to Meera Raghavan' })
  await expect(dialog.getByLabel('Subject')).toBeFocused()
  await dialog.getByLabel('Text').press('Control+Home')
  await dialog.getByLabel('Text').pressSequentially('Good day. ')
  await dialog.getByLabel('Template').selectOption('Ask for details')
  await expect(dialog.getByLabel('Text')).toHaveValue(/^Dear Meera Raghavan,\n\nThank you.*anand/s)
  await dialog.getByLabel('Template').selectOption('First reply')
  await expect(dialog.getByLabel('Text')).toHaveValue(/^Good day\. Dear Meera Raghavan,/)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Keep editing' }).press('Enter')
  await expectAccessible(page, [390, 1280])

  // Without a mail server, the mail program of the device gets the same email.
  await page.route('**/emails', (route) =>
    route.fulfill({
      status: 409,
      contentType: 'application/problem+json',
      json: { type: 'no-mail-server', message: 'This site has no mail server.' },
    }),
  )
  await dialog.getByRole('button', { name: 'Send email' }).click()
  await expect(dialog.getByRole('alert')).toContainText('This site has no mail server.')
  await expect(dialog.getByRole('link', { name: 'Open in your mail program' })).toHaveAttribute(
    'href',
    /^mailto:meera@valves\.example\?subject=Your%20enquiry%20E-.*&body=Good%20day/,
  )
  await page.unroute('**/emails')
  await dialog.getByRole('button', { name: 'Send email' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(unanswered).toHaveCount(1)
  await expect(page.getByRole('link', { name: 'Today' })).toHaveAccessibleDescription('2 to do today')

  await kala.getByRole('button', { name: /^Mark as contacted/ }).press('Enter')
  await expect(unanswered).toHaveCount(0)
  await toasts(page).getByRole('button', { name: 'Undo' }).click()
  await expect(unanswered).toHaveCount(1)

  await expiring.getByRole('button', { name: /^Email/ }).click()
  const reminder = page.getByRole('dialog', { name: 'Email to Meera Raghavan' })
  await expect(reminder.getByLabel('Template').locator('option:checked')).toHaveText('Reminder: expires soon')
  await expect(reminder.getByLabel('Subject')).toHaveValue(`Our quotation ${number} is valid until ${day}`)
  await reminder.getByRole('button', { name: 'Send email' }).press('Enter')
  await expect(reminder).toHaveCount(0)
  await expect(expiring).toContainText('last email just now')
  await page.getByRole('navigation', { name: 'Whose' }).getByRole('link', { name: 'Everyone' }).click()
  await expect(expiring).toContainText('Expires in 3 days, last email just now, anand')
  await page.goto(`/admin/customers/${customerId}`)
  const activity = page.getByRole('list', { name: 'Activity' }).getByRole('listitem')
  await expect(activity.first()).toContainText(`${number} R1: Email`)
  await expect(activity.first()).toContainText(`Our quotation ${number} is valid until ${day}`)
  await expect(activity.filter({ hasText: `${number} R1: Sent` }).getByRole('link')).toHaveAttribute(
    'href',
    `/admin/quotations/${quotation.id}`,
  )
  await expect(activity.filter({ hasText: 'New → Contacted' })).toHaveCount(1)
  await expectAccessible(page, [390, 1280])
})
