import type { Page } from '@playwright/test'
import { expect, openAdmin, signInByApi, test } from '../../support/browser/browser.ts'
import { createDraft } from '../../support/browser/quotation-editor.ts'
import { expectAccessible } from '../../support/browser/screen-checks.ts'
import { createPdfFile } from '../../support/fixtures/attachments.ts'

test.use({ siteName: 'quotation-orders', viewport: { width: 1280, height: 900 } })

/** Sends a quotation to a company and returns it. */
async function sendQuotation(
  page: Page,
  company: string,
): Promise<{ id: string; number: string; link: string }> {
  const { id } = await createDraft(page, { buyer: { company } })
  const issued = await page.request.post(`/api/quotations/${id}/issue`, { data: { sendEmail: false } })
  expect(issued.ok(), await issued.text()).toBe(true)
  return issued.json()
}

/** Sends a form of the customer's page. */
async function sendForm(page: Page, link: string, action: string, form: Record<string, string>) {
  const path = `${new URL(link).pathname}/${action}`
  const reply = await page.request.post(path, { form: { issue: '1', ...form }, maxRedirects: 0 })
  expect(reply.status(), await reply.text()).toBe(303)
}

test('A decline is read and marked as done; an order gets its purchase order, which the customer sees', async ({
  page,
}) => {
  await openAdmin(page, '/admin/today')
  const declined = await sendQuotation(page, 'Kaveri Pumps')
  await sendForm(page, declined.link, 'question', { question: 'Is 415 V possible?' })
  await sendForm(page, declined.link, 'decline', { reason: 'Price', details: 'Above our budget' })
  const ordered = await sendQuotation(page, 'Valli Works')
  await sendForm(page, ordered.link, 'accept', { name: 'Asha Rao', position: 'Buyer' })
  await page.reload()

  const entry = page.getByRole('listitem').filter({ hasText: declined.number })
  await expect(page.getByRole('list', { name: 'Question to answer' })).toContainText(declined.number)
  await expect(entry).toContainText('Declined: Price: Above our budget')
  await expectAccessible(page, [390, 1280])
  await entry.getByRole('button', { name: /^Mark as done/ }).press('Enter')
  await expect(entry).toHaveCount(0)

  await page.getByRole('link', { name: /^Open: Valli Works/ }).press('Enter')
  await page.getByLabel('Number of the purchase order').pressSequentially('PO/77')
  await page.getByLabel('File of the purchase order').setInputFiles(createPdfFile('po 77.pdf'))
  await expectAccessible(page, [390, 1280])
  await page.getByRole('button', { name: 'Add purchase order' }).press('Enter')
  await expect(page.getByRole('link', { name: 'po 77.pdf' })).toBeVisible()
  await expect(page.getByLabel('Number of the purchase order')).toHaveCount(0)
  await page.goto(new URL(ordered.link).pathname)
  await expect(page.getByText('PO/77')).toBeVisible()
})

test('A quotation without a customer is erased on its own', async ({ page }) => {
  await signInByApi(page)
  const { id } = await sendQuotation(page, 'Mohan Valves')
  await page.goto(`/admin/quotations/${id}`)
  await expect(page.getByText('Chucks')).toBeVisible()
  await page.getByRole('button', { name: 'Further actions' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Erase personal data' }).press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Erase' }).press('Enter')
  await expect(page.getByText('Chucks')).toHaveCount(0)
  await expect(page.getByText('Mohan Valves').first()).toBeVisible()
})

test('Two tabs of one account say that the quotation is open in both', async ({ page, context }) => {
  await signInByApi(page)
  // A tab that is reloaded is the same one.
  const { id: alone } = await createDraft(page)
  await page.goto(`/admin/quotations/${alone}`)
  await expect(page.getByLabel('Subject')).toHaveValue('Chucks')
  // From here on, only the new document reports.
  await page.reload({ waitUntil: 'commit' })
  const reported = await page.waitForResponse(/\/editor$/)
  expect(await reported.json()).toMatchObject({ isInOtherTab: false })

  // Only now: with this clock, a page does not know that it was reloaded.
  await page.clock.install()
  const { id } = await createDraft(page)
  await page.goto(`/admin/quotations/${id}`)
  await expect(page.getByLabel('Subject')).toHaveValue('Chucks')
  const other = await context.newPage()
  await openAdmin(other, `/admin/quotations/${id}`)
  await expect(other.getByText('You have this quotation open in another tab.')).toBeVisible()
  // The first tab asks again after 15 s.
  await page.clock.runFor(15_000)
  await expect(page.getByText('You have this quotation open in another tab.')).toBeVisible()
})
