import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expect, openAdmin, postJson, signInByApi, test } from '../../support/browser/browser.ts'
import { expectAccessible, expectNoOverflow } from '../../support/browser/screen-checks.ts'
import { toasts } from '../../support/browser/toasts.ts'
import { createPdfFile } from '../../support/fixtures/attachments.ts'

test.use({ siteName: 'customers' })

interface EnteredEnquiry {
  id: string
  customerId: string
  name: string
}

let enquiryCount = 0
/** Opens the screen with a new enquiry of a new customer, which the search in the URL finds. */
async function openWithEnquiry(page: Page, body: object = {}, query = ''): Promise<EnteredEnquiry> {
  const unique = `${test.info().workerIndex}${Date.now()}${++enquiryCount}`
  await signInByApi(page)
  const entered: EnteredEnquiry = await postJson(page, '/api/enquiries/by-staff', {
    firstName: 'Kavitha',
    lastName: `K${unique}`,
    phone: `+91 ${unique.slice(-10)}`,
    email: `k${unique}@gears.example`,
    message: `Gears for ${unique}, please.`,
    status: 'new',
    ...body,
  })
  await page.goto(`/admin/customers?search=K${unique}${query}`)
  return { ...entered, name: `Kavitha K${unique}` }
}
const row = (page: Page, { name }: EnteredEnquiry) => page.getByRole('row', { name })
const dataRows = (page: Page) => page.getByRole('row').filter({ has: page.getByRole('cell') })
/** A column of the board. */
const column = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const getStoredEnquiry = async (page: Page, { customerId }: EnteredEnquiry) =>
  (await (await page.request.get(`/api/customers/${customerId}`)).json()).enquiries[0]
const field = (page: Page, label: string, { name }: EnteredEnquiry) =>
  page.getByLabel(new RegExp(`^${label} .*${name}`))

test('Status, owner and follow-up date can be changed in the row of an enquiry, and the sidebar shows the new number of new enquiries', async ({
  page,
}) => {
  const entered = await openWithEnquiry(page)
  await expect(row(page, entered)).toContainText('Gears for')
  const badge = page.getByRole('navigation', { name: 'Admin' }).getByText('to answer')
  const shown = async () => Number(/\d+/.exec((await badge.locator('..').textContent()) ?? '')?.[0])
  const { new: stored } = await (await page.request.get('/api/enquiries/counts')).json()
  await expect.poll(shown).toBe(stored)
  await field(page, 'Status', entered).selectOption('Quoted')
  await expect.poll(shown).toBe(stored - 1)
  await field(page, 'In charge', entered).selectOption('anand')
  await field(page, 'Follow-up date', entered).fill('2020-01-31')
  await field(page, 'Follow-up date', entered).press('Enter')
  await expect
    .poll(() => getStoredEnquiry(page, entered))
    .toMatchObject({ status: 'quoted', owner: { name: 'anand' }, nextActionOn: '2020-01-31', revision: 4 })
  await page.reload()
  await expect(field(page, 'Status', entered)).toHaveValue('quoted')
  await expect(field(page, 'In charge', entered).locator('option:checked')).toHaveText('anand')
  await expect(page.getByLabel(new RegExp(`${entered.name}, due$`))).toHaveValue('2020-01-31')
  // The checkbox shows the URL: it is checked once the URL has changed.
  const due = page.getByLabel(/^Follow-up due/)
  await due.click()
  await expect(page).toHaveURL(/due=true/)
  await expect(due).toBeChecked()
  await expect(row(page, entered)).toBeVisible()
})

/** Opens the list of new enquiries with three of new customers: Kavitha, Latha and Mani. */
async function openWithThree(page: Page) {
  const { name } = await openWithEnquiry(page)
  const lastName = name.split(' ')[1]!
  for (const firstName of ['Latha', 'Mani'])
    await page.request.post('/api/enquiries/by-staff', {
      data: { firstName, lastName, email: '', phone: '+91 98400 55555', message: 'Gears.', status: 'new' },
    })
  await page.goto(`/admin/customers?search=${lastName}&status=new&sort=customer`)
  const rows = dataRows(page)
  const status = (firstName: string) => page.getByLabel(`Status of the enquiry from ${firstName} ${lastName}`)
  await expect(rows).toHaveCount(3)
  return { lastName, rows, status }
}

test('An enquiry that no longer fits the filter leaves the list with Undo, and the focus moves to the row in its place', async ({
  page,
}) => {
  const { lastName, rows, status } = await openWithThree(page)
  await status('Kavitha').focus()
  await status('Kavitha').selectOption('Contacted')
  await expect(rows).toHaveCount(2)
  await expect(status('Latha')).toBeFocused()
  await expect(page.getByText('2 enquiries')).toBeVisible()
  await expect(toasts(page)).toContainText(`Moved out of this listKavitha ${lastName}: status Contacted`)
  await toasts(page).getByRole('button', { name: 'Undo' }).click()
  await expect(status('Kavitha')).toHaveValue('new')
  await expect(status('Latha')).toBeFocused()
  // The arrow keys choose every status on their way: the row stays while it has the focus.
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect(status('Latha')).toHaveValue('quoted')
  await expect(rows).toHaveCount(3)
  await status('Mani').focus()
  await expect(rows).toHaveCount(2)
  await expect(toasts(page)).toContainText(`Latha ${lastName}: status Quoted`)
  await expect(status('Mani')).toBeFocused()
  await status('Mani').selectOption('Lost')
  await expect(status('Kavitha')).toBeFocused()
  await status('Kavitha').selectOption('Won')
  await expect(page.getByRole('button', { name: 'Show all enquiries' })).toBeFocused()
  await page.getByRole('button', { name: 'Show all enquiries' }).press('Enter')
  await expect(rows.first()).toBeVisible()
})

test('An enquiry that is changed by keyboard stays until the focus leaves it, also when an earlier change is saved late', async ({
  page,
}) => {
  const { lastName, rows, status } = await openWithThree(page)
  let save = () => {}
  const isLate = new Promise<void>((resolve) => {
    save = resolve
  })
  await status('Kavitha').selectOption('Contacted')
  await expect(rows).toHaveCount(2)
  await page.route('**/api/enquiries/*', async (route) => {
    if (route.request().postDataJSON()?.status === 'new') await isLate
    await route.continue()
  })
  await toasts(page).getByRole('button', { name: 'Undo' }).click()
  await status('Latha').focus()
  const latha = page.waitForResponse((response) => response.request().method() === 'PATCH')
  await page.keyboard.press('ArrowDown')
  await latha
  const counts = page.waitForResponse('**/api/enquiries/counts')
  save()
  await counts
  await expect(status('Latha')).toBeFocused()
  await status('Mani').focus()
  await expect(toasts(page)).toContainText(`Latha ${lastName}: status Contacted`)
  await expect(status('Kavitha')).toBeVisible()
  await expect(status('Latha')).toHaveCount(0)
})

test('A follow-up date is saved once when it is complete; Escape and a half-typed date restore the saved one', async ({
  page,
}) => {
  await page.clock.install()
  const entered = await openWithEnquiry(page)
  const requests: unknown[] = []
  page.on('request', (request) => request.method() === 'PATCH' && requests.push(request.postDataJSON()))
  const date = field(page, 'Follow-up date', entered)
  const expectStored = (nextActionOn: string | null, revision: number) =>
    expect.poll(() => getStoredEnquiry(page, entered)).toMatchObject({ nextActionOn, revision })
  await date.focus()
  await page.keyboard.type('11252026', { delay: 60 })
  await page.clock.runFor(700)
  expect(requests).toEqual([])
  // Lists are drawn again by timers of the page.
  await page.clock.resume()
  await page.keyboard.press('Enter')
  await date.blur()
  await expectStored('2026-11-25', 2)
  await expect(date).toHaveValue('2026-11-25')
  expect(requests).toHaveLength(1)
  await date.focus()
  await page.keyboard.type('12', { delay: 60 })
  await expect(date).toHaveValue('2026-12-25')
  await page.keyboard.press('Escape')
  await expect(date).toHaveValue('2026-11-25')
  await date.focus()
  await page.keyboard.press('Backspace')
  await expect(date).toHaveValue('')
  await date.blur()
  await expect(date).toHaveValue('2026-11-25')
  expect(requests).toHaveLength(1)
  // As the browser's calendar does it: without a key.
  await date.fill('2026-11-30')
  await expectStored('2026-11-30', 3)
  await page.goto(`/admin/customers/${entered.customerId}`)
  const activity = page.getByRole('list', { name: 'Activity' }).getByRole('listitem')
  await expect(activity).toHaveCount(3)
  await expect(activity.nth(1)).toContainText('Follow-up date none → 25 Nov 2026')
})

test('The list of enquiries shows 12 per screen with age and next step, and is sorted by its columns', async ({
  page,
}) => {
  const overdue = await openWithEnquiry(page)
  await page.request.patch(`/api/enquiries/${overdue.id}`, { data: { nextActionOn: '2020-01-31' } })
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.goto('/admin/customers')
  const rows = dataRows(page)
  const twelfth = (await rows.nth(11).boundingBox())!
  expect(twelfth.y + twelfth.height).toBeLessThanOrEqual(900)
  const received = page.getByRole('columnheader', { name: 'Received' })
  await expect(received).toHaveAttribute('aria-sort', 'descending')
  await received.getByRole('button').click()
  await expect(page).toHaveURL(/order=asc/)
  await expect(received).toHaveAttribute('aria-sort', 'ascending')
  await expect(page.getByText('Enquiries, oldest first')).toBeVisible()
  const getTimes = () =>
    rows.locator('time').evaluateAll((times) => times.map((time) => (time as HTMLTimeElement).dateTime))
  await expect(async () => {
    const times = await getTimes()
    expect(times).toEqual(times.toSorted())
  }).toPass()
  await page.getByRole('button', { name: 'Next step' }).click()
  await expect(row(page, overdue)).toContainText('Reply, overdue')
  await page.goBack()
  await expect(received).toHaveAttribute('aria-sort', 'ascending')
  await page.goto('/admin/customers?unanswered=true')
  await expect(received).toHaveAttribute('aria-sort', 'ascending')
  for (const row of (await rows.all()).slice(0, 5)) await expect(row).toContainText(/\d+ days?Unanswered/)
})

test.describe('Failed change of an enquiry', () => {
  test.use({ allowedMessages: /status of (409|503)/ })
  test('A change of an enquiry that is outdated or not accepted is reverted, and a toast names the reason', async ({
    page,
  }) => {
    const entered = await openWithEnquiry(page)
    await expect(row(page, entered)).toBeVisible()
    await page.request.patch(`/api/enquiries/${entered.id}`, { data: { status: 'won' } })
    await field(page, 'Status', entered).selectOption('Lost')
    await expect(toasts(page)).toContainText('anand changed this enquiry (New → Won)')
    await expect(field(page, 'Status', entered)).toHaveValue('won')
    expect((await getStoredEnquiry(page, entered)).status).toBe('won')

    await page.route('**/api/enquiries/*', (route) => route.fulfill({ status: 503, json: {} }))
    await field(page, 'Status', entered).selectOption('Lost')
    await expect(toasts(page)).not.toContainText('anand changed')
    await expect(toasts(page)).toContainText('Not saved')
    await expect(field(page, 'Status', entered)).toHaveValue('won')
  })
})

test('A board card can be moved by keyboard, also with keys in quick succession, and retains the focus, also while the lists load again', async ({
  page,
}) => {
  const entered = await openWithEnquiry(page, {}, '&view=board')
  await expect(column(page, 'New')).toContainText(entered.name)
  // The list that the card leaves arrives before the list that it enters.
  await page.route('**/api/enquiries?*status=contacted*', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 600))
    await route.continue()
  })
  const isNewListLoaded = page.waitForResponse((response) => response.url().includes('status=new'))
  await field(page, 'Status', entered).focus()
  await page.keyboard.press('ArrowDown')
  await isNewListLoaded
  await expect(column(page, 'New')).not.toContainText(entered.name)
  await expect(field(page, 'Status', entered)).toBeFocused({ timeout: 1 })
  await page.keyboard.press('ArrowDown')
  await expect(column(page, 'Quoted')).toContainText(entered.name)
  await expect.poll(async () => (await getStoredEnquiry(page, entered)).status).toBe('quoted')
  await page.unrouteAll({ behavior: 'wait' })

  await page.keyboard.press('ArrowUp')
  await expect(column(page, 'Contacted')).toContainText(entered.name)
  await expect(column(page, 'Quoted')).not.toContainText(entered.name)
  await expect(field(page, 'Status', entered)).toBeFocused()
  await expect(page.getByRole('status').filter({ hasText: 'moved to Contacted' })).toBeAttached()
  await page.keyboard.press('q')
  await expect(column(page, 'Quoted')).toContainText(entered.name)
  await expect.poll(async () => (await getStoredEnquiry(page, entered)).status).toBe('quoted')

  for (const key of ['ArrowUp', 'ArrowUp', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowUp'])
    await page.keyboard.press(key)
  await expect(column(page, 'Won')).toContainText(entered.name)
  await expect(field(page, 'Status', entered)).toBeFocused()
  await expect.poll(async () => (await getStoredEnquiry(page, entered)).status).toBe('won')
})

test('A board card can be dragged to another column', async ({ page }) => {
  const entered = await openWithEnquiry(page, {}, '&view=board')
  const card = column(page, 'New').getByRole('listitem').filter({ hasText: entered.name })
  const from = (await card.getByText(/^Gears for/).boundingBox())!
  const to = (await column(page, 'Won').boundingBox())!
  await page.mouse.move(from.x + 10, from.y + 10)
  await page.mouse.down()
  await page.mouse.move(to.x + 40, to.y + 60, { steps: 10 })
  await page.mouse.up()
  await expect(column(page, 'Won')).toContainText(entered.name)
  await expect.poll(async () => (await getStoredEnquiry(page, entered)).status).toBe('won')
})

test('The call, WhatsApp and e-mail links of an enquiry contain the number, the address and the item; the exported CSV file contains the filtered enquiries', async ({
  page,
}) => {
  const item = await (await page.request.get('/api/products/cl-25-capstan-lathe')).json()
  const entered = await openWithEnquiry(page, { item: item.id, phone: '098400 12399' })
  const link = (action: string) => page.getByRole('link', { name: `${action}: ${entered.name}` })
  await expect(link('Call')).toHaveAttribute('href', 'tel:09840012399')
  // The country code is that of the company's number.
  await expect(link('WhatsApp')).toHaveAttribute('href', /\/919840012399\?/)
  const whatsApp = new URL((await link('WhatsApp').getAttribute('href'))!)
  expect(whatsApp.origin + whatsApp.pathname).toBe('https://wa.me/919840012399')
  expect(whatsApp.searchParams.get('text')).toContain(item.name)
  expect(whatsApp.searchParams.get('text')).toContain('Kovai Machine Tools')
  const mail = new URL((await link('Email').getAttribute('href'))!)
  expect(mail.pathname).toMatch(/^k\d+@gears\.example$/)
  expect(mail.searchParams.get('subject')).toContain(item.name)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Export' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^enquiries-\d{4}-\d\d-\d\d\.csv$/)
  const lines = (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n')
  expect(lines).toHaveLength(2)
  expect(lines[1]).toContain(entered.id)
})

test('The screen of a customer shows the activity of the customer, and notes can be added', async ({
  page,
}) => {
  const entered = await openWithEnquiry(page)
  await row(page, entered).getByRole('link', { name: entered.name, exact: true }).click()
  await expect(page).toHaveURL(new RegExp(`/admin/customers/${entered.customerId}$`))
  await expect(page.getByRole('heading', { level: 1, name: entered.name })).toBeVisible()
  await page.getByLabel('Note').fill('<b>Wants</b> it by March.')
  await page.getByRole('button', { name: 'Add note' }).click()
  const activity = page.getByRole('list', { name: 'Activity' }).getByRole('listitem')
  await expect(activity.first()).toContainText('<b>Wants</b> it by March.')
  await expect(page.getByLabel('Note')).toHaveValue('')
  await field(page, 'Status', entered).selectOption('Contacted')
  await expect(activity.first()).toContainText('New → Contacted')
  await page.reload()
  await expect(activity).toHaveCount(3)
})

test('The screen of a customer shows reference, company, items and files of an enquiry, and a file can be downloaded', async ({
  page,
}) => {
  await signInByApi(page)
  const item = await (await page.request.get('/api/products/cl-40-capstan-lathe')).json()
  const content = '%PDF-1.7\ndrawing\n%%EOF\n'
  const file = { name: 'shaft drawing.pdf', mimeType: 'application/pdf', buffer: Buffer.from(content) }
  const uploaded = await page.request.post('/api/enquiries/attachments', { multipart: { file } })
  const unique = `${test.info().workerIndex}${Date.now()}`
  const sent = await page.request.post('/api/enquiries', {
    data: {
      firstName: 'Farida',
      lastName: `F${unique}`,
      email: `f${unique}@valves.example`,
      phone: `+91 ${unique.slice(-10)}`,
      message: 'Please quote for both.',
      company: 'Kovai Valves',
      gstin: '29AAAAA0000A1ZY',
      place: 'Coimbatore',
      lines: [
        { item: item.id, quantity: 2, note: 'with collets' },
        { item: 'installation-and-commissioning' },
      ],
      attachments: [(await uploaded.json()).id],
    },
  })
  expect(sent.status(), await sent.text()).toBe(201)
  const { reference } = await sent.json()
  await page.goto(`/admin/customers?search=${reference}`)
  const listed = page.getByRole('row', { name: `Farida F${unique}` })
  await expect(listed).toContainText('Kovai Valves')
  await expect(listed).toContainText('CL 40 Capstan Lathe × 2 and 1 more')
  await expect(listed).toContainText('1 file')
  await listed
    .getByRole('link', { name: /Farida/ })
    .first()
    .click()
  for (const text of [
    reference,
    'Kovai Valves',
    '29AAAAA0000A1ZY',
    'Coimbatore',
    'with collets',
    'PDF, 1 kB',
  ])
    await expect(page.getByRole('main').getByText(text, { exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: 'CL 40 Capstan Lathe' })).toHaveAttribute(
    'href',
    `/product/${item.id}?preview`,
  )
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'shaft drawing.pdf' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('shaft drawing.pdf')
  expect(await readFile(await download.path(), 'utf8')).toBe(content)
  await expectAccessible(page, [390, 1280])
})

test('Contacts are sorted by their columns, and a shortened name or company has a tooltip', async ({
  page,
}) => {
  await page.clock.install()
  const company = 'Coimbatore Precision Gears and Shafts Private Limited'
  const { name } = await openWithEnquiry(page, { company })
  await page.setViewportSize({ width: 1280, height: 900 })
  const link = page.getByRole('link', { name: new RegExp(`^${name}, Coimbatore`) })
  await link.hover()
  await expect(page.getByRole('tooltip')).toHaveText(`${name}, ${company}`)
  await page.goto('/admin/customers?view=people')
  const customers = dataRows(page)
  const header = (label: string) => page.getByRole('columnheader', { name: label, exact: true })
  await expect(header('Last enquiry')).toHaveAttribute('aria-sort', 'descending')
  await expect(customers.first()).toContainText(name)
  await header('Name').getByRole('button').click()
  await expect(page).toHaveURL(/view=people&sort=name$/)
  await expect(header('Name')).toHaveAttribute('aria-sort', 'ascending')
  await expect(customers.first()).toContainText('Abdul Rahman')
  // A name that is not shortened has no tooltip.
  await customers.getByRole('link', { name: 'Abdul Rahman', exact: true }).hover()
  await page.clock.runFor(900)
  await expect(page.getByRole('tooltip')).toHaveCount(0)
  await expect(page.getByText('Contacts, sorted by name')).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByLabel('Sort by').selectOption('Enquiries')
  await expect(page).toHaveURL(/view=people&sort=enquiries$/)
  // The list has moved another shortened name under the pointer.
  await page.mouse.move(0, 0)
  await expect(page.getByRole('tooltip')).toHaveCount(0)
  await expectAccessible(page, [320, 1280], 'contacts')
})

test('An enquiry by phone can be added; if the contact is missing, the form retains the input', async ({
  page,
}) => {
  await openAdmin(page, '/admin/customers')
  const message = `Called about collets ${Date.now()}`
  await page.getByRole('button', { name: 'Add enquiry' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add enquiry' })
  await dialog.getByLabel('First name').fill('Selvi')
  await dialog.getByLabel('Enquiry', { exact: true }).fill(message)
  await dialog.getByRole('button', { name: 'Add enquiry' }).click()
  await expect(dialog.getByRole('alert')).toContainText('phone number or an email address')
  await dialog.getByLabel('Company').fill('Selvi Fittings')
  await dialog.getByLabel('Phone').fill('+91 91111 22222')
  await dialog.getByRole('button', { name: 'Add enquiry' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('row', { name: new RegExp(message) })).toContainText('Selvi, Selvi Fittings')
})

test('Search, filters, view and page of the enquiries are in the URL, and Back returns to the previous ones', async ({
  page,
}) => {
  const entered = await openWithEnquiry(page)
  await page.goto('/admin/customers')
  await expect(page.getByRole('navigation', { name: 'Pages' })).toContainText(/1 to 50 of \d+ enquiries/)
  await page.getByRole('link', { name: 'Next' }).click()
  await expect(page).toHaveURL(/page=2/)
  await expect(page.getByRole('navigation', { name: 'Pages' })).toContainText(/51 to \d+ of/)
  await page.getByLabel('Status', { exact: true }).selectOption('won')
  await expect(page).toHaveURL(/\?status=won$/)
  await page.goBack()
  await expect(page).toHaveURL(/\?page=2$/)
  await page.getByRole('link', { name: 'Contacts' }).click()
  await page.getByLabel('Search').fill(entered.name)
  await expect(page).toHaveURL(/view=people&search=Kavitha/)
  await expect(page.getByRole('navigation', { name: 'Pages' })).toHaveText('1 contact')
  await page.getByLabel('Search').fill('zzzz unknown')
  await expect(page.getByText('No results.')).toBeVisible()
})

test('Emails that are not delivered are reported on the screen of the enquiries', async ({ page }) => {
  const lastError = 'The mail server could not be reached.'
  await page.route('**/api/mail/state', (route) =>
    route.fulfill({ json: { configured: true, pending: 2, failed: 1, lastError } }),
  )
  await openAdmin(page, '/admin/customers')
  await expect(page.getByRole('status').filter({ hasText: 'Emails' })).toContainText(
    `2 emails are pending and will be sent again, 1 email is not delivered. ${lastError}`,
  )
})

test('The screens of customers do not scroll sideways at 320 to 1280 px; on a phone, filters are behind a button and contacts can be called', async ({
  page,
}) => {
  const { customerId } = await openWithEnquiry(page, { message: `${'long'.repeat(200)} text` })
  for (const path of ['', '?view=board', '?view=people', `/${customerId}`]) {
    await page.goto(`/admin/customers${path}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.waitForLoadState('networkidle')
    await expectNoOverflow(page, [1280, 768, 390, 320], path)
    if (path === '?view=board') continue
    // Nor do the tables within their boxes.
    for (const width of [1024, 1100, 1279]) {
      await page.setViewportSize({ width, height: 900 })
      const boxes = page.getByRole('main').locator('.overflow-x-auto')
      const overflows = await boxes.evaluateAll((all) => all.map((box) => box.scrollWidth - box.clientWidth))
      expect(
        overflows.every((px) => px <= 0),
        `${path} at ${width} px`,
      ).toBe(true)
    }
    await page.setViewportSize({ width: 320, height: 700 })
  }
  await page.goto('/admin/customers?status=new&due=true')
  const toggle = page.getByRole('button', { name: 'Filters (2)' })
  await expect(page.getByLabel('Status', { exact: true })).toBeHidden()
  await toggle.click()
  await page.getByLabel(/^Follow-up due/).click()
  await page.getByLabel('Order').selectOption('Oldest first')
  await expect(page).toHaveURL(/\?status=new&order=asc$/)
  await page.getByRole('button', { name: 'Filters (1)' }).click()
  await page.goto('/admin/customers?view=people')
  const call = page.getByRole('link', { name: /^Call: / }).first()
  await expect(call).toBeInViewport({ ratio: 1 })
})

test('The personal data of a customer are downloaded and, after a confirmation, erased', async ({ page }) => {
  const entered = await openWithEnquiry(page)
  await page.goto(`/admin/customers/${entered.customerId}`)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download everything' }).press('Enter'),
  ])
  expect(JSON.parse(await readFile(await download.path(), 'utf8')).customer).toMatchObject([
    { first_name: 'Kavitha' },
  ])
  await page.getByRole('button', { name: 'Erase personal data' }).press('Enter')
  const dialog = page.getByRole('alertdialog')
  await expect(dialog).toContainText('cannot be undone')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Erase' }).press('Enter')
  await expect(toasts(page)).toContainText('Personal data erased')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Erased')
  await expectNoOverflow(page, [390])
})

test('An enquiry with the phone number of a customer is shown at both, assigned by staff, and separated again', async ({
  page,
}) => {
  await signInByApi(page)
  const unique = `${test.info().workerIndex}${Date.now()}`
  const phone = `+91 ${unique.slice(-10)}`
  const body = { firstName: 'Ravi', lastName: `R${unique}`, message: 'By phone.', phone }
  const entered = await page.request.post('/api/enquiries/by-staff', { data: body })
  const { customerId } = await entered.json()
  const multipart = { file: createPdfFile('shaft.pdf') }
  const uploaded = await page.request.post('/api/enquiries/attachments', { multipart })
  const sent = await page.request.post('/api/enquiries', {
    data: {
      ...body,
      firstName: 'Kala',
      email: `k${unique}@evil.example`,
      attachments: [(await uploaded.json()).id],
    },
  })
  const { id: enquiry, reference } = await sent.json()
  await page.goto(`/admin/customers/${customerId}`)
  const matches = page.getByRole('list', { name: 'Possibly the same customer' })
  await expect(matches).toContainText(`Same phone as Kala R${unique}`)
  await expectAccessible(page, [390, 1280])
  await matches.getByRole('link', { name: `Kala R${unique}` }).press('Enter')
  await expect(matches).toContainText(`Same phone as Ravi R${unique}`)
  await matches.getByRole('button', { name: `Assign to Ravi R${unique}` }).press('Enter')
  await expect(page).toHaveURL(new RegExp(`/admin/customers/${customerId}$`))
  await expect(page.getByText(`k${unique}@evil.example`).first()).toBeVisible()
  await expect(matches).toHaveCount(0)

  // The quotation leads back to the customer, the enquiry and its file.
  const created = await page.request.post('/api/quotations', { data: { enquiry } })
  await page.goto(`/admin/quotations/${(await created.json()).id}`)
  await expect(page.getByRole('link', { name: 'shaft.pdf' })).toHaveAttribute(
    'href',
    new RegExp(`^/api/enquiries/${enquiry}/attachments/`),
  )
  await expect(page.getByRole('link', { name: `Ravi R${unique}` })).toBeVisible()
  await page.getByRole('link', { name: `Enquiry ${reference}` }).press('Enter')
  await expect(page).toHaveURL(new RegExp(`/admin/customers/${customerId}#${reference}$`))
  const panel = page.locator('section').filter({ hasText: reference })
  await panel.getByRole('button', { name: 'Separate from this customer' }).press('Enter')
  await expect(page.getByText(`k${unique}@evil.example`)).toHaveCount(0)
})
