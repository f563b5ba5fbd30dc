import type { Page } from '@playwright/test'
import { STORAGE_KEYS } from '#contracts/storage-keys.ts'
import { expect, openAdmin, signInByApi, test } from '../../support/browser/browser.ts'

const readKeys = (page: Page) =>
  page.evaluate(({ token, user }) => [localStorage.getItem(token), localStorage.getItem(user)], STORAGE_KEYS)

test.describe('A screen that cannot be loaded', () => {
  test.use({
    allowedMessages: /status of 404|dynamically imported module|ScreenLoadError|could not be loaded/,
  })

  /** Responds to the chunk of the reviews as a deployment without it does, `count` times. Returns how often it was requested. */
  async function removeReviewsChunk(page: Page, count: number) {
    let requests = 0
    await page.route(/\/office\/reviews-[^/]*\.js$/, (route) =>
      ++requests > count ? route.continue() : route.fulfill({ status: 404, body: '' }),
    )
    return () => requests
  }
  const openReviews = (page: Page) =>
    page.getByRole('complementary').getByRole('link', { name: 'Reviews' }).click()

  test('A screen whose file a deployment has replaced is loaded by one automatic reload', async ({
    page,
  }) => {
    await openAdmin(page, '/admin/items')
    await expect(page.getByRole('heading', { name: 'Product Management' })).toBeVisible()
    await removeReviewsChunk(page, 1)
    await openReviews(page)
    await expect(page.getByRole('heading', { name: 'Reviews', level: 1 })).toBeVisible()
    await expect(page).toHaveURL(/\/admin\/reviews$/)
  })

  test('A screen that fails again after the automatic reload shows the layout with a Reload button', async ({
    page,
  }) => {
    await openAdmin(page, '/admin/items')
    await expect(page.getByRole('heading', { name: 'Product Management' })).toBeVisible()
    const getRequests = await removeReviewsChunk(page, 2)
    await openReviews(page)
    const message = page.getByRole('main').getByRole('alert')
    await expect(message).toContainText('This screen could not be displayed')
    await expect(page.getByRole('complementary')).toBeVisible()
    await page.waitForTimeout(1000)
    expect(getRequests()).toBe(2)
    await message.getByRole('button', { name: 'Reload' }).click()
    await expect(page.getByRole('heading', { name: 'Reviews', level: 1 })).toBeVisible()
  })
})

test.describe('A screen that throws while it renders', () => {
  test.use({ allowedMessages: /./ })

  test('An uncaught render error of a screen shows the layout with a message and a Reload button', async ({
    page,
  }) => {
    await page.route('**/api/items?*', (route) => route.fulfill({ json: [{ id: 1, kind: 'unknown' }] }))
    await openAdmin(page, '/admin/items')
    const message = page.getByRole('main').getByRole('alert')
    await expect(message).toContainText('An unexpected error occurred.')
    await expect(message.getByRole('button', { name: 'Reload' })).toBeVisible()
    await page.getByRole('complementary').getByRole('link', { name: 'Dashboard' }).click()
    await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  })
})

test.describe('A screen whose data cannot be loaded', () => {
  test.use({ allowedMessages: /status of (404|503)/ })

  test('A screen whose data cannot be loaded shows the reason and a button that loads them again; an unknown customer is not found', async ({
    page,
  }) => {
    await openAdmin(page, '/admin/account')
    const alert = page.getByRole('main').getByRole('alert').filter({ hasText: 'could not be loaded' })
    for (const [path, api, loaded] of [
      ['/admin/accounts', '**/api/accounts', page.getByLabel('Role of anand')],
      ['/admin/customers', '**/api/enquiries?*', page.getByRole('row').nth(1)],
      ['/admin/dashboard', '**/api/dashboard', page.getByText('125', { exact: true })],
      ['/admin/items?kind=spare', '**/api/items?*', page.getByRole('row').nth(50)],
      ['/admin/log', '**/api/log?*', page.getByRole('main').locator('ol > li').first()],
      ['/admin/settings', '**/api/site-content/edited', page.getByLabel('Tagline')],
    ] as const) {
      await test.step(path, async () => {
        await page.route(api, (route) => route.fulfill({ status: 503, json: { message: 'Busy.' } }))
        await page.goto(path)
        await expect(alert).toContainText(/could not be loaded[:.] Busy\./)
        await expect(loaded).toHaveCount(0)
        // The dashboard leads on without its numbers.
        if (path === '/admin/dashboard')
          await expect(page.getByRole('heading', { level: 2, name: 'Quick actions' })).toBeVisible()
        await page.unroute(api)
        await alert.getByRole('button', { name: 'Try again' }).press('Enter')
        await expect(loaded).toBeVisible()
        await expect(alert).toHaveCount(0)
      })
    }
    await page.goto('/admin/customers/unknown')
    await expect(page.getByRole('alert')).toContainText('Customer not found.')
  })
})

test.describe('A session that cannot be used', () => {
  test.use({ allowedMessages: /status of (401|404)/ })

  test('[AUTH-7] A stored user that is incomplete, unknown or unreadable counts as signed out and is removed', async ({
    page,
  }) => {
    for (const user of ['{"username":"x"}', '{"username":"x","role":"king"}', 'null', 'anand']) {
      await page.goto('/healthz')
      await page.evaluate(
        ([keys, value]) => {
          localStorage.setItem(keys.token, 'token')
          localStorage.setItem(keys.user, value)
        },
        [STORAGE_KEYS, user] as const,
      )
      await page.goto('/admin/dashboard')
      await expect(page, user).toHaveURL(/\/$/)
      expect(await readKeys(page), user).toEqual([null, null])
    }
  })

  test('[AUTH-7] An unknown admin path redirects to / without a session and says with one that there is no screen', async ({
    page,
  }) => {
    await page.goto('/admin/zzz')
    await expect(page).toHaveURL(/\/$/)
    await openAdmin(page, '/admin/zzz')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page not found')
    await page.getByRole('link', { name: 'Go to the dashboard' }).click()
    await expect(page).toHaveURL(/\/admin\/dashboard$/)
  })

  test('[AUTH-7] A form without unsaved changes redirects to / when the session has expired', async ({
    page,
  }) => {
    await openAdmin(page, '/admin/services/add')
    await expect(page.getByLabel('Name', { exact: true })).toBeVisible()
    await page.context().clearCookies()
    await page.addInitScript(() => localStorage.clear())
    // A request in the background can redirect first, and then there is no link to click, or no document any more.
    await page
      .evaluate(() => document.querySelector<HTMLElement>('a[href="/admin/log"]')?.click())
      .catch(() => undefined)
    await expect(page).toHaveURL(/\/$/)
    expect(await readKeys(page)).toEqual([null, null])
  })

  test('Requests of the session that a sign-in in another tab ended are repeated with the new one', async ({
    page,
  }) => {
    await openAdmin(page, '/admin/services/add')
    await expect(page.getByLabel('Name', { exact: true })).toBeVisible()
    const [cookie] = await page.context().cookies()
    const statuses: number[] = []
    await page.route('**/api/enquiries?*', async (route) => {
      if (statuses.length === 0) await signInByApi(page)
      const headers = { ...route.request().headers(), cookie: `${cookie?.name}=${cookie?.value}` }
      const response = await route.fetch(statuses.length === 0 ? { headers } : {})
      statuses.push(response.status())
      await route.fulfill({ response })
    })
    await page.getByRole('complementary').getByRole('link', { name: 'Customers' }).click()
    await expect.poll(() => statuses).toEqual([401, 200])
    await expect(page.getByRole('row').nth(1)).toBeVisible()
    await expect(page).toHaveURL(/\/admin\/customers/)
  })

  for (const dismiss of ['Leave', 'Escape']) {
    test(`[AUTH-7] Dismissing 'Sign in again' by ${dismiss} clears the session and leaves the admin`, async ({
      page,
    }) => {
      await openAdmin(page, '/admin/services/add')
      await page.getByLabel('Name', { exact: true }).pressSequentially('Spindle repair')
      await page.getByLabel('Description').fill('Spindles of all makes')
      await page.context().clearCookies()
      // Without this a later document would be signed in again by the init script.
      await page.addInitScript(() => localStorage.clear())
      await page.getByRole('button', { name: 'Add Service' }).click()
      const dialog = page.getByRole('alertdialog', { name: 'Sign in again' })
      await expect(dialog).toBeVisible()
      if (dismiss === 'Escape') await page.keyboard.press('Escape')
      else await dialog.getByRole('button', { name: 'Leave' }).click()
      await expect(page).toHaveURL(/\/$/)
      expect(await readKeys(page)).toEqual([null, null])
    })
  }
})
