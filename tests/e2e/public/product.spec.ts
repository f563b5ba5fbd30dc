import type { Page } from '@playwright/test'
import { expect, openPage, test } from '../../support/browser/browser.ts'

const MACHINE = '/product/cl-25-capstan-lathe'
const VIEWS = ['Front View', 'Side View', 'Control Panel', 'Internal View']
const stage = (page: Page) => page.getByRole('region', { name: 'Pictures' })
const mainImage = (page: Page) => stage(page).locator('img').first()

/** Opens the page of an item with these fields by a link, so that the mocked response to the browser's request is used. */
async function openItem(page: Page, fields: object, kind: 'products' | 'spareparts' = 'products') {
  await openPage(page, kind === 'products' ? '/products?search=CL 25 Capstan Lathe' : '/products?tab=spares')
  const specifications = { Bore: '5 mm' }
  const item = {
    id: 'x',
    name: 'Mocked item',
    description: 'd',
    specifications,
    specs: specifications,
    ...fields,
  }
  await page.route(new RegExp(`/api/${kind}/[0-9a-z]{16}$`), (route) => route.fulfill({ json: item }))
  await page.locator('article').first().getByRole('link', { name: 'View Details' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Mocked item')
}

test('The page of an item links to its versions in other sizes, and marks its own', async ({ page }) => {
  await openPage(page, '/product/three-jaw-chuck-250-mm')
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
    await openPage(page, '/products?tab=spares')
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

test('[API-10, DET-2, DET-3] The gallery has buttons for next and previous, thumbnails, zoom, labels of the views, and pictures in several widths', async ({
  page,
}) => {
  await openPage(page, MACHINE)
  const image = page.getByRole('img', { name: 'CL 25 Capstan Lathe, Front View' })
  await expect(image).toHaveAttribute('srcset', /\/media\/[0-9a-f]{32}\/320\.webp 320w, .*1600w/)
  await expect
    .poll(() => image.evaluate((element: HTMLImageElement) => element.naturalWidth))
    .toBeGreaterThan(0)
  const view = stage(page).locator('> div').first()
  for (const name of VIEWS) {
    await expect(view).toContainText(name)
    await page.getByRole('button', { name: 'Next picture' }).click()
  }
  await expect(view).toContainText('Front View')
  await page.getByRole('button', { name: 'Previous picture' }).click()
  await expect(view).toContainText('Internal View')
  await page.getByRole('button', { name: 'Control Panel', exact: true }).click()
  await expect(view).toContainText('Control Panel')
  await expect(page.getByRole('button', { name: 'Control Panel', exact: true })).toHaveAttribute(
    'aria-current',
    'true',
  )
  const getWidth = () => mainImage(page).evaluate((image) => image.getBoundingClientRect().width)
  const fullWidth = await getWidth()
  await mainImage(page).click()
  await expect.poll(getWidth).toBeCloseTo(2 * fullWidth, 0)
  await page.getByRole('button', { name: 'Zoom: CL 25 Capstan Lathe, Control Panel', pressed: true }).click()
  await expect.poll(getWidth).toBeCloseTo(fullWidth, 0)
})

test.describe('Item that cannot be reached', () => {
  test.use({ allowedMessages: /ERR_FAILED|status of 404/ })
  test('The details page of an item that cannot be reached offers to try again', async ({ page }) => {
    await openPage(page, '/products')
    await page.route(/\/api\/(products|services|spareparts)\/lost-item$/, (route) => route.abort())
    await page.evaluate(() => history.pushState(null, '', '/product/lost-item'))
    await expect(page.getByText('Check your connection and try again.')).toBeVisible()
    await page.getByRole('button', { name: 'Try Again' }).click()
    await page.waitForEvent('load')
  })
})

test("[DET-4, DET-6] An item without pictures shows 'No image available', its stars and number of reviews, and without a reduced price no discount", async ({
  page,
}) => {
  await openItem(page, { rating: 4.8, reviewCount: 37, price: 1100, originalPrice: 1000 })
  await expect(page.getByText('No image available')).toBeVisible()
  await expect(page.getByRole('img', { name: '4.8 of 5 stars' })).toBeVisible()
  await expect(page.getByText('37 reviews')).toBeVisible()
  await expect(page.getByText(/^Save /)).toHaveCount(0)
})

test.describe('Broken pictures', () => {
  test.use({ allowedMessages: /status of 404/ })

  test('[DET-5] The gallery replaces a broken picture by the next one, and the last one by the placeholder of its kind', async ({
    page,
    baseURL,
  }) => {
    const machines = await (await page.request.get('/api/products?search=CL 40')).json()
    const broken = `${baseURL}/media/none/1.webp`
    await openItem(page, { images: [broken, machines[0].images[0]] })
    await expect(mainImage(page)).toHaveAttribute('src', machines[0].images[0])
    await openItem(page, { images: [broken, `${baseURL}/media/none/2.webp`] })
    await expect(mainImage(page)).toHaveAttribute('src', /placeholder-machine/)
    await openItem(page, { images: [broken] }, 'spareparts')
    await expect(mainImage(page)).toHaveAttribute('src', /placeholder-part/)
  })
})

test('[DET-6, DET-7, DET-8] The details page shows brand, name, prices in dollars with the discount, description, features, and all specifications with dimension lines in proportion', async ({
  page,
}) => {
  await openPage(page, MACHINE)
  await expect(page.getByText('Kovai', { exact: true })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('CL 25 Capstan Lathe')
  await expect(page.getByText('$17,647.06').filter({ visible: true })).toBeVisible()
  await expect(page.locator('s')).toHaveText('$20,000.00')
  await expect(page.locator('s')).toHaveCSS('text-decoration-line', 'line-through')
  await expect(page.getByText('Save 12%')).toBeVisible()
  await expect(page.getByText('₹15,00,000')).toBeVisible()
  await expect(page.getByText('Bar work up to 25 mm with a self-indexing hexagon turret.')).toBeVisible()
  for (const heading of ['Key Features', 'Technical Specifications', 'Ordering details'])
    await expect(page.getByRole('heading', { name: heading })).toBeVisible()
  await expect(page.getByText('In Stock')).toBeVisible()
  await expect(page.getByText('2 Year Warranty')).toBeVisible()
  const specifications = page.getByRole('table').first()
  await expect(specifications.getByRole('row')).toHaveCount(14)
  await expect(page.getByRole('row', { name: 'Bar capacity 25 mm' })).toBeVisible()
  const getLineWidth = (name: string) =>
    page
      .getByRole('row', { name })
      .first()
      .locator('.dimension')
      .evaluate((element) => element.getBoundingClientRect().width)
  const swing = await getLineWidth('Swing over cross slide 150 mm')
  const distance = await getLineWidth('Max. distance, spindle to turret 420 mm')
  expect(distance / swing).toBeCloseTo(420 / 150, 1)
  const order = page.getByRole('table').nth(1)
  await expect(order.getByRole('row').first()).toHaveText('ModelCL 25')
  await expect(order.getByRole('rowheader')).toHaveText(['Model', 'HSN or SAC code', 'GST'])
})
