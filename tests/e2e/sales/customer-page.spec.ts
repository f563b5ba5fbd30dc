import type { APIRequestContext, Page } from '@playwright/test'
import { expect, test } from '../../support/browser/browser.ts'
import { expectNoOverflow, expectNoViolations } from '../../support/browser/screen-checks.ts'
import { createPdfFile } from '../../support/fixtures/attachments.ts'
import { ADMIN } from '../../support/fixtures/demo-data.ts'
import { ENQUIRY_FIELDS } from '../../support/fixtures/enquiries.ts'
import { LINE, QUOTATION } from '../../support/fixtures/quotations.ts'
import type { Json } from '../../support/http-client.ts'

test.use({ siteName: 'customer-page', allowedMessages: /status of 409/ })

const ORDER = createPdfFile('purchase-order.pdf')

/**
 * Sends an enquiry and issues a quotation for it: a lathe with an optional chuck and an alternative lathe. Returns the
 * quotation with its link, and the path of the enquiry's page.
 */
async function send(request: APIRequestContext): Promise<Json> {
  const data = { email: ADMIN.ADMIN_EMAIL, password: ADMIN.ADMIN_PASSWORD }
  const headers = {
    authorization: `Bearer ${((await (await request.post('/api/auth/login', { data })).json()) as Json).token}`,
  }
  const sent = await request.post('/api/enquiries', { data: ENQUIRY_FIELDS })
  const enquiry = (await sent.json()) as Json
  const created = await request.post('/api/quotations', {
    headers,
    data: {
      ...QUOTATION,
      enquiry: enquiry.id,
      subject: 'Capstan lathe for the second line',
      buyer: {
        name: 'Meera Raghavan',
        company: 'Sri Valli Precision Works Private Limited',
        email: 'meera@valves.example',
      },
      lines: [
        {
          ...LINE,
          key: 'lathe',
          code: 'KMT-CL-25',
          specifications: [
            ['Bar capacity', '25 mm'],
            ['Spindle speed', '45 to 2,000 rpm'],
          ],
        },
        {
          ...LINE,
          key: 'chuck',
          description: 'Hydraulic chuck\nWith hoses and valve',
          quantity: 1,
          unitPrice: 100_000,
          optional: true,
        },
        {
          ...LINE,
          key: 'cl32',
          description: 'Capstan lathe CL 32',
          unitPrice: 1_200_000,
          optional: true,
          alternativeTo: 'lathe',
        },
      ],
    },
  })
  const { id } = (await created.json()) as Json
  const issued = await request.post(`/api/quotations/${id}/issue`, { headers, data: {} })
  return { ...((await issued.json()) as Json), statusPath: enquiry.statusPath }
}

const typeInto = async (page: Page, label: string | RegExp, text: string) => {
  const field = page.getByLabel(label)
  await field.press('ControlOrMeta+a')
  await field.pressSequentially(text)
}

test('On a phone a buyer chooses an option, sees the total change, asks a question and accepts with a purchase order', async ({
  page,
  request,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const { statusPath, link, number } = await send(request)
  await page.goto(statusPath)
  await expect(page.getByRole('listitem').filter({ hasText: 'Quotation sent' })).toHaveAttribute(
    'aria-current',
    'step',
  )
  await expectNoOverflow(page, [320, 1280, 390], 'enquiry')
  await expectNoViolations(page, 'enquiry')
  await expect(page.getByText('We send quotations to the email address of the buyer.')).toBeVisible()
  await page.goto(new URL(link).pathname)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(number)
  const total = page.locator('#summary-total')
  await expect(total).toContainText('₹23,74,750.00')
  await expectNoViolations(page, 'quotation on a phone')

  await page.getByRole('checkbox', { name: /Hydraulic chuck/ }).press('Space')
  await expect(total).toContainText('₹24,92,750.00')
  await expect(page.getByRole('checkbox', { name: /Hydraulic chuck/ })).toBeFocused()
  await page.getByRole('radio', { name: /CL 25/ }).press('ArrowDown')
  await expect(total).toContainText('₹29,64,750.00')
  await page.getByRole('radio', { name: /CL 32/ }).press('ArrowUp')
  await expect(total).toContainText('₹24,92,750.00')

  await typeInto(page, 'Your question', 'Is the foundation drawing included?')
  await page.getByRole('button', { name: 'Send question' }).press('Enter')
  await expect(page.getByRole('status')).toContainText('We have received your question')
  await expect(page.getByRole('listitem').filter({ hasText: 'foundation drawing' })).toBeVisible()

  await expect(page.getByRole('checkbox', { name: /Hydraulic chuck/ })).toBeChecked()
  await expect(page.getByText('You order for ₹24,92,750.00')).toBeVisible()
  await typeInto(page, 'Your position', 'Purchase manager')
  await typeInto(page, /Purchase order number/, 'PO/26/118')
  await page.getByLabel(/Purchase order as a file/).setInputFiles(ORDER)
  await expectNoOverflow(page, [320, 390, 768, 1280], 'quotation')
  await expectNoViolations(page, 'quotation at 1280 px')
  await page.getByRole('button', { name: 'Accept the quotation' }).press('Enter')
  await expect(page.getByRole('status')).toContainText('You have accepted this quotation')
  await expect(page.getByRole('region', { name: 'Your order' })).toContainText('purchase-order.pdf')
  await expect(total).toContainText('₹24,92,750.00')
  await expectNoOverflow(page, [320, 1280], 'accepted quotation')
  await expectNoViolations(page, 'accepted quotation')
})

test.describe('Without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('The page of a quotation updates the total with a button, keeps what was typed, and declines with a reason', async ({
    page,
    request,
  }) => {
    const { link } = await send(request)
    await page.goto(link)
    await page.getByRole('checkbox', { name: /Hydraulic chuck/ }).check()
    await page.getByLabel('Your position').pressSequentially('Owner')
    await page.getByRole('button', { name: 'Accept the quotation' }).click()
    await expect(page.getByRole('alert')).toContainText('it is now ₹24,92,750.00')
    await page.getByLabel('Your question').pressSequentially('Is it in stock?')
    await page.getByRole('button', { name: 'Send question' }).click()
    await expect(page.getByRole('status')).toContainText('We have received your question')
    await expect(page.getByRole('checkbox', { name: /Hydraulic chuck/ })).toBeChecked()
    await expect(page.getByLabel('Your position')).toHaveValue('Owner')
    await expect(page.getByLabel('Your question')).toHaveValue('')
    await page.getByRole('checkbox', { name: /Hydraulic chuck/ }).uncheck()
    await page.getByRole('button', { name: 'Update total' }).click()
    await expect(page.locator('#summary-total')).toContainText('₹23,74,750.00')
    await expect(page.getByLabel('Your position')).toHaveValue('Owner')
    await page.getByText('Decline the quotation').click()
    await page.getByLabel('Reason').selectOption('Delivery time')
    await page.getByRole('button', { name: 'Decline' }).click()
    await expect(page.getByRole('status')).toContainText('You have declined this quotation')
  })
})

test.describe('on the page of an enquiry', () => {
  test.use({
    permissions: ['clipboard-read', 'clipboard-write'],
    allowedMessages: /status of 400/,
  })

  test('On a phone the sender copies its link, corrects a mistyped address, adds a drawing and goes to the site', async ({
    page,
    request,
  }) => {
    const data = { ...ENQUIRY_FIELDS, email: 'meera@gmial.com' }
    const { statusPath } = (await (await request.post('/api/enquiries', { data })).json()) as Json
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(statusPath)
    await page.getByRole('button', { name: 'Copy link' }).click()
    await expect(page.getByText('Copied.', { exact: true })).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(page.url())

    const correction = page.getByRole('region', { name: 'Your contact details' })
    await expect(correction).toContainText('Did you mean meera@gmail.com?')
    const email = correction.getByLabel('Email')
    await email.pressSequentially('meera at gmail')
    await correction.getByRole('button', { name: 'Send correction' }).click()
    await expect(email).toHaveAccessibleDescription(/^Enter an email address such as/)
    await expect(email).toHaveValue('meera at gmail')
    await expectNoOverflow(page, [320, 390, 1280], 'page of an enquiry')
    await expectNoViolations(page, 'page of an enquiry')
    await email.fill('')
    await email.pressSequentially('meera@gmail.com')
    await correction.getByRole('button', { name: 'Send correction' }).click()
    await expect(page.getByText('We have received your correction.')).toBeVisible()
    await expect(page.getByRole('main')).toContainText(
      'The sender corrected: email meera@gmial.com to meera@gmail.com',
    )

    await page.getByLabel('File').setInputFiles(ORDER)
    await page.getByRole('button', { name: 'Attach file' }).click()
    await expect(page.getByText('We have received your file.')).toBeVisible()
    await expect(page.getByRole('region', { name: 'What you asked' })).toContainText('purchase-order.pdf')
    await page.getByRole('link', { name: 'To our website' }).click()
    await expect(page).toHaveURL(/\/$/)
  })
})
