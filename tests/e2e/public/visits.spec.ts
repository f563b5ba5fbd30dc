import type { Page } from '@playwright/test'
import { PREVIEW_KEY } from '#contracts/storage-keys.ts'
import type { SentVisitEvent } from '#contracts/visitors/visit-event.ts'
import { expect, openAdmin, openPage, signInByApi, test } from '../../support/browser/browser.ts'
import { expectAccessible } from '../../support/browser/screen-checks.ts'

const USER_AGENT = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36'
const MACHINE = '/product/cl-25-capstan-lathe'

test.use({ siteName: 'visits', userAgent: USER_AGENT })

/** Browses as a person does, and returns what the page reports. A reported page is one of the list. */
async function browse(
  page: Page,
  overrides: Record<string, boolean> = {},
): Promise<{ reports: string[]; speeds: SentVisitEvent[] }> {
  await page.addInitScript((values) => {
    for (const [name, value] of Object.entries({ webdriver: false, ...values }))
      Object.defineProperty(navigator, name, { get: () => value })
  }, overrides)
  const reports: string[] = []
  const speeds: SentVisitEvent[] = []
  page.on('request', (request) => {
    if (!request.url().endsWith('/api/visits')) return
    const sent = request.postDataJSON() as SentVisitEvent
    const { event, url, referrer: _, ...more } = sent
    if (event === 'speed') speeds.push(sent)
    else reports.push([event, url, ...Object.values(more)].join(' ').trim())
  })
  return { reports, speeds }
}

/** Shows another tab, or this one again. */
const setHidden = (page: Page, isHidden: boolean) =>
  page.evaluate((value) => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => value })
    dispatchEvent(new Event('visibilitychange'))
  }, isHidden)

test('A page is reported when it was shown for a second, and a search when it is typed', async ({ page }) => {
  const { reports } = await browse(page)
  const expectReports = (...expected: string[]) => expect.poll(() => reports.splice(0)).toEqual(expected)
  await openPage(page, '/products?tab=spares')
  await expectReports('page /products?tab=spares')
  const field = page.getByRole('combobox', { name: 'Search' })
  await field.pressSequentially('bush collet', { delay: 60 })
  await expect(page).toHaveURL(/search=bush/)
  // A browser that is busy can take a second between two keys, and then reports the first word as well.
  await expect
    .poll(() => reports.at(-1))
    .toMatch(/^change \/products\?tab=spares&search=bush\+collet \/products/)
  expect(reports.length).toBeLessThan('bush'.length)
})

test('The speed of the first page is reported once, when it is left; in the background nothing is counted', async ({
  page,
}) => {
  const { reports, speeds } = await browse(page)
  await openPage(page, MACHINE)
  await expect.poll(() => reports.splice(0)).toEqual([`page ${MACHINE}`])
  await setHidden(page, true)
  await expect.poll(() => speeds).toMatchObject([{ url: MACHINE, lcp: expect.any(Number) }])
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Machines' }).click()
  await expect(page).toHaveURL(/\/products$/)
  await setHidden(page, false)
  await expect.poll(() => reports.splice(0)).toEqual(['page /products'])
  await setHidden(page, true)
  await page
    .getByRole('button', { name: /^Add to enquiry: / })
    .first()
    .click()
  await expect.poll(() => reports).toHaveLength(1)
  expect(speeds).toHaveLength(1)
})

test.describe('With an unknown page', () => {
  test.use({ allowedMessages: /404 \(Not Found\)/ })

  test('Back, a reload, the back/forward cache, calls, files and listed items are reported; an unknown page is not', async ({
    page,
  }) => {
    const { reports } = await browse(page)
    const expectReports = (...expected: string[]) => expect.poll(() => reports.splice(0)).toEqual(expected)
    await openPage(page, '/no/such/page')
    await page.getByRole('main').getByRole('link', { name: 'View all machines' }).click()
    await expectReports('page /products')
    await page.goto(MACHINE)
    await expectReports(`page ${MACHINE}`)
    await page.goBack()
    await expectReports('page /products')
    await page.reload()
    await expectReports('page /products')
    await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
    await expectReports('page /products')
    await page.goto(MACHINE)
    await expectReports(`page ${MACHINE}`)
    await page.getByRole('button', { name: 'Add to enquiry', exact: true }).click()
    await expect.poll(() => reports.splice(0)).toEqual([expect.stringMatching(`^list ${MACHINE} \\w+$`)])
    // What the operating system or a download would handle.
    await page.evaluate(() => addEventListener('click', (event) => event.preventDefault()))
    await page
      .getByRole('complementary', { name: 'Quick contact' })
      .getByRole('link', { name: 'Call' })
      .click()
    await expect.poll(() => reports.splice(0)).toEqual([expect.stringMatching(`^link ${MACHINE} tel:`)])
    await page.getByRole('link', { name: /PDF/ }).first().click()
    await expect.poll(() => reports.splice(0)).toEqual([expect.stringContaining(`${MACHINE}.pdf`)])
  })
})

for (const [who, overrides] of [
  ['A member of staff', {}],
  ['A browser that asks for privacy', { globalPrivacyControl: true }],
  ['A browser that a program drives', { webdriver: true }],
] as const)
  test(`${who} reports nothing`, async ({ page, browser }) => {
    const { reports } = await browse(page, overrides)
    // Staff are sent to the dashboard from the public pages, unless they look at the site.
    if (who === 'A member of staff') {
      await signInByApi(page)
      await page.addInitScript((key) => sessionStorage.setItem(key, 'on'), PREVIEW_KEY)
    }
    await openPage(page, MACHINE)
    await page.getByRole('button', { name: 'Add to enquiry', exact: true }).click()
    await expect(page.getByText('Added to enquiry', { exact: true })).toBeVisible()
    // A visitor who came later is counted by now.
    const { origin } = new URL(page.url())
    const later = await browser.newPage({ baseURL: origin, userAgent: USER_AGENT })
    const { reports: laterReports } = await browse(later)
    await openPage(later, MACHINE)
    await expect.poll(() => laterReports).toContain(`page ${MACHINE}`)
    await later.close()
    expect(
      await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name)),
    ).not.toContainEqual(expect.stringContaining('count-visit'))
    expect(reports).toEqual([])
  })

test("The screen 'Visitors' shows the way to an order, what was visited and the speed, on phones as well; it exports the period", async ({
  page,
}) => {
  const report = async (ip: number, event: SentVisitEvent) =>
    expect(
      (
        await page.request.post('/api/visits', {
          data: event,
          headers: { 'user-agent': `${USER_AGENT} ${ip}` },
        })
      ).status(),
    ).toBe(204)
  for (let ip = 1; ip <= 4; ip++) {
    await report(ip, { event: 'page', url: MACHINE, referrer: 'https://www.google.com/' })
    await report(ip, { event: 'speed', url: MACHINE, lcp: 3500, inp: 90 })
  }
  await openAdmin(page, '/admin/dashboard')
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
  await page.keyboard.press('g')
  await page.keyboard.press('v')
  await expect(page.getByRole('heading', { level: 1, name: 'Visitors' })).toBeVisible()
  const steps = page.getByRole('table', { name: 'From visit to order' })
  await expect(steps.getByRole('row', { name: /^Looked at an item/ })).toContainText(/\d/)
  const pages = page.getByRole('table', { name: 'Pages' })
  await expect(pages.getByRole('link', { name: 'CL 25 Capstan Lathe' })).toHaveAttribute('href', MACHINE)
  await expectAccessible(page, [320, 390, 1280])
  const tabs = page.getByRole('navigation', { name: 'Figures' })
  await tabs.getByRole('link', { name: 'Sources' }).click()
  await expect(
    page.getByRole('table', { name: 'Sources' }).getByRole('row', { name: /^google\.com/ }),
  ).toBeVisible()
  await tabs.getByRole('link', { name: 'Speed' }).click()
  await expect(
    page.getByRole('table', { name: 'Speed' }).getByRole('row', { name: /^Details of an item/ }),
  ).toContainText('≤ 4 s')
  await expectAccessible(page, [390])
  await tabs.getByRole('link', { name: 'Documents' }).click()
  await page.getByLabel('Period').selectOption('This financial year')
  await expect(page).toHaveURL(/by=document&period=year|period=year&by=document/)
  await expect(page.getByRole('link', { name: 'Export (.csv)' })).toHaveAttribute(
    'href',
    /from=\d{4}-04-01&to=/,
  )
})
