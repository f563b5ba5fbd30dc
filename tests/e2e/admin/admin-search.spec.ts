import type { Page } from '@playwright/test'
import { expect, openAdmin, signInByApi, test } from '../../support/browser/browser.ts'

const LATENCY_MS = 400
const KEY_DELAY_MS = 60
/** Contains the keys of a shortcut, 'g s', which the field must not lose. */
const TERM = 'springs, bearings'

const LISTS = [
  { name: 'all items', path: '/admin/items', label: 'Search' },
  { name: 'enquiries', path: '/admin/customers', label: 'Search' },
  { name: 'the enquiry board', path: '/admin/customers?view=board', label: 'Search' },
  { name: 'customers', path: '/admin/customers?view=people', label: 'Search' },
  { name: 'reviews', path: '/admin/reviews', label: 'Search reviews' },
  { name: 'the audit log', path: '/admin/log', label: 'Search' },
]

/** Delays every response of the API. */
const delayApi = (page: Page) =>
  page.route('**/api/**', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, LATENCY_MS))
    await route.continue().catch(() => {})
  })

test(`The search field of every list keeps every character and the focus at ${LATENCY_MS} ms latency`, async ({
  page,
}) => {
  await signInByApi(page)
  for (const { name, path, label } of LISTS) {
    await test.step(name, async () => {
      await page.goto(path)
      const field = page.getByRole('main').getByLabel(label)
      await expect(field).toBeVisible()
      await delayApi(page)
      await page.keyboard.press('/')
      await expect(field).toBeFocused()
      // The second half starts while the list of the first half is still loading.
      const isLoading = page.waitForRequest((request) => /\/api\/.*search=/.test(request.url()))
      await field.pressSequentially(TERM.slice(0, 8), { delay: KEY_DELAY_MS })
      await isLoading
      await page.keyboard.type(TERM.slice(8), { delay: KEY_DELAY_MS })
      await expect(field).toBeFocused()
      await expect(field).toHaveValue(TERM)
      await expect(page).toHaveURL((url) => url.searchParams.get('search') === TERM)
      await page.unrouteAll({ behavior: 'ignoreErrors' })
    })
  }
})

test('The search field of a list follows a link and Back', async ({ page }) => {
  await openAdmin(page, '/admin/items')
  const field = page.getByRole('main').getByLabel('Search')
  await field.pressSequentially('belt', { delay: KEY_DELAY_MS })
  await expect(page).toHaveURL(/search=belt/)
  await page.getByRole('main').locator('a[href="/admin/items"]').click()
  await expect(field).toHaveValue('')
  await page.waitForTimeout(500)
  await expect(page).not.toHaveURL(/search=/)
  await expect(field).toHaveValue('')
  await page.goBack()
  await expect(field).toHaveValue('belt')
  await expect(page).toHaveURL(/search=belt/)
})
