import { expect, openAdmin, test, waitForHydration } from '../../support/browser/browser.ts'
import { typeContact } from '../../support/browser/contact-form.ts'

test.use({ siteName: 'forms' })

test('[CON-3] A double click sends the enquiry once, shows a thank-you message and clears the form; staff see the enquiry', async ({
  page,
}) => {
  const message = `Please look at our CL 25. ${Date.now()}`
  await page.goto('/#contact')
  await waitForHydration(page)
  const form = await typeContact(page, message)
  await form.getByLabel('Service').selectOption('maintenance')
  await page.route('**/api/enquiries', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 400))
    await route.continue()
  })
  let sent = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/api/enquiries')) sent++
  })
  await form.getByRole('button', { name: 'Send Inquiry' }).dblclick()
  await expect(page.getByText('Thank you for your inquiry!', { exact: true })).toBeVisible()
  await expect(page.getByText('We will get back to you soon.', { exact: true })).toBeVisible()
  expect(sent).toBe(1)
  await expect(form.getByLabel('Message')).toHaveValue('')
  await expect(form.getByLabel('Service')).toHaveValue('')
  await openAdmin(page, '/admin/customers')
  await expect(page.getByRole('row', { name: new RegExp(message) })).toContainText('Karthik Raja')
})

test('[REV-1] Stars follow the pointer and keep the choice; an empty review is not sent, a review with text shows a thank-you message', async ({
  page,
}) => {
  await page.goto('/')
  await waitForHydration(page)
  const form = page.locator('form', { has: page.getByRole('heading', { name: 'Write a review' }) })
  const filled = form.locator('[data-filled="true"]')
  await form.getByRole('button', { name: '4 stars' }).hover()
  await expect(filled).toHaveCount(4)
  await form.getByRole('button', { name: '2 stars' }).click()
  await form.getByLabel('Your experience').hover()
  await expect(filled).toHaveCount(2)
  let sent = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/api/reviews')) sent++
  })
  await form.getByRole('button', { name: 'Submit Review' }).click()
  await form.getByLabel('Your experience').fill('Holds size.')
  for (const field of ['Name', 'Position', 'Company'])
    await expect(form.getByLabel(field)).not.toHaveAttribute('required')
  await form.getByRole('button', { name: 'Submit Review' }).click()
  await expect(page.getByText('Thank you for your review!', { exact: true })).toBeVisible()
  await expect(filled).toHaveCount(0)
  expect(sent).toBe(1)
})
