import type { Page } from '@playwright/test'
import { expect, openAdmin, signInByApi, test } from '../../support/browser/browser.ts'
import { expectToast, toasts } from '../../support/browser/toasts.ts'

const SCREEN_PATH = '/admin/featured-products'
const LIST = /\/api\/(products|spareparts|services)$/
const ONE = /\/api\/(products|spareparts|services)\/[^/]+$/

const rows = (page: Page) => page.getByRole('table').locator('tbody tr')
const save = (page: Page) => page.getByRole('button', { name: /Save Changes|Saving\.\.\./ })
const checkbox = (page: Page, name: string) => page.getByLabel(`Featured: ${name}`)

const ITEMS = {
  products: [
    { id: 'm1', name: 'CL 1', description: 'Bar work.', category: 'turning', featured: true },
    { id: 'm2', name: 'CL 2', description: 'Chuck work.', featured: false },
  ],
  spareparts: [{ id: 'p1', name: 'Collet', description: 'Hardened.', category: 'holding', featured: true }],
  services: [{ id: 's1', name: 'Overhaul', description: 'Bearings renewed.', featured: false }],
}

/** Responds to the requests of the three lists with these items. */
async function mockLists(page: Page) {
  await page.route(LIST, (route) => {
    const kind = LIST.exec(route.request().url())![1] as keyof typeof ITEMS
    return route.fulfill({ json: ITEMS[kind] })
  })
}

/** Opens the screen with these items. */
async function openMocked(page: Page) {
  await mockLists(page)
  await openAdmin(page, SCREEN_PATH)
}

test("[FTR-1, FTR-3] Featured Products has heading, subtitle, back link, and the table 'All Products' with flag, name, type in its colour, category and description; at 390 px its cells are labelled by their columns", async ({
  page,
}) => {
  await openMocked(page)
  await expect(page.getByRole('heading', { level: 1, name: 'Featured Products', exact: true })).toBeVisible()
  await expect(
    page.getByText('Manage which products appear on the landing page', { exact: true }),
  ).toBeVisible()
  await expect(page.getByRole('heading', { level: 2, name: 'All Products', exact: true })).toBeVisible()
  const columns = ['Featured', 'Name', 'Type', 'Category', 'Description']
  await expect(page.getByRole('columnheader')).toHaveText(columns)
  const cells = (row: number) => rows(page).nth(row).locator('td')
  await expect(rows(page)).toHaveCount(4)
  await expect(cells(0)).toHaveText(['', 'CL 1', 'Machine', 'turning', 'Bar work.'])
  await expect(cells(1)).toHaveText(['', 'CL 2', 'Machine', 'Machine', 'Chuck work.'])
  await expect(cells(2)).toHaveText(['', 'Collet', 'Spare part', 'Spare Part', 'Hardened.'])
  await expect(cells(3)).toHaveText(['', 'Overhaul', 'Service', 'Service', 'Bearings renewed.'])
  for (const [name, featured] of [
    ['CL 1', true],
    ['CL 2', false],
    ['Collet', true],
    ['Overhaul', false],
  ] as const) {
    await expect(checkbox(page, name)).toBeChecked({ checked: featured })
  }
  for (const [word, ground, ink] of [
    ['Machine', 'rgb(226, 237, 248)', 'rgb(19, 75, 132)'],
    ['Spare part', 'rgb(225, 241, 231)', 'rgb(23, 96, 58)'],
    ['Service', 'rgb(238, 231, 247)', 'rgb(90, 54, 144)'],
  ] as const) {
    const badge = rows(page).locator('td:nth-child(3)').getByText(word, { exact: true }).first()
    await expect(badge).toHaveCSS('background-color', ground)
    await expect(badge).toHaveCSS('color', ink)
  }
  await page.setViewportSize({ width: 390, height: 844 })
  // Its column heads are for screen readers only.
  expect((await page.locator('main thead').boundingBox())!.width).toBeLessThanOrEqual(1)
  const labels = await page
    .locator('main tbody tr')
    .first()
    .locator('td')
    .evaluateAll((all) => all.map((each) => getComputedStyle(each, '::before').content))
  expect(labels).toEqual(columns.map((column) => `"${column}"`))
  await page.getByRole('link', { name: 'Back to Products' }).click()
  await expect(page).toHaveURL(/\/admin\/products$/)
})

test('[FTR-2, FTR-4] Four counters of the featured screen follow the checkboxes, which have no effect outside the screen until they are saved', async ({
  page,
}) => {
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() !== 'GET') sent.push(request.url())
  })
  await openMocked(page)
  await expect(page.getByRole('term')).toHaveText([
    'Total Products',
    'Featured',
    'Machines',
    'Parts & Services',
  ])
  const counters = page.getByRole('definition')
  await expect(counters).toHaveText(['4', '2', '2', '2'])
  await checkbox(page, 'CL 2').check()
  await expect(counters).toHaveText(['4', '3', '2', '2'])
  await checkbox(page, 'Collet').uncheck()
  await checkbox(page, 'CL 1').uncheck()
  await expect(counters).toHaveText(['4', '1', '2', '2'])
  await checkbox(page, 'CL 2').uncheck()
  await expect(checkbox(page, 'CL 2')).not.toBeChecked()
  await expect(counters).toHaveText(['4', '0', '2', '2'])
  expect(sent).toEqual([])
  await page.reload()
  await expect(counters).toHaveText(['4', '2', '2', '2'])
  await expect(checkbox(page, 'CL 1')).toBeChecked()
})

test("[FTR-3] The featured screen shows 'Loading products...' until all three lists are loaded, and 'No products found' if they are empty", async ({
  page,
}) => {
  const released = Promise.withResolvers<void>()
  await page.route(LIST, async (route) => {
    if (route.request().url().endsWith('/services')) await released.promise
    await route.fulfill({ json: [] })
  })
  await openAdmin(page, SCREEN_PATH)
  await expect(page.getByText('Loading products...', { exact: true })).toBeVisible()
  await expect(page.getByText('No products found')).toHaveCount(0)
  await expect(page.getByRole('definition')).toHaveText(['', '', '', ''])
  released.resolve()
  await expect(page.getByText('No products found', { exact: true })).toBeVisible()
  await expect(page.getByText('Loading products...')).toHaveCount(0)
  await expect(page.getByRole('definition')).toHaveText(['0', '0', '0', '0'])
})

test('[FTR-1, FTR-4, FTR-5] Saving featured products sends one PUT per item with only its flag, all in parallel, and says so', async ({
  page,
}) => {
  const released = Promise.withResolvers<void>()
  const sent: string[][] = []
  await page.route(ONE, async (route) => {
    const request = route.request()
    const { pathname } = new URL(request.url())
    sent.push([request.method(), pathname, request.headers()['content-type'] ?? '', request.postData() ?? ''])
    await released.promise
    await route.fulfill({ json: {} })
  })
  await openMocked(page)
  await checkbox(page, 'CL 1').uncheck()
  await checkbox(page, 'Overhaul').check()
  await expect(save(page)).toHaveText('Save Changes')
  await save(page).dblclick()
  // No request gets a response before all have arrived.
  await expect.poll(() => sent.length).toBe(4)
  await expect(save(page)).toHaveText('Saving...')
  await expect(save(page)).toBeDisabled()
  released.resolve()
  await expect(save(page)).toHaveText('Save Changes')
  await expect(save(page)).toBeEnabled()
  await expectToast(page, 'Success', 'Featured products updated successfully')
  expect(sent.toSorted(([, one = ''], [, other = '']) => one.localeCompare(other))).toEqual([
    ['PUT', '/api/products/m1', 'application/json', '{"featured":false}'],
    ['PUT', '/api/products/m2', 'application/json', '{"featured":false}'],
    ['PUT', '/api/services/s1', 'application/json', '{"featured":true}'],
    ['PUT', '/api/spareparts/p1', 'application/json', '{"featured":true}'],
  ])
})

test.describe('Failed requests', () => {
  test.use({ allowedMessages: /status of 500|net::ERR_FAILED/ })

  test("[FTR-5] The featured screen shows 'Error', 'Failed to fetch products' if one of the three lists cannot be loaded, and loads it again", async ({
    page,
  }) => {
    await signInByApi(page)
    for (const kind of ['products', 'spareparts', 'services']) {
      await test.step(kind, async () => {
        await page.unrouteAll()
        await mockLists(page)
        await page.route(new RegExp(`/api/${kind}$`), (route) => route.fulfill({ status: 500, json: {} }))
        await page.goto(SCREEN_PATH)
        await expectToast(page, 'Error', 'Failed to fetch products')
        const alert = page.getByRole('main').getByRole('alert')
        await expect(alert).toContainText('Some of the products could not be loaded')
        await page.unroute(new RegExp(`/api/${kind}$`))
        await alert.getByRole('button', { name: 'Try again' }).click()
        await expect(alert).toHaveCount(0)
        await expect(rows(page)).toHaveCount(4)
      })
    }
  })

  test("[FTR-5] Saving featured products shows 'Error', 'Failed to save featured products' when the server returns an error, and when the lists cannot be loaded again before saving", async ({
    page,
  }) => {
    await page.route(ONE, (route) =>
      route.fulfill(
        route.request().url().endsWith('/s1') ? { status: 500, json: { message: 'No.' } } : { json: {} },
      ),
    )
    await openMocked(page)
    await checkbox(page, 'Overhaul').check()
    await save(page).click()
    await expectToast(page, 'Error', 'Failed to save featured products')
    await expect(save(page)).toHaveText('Save Changes')
    await expect(checkbox(page, 'Overhaul')).toBeChecked()

    await toasts(page).getByRole('button', { name: 'Close' }).click()
    await expect(toasts(page)).toHaveCount(0)
    await page.route(LIST, (route) => route.abort())
    await save(page).click()
    await expectToast(page, 'Error', 'Failed to save featured products')
    await expect(save(page)).toHaveText('Save Changes')
    await expect(rows(page)).toHaveCount(4)
  })
})

test('[FTR-2] For the demo catalogue the featured screen counts 125, 6, 15 and 110, keeps Save Changes visible and has no horizontal overflow', async ({
  page,
}) => {
  await openAdmin(page, SCREEN_PATH)
  await expect(page.getByRole('definition')).toHaveText(['125', '6', '15', '110'])
  await expect(rows(page)).toHaveCount(125)
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
    const table = page.locator('main div:has(> table)')
    expect(await table.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0)
    // Above the sidebar, the wheel scrolls the sidebar.
    await page.mouse.move(width - 50, 400)
    await page.mouse.wheel(0, 2000)
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(500)
    await expect(save(page)).toBeInViewport()
  }
})
