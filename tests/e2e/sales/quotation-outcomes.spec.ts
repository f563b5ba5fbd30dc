import type { Page } from '@playwright/test'
import { toFinancialYear } from '#contracts/gst/financial-year.ts'
import { expect, openAdmin, signInByApi, test } from '../../support/browser/browser.ts'
import { createDraft, line, send, status, type } from '../../support/browser/quotation-editor.ts'
import { expectAccessible, expectNoOverflow } from '../../support/browser/screen-checks.ts'

// The server refuses what the editor cannot calculate yet.
test.use({
  siteName: 'quotation-outcomes',
  allowedMessages: /400 \(/,
  viewport: { width: 1280, height: 900 },
})

/** Opens the menu of further actions and chooses one. */
async function choose(page: Page, action: string): Promise<void> {
  await page.getByRole('button', { name: 'Further actions' }).press('Enter')
  await page.getByRole('menuitem', { name: action, exact: true }).press('Enter')
}

test('A quotation is withdrawn with a reason, before and after it was sent, and can be revised', async ({
  page,
}) => {
  await openAdmin(page, '/admin/quotations')
  const dialog = page.getByRole('dialog')
  const state = page.getByRole('heading', { level: 1 }).locator('..')
  const draft = await createDraft(page)
  await page.goto(`/admin/quotations/${draft.id}`)
  await choose(page, 'Withdraw')
  await expect(dialog).toContainText('It was never sent')
  await dialog.getByRole('button', { name: 'Cancel' }).press('Enter')

  const path = await send(page)
  await choose(page, 'Withdraw')
  await expect(dialog).toContainText('The customer can no longer accept it')
  await expect(dialog.getByLabel('Reason')).toBeFocused()
  await type(page, 'The chuck is no longer made')
  await dialog.getByRole('button', { name: 'Withdraw' }).press('Enter')
  await expect(page.getByText('Withdrawn: The chuck is no longer made')).toBeVisible()
  // The button with the focus has a tooltip.
  await page.getByRole('link', { name: 'Back to quotations' }).focus()
  await expect(page.getByRole('tooltip')).toHaveCount(0)
  await expectAccessible(page, [390, 1280], 'withdrawn quotation')
  expect(await (await page.request.get(path)).text()).not.toContain('Accept and order')

  await page.getByRole('button', { name: 'Start revision' }).press('Enter')
  await dialog.getByRole('button', { name: 'Start revision' }).press('Enter')
  await expect(page.getByLabel('Subject')).toHaveValue('Chucks')
  await expect(state).toContainText('QTN/')
})

test('A draft that was begun by mistake is deleted, even with a field that cannot be saved', async ({
  page,
}) => {
  await signInByApi(page)
  const draft = await createDraft(page)
  await page.goto(`/admin/quotations/${draft.id}`)
  await page.getByLabel('GSTIN').focus()
  await type(page, '33AAB')
  await expect(status(page)).toContainText('Not saved')
  await choose(page, 'Delete')
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('It was never sent.')
  await page.route(`**/api/quotations/${draft.id}?*`, (route) =>
    route.fulfill({ status: 400, json: { message: 'This is not possible now.' } }),
  )
  await dialog.getByRole('button', { name: 'Delete' }).press('Enter')
  await expect(dialog.getByRole('alert')).toHaveText('This is not possible now.')
  await page.unroute(`**/api/quotations/${draft.id}?*`)
  await expectAccessible(page, [390, 1280], 'dialog to delete a draft')
  await dialog.getByRole('button', { name: 'Delete' }).press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Quotations')
  await expect(page.getByText('Quotation deleted', { exact: true })).toBeVisible()
  await expect(page.locator(`a[href$="${draft.id}"]`)).toHaveCount(0)
  expect((await page.request.get(`/api/quotations/${draft.id}`)).status()).toBe(404)
  expect(
    await page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('quotation'))),
  ).toEqual([])
})

test('A sent quotation is read again in the background, which does not extend the session', async ({
  page,
}) => {
  await page.clock.install()
  await signInByApi(page)
  const { id, revision } = await createDraft(page)
  await page.request.post(`/api/quotations/${id}/issue`, { data: { revision, sendEmail: false } })
  await page.goto(`/admin/quotations/${id}`)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('QTN/')
  await page.waitForLoadState('networkidle')
  const repeated = page.waitForRequest(`**/api/quotations/${id}`)
  await page.clock.runFor(31_000)
  expect((await repeated).headers()['x-capstan-background']).toBe('true')
})

test('The order of an accepted quotation is confirmed with a message, once', async ({ page, playwright }) => {
  await signInByApi(page)
  const line = { description: 'Hydraulic chuck', quantity: 1, unitPrice: 100_000, gstRate: 18 }
  const lines = [
    line,
    { ...line, key: 'post', description: 'Tool post', unitPrice: 12_416, optional: true },
    { ...line, description: 'Bar feeder', unitPrice: 5000, optional: true },
  ]
  const { id } = await createDraft(page, { lines })
  await page.goto(`/admin/quotations/${id}`)
  const path = await send(page)
  const customer = await playwright.request.newContext({ baseURL: new URL(page.url()).origin })
  const form = { issue: '1', name: 'Meera Raghavan', position: 'Purchase manager', purchaseOrder: 'PO 771' }
  const chosen = { 'option:post': 'post' }
  const reply = await customer.post(`${path}/accept`, { form: { ...form, ...chosen } })
  expect(await reply.text()).toContain('PO 771')
  await page.reload()
  const listed = (text: string) => page.getByRole('listitem').filter({ hasText: text }).first()
  await expect(listed('Tool post')).toContainText('Chosen option')
  await expect(listed('Bar feeder')).toContainText('Not ordered')
  const totals = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Totals' }) })
  await expect(totals).toContainText('₹1,32,651.00')
  await expect(page.getByRole('link', { name: 'PDF of the order' })).toBeVisible()
  await expect(page.getByText('Meera Raghavan, Purchase manager')).toBeVisible()
  await page.getByRole('button', { name: 'Confirm order' }).press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('Message to the buyer')).toBeFocused()
  await type(page, 'Dispatch in week 51.')
  await dialog.getByRole('button', { name: 'Confirm order' }).press('Enter')
  await expect(page.getByRole('list', { name: 'Activity' })).toContainText('Dispatch in week 51.')
  await expect(page.getByRole('button', { name: 'Confirm order' })).toHaveCount(0)
  await expectAccessible(page, [390, 1280], 'confirmed order')
  const confirmation = page.getByRole('link', { name: 'Order confirmation' })
  const pdf = await page.request.get((await confirmation.getAttribute('href')) ?? '')
  expect(pdf.headers()['content-type']).toBe('application/pdf')
  expect(await (await customer.get(path)).text()).toContain('Dispatch in week 51.')
  await customer.dispose()
  await page.goto('/admin/quotations?state=accepted')
  await expect(page.getByRole('row').filter({ hasText: 'Sri Valli Works' })).toContainText('Order confirmed')
})

test('An export in dollars has IGST and a warning until the settings have a letter of undertaking of this year, and is sent', async ({
  page,
}) => {
  await openAdmin(page, '/admin/quotations/new')
  await page.getByLabel('Company').pressSequentially('Lanka Lathes (Pvt) Ltd')
  await page.getByLabel('Place of supply').selectOption('96')
  await expect(page.getByLabel('special economic zone (SEZ)')).toHaveCount(0)
  await page.getByLabel('Currency').selectOption('USD')
  await expect(page.getByLabel('Rupees per US dollar')).toHaveAccessibleDescription(
    /^(Empty: \d+, the rate of|Needed: there is no rate in) the settings$/,
  )
  await page.getByLabel('Rupees per US dollar').pressSequentially('84.5')
  await page.getByRole('button', { name: 'Add line' }).press('Enter')
  await expect(line(page, 1).getByLabel('Description')).toBeFocused()
  await type(page, 'Turret lathe TL 40')
  await page.keyboard.press('Escape')
  await line(page, 1).getByLabel('Rate').pressSequentially('12,34,567.50')
  await page.getByLabel('Freight: amount').pressSequentially('1250')
  await page.getByLabel('Discount on all lines, %').pressSequentially('2')
  const totals = page.getByRole('heading', { name: 'Totals' }).locator('xpath=ancestor::section')
  // 18 % of 12,09,876.15 and of 1,250 dollars are 2,17,777.707 and 225.
  await expect(totals).toContainText('Export with payment of IGST, without a letter of undertaking.')
  await expect(totals).toContainText('IGST$218,002.71')
  await expect(totals).toContainText('Total in US dollars$1,429,128.86')
  const warning = page.getByRole('list', { name: 'To check' }).getByText('no letter of undertaking')
  await expect(warning).toBeVisible()

  await page.getByRole('button', { name: 'Send', exact: true }).press('Enter')
  await expect(page.getByRole('dialog').getByText('no letter of undertaking')).toBeVisible()
  await expect(page.getByRole('dialog')).toContainText('no GSTIN and no bank account of your company')
  const editor = page.url()
  await page.getByRole('dialog').getByRole('link', { name: 'settings of quotations' }).press('Enter')
  await page.getByLabel('Letter of undertaking (LUT)').pressSequentially('AD330426000123X of 01.04.2026')
  await expect(page.getByText('do not say for which financial year')).toBeVisible()
  await page.getByLabel('Financial year of the LUT').pressSequentially(toFinancialYear(new Date()))
  await page.getByLabel('Account number').pressSequentially('001122334455')
  await page.getByLabel('GSTIN', { exact: true }).pressSequentially('33AAACH7409R1Z8')
  await page.keyboard.press('Control+s')
  await expect(page.getByText('New quotations use these settings.').first()).toBeVisible()
  await page.goto(editor)
  await expect(page.getByLabel('Rupees per US dollar')).toHaveValue('84.5')
  await expect(warning).toHaveCount(0)
  await expect(totals).toContainText('Total in US dollars$1,211,126.15')
  await expect(totals).toContainText('−$24,691.35')
  await expect(totals).toContainText('In rupees₹10,23,40,160')
  // On one line, also on a phone.
  const total = totals.getByText('$1,211,126.15').last()
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await total.evaluate((element) => element.getClientRects().length)).toBe(1)
    const { height = 99 } = (await total.boundingBox()) ?? {}
    expect(height).toBeLessThan(40)
  }
  await expectNoOverflow(page, [390, 1280])
  await expect(status(page)).toHaveText('Saved')

  await page.getByRole('button', { name: 'Send', exact: true }).press('Enter')
  await expect(page.getByRole('dialog').getByText('Valid until')).toBeVisible()
  await expect(page.getByRole('dialog').getByText('of your company')).toHaveCount(0)
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).press('Enter')
  const path = await send(page)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^QTN\//)
  expect(await (await page.request.get(path)).text()).toContain('$1,211,126.15')
  await page.goto('/admin/quotations')
  const row = page.getByRole('row').filter({ hasText: 'Lanka Lathes' })
  await expect(row).toContainText('$1,211,126.15')
  await expect(row).toContainText('₹10,23,40,160')
})

test('A rate with a missing zero is marked at its line and before sending; a special economic zone in the own state has no SGST', async ({
  page,
}) => {
  await signInByApi(page)
  const machine = await (await page.request.get('/api/products/cl-25-capstan-lathe')).json()
  const { id } = await createDraft(page, {
    lines: [
      {
        key: 'a',
        item: machine.id,
        description: machine.name,
        quantity: 1,
        unitPrice: machine.price,
        gstRate: 18,
      },
    ],
  })
  await page.goto(`/admin/quotations/${id}`)
  const rate = line(page, 1).getByLabel('Rate')
  await expect(rate).toHaveValue(`${machine.price.toLocaleString('en-IN')}.00`)
  await rate.fill('')
  await rate.pressSequentially(String(machine.price / 10))
  await expect(rate).toHaveAccessibleDescription('Line 1: the rate is 90 % below list price.')
  const warning = page.getByRole('list', { name: 'To check' }).getByRole('button')
  await warning.press('Enter')
  await expect(rate).toBeFocused()
  await expectAccessible(page, [390, 1280], 'editor with a warning')

  await page.getByRole('button', { name: 'Send', exact: true }).press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('Line 1: the rate is 90 % below list price.')
  await expect(dialog).toContainText(
    'The discount of 90 % is above the limit of 10 %. Sending it approves it.',
  )
  await dialog.getByRole('button', { name: 'Cancel' }).press('Enter')

  const totals = page.getByRole('heading', { name: 'Totals' }).locator('xpath=ancestor::section')
  await expect(totals).toContainText('SGST 9 %')
  await page.getByLabel('special economic zone (SEZ)').press('Space')
  await expect(totals).toContainText('Tamil Nadu. To a special economic zone')
  await expect(totals).not.toContainText('SGST')
})

test('The next number can be raised in the settings, which state the one that is really next', async ({
  page,
}) => {
  await openAdmin(page, '/admin/quotations/settings')
  const pattern = page.getByLabel('Pattern of numbers')
  const next = page.getByLabel('Next number')
  const before = Number(await next.inputValue())
  await expect(pattern).toHaveAccessibleDescription(
    new RegExp(`^The next one is .*${String(before).padStart(4, '0')}\\. `),
  )
  await next.fill('')
  await next.pressSequentially(String(before + 414))
  await expect(pattern).toHaveAccessibleDescription(
    new RegExp(`${String(before + 414).padStart(4, '0')}\\. `),
  )
  await page.keyboard.press('Control+s')
  await expect(page.getByText('New quotations use these settings.').first()).toBeVisible()
  await next.fill('')
  await next.pressSequentially('1')
  await page.keyboard.press('Control+s')
  await expect(next).toHaveAccessibleDescription(/is \d+ already\. It can only be raised/)
  await expectAccessible(page, [390, 1280], 'settings of quotations with an error')
})
