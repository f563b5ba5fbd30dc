import { expect, openAdmin, test } from '../../support/browser/browser.ts'

test.use({ allowedMessages: /status of 503/ })

test('Polling by the Customers screen sends the background header and the first load does not', async ({
  page,
}) => {
  const requests: { path: string; isBackground: boolean }[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    const isBackground = request.headers()['x-capstan-background'] === 'true'
    if (pathname.startsWith('/api/enquiries') || pathname.startsWith('/api/reviews'))
      requests.push({ path: pathname, isBackground })
  })
  await page.clock.install()
  await openAdmin(page, '/admin/customers')
  await expect(page.getByRole('row')).not.toHaveCount(0)
  await page.waitForLoadState('networkidle')
  const firstLoad = requests.filter(({ path }) => path === '/api/enquiries')
  expect(firstLoad).toEqual([{ path: '/api/enquiries', isBackground: false }])
  requests.length = 0
  await page.clock.runFor(61_000)
  const paths = ['/api/enquiries', '/api/enquiries/counts', '/api/reviews/all']
  await expect.poll(() => [...new Set(requests.map(({ path }) => path))].sort()).toEqual(paths)
  expect(requests.filter(({ isBackground }) => !isBackground)).toEqual([])
})

test('Returning to a list with Back immediately shows the previous list at its scroll position', async ({
  page,
}) => {
  await openAdmin(page, '/admin/items?kind=spare')
  const rows = page.getByRole('main').getByRole('row')
  await expect(rows).toHaveCount(51)
  const link = rows.nth(35).getByRole('link').first()
  await link.scrollIntoViewIfNeeded()
  const position = await page.evaluate(() => scrollY)
  expect(position).toBeGreaterThan(500)
  await link.click()
  await expect(page.getByRole('heading', { name: 'Edit Spare Part' })).toBeVisible()
  expect(await page.evaluate(() => scrollY)).toBe(0)
  // The list is shown although the server does not respond.
  await page.route('**/api/items?*', () => {})
  await page.goBack()
  await expect(rows).toHaveCount(51)
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(position)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test('Saving an item opened from a filtered list returns to that list with its filters', async ({ page }) => {
  const list = '/admin/items?search=belt&kind=spare'
  await openAdmin(page, list)
  await page.getByRole('main').getByRole('row').nth(1).getByRole('link').first().click()
  await page.getByRole('button', { name: 'Update Spare Part' }).click()
  await page.getByRole('button', { name: 'OK' }).click()
  await expect(page).toHaveURL(list)
  await expect(page.getByLabel('Search')).toHaveValue('belt')
})

test('Selected items remain selected when the search changes', async ({ page }) => {
  await openAdmin(page, '/admin/items?kind=spare')
  const boxes = page.getByRole('main').getByRole('checkbox')
  await boxes.nth(1).check()
  await boxes.nth(2).check()
  const status = page.getByText('2 selected', { exact: true })
  await expect(status).toBeVisible()
  await page.getByLabel('Search').pressSequentially('belt', { delay: 200 })
  await expect(page).toHaveURL(/search=belt/)
  await expect(page.getByText('2 selected (2 not shown)')).toBeVisible()
  await page.getByRole('button', { name: 'Clear selection' }).click()
  await expect(page.getByText(/selected/)).toHaveCount(0)
})

for (const path of ['/admin/spareparts/add', '/admin/services/add', '/admin/spare-parts', '/admin/items']) {
  test(`The sidebar marks Products as current on ${path}`, async ({ page }) => {
    await openAdmin(page, path)
    const current = page.getByRole('complementary').locator('[aria-current="page"]')
    await expect(current).toHaveText('Products')
  })
}

test('A highlighted card is scrolled into view only once', async ({ page }) => {
  await openAdmin(page, '/admin/products')
  const list: { id: string; name: string }[] = await (await page.request.get('/api/products')).json()
  const { id, name } = list.at(-1)!
  await page.goto(`/admin/products/${id}`)
  await expect(page.getByRole('heading', { name, exact: true })).toBeInViewport()
  await page.evaluate(() => scrollTo(0, 0))
  // Opening the dialog renders the layout again.
  await page.getByRole('complementary').getByRole('button', { name: 'Keyboard shortcuts' }).click()
  await page.keyboard.press('Escape')
  await page.waitForTimeout(300)
  expect(await page.evaluate(() => scrollY)).toBe(0)
})

test("'Try again' loads a list whose first request failed", async ({ page }) => {
  await openAdmin(page, '/admin/dashboard')
  await page.route('**/api/items?*', (route) => route.fulfill({ status: 503, json: { message: 'Busy.' } }))
  await page.goto('/admin/items?kind=spare')
  await expect(page.getByRole('alert')).toContainText('could not be loaded: Busy.')
  await expect(page.getByRole('main').getByRole('row')).toHaveCount(0)
  await page.unroute('**/api/items?*')
  await page.getByRole('button', { name: 'Try again' }).press('Enter')
  await expect(page.getByRole('main').getByRole('row')).toHaveCount(51)
  await expect(page.getByRole('alert')).toHaveCount(0)
})
