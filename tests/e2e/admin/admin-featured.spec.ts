import type { Page, Route } from '@playwright/test'
import { expect, openAdmin, test } from '../../support/browser/browser.ts'

const SCREEN_PATH = '/admin/featured-products'
const LIST = /\/api\/(products|spareparts|services)$/
const ONE = /\/api\/(products|spareparts|services)\/[^/]+$/

const rows = (page: Page) => page.getByRole('table').locator('tbody tr')
const save = (page: Page) => page.getByRole('button', { name: /Save Changes|Saving\.\.\./ })
const toast = (page: Page) => page.getByRole('region', { name: 'Notifications (F8)' }).getByRole('listitem')
const checkbox = (page: Page, name: string) => page.getByLabel(`Featured: ${name}`)

const ITEMS = {
  products: [
    { id: 'm1', name: 'CL 1', description: 'Bar work.', category: 'turning', featured: true },
    { id: 'm2', name: 'CL 2', description: 'Chuck work.', featured: false },
  ],
  spareparts: [{ id: 'p1', name: 'Collet', description: 'Hardened.', category: 'holding', featured: true }],
  services: [{ id: 's1', name: 'Overhaul', description: 'Bearings renewed.', featured: false }],
}

/** Responds to the requests of the three lists with these items, or by `instead`. */
async function mockLists(page: Page, items: Partial<typeof ITEMS> = ITEMS) {
  await page.route(LIST, (route) => {
    const kind = LIST.exec(route.request().url())![1] as keyof typeof ITEMS
    return route.fulfill({ json: items[kind] ?? [] })
  })
}

/** Returns a promise and the function that resolves it. */
function createGate() {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  return { released, release }
}

test('[FTR-1] Featured Products has heading, subtitle, back link and a button that shows when it saves', async ({
  page,
}) => {
  await openAdmin(page, '/admin/dashboard')
  await mockLists(page)
  const { released, release } = createGate()
  await page.route(ONE, async (route) => {
    await released
    await route.fulfill({ json: {} })
  })
  await page.goto(SCREEN_PATH)
  await expect(page.getByRole('heading', { level: 1, name: 'Featured Products', exact: true })).toBeVisible()
  await expect(
    page.getByText('Manage which products appear on the landing page', { exact: true }),
  ).toBeVisible()
  await expect(save(page)).toHaveText('Save Changes')
  await save(page).click()
  await expect(save(page)).toHaveText('Saving...')
  await expect(save(page)).toBeDisabled()
  release()
  await expect(save(page)).toHaveText('Save Changes')
  await expect(save(page)).toBeEnabled()
  await page.getByRole('link', { name: 'Back to Products' }).click()
  await expect(page).toHaveURL(/\/admin\/products$/)
})

test('[FTR-2] Four counters of the featured screen show the numbers of products and follow the checkboxes', async ({
  page,
}) => {
  await openAdmin(page, '/admin/dashboard')
  await mockLists(page)
  await page.goto(SCREEN_PATH)
  await expect(page.getByRole('term')).toHaveText([
    'Total Products',
    'Featured',
    'Machines',
    'Parts & Services',
  ])
  await expect(page.getByRole('definition')).toHaveText(['4', '2', '2', '2'])
  await checkbox(page, 'CL 2').check()
  await expect(page.getByRole('definition')).toHaveText(['4', '3', '2', '2'])
  await checkbox(page, 'Collet').uncheck()
  await checkbox(page, 'CL 1').uncheck()
  await expect(page.getByRole('definition')).toHaveText(['4', '1', '2', '2'])
})

test('[FTR-2] The counters of the featured screen for the demo catalogue are 125, 6, 15 and 110', async ({
  page,
}) => {
  await openAdmin(page, SCREEN_PATH)
  await expect(page.getByRole('definition')).toHaveText(['125', '6', '15', '110'])
  await expect(rows(page)).toHaveCount(125)
})

test("[FTR-3] The table 'All Products' shows flag, name, type, category and description", async ({
  page,
}) => {
  await openAdmin(page, '/admin/dashboard')
  await mockLists(page)
  await page.goto(SCREEN_PATH)
  await expect(page.getByRole('heading', { level: 2, name: 'All Products', exact: true })).toBeVisible()
  await expect(page.getByRole('columnheader')).toHaveText([
    'Featured',
    'Name',
    'Type',
    'Category',
    'Description',
  ])
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
})

test('[FTR-3] At 390 px the cells of the featured screen are labelled by their columns', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openAdmin(page, '/admin/dashboard')
  await mockLists(page)
  await page.goto(SCREEN_PATH)
  const cells = page.locator('main tbody tr').first().locator('td')
  await expect(cells).toHaveCount(5)
  // Its column heads are for screen readers only.
  expect((await page.locator('main thead').boundingBox())!.width).toBeLessThanOrEqual(1)
  const labels = await cells.evaluateAll((all) =>
    all.map((each) => getComputedStyle(each, '::before').content),
  )
  expect(labels).toEqual(['"Featured"', '"Name"', '"Type"', '"Category"', '"Description"'])
})

test('[FTR-3] The type badge of the featured screen is blue for a machine, green for a spare part and purple for a service', async ({
  page,
}) => {
  await openAdmin(page, '/admin/dashboard')
  await mockLists(page)
  await page.goto(SCREEN_PATH)
  for (const [word, ground, ink] of [
    ['Machine', 'rgb(226, 237, 248)', 'rgb(19, 75, 132)'],
    ['Spare part', 'rgb(225, 241, 231)', 'rgb(23, 96, 58)'],
    ['Service', 'rgb(238, 231, 247)', 'rgb(90, 54, 144)'],
  ] as const) {
    const badge = rows(page).locator('td:nth-child(3)').getByText(word, { exact: true }).first()
    await expect(badge).toHaveCSS('background-color', ground)
    await expect(badge).toHaveCSS('color', ink)
  }
})

test("[FTR-3] The featured screen shows 'Loading products...' until all three lists are loaded, and 'No products found' if they are empty", async ({
  page,
}) => {
  await openAdmin(page, '/admin/dashboard')
  const { released, release } = createGate()
  await page.route(LIST, async (route) => {
    if (route.request().url().endsWith('/services')) await released
    await route.fulfill({ json: [] })
  })
  await page.goto(SCREEN_PATH)
  await expect(page.getByText('Loading products...', { exact: true })).toBeVisible()
  await expect(page.getByText('No products found')).toHaveCount(0)
  await expect(page.getByRole('definition')).toHaveText(['', '', '', ''])
  release()
  await expect(page.getByText('No products found', { exact: true })).toBeVisible()
  await expect(page.getByText('Loading products...')).toHaveCount(0)
  await expect(page.getByRole('definition')).toHaveText(['0', '0', '0', '0'])
})

test('[FTR-4] Changed featured flags have no effect outside the screen until they are saved', async ({
  page,
}) => {
  await openAdmin(page, '/admin/dashboard')
  await mockLists(page)
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() !== 'GET') sent.push(request.url())
  })
  await page.goto(SCREEN_PATH)
  await checkbox(page, 'CL 1').uncheck()
  await checkbox(page, 'Overhaul').check()
  await checkbox(page, 'Overhaul').uncheck()
  await expect(checkbox(page, 'CL 1')).not.toBeChecked()
  await expect(checkbox(page, 'Overhaul')).not.toBeChecked()
  expect(sent).toEqual([])
  await page.reload()
  await expect(checkbox(page, 'CL 1')).toBeChecked()
})

test('[FTR-4] Saving featured products sends one PUT per item with only its flag, all in parallel', async ({
  page,
}) => {
  await openAdmin(page, '/admin/dashboard')
  await mockLists(page)
  const { released, release } = createGate()
  const sent: string[][] = []
  await page.route(ONE, async (route) => {
    const request = route.request()
    const { pathname } = new URL(request.url())
    sent.push([request.method(), pathname, request.headers()['content-type'] ?? '', request.postData() ?? ''])
    await released
    await route.fulfill({ json: {} })
  })
  await page.goto(SCREEN_PATH)
  await checkbox(page, 'CL 1').uncheck()
  await checkbox(page, 'Overhaul').check()
  await save(page).dblclick()
  // No request gets a response before all have arrived.
  await expect.poll(() => sent.length).toBe(4)
  release()
  await expectToast(page, 'Success', 'Featured products updated successfully', 'rgb(6, 27, 49)')
  expect(sent.toSorted(([, one = ''], [, other = '']) => one.localeCompare(other))).toEqual([
    ['PUT', '/api/products/m1', 'application/json', '{"featured":false}'],
    ['PUT', '/api/products/m2', 'application/json', '{"featured":false}'],
    ['PUT', '/api/services/s1', 'application/json', '{"featured":true}'],
    ['PUT', '/api/spareparts/p1', 'application/json', '{"featured":true}'],
  ])
})

test("[FTR-5] Saving featured products shows 'Success', 'Featured products updated successfully'", async ({
  page,
}) => {
  await openAdmin(page, '/admin/dashboard')
  await mockLists(page)
  await page.route(ONE, (route) => route.fulfill({ json: {} }))
  await page.goto(SCREEN_PATH)
  await save(page).click()
  await expectToast(page, 'Success', 'Featured products updated successfully', 'rgb(6, 27, 49)')
})

test.describe('Failed requests', () => {
  test.use({ allowedMessages: /status of 500|net::ERR_FAILED/ })
  const RED = 'rgb(176, 36, 28)'

  for (const kind of ['products', 'spareparts', 'services']) {
    test(`[FTR-5] The featured screen shows 'Error', 'Failed to fetch products' if the ${kind} cannot be loaded`, async ({
      page,
    }) => {
      await openAdmin(page, '/admin/dashboard')
      await mockLists(page)
      await page.route(new RegExp(`/api/${kind}$`), (route) => route.fulfill({ status: 500, json: {} }))
      await page.goto(SCREEN_PATH)
      await expectToast(page, 'Error', 'Failed to fetch products', RED)
    })
  }

  const failures: [string, (route: Route) => Promise<void>][] = [
    ['the server returns an error', (route) => route.fulfill({ status: 500, json: { message: 'No.' } })],
    ['a request gets no response', (route) => route.abort()],
  ]
  for (const [condition, fail] of failures) {
    test(`[FTR-5] Saving featured products shows 'Error', 'Failed to save featured products' when ${condition}`, async ({
      page,
    }) => {
      await openAdmin(page, '/admin/dashboard')
      await mockLists(page)
      await page.route(ONE, (route) =>
        route.request().url().endsWith('/s1') ? fail(route) : route.fulfill({ json: {} }),
      )
      await page.goto(SCREEN_PATH)
      await checkbox(page, 'Overhaul').check()
      await save(page).click()
      await expectToast(page, 'Error', 'Failed to save featured products', RED)
      await expect(save(page)).toHaveText('Save Changes')
      await expect(checkbox(page, 'Overhaul')).toBeChecked()
    })

    test(`[FTR-5] Saving featured products shows 'Failed to save featured products' when ${condition} while the lists are loaded again before saving`, async ({
      page,
    }) => {
      await openAdmin(page, '/admin/dashboard')
      await mockLists(page)
      await page.goto(SCREEN_PATH)
      await expect(rows(page)).toHaveCount(4)
      await page.route(LIST, fail)
      await save(page).click()
      await expectToast(page, 'Error', 'Failed to save featured products', RED)
      await expect(save(page)).toHaveText('Save Changes')
      await expectToast(page, 'Error', 'Failed to save featured products', RED)
      await expect(rows(page)).toHaveCount(4)
    })
  }
})

/** Expects a single toast with this title, description and background colour. */
async function expectToast(page: Page, title: string, description: string, background: string) {
  await expect(toast(page)).toHaveCount(1)
  await expect(toast(page).getByText(title, { exact: true })).toBeVisible()
  await expect(toast(page).getByText(description, { exact: true })).toBeVisible()
  await expect(toast(page)).toHaveCSS('background-color', background)
}

for (const width of [360, 1280]) {
  test(`The featured screen keeps Save Changes visible and has no horizontal overflow at ${width} px`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 800 })
    await openAdmin(page, SCREEN_PATH)
    await expect(rows(page).nth(20)).toBeVisible()
    const table = page.locator('main div:has(> table)')
    expect(await table.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0)
    // Above the sidebar, the wheel scrolls the sidebar.
    await page.mouse.move(width - 50, 400)
    await page.mouse.wheel(0, 2000)
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(500)
    await expect(page.getByRole('button', { name: 'Save Changes' })).toBeInViewport()
  })
}
