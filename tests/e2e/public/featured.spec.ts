import type { Page } from '@playwright/test'
import { expect, openPage, test } from '../../support/browser/browser.ts'

const FEATURED_LISTS = /\/api\/(products|spareparts|services)\/featured$/
const cards = (page: Page) => page.locator('#products article')

/** Opens the home page by a link, so that the browser sends the requests of the featured lists. */
async function navigateByLink(page: Page) {
  await openPage(page, '/products')
  await page.getByRole('link', { name: 'Kovai Machine Tools' }).click()
}

/** Returns an item in the format of the API, with only the fields that a test needs. */
const createItem = (name: string, more: object = {}) => ({
  _id: name,
  name,
  description: 'A thing.',
  ...more,
})

/** Responds to the requests of the three lists once `released` is resolved. */
async function mockLists(
  page: Page,
  lists: { products?: object[]; spareparts?: object[]; services?: object[] },
  released = Promise.resolve(),
) {
  await page.route(FEATURED_LISTS, async (route) => {
    await released
    const kind = FEATURED_LISTS.exec(route.request().url())![1] as keyof typeof lists
    return route.fulfill({ json: lists[kind] ?? [] })
  })
}

test('[FEAT-1, FEAT-2, FEAT-10] While the three featured lists load, all requested at once, a turning spinner says so; then they are merged: machines, spare parts, services, six at most', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  let requests = 0
  page.on('request', (request) => {
    if (FEATURED_LISTS.test(request.url())) requests++
  })
  const lists = {
    services: [createItem('S1'), createItem('S2')],
    spareparts: [createItem('P1'), createItem('P2')],
    products: [createItem('M1'), createItem('M2'), createItem('M3')],
  }
  await mockLists(page, lists, released)
  await navigateByLink(page)
  const status = page.getByRole('status').filter({ hasText: 'Loading featured products...' })
  await expect(status).toBeVisible()
  await expect.poll(() => requests, 'requests while none has a response').toBe(3)
  const { name, seconds } = await status.locator('.spinner').evaluate((spinner) => {
    const { animationName, animationDuration } = getComputedStyle(spinner)
    return { name: animationName, seconds: Number.parseFloat(animationDuration) }
  })
  expect(name).toBe('turn')
  expect(seconds).toBeLessThan(2)
  release()
  await expect(cards(page).locator('h3')).toHaveText(['M1', 'M2', 'M3', 'P1', 'P2', 'S1'])
  await expect(cards(page).nth(0)).toContainText('Machine')
  await expect(cards(page).nth(3)).toContainText('Spare part')
  await expect(cards(page).nth(5)).toContainText('Service')
  expect(requests).toBe(3)
})

test.describe('Failed featured list', () => {
  test.use({ allowedMessages: /status of 500/ })

  test("[FEAT-3] A failed featured list shows 'Failed to load featured products' in red", async ({
    page,
  }) => {
    await page.route(/\/api\/services\/featured$/, (route) => route.fulfill({ status: 500, body: '{}' }))
    await navigateByLink(page)
    const message = page.getByText('Failed to load featured products')
    await expect(message).toBeVisible()
    await expect(message).toHaveCSS('color', 'rgb(176, 36, 28)')
    await expect(cards(page)).toHaveCount(0)
  })
})

test('[FEAT-4] Without featured items the section of featured products is hidden', async ({ page }) => {
  await mockLists(page, {})
  await navigateByLink(page)
  await expect(page.getByRole('heading', { name: 'Services & support' })).toBeVisible()
  await expect(page.locator('#products')).toHaveCount(0)
})

test.describe('Cards of featured products', () => {
  test.use({ allowedMessages: /status of 404/ })

  test('[FEAT-5, FEAT-6, FEAT-9] A card shortens the description, shows three specifications, and has a placeholder for a broken picture', async ({
    page,
    baseURL,
  }) => {
    const specs = Object.fromEntries(['A', 'B', 'C', 'D', 'E'].map((key) => [key, '1 mm']))
    const description = 'word '.repeat(40).trim()
    const images = [`${baseURL}/media/none/1.webp`]
    await mockLists(page, {
      products: [createItem('Five', { description, specifications: specs }), createItem('None', { images })],
    })
    await navigateByLink(page)
    const [five, none] = [cards(page).nth(0), cards(page).nth(1)]
    await expect(five.locator('dt')).toHaveText(['A', 'B', 'C'])
    await expect(five).toContainText('+2 more specifications')
    const shown = (await five.getByText(/^word /).textContent())!
    expect(shown).toMatch(/^(word )+word\.\.\.$/)
    expect(shown.length).toBeLessThanOrEqual(103)
    await expect(none).toContainText('No specifications available.')
    await expect(none).toContainText('A thing.')
    await none.scrollIntoViewIfNeeded()
    await expect(none.locator('img')).toHaveAttribute('src', /placeholder-machine/)
  })
})

test('[FEAT-7, FEAT-8] Featured products link to details, contact form and catalogue', async ({ page }) => {
  await openPage(page, '/')
  await cards(page).first().getByRole('link', { name: 'View Details' }).click()
  await expect(page).toHaveURL(/\/product\/[0-9a-z]{16}$/)
  await page.goBack()
  await cards(page).first().getByRole('link', { name: 'Request Quote' }).click()
  await expect(page).toHaveURL(/\/#contact$/)
  await expect(page.locator('#contact')).toBeInViewport()
  await page.getByRole('link', { name: 'View All Products' }).click()
  await expect(page).toHaveURL(/\/products$/)
})
