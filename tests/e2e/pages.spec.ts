import { expect, test, waitForHydration } from '../support/browser.ts'

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('[RT-1] the three public screens read completely', async ({ page }) => {
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

  test('[CAT-3] the search form works, case and all', async ({ page }) => {
    await page.goto('/products?tab=spares')
    await page.getByRole('combobox', { name: 'Search' }).fill('SPRING COLLET SET')
    await page.getByRole('combobox', { name: 'Search' }).press('Enter')
    await expect(page.locator('article h3').first()).toContainText('Spring Collet Set')
    await expect(page.getByRole('status')).toContainText('matching SPRING COLLET SET')
  })
})

for (const path of [
  '/',
  '/products',
  '/products?tab=spares&view=list&sort=price',
  '/product/cl-25-capstan-lathe',
]) {
  test(`${path} comes alive without a word in the console`, async ({ page }) => {
    const reply = await page.goto(path)
    expect(reply?.status()).toBe(200)
    await waitForHydration(page)
    await page.waitForLoadState('networkidle')
  })
}

test.describe('unknown addresses', () => {
  test.use({ allowedMessages: /status of 404/ })

  test("[RT-2] any other path shows '404 Not Found' with status 404", async ({ page }) => {
    const reply = await page.goto('/lathes/none')
    expect(reply?.status()).toBe(404)
    await expect(page.getByRole('heading', { name: '404 Not Found' })).toBeVisible()
  })

  test('[DET-9] an unknown item says so, with status 404, and Go Back goes back', async ({ page }) => {
    await page.goto('/products')
    const reply = await page.goto('/product/no-such-item')
    expect(reply?.status()).toBe(404)
    await expect(page.getByText('Oops! Something went wrong')).toBeVisible()
    await expect(page.getByText('Product not found')).toBeVisible()
    await waitForHydration(page)
    await page.getByRole('button', { name: 'Go Back' }).click()
    await expect(page).toHaveURL(/\/products$/)
  })
})

test('[CLI-3] going from page to page reloads nothing and makes the documented calls once', async ({
  page,
}) => {
  const calls: string[] = []
  await page.goto('/')
  await waitForHydration(page)
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/') || request.isNavigationRequest()) calls.push(pathname)
  })
  await page.getByRole('link', { name: 'View All Products' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Machines', exact: true })).toBeVisible()
  expect(calls.toSorted()).toEqual(['/api/products', '/api/services', '/api/spareparts'])
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'Machines that hold size, shift after shift',
  )
  await page.goForward()
  await expect(page.locator('article')).toHaveCount(15)
  expect(calls).toHaveLength(3)
})

test('hovering a card fetches its page, so that a click needs no further call', async ({ page }) => {
  const calls: string[] = []
  await page.goto('/products')
  await waitForHydration(page)
  // What the page fetches when it has nothing else to do is not counted: it ends before, or paints behind pictures.
  await page.waitForLoadState('networkidle')
  const card = page.locator('article').first()
  const fetched = page.waitForResponse(/\/api\/products\/[0-9a-z]{16}$/)
  await card.getByRole('link', { name: 'View Details' }).hover()
  await fetched
  page.on('request', (request) => {
    if (/\.js$|\/api\//.test(request.url()) && !request.url().includes('/first-impression-'))
      calls.push(request.url())
  })
  await card.getByRole('link', { name: 'View Details' }).click()
  await expect(page.getByRole('heading', { name: 'Technical Specifications' })).toBeVisible()
  expect(calls).toEqual([])
})

test('[API-10] pictures come in several widths and load', async ({ page }) => {
  await page.goto('/product/cl-25-capstan-lathe')
  const image = page.getByRole('img', { name: 'CL 25 Capstan Lathe, Front View' })
  await expect(image).toHaveAttribute('srcset', /\/media\/[0-9a-f]{32}\/320\.webp 320w, .*1600w/)
  await expect
    .poll(() => image.evaluate((element: HTMLImageElement) => element.naturalWidth))
    .toBeGreaterThan(0)
})

test('a page is kept until something on it changes, and 304 saves sending it again', async ({ request }) => {
  const first = await request.get('/products')
  const etag = first.headers().etag!
  const second = await request.get('/products', { headers: { 'if-none-match': etag } })
  expect(second.status()).toBe(304)
})

test('the API can be read about', async ({ page }) => {
  await page.goto('/api/docs')
  await expect(page.getByText('/api/products/featured')).toBeVisible()
  await page.waitForLoadState('networkidle')
})

test('the policy lets no inline script run', async ({ page }) => {
  const reply = await page.goto('/')
  expect(reply?.headers()['content-security-policy']).toContain("script-src 'self'")
  expect(await page.locator('script:not([src]):not([type$="json"])').count()).toBe(0)
})
