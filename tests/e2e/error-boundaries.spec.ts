import type { Page } from '@playwright/test'
import { expect, openPage, test, waitForHydration } from '../support/browser/browser.ts'

test.use({ allowedMessages: /TypeError|error while hydrating|Broken component/ })

const ITEM_PATH = '/product/cl-25-capstan-lathe'

/** Counts what the page reports: console errors and uncaught errors. */
function collectErrors(page: Page): string[] {
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text())
  })
  return errors
}

test('A page that throws during hydration keeps the server-rendered HTML and reports the error once', async ({
  page,
}) => {
  const errors = collectErrors(page)
  await page.route(`**/page-state${ITEM_PATH}*`, async (route) => {
    const response = await route.fetch()
    const state = await response.text()
    // A field of the item has the wrong type.
    await route.fulfill({ response, body: state.replace(/"features":\[[^\]]*\]/, '"features":null') })
  })
  await openPage(page, ITEM_PATH)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('CL 25 Capstan Lathe')
  await expect(page.getByRole('heading', { name: 'Technical Specifications' })).toBeVisible()
  expect(errors).toHaveLength(1)
  // Outside the page everything works.
  await page.getByRole('button', { name: 'Chat', exact: true }).click()
  await expect(page.getByRole('log')).toBeVisible()
  // The links of the static copy load their page.
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Machines' }).click()
  await waitForHydration(page)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Machines')
})

test('A page that throws when a link opens it is loaded from the server', async ({ page }) => {
  await openPage(page, '/products')
  await page.route(
    '**/assets/product-*.js',
    (route) =>
      route.fulfill({
        contentType: 'text/javascript',
        body: "export default function ProductPage() { throw new Error('Broken component') }",
      }),
    { times: 1 },
  )
  await page.evaluate(() => Object.assign(window, { isSameDocument: true }))
  await page.getByRole('link', { name: 'View Details' }).first().click()
  await expect(page).toHaveURL(/\/product\//)
  await expect(page.getByRole('heading', { name: 'Technical Specifications' })).toBeVisible()
  expect(await page.evaluate(() => 'isSameDocument' in window)).toBe(false)
})

test('A chat component that throws closes without affecting the page', async ({ page }) => {
  await page.route('**/assets/chat-*.js', (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: "export default function Chat() { throw new Error('Broken component') }",
    }),
  )
  await openPage(page, '/')
  await page.getByRole('button', { name: 'Chat', exact: true }).click()
  await expect(page.getByText('Network error. Please try again.').first()).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})
