import type { Page } from '@playwright/test'
import { expect, test, waitForHydration } from '../../support/browser/browser.ts'

const MACHINE = '/product/cl-25-capstan-lathe'
const VIEWS = ['Front View', 'Side View', 'Control Panel', 'Internal View']
const stage = (page: Page) => page.getByRole('region', { name: 'Pictures' })
const mainImage = (page: Page) => stage(page).locator('img').first()

async function open(page: Page, path = MACHINE) {
  await page.goto(path)
  await waitForHydration(page)
}

/** Opens the page of an item with these fields by a link, so that the mocked response to the browser's request is used. */
async function openItem(page: Page, fields: object) {
  await page.goto('/products?search=CL 25 Capstan Lathe')
  await waitForHydration(page)
  const item = { id: 'x', name: 'Mocked item', description: 'd', specifications: { Bore: '5 mm' }, ...fields }
  await page.route(/\/api\/products\/[0-9a-z]{16}$/, (route) => route.fulfill({ json: item }))
  await page.locator('article').first().getByRole('link', { name: 'View Details' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Mocked item')
}

test('The page of an item links to its versions in other sizes, and marks its own', async ({ page }) => {
  await open(page, '/product/three-jaw-chuck-250-mm')
  const versions = page.getByRole('navigation', { name: 'Versions by Diameter' })
  await expect(versions.getByRole('link')).toHaveText(['160 mm', '250 mm', '315 mm'])
  await expect(versions.locator('[aria-current=page]')).toHaveText('250 mm')
  await versions.getByRole('link', { name: '315 mm' }).press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Three-jaw Chuck, 315 mm')
  await expect(versions.locator('[aria-current=page]')).toHaveText('315 mm')
})

test.describe('Unknown item', () => {
  test.use({ allowedMessages: /status of 404/ })

  test('[DET-1] An item of unknown kind is requested as product, then service, then spare part', async ({
    page,
  }) => {
    await page.goto('/products?tab=spares')
    await waitForHydration(page)
    const calls: string[] = []
    page.on('request', (request) => {
      const match = /\/api\/(\w+)\/unknown-item$/.exec(request.url())
      if (match) calls.push(match[1]!)
    })
    await page.evaluate(() => history.pushState(null, '', '/product/unknown-item'))
    await expect(page.getByText('Product not found')).toBeVisible()
    expect(calls).toEqual(['products', 'services', 'spareparts'])
  })
})

test('[DET-2, DET-3] The gallery has buttons for next and previous, thumbnails, zoom and labels of the views', async ({
  page,
}) => {
  await open(page)
  const view = stage(page).locator('> div').first()
  for (const name of VIEWS) {
    await expect(view).toContainText(name)
    await page.getByRole('button', { name: 'Next image' }).click()
  }
  await expect(view).toContainText('Front View')
  await page.getByRole('button', { name: 'Previous image' }).click()
  await expect(view).toContainText('Internal View')
  await page.getByRole('button', { name: 'Control Panel' }).click()
  await expect(view).toContainText('Control Panel')
  await expect(page.getByRole('button', { name: 'Control Panel' })).toHaveAttribute('aria-current', 'true')
  const getWidth = () => mainImage(page).evaluate((image) => image.getBoundingClientRect().width)
  const fullWidth = await getWidth()
  await mainImage(page).click()
  await expect.poll(getWidth).toBeCloseTo(2 * fullWidth, 0)
  await page.getByRole('button', { name: 'Zoom out' }).click()
  await expect.poll(getWidth).toBeCloseTo(fullWidth, 0)
})

test.describe('Item that cannot be reached', () => {
  test.use({ allowedMessages: /ERR_FAILED|status of 404/ })
  test('The details page of an item that cannot be reached offers to try again', async ({ page }) => {
    await page.goto('/products')
    await waitForHydration(page)
    await page.route(/\/api\/(products|services|spareparts)\/lost-item$/, (route) => route.abort())
    await page.evaluate(() => history.pushState(null, '', '/product/lost-item'))
    await expect(page.getByText('Please check your connection and try again.')).toBeVisible()
    await page.getByRole('button', { name: 'Try Again' }).click()
    await page.waitForEvent('load')
  })
})

test("[DET-4] An item without pictures shows 'No image available'", async ({ page }) => {
  await openItem(page, {})
  await expect(page.getByText('No image available')).toBeVisible()
})

test.describe('Broken pictures', () => {
  test.use({ allowedMessages: /status of 404/ })

  test('[DET-5] The gallery of a machine replaces a broken picture by the next one, and the last one by the placeholder', async ({
    page,
    baseURL,
  }) => {
    const machines = await (await page.request.get('/api/products?search=CL 40')).json()
    await openItem(page, { images: [`${baseURL}/media/none/1.webp`, machines[0].images[0]] })
    await expect(mainImage(page)).toHaveAttribute('src', machines[0].images[0])
    await page.goto('/')
    await openItem(page, { images: [`${baseURL}/media/none/1.webp`, `${baseURL}/media/none/2.webp`] })
    await expect(mainImage(page)).toHaveAttribute('src', /placeholder-machine/)
  })

  test('[DET-5] A broken picture of a spare part is replaced by the placeholder of a spare part', async ({
    page,
    baseURL,
  }) => {
    await page.goto('/products?tab=spares')
    await waitForHydration(page)
    const part = {
      id: 'p',
      name: 'Part',
      description: 'd',
      specs: { A: '1' },
      images: [`${baseURL}/media/none/1.webp`],
    }
    await page.route(/\/api\/spareparts\/[0-9a-z]{16}$/, (route) => route.fulfill({ json: part }))
    await page.locator('article').first().getByRole('link', { name: 'View Details' }).click()
    await expect(mainImage(page)).toHaveAttribute('src', /placeholder-part/)
  })
})

test('[DET-6, DET-7] The details page shows brand, name, prices in dollars and the discount', async ({
  page,
}) => {
  await open(page)
  await expect(page.getByText('Kovai', { exact: true })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('CL 25 Capstan Lathe')
  await expect(page.getByText('$17,647.06').filter({ visible: true })).toBeVisible()
  await expect(page.locator('s')).toHaveText('$20,000.00')
  await expect(page.locator('s')).toHaveCSS('text-decoration-line', 'line-through')
  await expect(page.getByText('Save 12%')).toBeVisible()
  await expect(page.getByText('₹15,00,000')).toBeVisible()
})

test('[DET-6] The details page of an item with reviews shows stars and the number of reviews', async ({
  page,
}) => {
  await openItem(page, { rating: 4.8, reviewCount: 37 })
  await expect(page.getByRole('img', { name: '4.8 of 5 stars' })).toBeVisible()
  await expect(page.getByText('37 reviews')).toBeVisible()
})

for (const [price, originalPrice, badge] of [
  [850, 1000, 'Save 15%'],
  [995, 1000, 'Save 1%'],
  [1000, 1000, undefined],
  [1100, 1000, undefined],
] as const) {
  test(`[DET-7] A price of ${price} with an original price of ${originalPrice} shows ${badge ? `the badge '${badge}'` : 'no discount badge'}`, async ({
    page,
  }) => {
    await openItem(page, { price, originalPrice })
    await expect(page.getByText(/^Save /)).toHaveCount(badge ? 1 : 0)
    if (badge) await expect(page.getByText(badge)).toBeVisible()
  })
}

test("[DET-8] The details page shows description, key features, 'In Stock', '2 Year Warranty' and all specifications", async ({
  page,
}) => {
  await open(page)
  await expect(page.getByText('Bar work up to 25 mm with a self-indexing hexagon turret.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Key Features' })).toBeVisible()
  await expect(page.getByText('In Stock')).toBeVisible()
  await expect(page.getByText('2 Year Warranty')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Technical Specifications' })).toBeVisible()
  const specifications = page.getByRole('table').first()
  await expect(specifications.getByRole('row')).toHaveCount(14)
  const order = page.getByRole('table').nth(1)
  await expect(page.getByRole('heading', { name: 'Ordering Details' })).toBeVisible()
  await expect(order.getByRole('row').first()).toHaveText('ModelCL 25')
  await expect(order.getByRole('rowheader')).toHaveText(['Model', 'HSN or SAC code', 'GST'])
  await expect(page.getByRole('row', { name: 'Bar capacity 25 mm' })).toBeVisible()
})
