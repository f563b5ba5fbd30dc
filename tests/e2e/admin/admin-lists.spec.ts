import { expect, openAdmin, test } from '../../support/browser/browser.ts'

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
