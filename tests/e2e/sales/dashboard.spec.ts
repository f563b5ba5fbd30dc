import type { Page } from '@playwright/test'
import type { Dashboard } from '#contracts/dashboard.ts'
import { openSqlite } from '#server/database/sqlite/open.ts'
import { expect, openAdmin, signInByApi, test } from '../../support/browser/browser.ts'
import { waitForStoredDraft } from '../../support/browser/drafts.ts'
import { expectAccessible, expectNoOverflow } from '../../support/browser/screen-checks.ts'
import { startEmptySite } from '../../support/empty-site.ts'
import { ENQUIRY_FIELDS } from '../../support/fixtures/enquiries.ts'
import { MACHINE_FIELDS } from '../../support/fixtures/items.ts'

const panel = (page: Page, title: string) =>
  page.locator('section').filter({ has: page.getByRole('heading', { level: 2, name: title, exact: true }) })
const getDashboard = async (page: Page) =>
  (await page.request.get('/api/dashboard')).json() as Promise<Dashboard>
/** Rows of a chart's table, each as its texts. */
const readRows = async (page: Page, title: string) => {
  const rows = await panel(page, title).locator('tbody tr').all()
  return Promise.all(rows.map((row) => row.locator('th, td').allTextContents()))
}
/** Responds to the dashboard's request with the real data, changed. */
async function mockDashboard(page: Page, change: (data: Dashboard) => Partial<Dashboard>) {
  await page.route('**/api/dashboard', async (route) => {
    const reply = await route.fetch()
    const data = (await reply.json()) as Dashboard
    await route.fulfill({ response: reply, json: { ...data, ...change(data) } })
  })
}
/** Makes the pages treat the signed-in user as one with the role 'sales'. */
const impersonateSales = (page: Page) =>
  page.addInitScript(() => {
    const get = Storage.prototype.getItem
    Storage.prototype.getItem = function (key) {
      const value = get.call(this, key)
      return key === 'adminUser' && value ? JSON.stringify({ ...JSON.parse(value), role: 'sales' }) : value
    }
  })

test('[ADM-2] The dashboard has three cards above its charts; charts and tables show the numbers of the server, also by pointer and arrow keys', async ({
  page,
}) => {
  await openAdmin(page, '/admin/dashboard')
  const cards = page.getByRole('main').locator('dl').first().locator('> div')
  await expect(cards.locator('dt')).toHaveText(['Total products', 'New customers', 'Service requests'])
  await expect(cards.locator('dd')).toHaveText(['125', '45', '32'])
  const below = await cards.last().boundingBox()
  const chart = panel(page, 'Enquiries by month')
  expect((await chart.boundingBox())!.y).toBeGreaterThan(below!.y)

  const { months, services, statuses } = await getDashboard(page)
  const byMonth = await readRows(page, 'Enquiries by month')
  expect(byMonth.map(([, now, before]) => [now, before])).toEqual(
    months.map(({ enquiries, yearBefore }) => [String(enquiries), String(yearBefore)]),
  )
  expect(byMonth.at(-1)?.[0]).toContain(new Date().getUTCFullYear().toString())
  expect(await readRows(page, 'Enquiries by service')).toEqual(
    services.map(({ label, enquiries }) => [label, String(enquiries)]),
  )
  expect((await readRows(page, 'Enquiries by status')).map(([, count]) => count)).toEqual(
    statuses.map(({ enquiries }) => String(enquiries)),
  )
  // The tallest column is the month with the most enquiries.
  const heights = await chart
    .locator('svg rect.fill-series-1')
    .evaluateAll((bars) => bars.map((bar) => Number(bar.getAttribute('height'))))
  const counts = months.map(({ enquiries }) => enquiries).filter((count) => count > 0)
  expect(heights.indexOf(Math.max(...heights))).toBe(counts.indexOf(Math.max(...counts)))

  const slider = chart.getByRole('slider')
  const shownNumbers = chart.locator('p[aria-hidden]')
  const getText = (index: number) => {
    const { enquiries, yearBefore } = months.at(index)!
    return new RegExp(`\\d{4}: ${enquiries} enquir(y|ies), ${yearBefore} a year earlier`)
  }
  await expect(shownNumbers).toHaveText(getText(-1))
  const { width } = (await slider.boundingBox())!
  await slider.hover({ position: { x: width / 24, y: 60 } })
  await expect(shownNumbers).toHaveText(getText(0))
  await page.mouse.move(0, 0)
  await expect(shownNumbers).toHaveText(getText(-1))
  await slider.focus()
  await page.keyboard.press('ArrowLeft')
  await expect(shownNumbers).toHaveText(getText(-2))
  await expect(slider).toHaveAttribute('aria-valuetext', getText(-2))
})

test('The dashboard shows each of its charts as a chart or as a table, does not scroll sideways with either, and is printed without buttons', async ({
  page,
}) => {
  const widths = [390, 768, 1024, 1280]
  await openAdmin(page, '/admin/dashboard')
  await expect(page.getByText('125', { exact: true })).toBeVisible()
  await expectNoOverflow(page, widths)
  await page.emulateMedia({ media: 'print' })
  await expect(panel(page, 'Enquiries by month').locator('svg')).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Admin' })).toBeHidden()
  await expect(page.getByRole('button', { name: 'Show as table' }).first()).toBeHidden()
  await page.emulateMedia({ media: null })
  const charts = ['Enquiries by month', 'Enquiries by service', 'Enquiries by status']
  for (const title of charts) {
    const chart = panel(page, title)
    await expect(chart.locator('svg').first()).toBeVisible()
    const table = chart.locator('div:has(> table)')
    await expect(table.getByRole('table', { name: title })).toHaveCount(1)
    await expect(table).toHaveCSS('clip-path', /inset/)
    await chart.getByRole('button', { name: 'Show as table' }).click()
    await expect(chart.locator('svg')).toHaveCount(0)
    await expect(table).toHaveCSS('clip-path', 'none')
  }
  await expect(page.getByRole('button', { name: 'Show as table' })).toHaveCount(0)
  await expectNoOverflow(page, widths)
  for (const title of charts) {
    await panel(page, title).getByRole('button', { name: 'Show as chart' }).click()
    await expect(panel(page, title).locator('svg').first()).toBeVisible()
  }
})

test('[ADM-2] Quick actions and top enquired products of the dashboard link to the screens that the user may open', async ({
  page,
}) => {
  await openAdmin(page, '/admin/dashboard')
  const links = panel(page, 'Quick actions').getByRole('link')
  await expect(links).toHaveText([
    'Manage products',
    'Add a machine',
    'Choose featured products',
    'Customers',
  ])
  const { mostRequested } = await getDashboard(page)
  const products = panel(page, 'Top enquired products')
  await expect(products.getByRole('link')).toHaveText(mostRequested.map(({ name }) => name))
  const folder = { machine: 'products', spare: 'spareparts', service: 'services' }
  for (const { id, kind, name } of mostRequested) {
    await expect(products.getByRole('link', { name, exact: true })).toHaveAttribute(
      'href',
      `/admin/${folder[kind]}/edit/${id}`,
    )
  }
  await links.filter({ hasText: 'Manage products' }).click()
  await expect(page).toHaveURL(/\/admin\/products$/)
  await impersonateSales(page)
  await page.goto('/admin/dashboard')
  await expect(links).toHaveText(['Manage products', 'Customers'])
  await expect(products.getByRole('listitem').first()).toBeVisible()
  await expect(products.getByRole('link')).toHaveCount(0)
})

test('The counts of pending work and of items with missing information link to these enquiries, reviews and items', async ({
  page,
}) => {
  await mockDashboard(page, () => ({
    pending: { needsReply: 1200, due: 3, unanswered: 1, reviews: 4, failedEmails: 2, backupHours: 31 },
    incomplete: [
      { kind: 'machine', picture: 1, price: 0, specifications: 0 },
      { kind: 'spare', picture: 0, price: 1234, specifications: 0 },
      { kind: 'service', picture: 0, price: null, specifications: 2 },
    ],
  }))
  await openAdmin(page, '/admin/dashboard')
  const linksOf = async (title: string) => {
    await expect(panel(page, title).getByRole('listitem').first()).toBeVisible()
    const lines = await panel(page, title).getByRole('listitem').all()
    return Promise.all(
      lines.map(async (line) => [
        await line.textContent(),
        (await line.getByRole('link').count()) && (await line.getByRole('link').getAttribute('href')),
      ]),
    )
  }
  expect(await linksOf('Needs attention')).toEqual([
    ['Unanswered for over 24 hours1', '/admin/customers?unanswered=true'],
    ['Needs reply1,200', '/admin/customers?status=new'],
    ['Follow-up due3', '/admin/customers?due=true'],
    ['Pending reviews4', '/admin/reviews'],
    ['Emails not delivered2', '/admin/customers'],
    ['Hours since the last backup31', 0],
  ])
  expect(await linksOf('Missing information')).toEqual([
    ['Machine without a picture1', '/admin/items?missing=picture&kind=machine&state=published'],
    ['Spare parts without a price1,234', '/admin/items?missing=price&kind=spare&state=published'],
    [
      'Services with fewer than 2 specifications2',
      '/admin/items?missing=specifications&kind=service&state=published',
    ],
  ])
})

test('The dashboard lists the unsaved drafts of this device, which can be continued and discarded', async ({
  page: closed,
}) => {
  await openAdmin(closed, '/admin/products/add')
  await closed.getByLabel('Name', { exact: true }).pressSequentially('CL 30 Plus')
  await waitForStoredDraft(closed, 'CL 30 Plus')
  const page = await closed.context().newPage()
  await closed.close({ runBeforeUnload: false })
  await openAdmin(page, '/admin/dashboard')
  const draft = panel(page, 'Needs attention').getByRole('listitem').filter({ hasText: 'Unsaved draft' })
  await expect(draft).toContainText('Unsaved draft: CL 30 Plus (machine)')
  await expectAccessible(page, [320, 1280], 'dashboard with a draft')
  await draft.getByRole('link', { name: 'Continue: CL 30 Plus (machine)' }).click()
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('CL 30 Plus')
  await expect(page.getByText('Unsaved draft from')).toHaveCount(0)
  await page.goto('/admin/dashboard')
  const discard = draft.getByRole('button', { name: 'Discard: CL 30 Plus (machine)' })
  await discard.click()
  await expect(draft).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(draft).toHaveCount(1)
  await discard.click()
  await expect(draft).toHaveCount(0)
  await page.reload()
  await expect(panel(page, 'Needs attention')).toBeVisible()
  await expect(draft).toHaveCount(0)
})

test('The step of PostgreSQL backups is marked by hand, and all numbers of the dashboard are of the stated time', async ({
  page,
}) => {
  let done = false
  await page.route('**/api/dashboard/step-confirmation', async (route) => {
    done = (route.request().postDataJSON() as { confirmed: boolean }).confirmed
    await route.fulfill({ json: { confirmed: done } })
  })
  await mockDashboard(page, () => ({
    since: '2025-11-01',
    gettingStarted: {
      dismissed: false,
      steps: [
        { step: 'mail', done: false },
        { step: 'databaseBackup', done },
      ],
    },
  }))
  await openAdmin(page, '/admin/dashboard')
  const steps = panel(page, 'Getting started')
  await steps.getByRole('button', { name: 'Mark as set up' }).click()
  await expect(steps).toContainText('1 of 2 done')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(steps).toContainText('0 of 2 done')
  for (const title of ['Enquiries by month', 'Enquiries by service', 'Enquiries by status'])
    await expect(panel(page, title)).toContainText('From 1 Nov 2025 to today')
  await expect(panel(page, 'Top enquired products')).toContainText('Enquiries since 1 Nov 2025')
})

test('The layout of the dashboard does not shift when its data arrive', async ({ page }) => {
  await page.addInitScript(() => {
    const layoutShift = { total: 0 }
    Object.assign(window, { layoutShift })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        layoutShift.total += (entry as PerformanceEntry & { value: number }).value
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await page.route('**/api/dashboard', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 700))
    await route.continue()
  })
  await openAdmin(page, '/admin/dashboard')
  await expect(page.getByText('125', { exact: true })).toBeVisible()
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))))
  const shift = await page.evaluate(
    () => (window as unknown as { layoutShift: { total: number } }).layoutShift.total,
  )
  expect(shift).toBeLessThan(0.05)
})

test('The demo is removed after a dialog that says what is deleted and what stays', async ({ page }) => {
  const site = await startEmptySite()
  await signInByApi(page, site.url)
  const add = async (name: string) => {
    const multipart = { ...MACHINE_FIELDS, name }
    return (await page.request.post(`${site.url}/api/products`, { multipart })).json()
  }
  const [{ id: item }] = [await add('Demo lathe A'), await add('Demo lathe B')]
  const db = await openSqlite(site.folder)
  await db.updateTable('item').set({ is_demo: 1 }).execute()
  await db.destroy()
  await page.request.post(`${site.url}/api/enquiries`, { data: { ...ENQUIRY_FIELDS, item } })
  await page.goto(`${site.url}/admin/dashboard`)
  await panel(page, 'Getting started').getByRole('button', { name: 'Remove it' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Remove the demo?' })
  await expect(dialog.getByRole('status')).toHaveText(
    /This deletes 1 item of the demo\..*Demo lathe A is part of enquiries/,
  )
  await expectAccessible(page, [390, 1280], 'removal of the demo')
  await dialog.getByRole('button', { name: 'Remove the demo' }).click()
  await expect(page.getByText('Demo removed', { exact: true })).toBeVisible()
  await expect(panel(page, 'Getting started')).not.toContainText('Remove the demo')
  const left = await (await page.request.get(`${site.url}/api/products`)).json()
  expect(left.map(({ name }: { name: string }) => name)).toEqual(['Demo lathe A'])
  await site.stop()
})

test('The dashboard of a new site explains its empty panels, and searches with no results can be cleared', async ({
  page,
}) => {
  const site = await startEmptySite()
  await signInByApi(page, site.url)
  await page.goto(`${site.url}/admin/dashboard`)
  await expect(page.getByRole('main').locator('dd')).toHaveText(['0', '0', '0'])
  for (const [title, text] of [
    ['Enquiries by month', 'No enquiries yet.'],
    ['Enquiries by service', 'No enquiries yet.'],
    ['Enquiries by status', 'No enquiries yet.'],
    ['Needs attention', 'Nothing needs attention.'],
    ['Top enquired products', 'No enquiries about products yet.'],
    ['Searches with no results', 'No searches without results yet.'],
    ['Missing information', 'No information is missing.'],
  ] as const) {
    await expect(panel(page, title), title).toContainText(text)
  }
  await expect(page.getByRole('button', { name: 'Show as table' })).toHaveCount(0)

  // The steps of getting started: hidden, brought back by Undo and on the account's screen, and checked off.
  const steps = panel(page, 'Getting started')
  await expect(steps).toContainText('0 of 9 done')
  await steps.getByRole('button', { name: 'Hide this checklist' }).click()
  await expect(steps).toBeHidden()
  await page.getByRole('button', { name: 'Undo' }).click()
  await steps.getByRole('button', { name: 'Hide this checklist' }).click()
  await expect(steps).toBeHidden()
  await page.goto(`${site.url}/admin/account`)
  await page.getByRole('button', { name: 'Show the checklist again' }).click()
  await expect(steps.getByRole('link', { name: 'Add your first machine' })).toHaveAttribute(
    'href',
    '/admin/products/add',
  )
  const invitation = { email: 'second@works.example', username: 'second', role: 'sales' }
  expect((await page.request.post(`${site.url}/api/accounts`, { data: invitation })).ok()).toBe(true)
  await page.reload()
  await expect(steps).toContainText('1 of 9 done')
  await expect(steps.getByRole('listitem').filter({ hasText: 'Invite a colleague' })).toContainText(
    /^Invite a colleague$/,
  )
  await expectAccessible(page, [390, 1280], 'dashboard of a new site')

  const db = await openSqlite(site.folder)
  const last_at = '2026-11-20T09:00:00.000Z'
  const terms = ['pelton wheel', 'a/b & <b>', 'steam hammer']
  await db
    .insertInto('zero_result_search')
    .values(terms.map((term, index) => ({ term, count: 9 - index, last_at })))
    .execute()
  await page.reload()
  const list = panel(page, 'Searches with no results')
  await expect(list.getByRole('listitem')).toHaveText([
    /pelton wheel\s*9/,
    /a\/b & <b>\s*8/,
    /steam hammer\s*7/,
  ])
  await expect(list.locator('time').first()).toHaveAttribute('datetime', last_at)
  await list.getByRole('button', { name: "Clear 'a/b & <b>'" }).click()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(list.getByRole('listitem')).toHaveCount(3)
  await list.getByRole('button', { name: "Clear 'a/b & <b>'" }).click()
  await dialog.getByRole('button', { name: 'Clear' }).click()
  await expect(list.getByRole('listitem')).toHaveText([/pelton wheel/, /steam hammer/])
  await list.getByRole('button', { name: 'Clear all' }).click()
  await dialog.getByRole('button', { name: 'Clear' }).click()
  await expect(list).toContainText('No searches without results yet.')
  expect(await db.selectFrom('zero_result_search').selectAll().execute()).toEqual([])
  await db.destroy()
  await site.stop()
})

test.describe('Searches with no results', () => {
  test.use({ siteName: 'search-words' })

  test('A search with no results is explained by a word that items have, which the settings show', async ({
    page,
  }) => {
    expect((await page.request.post('/api/search-misses?search=zugriemen')).status()).toBe(204)
    await openAdmin(page, '/admin/dashboard')
    const list = panel(page, 'Searches with no results')
    await list.getByRole('button', { name: "Explain 'zugriemen' to the search" }).click()
    const dialog = page.getByRole('dialog', { name: 'What is ‘zugriemen’?' })
    const word = dialog.getByLabel('Your word for it')
    await word.pressSequentially('pelton wheel')
    await word.press('Enter')
    await expect(dialog).toContainText('Nothing is found for ‘pelton wheel’ either.')
    await expectAccessible(page, [390, 1280], 'dialog with a refused word')
    await word.fill('')
    await word.pressSequentially('timing belt')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(
      page.getByText('A search for ‘zugriemen’ now finds ‘timing belt’.', { exact: true }),
    ).toBeVisible()
    await expect(list).toContainText('No searches without results yet.')
    const found = await page.request.get('/api/spareparts?approximate=true&search=zugriemen')
    expect((await found.json())[0].name).toContain('Timing Belt')
    await page.goto('/admin/settings?section=search')
    await expect(page.getByLabel('Row of names 7', { exact: true })).toHaveValue(/, zugriemen$/)
    await expectAccessible(page, [390, 1280], 'search words')
  })
})
