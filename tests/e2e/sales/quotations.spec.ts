import type { Browser, Page } from '@playwright/test'
import { expect, openAdmin, signInByApi, test } from '../../support/browser/browser.ts'
import { createDraft, line, send, status, type } from '../../support/browser/quotation-editor.ts'
import { expectAccessible, expectNoOverflow } from '../../support/browser/screen-checks.ts'

// The server refuses what is not complete yet, and changes of an older revision.
test.use({
  siteName: 'quotations',
  allowedMessages: /40[09] \(|net::ERR_FAILED|net::ERR_INTERNET_DISCONNECTED/,
  viewport: { width: 1280, height: 900 },
})

/** Chooses an entry of the menu of a line. */
async function choose(page: Page, number: number, entry: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for line ${number}` }).press('Enter')
  await page.getByRole('menuitem', { name: entry, exact: true }).press('Enter')
}

/** Makes every request that saves a quotation fail, until the route is removed. */
const preventSaving = (page: Page) =>
  page.route('**/api/quotations/*', (route) =>
    route.request().method() === 'PATCH' ? route.abort() : route.fallback(),
  )

const read = async (page: Page, id: string) => (await page.request.get(`/api/quotations/${id}`)).json()

/** Opens a page of a colleague with the role sales, whose clock can be put forward. */
async function openAsSales(browser: Browser, page: Page, path: string): Promise<Page> {
  const email = `kala-${Date.now()}@works.example`
  const data = { email, username: 'Kala Devi', role: 'sales' }
  const { link } = await (await page.request.post('/api/accounts', { data })).json()
  const colleague = await (await browser.newContext({ baseURL: new URL(page.url()).origin })).newPage()
  const password = 'turret and tailstock'
  const secret = new URL(link).hash.slice(1)
  await colleague.request.post('/api/auth/welcome', { data: { secret, password } })
  await signInByApi(colleague, '', { email, password })
  await colleague.clock.install()
  await colleague.goto(path)
  return colleague
}

test('A quotation is prepared from an enquiry by keyboard, sent, and followed in its list and activity', async ({
  page,
  playwright,
}) => {
  await signInByApi(page)
  const machine = await (await page.request.get('/api/products/cl-25-capstan-lathe')).json()
  const reply = await page.request.post('/api/enquiries', {
    data: {
      firstName: 'Priya',
      lastName: 'Nair',
      email: 'priya@valves.example',
      phone: '+91 98400 12345',
      message: 'Please quote.',
      company: 'Nair Valves Pvt Ltd',
      gstin: '32AAACH7409R1ZA',
      place: 'Kochi, Kerala',
      lines: [{ item: machine.id, quantity: 2 }],
    },
  })
  const enquiry = await (await page.request.get(`/api/enquiries/${(await reply.json()).id}`)).json()
  await page.goto(`/admin/customers/${enquiry.customer.id}`)
  await page.getByRole('main').getByRole('link', { name: 'Prepare quotation' }).last().press('Enter')
  await expect(page.getByLabel('Company')).toHaveValue('Nair Valves Pvt Ltd')
  await expect(line(page, 1).getByLabel('Description')).toHaveValue(machine.name)
  await expect(line(page, 1).getByLabel('Quantity')).toHaveValue('2')
  await expect(line(page, 1).getByLabel('Rate')).toHaveValue(`${machine.price.toLocaleString('en-IN')}.00`)

  // A line from the catalogue, one of free text, and a freight charge.
  await page.getByRole('button', { name: 'Add line' }).press('Enter')
  await expect(line(page, 2).getByLabel('Description')).toBeFocused()
  await type(page, 'poly-vee')
  const option = page.getByRole('listbox').getByRole('option', { name: /Poly-vee/ })
  await expect(option).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await expect(option).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(line(page, 2).getByLabel('Quantity')).toBeFocused()
  await type(page, '4')
  for (let step = 0; step < 5; step++) await page.keyboard.press('Enter')
  await expect(line(page, 3).getByLabel('Description')).toBeFocused()
  await type(page, 'Training of two operators')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Enter')
  await type(page, '9992')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await type(page, 'day')
  await page.keyboard.press('Enter')
  await type(page, '12,500.50')
  await page.keyboard.press('Enter')
  await type(page, '10')
  await expect(status(page)).toHaveText('Saved')
  await expect(page.getByText('Kerala is proposed by the buyer')).toBeVisible()
  const missing = page.getByRole('list', { name: 'Missing or wrong' })
  await missing.getByRole('button', { name: 'Confirm the place of supply' }).press('Enter')
  await expect(page.getByRole('button', { name: 'Confirm', exact: true })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Place of supply')).toBeFocused()
  await expect(missing).toHaveCount(0)
  await page.getByLabel('Freight: amount').pressSequentially('5000')
  await expect(status(page)).toHaveText('Saved')
  await expect(page).toHaveURL(/\/admin\/quotations\/(?!new)/)
  const id = new URL(page.url()).pathname.split('/').at(-1)!
  const stored = await read(page, id)
  expect(stored).toMatchObject({
    enquiry: { id: enquiry.id },
    placeOfSupply: '32',
    charges: { freight: 5000 },
    lines: [{ quantity: 2 }, { quantity: 4 }, { unitPrice: 12_500.5, discountPercent: 10, unit: 'day' }],
  })
  const total = `₹${stored.totals.total.toLocaleString('en-IN')}`
  await expect(page.getByRole('term').filter({ hasText: 'IGST' })).toBeVisible()
  await expect(page.getByText(`Total ${total}`)).toBeVisible()

  // Lines are moved, grouped, made optional and removed, without the pointer.
  await line(page, 3).getByLabel('Rate').focus()
  await page.keyboard.press('Alt+ArrowUp')
  await expect(line(page, 2).getByLabel('Description')).toHaveValue('Training of two operators')
  await expect(line(page, 2).getByLabel('Rate')).toBeFocused()
  await choose(page, 3, 'Optional')
  await choose(page, 3, 'Duplicate')
  await expect(line(page, 4).getByLabel('Description')).toBeFocused()
  await choose(page, 4, 'Remove')
  await expect(line(page, 3).getByLabel('Description')).toBeFocused()
  await choose(page, 2, 'Add heading above')
  await expect(page.getByLabel('Heading')).toBeFocused()
  await type(page, 'Services')
  await page.keyboard.press('Enter')
  await choose(page, 1, 'Details and options')
  const details = page.getByRole('region', { name: 'Details of line 1' })
  await details.getByRole('checkbox', { name: /Spindle nose/ }).press('Space')
  await line(page, 1).getByLabel('Quantity').focus()
  await expect(status(page)).toHaveText('Saved')
  expect((await read(page, id)).lines).toMatchObject([
    { group: '', optional: false },
    { group: 'Services', description: 'Training of two operators' },
    { group: 'Services', optional: true },
  ])
  await expectAccessible(page, [390, 1280], 'editor')

  await page.getByRole('button', { name: 'Send', exact: true }).press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('This site cannot send emails yet')).toBeVisible()
  await expect(dialog.getByLabel('Only create the link')).toBeChecked()
  await expectAccessible(page, [390, 1280], 'dialog to send without a mail server')
  await dialog.getByRole('button', { name: 'Cancel' }).press('Enter')
  await page.route('**/api/mail/state', (route) =>
    route.fulfill({ json: { configured: true, pending: 0, failed: 0, lastError: null } }),
  )
  await page.reload()
  await page.getByRole('button', { name: 'Send', exact: true }).press('Enter')
  await expect(dialog.getByLabel('To', { exact: true })).toHaveValue('priya@valves.example')
  const text = dialog.getByLabel('Text')
  await expect(text).toHaveValue(/^Dear [\s\S]*\[link\]/)
  await text.pressSequentially('Thank you for your enquiry.')
  await expectAccessible(page, [390, 1280], 'dialog to send')
  await dialog.getByRole('button', { name: 'Send', exact: true }).press('Enter')
  const link = page.getByLabel("Link to the customer's page")
  await expect(link).toHaveValue(/\/q\/[\w-]{43}$/)
  await expect(dialog).toContainText(/Issued on \d+ \w+ \d{4}, .*No email was sent/)
  const address = await link.inputValue()
  await expect(page.getByRole('link', { name: 'WhatsApp' })).toHaveAttribute('href', /wa\.me\/919840012345\?/)
  await page.getByRole('button', { name: 'Done' }).press('Enter')
  await expect(page.getByRole('list', { name: 'Activity' })).toContainText('No email was sent')
  const title = page.getByRole('heading', { level: 1 })
  await expect(title).toHaveText(/^QTN\/\d{4}-\d\d\/\d{4}$/)
  const number = (await title.textContent()) ?? ''

  // The customer asks, staff answer, and a revision is compared with what was sent before.
  const customer = await playwright.request.newContext()
  await customer.post(`${address}/question`, { form: { question: 'Is the chuck included?' } })
  await customer.dispose()
  await page.unroute('**/api/mail/state')
  await page.reload()
  await expect(page.getByRole('blockquote')).toContainText('Is the chuck included?')
  await expectAccessible(page, [390, 1280], 'sent quotation')
  await page.getByLabel('Answer').pressSequentially('Yes, with soft jaws.')
  // The site has no mail server.
  await expect(page.getByLabel('Send it by email too')).toHaveCount(0)
  await page.getByRole('button', { name: 'Send answer' }).press('Enter')
  await expect(page.getByRole('list', { name: 'Activity' })).toContainText('Yes, with soft jaws.')
  await expect(page.getByLabel('Answer')).toHaveCount(0)
  await page.getByRole('button', { name: 'Start revision' }).press('Enter')
  await dialog.getByRole('button', { name: 'Start revision' }).press('Enter')
  await page.getByLabel('Discount on all lines, %').pressSequentially('2')
  await expect(status(page)).toHaveText('Saved')
  await send(page)
  await page.getByRole('button', { name: 'Differences from R1' }).press('Enter')
  await expect(page.getByText(/2 %/).first()).toBeVisible()
  await page.getByRole('button', { name: 'Further actions' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Revoke all links' }).press('Enter')
  await dialog.getByRole('button', { name: 'Revoke links' }).press('Enter')
  await expect(page.getByRole('list', { name: 'Activity' })).toContainText('Links revoked')

  await page.goto('/admin/quotations?state=sent')
  await page.getByLabel('Search').pressSequentially('nair valves')
  const row = page.getByRole('row').filter({ hasText: number })
  await expect(row).toContainText('Sent')
  // Rows of the previous search are paler.
  await expect(page).toHaveURL(/search=nair\+valves/)
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  await expectAccessible(page, [390, 1280], 'list of quotations')
  await page.getByRole('combobox', { name: 'State' }).selectOption('declined')
  await expect(page.getByText('No results.')).toBeVisible()
  await page.getByRole('button', { name: 'Show all quotations' }).press('Enter')
  await row.getByRole('link', { name: number }).press('Enter')
  await expect(page.getByRole('button', { name: 'Start revision' })).toBeVisible()
  await page.goto(`/admin/customers/${enquiry.customer.id}`)
  await expect(
    page.getByRole('list', { name: 'Quotations' }).getByRole('link', { name: number }),
  ).toBeVisible()
})

test('What is not saved survives a reload, and changes of two editors are combined or decided', async ({
  page,
  browser,
}) => {
  page.on('dialog', (dialog) => void dialog.accept())
  await openAdmin(page, '/admin/quotations/new')
  await page.getByLabel('Subject').pressSequentially('Bins')
  await expect(status(page)).toHaveText('Kept on this device. It is saved with the first line.')
  await page.getByRole('link', { name: 'Back to quotations' }).press('Enter')
  const leaving = page.getByRole('alertdialog')
  await expect(leaving).toContainText('The quotation has no lines yet.')
  await expect(leaving.getByRole('button', { name: 'Save draft' })).toBeVisible()
  await leaving.getByRole('button', { name: 'Stay here' }).press('Enter')
  await expect(page).toHaveURL(/\/admin\/quotations\/new$/)
  await expect(leaving).toBeHidden()
  await page.getByRole('button', { name: 'Add line' }).press('Enter')
  await expect(line(page, 1).getByLabel('Description')).toBeFocused()
  await type(page, 'Cast-iron swarf bins')
  await expect(status(page)).toHaveText('Saved')
  await expect(page).toHaveURL(/\/admin\/quotations\/(?!new)/)
  await page.reload()
  await expect(line(page, 1).getByLabel('Description')).toHaveValue('Cast-iron swarf bins')
  await expect(page.getByRole('button', { name: 'Restore' })).toHaveCount(0)

  // What is missing is named, and sending leads to it.
  const missing = page.getByRole('list', { name: 'Missing or wrong' }).getByRole('listitem')
  await expect(missing).toHaveText([/place of supply/, 'Line 1: enter the rate.'])
  await missing.getByRole('button', { name: 'Line 1' }).press('Enter')
  await expect(line(page, 1).getByLabel('Rate')).toBeFocused()
  await expect(line(page, 1).getByLabel('Rate')).toHaveAccessibleDescription(/enter the rate/)
  await page.getByRole('button', { name: 'Send', exact: true }).press('Enter')
  await expect(page.getByLabel('Place of supply')).toBeFocused()
  await page.getByLabel('Place of supply').selectOption('33')

  // What is wrong is not saved, but kept on this device.
  await line(page, 1).getByLabel('Rate').pressSequentially('45oo')
  await expect(status(page)).toContainText('Not saved: ')
  await page.reload()
  await page.getByRole('button', { name: 'Restore' }).press('Enter')
  await expect(line(page, 1).getByLabel('Rate')).toHaveValue('45oo')
  await expect(status(page)).toContainText('Not saved: ')
  await page.getByRole('button', { name: 'Show' }).press('Enter')
  await expect(line(page, 1).getByLabel('Rate')).toBeFocused()
  await line(page, 1).getByLabel('Rate').fill('')
  await type(page, '4500')
  await expect(missing).toHaveCount(0)
  await expect(status(page)).toHaveText('Saved')
  await page.reload()
  await expect(line(page, 1).getByLabel('Rate')).toHaveValue('4,500.00')
  await expect(page.getByRole('button', { name: 'Restore' })).toHaveCount(0)

  // A failed save says so and is repeated.
  await preventSaving(page)
  await page.getByLabel('Subject').pressSequentially(' for swarf')
  await expect(status(page)).toContainText('Not saved: the server cannot be reached')
  await page.unroute('**/api/quotations/*')
  await page.keyboard.press('Control+s')
  await expect(status(page)).toHaveText('Saved')

  // A colleague opens the same quotation, and both change it.
  const { id } = await createDraft(page)
  await page.goto(`/admin/quotations/${id}`)
  await expect(page.getByLabel('Subject')).toHaveValue('Chucks')
  const colleague = await openAsSales(browser, page, `/admin/quotations/${id}`)
  await expect(colleague.getByText('anand has this quotation open.')).toBeVisible()
  await preventSaving(page)
  await line(page, 1).getByLabel('Disc').pressSequentially('5')
  await page.getByLabel('Subject').fill('')
  await page.getByLabel('Subject').pressSequentially('Two chucks')
  await expect(status(page)).toContainText('Not saved: the server cannot be reached')
  await colleague.getByLabel('Subject').fill('')
  await colleague.getByLabel('Subject').pressSequentially('Three chucks')
  await colleague.getByLabel('Freight: amount').pressSequentially('700')
  await expect(status(colleague)).toHaveText('Saved')
  await page.unroute('**/api/quotations/*')
  await page.keyboard.press('Control+s')
  const conflicts = page.getByRole('region', { name: 'Someone else changed the same fields' })
  await expect(conflicts.getByRole('listitem')).toHaveCount(1)
  await expect(conflicts).toContainText('Subject: theirs: Three chucks. Yours: Two chucks.')
  await expect(page.getByLabel('Freight: amount')).toHaveValue('700')
  await expectAccessible(page, [390, 1280], 'conflict')
  await conflicts.getByRole('button', { name: 'Keep mine' }).press('Enter')
  await expect(status(page)).toHaveText('Saved')
  await expect(conflicts).toHaveCount(0)
  expect(await read(page, id)).toMatchObject({
    subject: 'Two chucks',
    charges: { freight: 700 },
    lines: [{ discountPercent: 5 }],
  })
  // The other editor, which asks every 15 s, receives it without a reload.
  await colleague.clock.runFor(15_000)
  await expect(colleague.getByLabel('Subject')).toHaveValue('Two chucks')
  await colleague.context().close()

  // What cannot be saved any more, because it was sent meanwhile, is kept for a revision.
  const { revision } = await read(page, id)
  await page.request.post(`/api/quotations/${id}/issue`, { data: { revision, sendEmail: false } })
  await page.getByLabel("Buyer's reference").pressSequentially('RFQ 17')
  await expect(page.getByText('Your last changes are not saved')).toBeVisible()
  await page.getByRole('button', { name: 'Start revision' }).press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Start revision' }).press('Enter')
  await expect(page.getByLabel("Buyer's reference")).toHaveValue('RFQ 17')
  await expect(status(page)).toHaveText('Saved')
  await page.getByRole('button', { name: 'Further actions' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Discard revision' }).press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Discard revision' }).press('Enter')
  await expect(page.getByRole('button', { name: 'Start revision' })).toBeVisible()
  expect((await read(page, id)).customerReference).toBe('')
})

test('A discount above the limit of the settings is approved by somebody with the permission', async ({
  page,
  browser,
}) => {
  await openAdmin(page, '/admin/quotations/settings')
  const limit = page.getByLabel('Discounts above this need approval, %')
  await limit.fill('')
  await limit.pressSequentially('5')
  const pattern = page.getByLabel('Pattern of numbers')
  await pattern.fill('')
  await pattern.pressSequentially('KMT-{year}')
  await page.getByRole('button', { name: 'Save' }).press('Enter')
  await expect(pattern).toHaveAccessibleDescription(/must contain \{year\} and \{number\}/)
  await pattern.press('End')
  await pattern.pressSequentially('-{number}')
  await page.keyboard.press('Control+s')
  await expect(page.getByText('New quotations use these settings.').first()).toBeVisible()

  const { id } = await createDraft(page, { discountPercent: 4 })
  const colleague = await openAsSales(browser, page, `/admin/quotations/${id}`)
  const discount = colleague.getByLabel('Discount on all lines, %')
  await expect(discount).toHaveValue('4')
  await expect(colleague.getByRole('button', { name: 'Send', exact: true })).toBeVisible()
  await discount.fill('')
  await discount.pressSequentially('8')
  const ask = colleague.getByRole('button', { name: 'Ask for approval' })
  await ask.press('Enter')
  const dialog = colleague.getByRole('dialog')
  await expect(dialog).toContainText('The limit of the settings is 5 %. The largest discount is 8 %')
  await expect(dialog.getByRole('list', { name: 'Lines above the limit' })).toHaveText(
    /Line 1, Hydraulic chuck8 %/,
  )
  await expect(dialog.getByLabel('Why this discount?')).toBeFocused()
  await expectAccessible(colleague, [390, 1280], 'dialog to ask for approval')
  await dialog.getByLabel('Why this discount?').pressSequentially('Third order this year')
  await dialog.getByRole('button', { name: 'Ask for approval' }).press('Enter')
  await expect(colleague.getByText('Awaiting approval')).toBeVisible()
  await expect(colleague.getByRole('button', { name: 'Approve' })).toHaveCount(0)

  await page.goto('/admin/quotations?state=awaiting-approval')
  await page.getByRole('row').filter({ hasText: 'Sri Valli Works' }).getByRole('link').press('Enter')
  await expect(page.getByText('Kala Devi has asked for approval: Third order this year')).toBeVisible()
  await page.getByRole('button', { name: 'Refuse' }).press('Enter')
  await expectNoOverflow(page, [390, 1280])
  await page.getByRole('dialog').getByLabel('Reason').pressSequentially('At most 7 %')
  await page.getByRole('dialog').getByRole('button', { name: 'Refuse' }).press('Enter')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByText('At most 7 %')).toBeVisible()

  await colleague.reload()
  await expect(colleague.getByText('At most 7 %')).toBeVisible()
  await discount.fill('')
  await discount.pressSequentially('7')
  await ask.press('Enter')
  await dialog.getByLabel('Why this discount?').pressSequentially('As agreed')
  await dialog.getByRole('button', { name: 'Ask for approval' }).press('Enter')
  await expect(colleague.getByText('Awaiting approval')).toBeVisible()
  await page.reload()
  await page.getByRole('button', { name: 'Approve' }).press('Enter')
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Approve' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Discount approved').first()).toBeVisible()
  await colleague.reload()
  await send(colleague)
  await expect(colleague.getByRole('heading', { level: 1 })).toHaveText(/^KMT-\d{4}-\d\d-\d{4}$/)
  await colleague.goto('/admin/quotations/settings')
  await expect(colleague.getByLabel('GSTIN')).toBeDisabled()
  await expect(colleague.getByRole('button', { name: 'Save' })).toHaveCount(0)
  await colleague.context().close()
})

test('A GSTIN and an HSN that are being typed keep nothing else from being saved', async ({ page }) => {
  await signInByApi(page)
  const { id } = await createDraft(page)
  await page.goto(`/admin/quotations/${id}`)
  await page.getByLabel('GSTIN', { exact: true }).pressSequentially('33AAACH')
  await line(page, 1).getByLabel('HSN').pressSequentially('845')
  await page.getByLabel('Subject').fill('Chucks and jaws')
  await expect(status(page)).toHaveText(
    /^Not saved: enter the 15 characters of the GSTIN, .* Everything else is saved\.$/,
  )
  await expect.poll(() => read(page, id)).toMatchObject({ subject: 'Chucks and jaws', buyer: { gstin: '' } })
  await expect(page.getByLabel('GSTIN', { exact: true })).toHaveValue('33AAACH')
  const missing = page.getByRole('list', { name: 'Missing or wrong' })
  await expect(missing).toContainText('HSN or SAC code has 4, 6 or 8 digits')
})

test('Unsaved changes are saved at once when the connection is back, and after a reload they are offered in view', async ({
  page,
  context,
}) => {
  await signInByApi(page)
  const { id } = await createDraft(page)
  await page.goto(`/admin/quotations/${id}`)
  await expect(page.getByLabel('Subject')).toHaveValue('Chucks')
  await context.setOffline(true)
  await page.getByLabel('Subject').fill('Chucks for a TL 40')
  await expect(status(page)).toContainText('Not saved: the server cannot be reached')
  const request = page.waitForRequest((sent) => sent.method() === 'PATCH', { timeout: 5000 })
  await context.setOffline(false)
  await request
  await expect(status(page)).toHaveText('Saved')

  await preventSaving(page)
  await page.getByLabel('Subject').fill('Chucks for a TL 50')
  await expect(status(page)).toContainText('Not saved: the server cannot be reached')
  page.once('dialog', (dialog) => dialog.accept())
  await page.reload()
  const restore = page.getByRole('button', { name: 'Restore' })
  await expect(restore).toBeVisible()
  await page.getByLabel('Jurisdiction', { exact: true }).scrollIntoViewIfNeeded()
  await expect(page.getByLabel('Company')).not.toBeInViewport()
  await expect(restore).toBeInViewport()
  await expectNoOverflow(page, [390, 1280])
  await restore.press('Enter')
  await expect(page.getByLabel('Subject')).toHaveValue('Chucks for a TL 50')
})

test('Signing out asks about unsaved work and deletes it, and what visitors store stays', async ({
  page,
}) => {
  await signInByApi(page)
  const { id } = await createDraft(page)
  await page.goto(`/admin/quotations/${id}`)
  await expect(page.getByLabel('Subject')).toHaveValue('Chucks')
  await page.evaluate(() => {
    localStorage.setItem('capstan-work:somebody-else:answer:q1', 'Their answer')
    localStorage.setItem('favourites-of-a-visitor', 'CL 25')
  })
  await preventSaving(page)
  await page.getByLabel('Subject').fill('Chucks for Kaveri Pumps')
  await expect(status(page)).toContainText('Not saved: the server cannot be reached')
  const readWork = () =>
    page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('capstan-work:')))
  await expect.poll(readWork).toHaveLength(2)
  const sidebar = page.getByRole('complementary')
  await sidebar.getByRole('button', { name: 'Logout' }).press('Enter')
  const dialog = page.getByRole('alertdialog')
  await dialog.getByRole('button', { name: 'Back' }).press('Enter')
  await expect(page.getByLabel('Subject')).toHaveValue('Chucks for Kaveri Pumps')
  await sidebar.getByRole('button', { name: 'Logout' }).press('Enter')
  await dialog.getByRole('button', { name: 'Discard and sign out' }).press('Enter')
  await page.waitForURL((url) => url.pathname === '/')
  expect(await readWork()).toEqual([])
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('Kaveri')
  expect(await page.evaluate(() => localStorage.getItem('favourites-of-a-visitor'))).toBe('CL 25')
})
