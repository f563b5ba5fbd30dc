import { expect, openPage, test, waitForHydration } from '../../support/browser/browser.ts'

test.describe('Pages without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('[RT-1] The three public pages are complete without JavaScript', async ({ page }) => {
    await page.goto('/')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      'Machines that hold size, shift after shift',
    )
    await expect(page.locator('#products article')).toHaveCount(6)
    await page.goto('/products')
    await expect(page.locator('article')).toHaveCount(15)
    await page.locator('article').first().getByRole('link', { name: 'View Details' }).click()
    await expect(page.getByRole('heading', { name: 'Technical Specifications' })).toBeVisible()
  })

  test('[CAT-3] Without JavaScript the searches of the bar and of the catalogue work, ignoring case; an empty tab shows what is found in others', async ({
    page,
  }) => {
    await page.goto('/')
    await page.getByRole('banner').getByRole('searchbox', { name: 'Search' }).fill('lathe')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/products\?tab=any&search=lathe$/)
    await expect(page.locator('article').first()).toContainText('Lathe')
    await page.goto('/products?tab=spares')
    await page.getByRole('combobox', { name: 'Search' }).fill('SPRING COLLET SET')
    await page.getByRole('combobox', { name: 'Search' }).press('Enter')
    await expect(page.locator('article h3').first()).toContainText('Spring Collet Set')
    await expect(page.getByRole('status')).toContainText('matching SPRING COLLET SET')
    await page.goto('/products?search=KMT-CO-2512')
    await expect(page.getByText('No results found for "KMT-CO-2512"')).toBeVisible()
    await expect(page.getByRole('region', { name: 'Spare Parts' }).getByRole('article')).toHaveCount(1)
  })
})

test.describe('Unknown URLs', () => {
  test.use({ allowedMessages: /status of 404/ })

  test("[RT-2, DET-9] An unknown path shows '404 Not Found', and an unknown item 'Product not found' with Go Back, both with status 404", async ({
    page,
  }) => {
    expect((await page.goto('/lathes/none'))?.status()).toBe(404)
    await expect(page.getByRole('heading', { name: '404 Not Found' })).toBeVisible()
    await page.goto('/products')
    expect((await page.goto('/product/no-such-item'))?.status()).toBe(404)
    await expect(page.getByText('Oops! Something went wrong')).toBeVisible()
    await expect(page.getByText('Product not found')).toBeVisible()
    await waitForHydration(page)
    await page.getByRole('button', { name: 'Go Back' }).click()
    await expect(page).toHaveURL(/\/products$/)
  })
})

test('[CLI-3] Navigation between pages does not reload the document and sends each documented request once', async ({
  page,
}) => {
  const calls: string[] = []
  await openPage(page, '/')
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/') || request.isNavigationRequest()) calls.push(pathname)
  })
  // The filters, which are open on a wide screen.
  const facets = page.waitForResponse('**/api/facets?*')
  // By key: a card that appeared under the pointer would prefetch its page.
  await page.mouse.move(0, 0)
  await page.getByRole('link', { name: 'View All Products' }).press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Machines', exact: true })).toBeVisible()
  // Leaving the page would cancel a list that is still loading, and request it again later.
  await expect(page.locator('article')).toHaveCount(15)
  await facets
  await page.waitForLoadState('networkidle')
  expect(calls.toSorted()).toEqual(['/api/facets', '/api/products', '/api/services', '/api/spareparts'])
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'Machines that hold size, shift after shift',
  )
  await page.goForward()
  await expect(page.locator('article')).toHaveCount(15)
  expect(calls).toHaveLength(4)
})

test('The API documentation is displayed at /api/docs', async ({ page }) => {
  await page.goto('/api/docs')
  await page.getByText('/api/products', { exact: true }).click()
  await expect(page.getByText('/api/products/featured')).toBeVisible()
  await page.waitForLoadState('networkidle')
})
