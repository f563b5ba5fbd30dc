import type { Page } from '@playwright/test'
import { expect, signIn, test, waitForHydration } from '../../support/browser/browser.ts'

test.use({ siteName: 'forms' })

async function fillEnquiry(page: Page, message: string) {
  const form = page.locator('#contact form')
  await form.getByLabel('First name').fill('Meena')
  await form.getByLabel('Last name').fill('Sundaram')
  await form.getByLabel('Email').fill('meena@works.example')
  await form.getByLabel('Phone').fill('+91 00000 99999')
  await form.getByLabel('Service').selectOption('maintenance')
  await form.getByLabel('Message').fill(message)
  return form
}

test('[CON-3] A sent enquiry shows a thank-you message, clears the form, and is visible to staff', async ({
  page,
}) => {
  const message = `Please look at our CL 25. ${Date.now()}`
  await page.goto('/#contact')
  await waitForHydration(page)
  const form = await fillEnquiry(page, message)
  await form.getByRole('button', { name: 'Send Inquiry' }).click()
  await expect(page.getByText('Thank you for your inquiry!', { exact: true })).toBeVisible()
  await expect(page.getByText('We will get back to you soon.', { exact: true })).toBeVisible()
  await expect(form.getByLabel('Message')).toHaveValue('')
  await expect(form.getByLabel('Service')).toHaveValue('')
  await signIn(page)
  await page.getByRole('main').getByRole('link', { name: 'Customers' }).click()
  await expect(page.getByRole('row', { name: new RegExp(message) })).toContainText('Meena Sundaram')
})

test('[CON-3] A double click sends the enquiry once', async ({ page }) => {
  const message = `Twice? ${Date.now()}`
  await page.goto('/#contact')
  await waitForHydration(page)
  const form = await fillEnquiry(page, message)
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
  expect(sent).toBe(1)
})

test.describe('when the network fails', () => {
  test.use({ allowedMessages: /ERR_FAILED|ERR_INTERNET/ })

  test('[CON-3] The contact form keeps its text when the network fails, and sends it when the network is back', async ({
    page,
  }) => {
    const message = `Still here ${Date.now()}`
    await page.goto('/#contact')
    await waitForHydration(page)
    const form = await fillEnquiry(page, message)
    await page.route('**/api/enquiries', (route) => route.abort())
    await form.getByRole('button', { name: 'Send Inquiry' }).click()
    await expect(page.getByText('Your message has been kept.', { exact: false }).first()).toBeVisible()
    await expect(form.getByLabel('Message')).toHaveValue(message)
    await page.unroute('**/api/enquiries')
    await form.getByRole('button', { name: 'Send Inquiry' }).click()
    await expect(page.getByText('Thank you for your inquiry!', { exact: true })).toBeVisible()
  })
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
  await page.waitForTimeout(300)
  expect(sent).toBe(0)
  await form.getByLabel('Your experience').fill('Holds size.')
  for (const field of ['Name', 'Position', 'Company'])
    await expect(form.getByLabel(field)).not.toHaveAttribute('required')
  await form.getByRole('button', { name: 'Submit Review' }).click()
  await expect(page.getByText('Thank you for your review!', { exact: true })).toBeVisible()
  await expect(filled).toHaveCount(0)
  expect(sent).toBe(1)
})
