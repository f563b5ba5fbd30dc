import type { Route } from '@playwright/test'
import { expect, openAdmin, openPage, test, waitForHydration } from '../support/browser/browser.ts'
import { typeContact } from '../support/browser/contact-form.ts'
import { ADMIN } from '../support/fixtures/demo-data.ts'
import { MACHINE_FIELDS } from '../support/fixtures/items.ts'

test.use({ siteName: 'trouble', allowedMessages: /net::ERR_|status of (50\d|404)/ })

test.describe('Unreachable server', () => {
  test('[CON-3] A toast shows although its code cannot be loaded, and the form retains its text', async ({
    page,
  }) => {
    await openPage(page, '/#contact')
    const form = await typeContact(page, 'Text to retain.')
    await page.route('**/*', (route) => route.abort())
    await form.getByRole('button', { name: 'Send enquiry' }).click()
    await expect(
      page.getByRole('alert').getByText('Your enquiry was not sent', { exact: true }),
    ).toBeVisible()
    await expect(form.getByLabel('Message')).toHaveValue('Text to retain.')
  })

  test("[AUTH-6] A sign-in dialog that cannot be loaded shows 'Network error. Please try again.'", async ({
    page,
  }) => {
    await openPage(page, '/')
    await page.route('**/*', (route) => route.abort())
    await page.getByRole('button', { name: 'Admin Access' }).press('Enter')
    await expect(page.getByText('Network error. Please try again.').first()).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  })

  test('[AUTH-3, AUTH-6] Signing in offline shows an error instead of waiting', async ({ page, context }) => {
    await openPage(page, '/')
    await page.getByRole('button', { name: 'Admin Access' }).press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Admin Login' })
    await dialog.getByLabel('Email').fill('a@b.example')
    await dialog.getByLabel('Password', { exact: true }).fill('any password')
    await context.setOffline(true)
    await dialog.getByRole('button', { name: 'Sign in' }).click()
    await expect(page.getByText('Network error. Please try again.').first()).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Sign in' })).toBeEnabled()
    await context.setOffline(false)
  })
})

test.describe('Failures of the catalogue', () => {
  const causes = [
    ['a lost connection', (route: Route) => route.abort(), 'The connection was lost. Try again.'],
    [
      'a response that is not JSON',
      (route: Route) => route.fulfill({ contentType: 'text/html', body: '<h1>Proxy</h1>' }),
      'We could not read the reply of the server. Try again.',
    ],
  ] as const
  test('[CAT-12] The error message of the catalogue describes a lost connection and an unreadable response without technical terms', async ({
    page,
  }) => {
    for (const [cause, respond, message] of causes) {
      await test.step(cause, async () => {
        await page.unroute('**/api/products?**')
        await openPage(page, '/products')
        await page.route('**/api/products?**', respond)
        await page.getByRole('combobox', { name: 'Search' }).pressSequentially('lathe', { delay: 50 })
        const alert = page.getByRole('alert').filter({ hasText: 'Oops! Something went wrong' })
        await expect(alert).toContainText(message)
        await expect(alert).not.toContainText(/Failed to fetch|Unexpected token/)
      })
    }
  })
})

test('Staff who follow links of the site before its scripts have loaded are not sent to the dashboard', async ({
  page,
}) => {
  await openAdmin(page, '/admin/dashboard')
  let scriptsAreHeld = true
  await page.route('**/assets/start-*.js', (route) => (scriptsAreHeld ? undefined : route.continue()))
  await page.getByRole('link', { name: 'View site' }).click({ noWaitAfter: true })
  await page.getByRole('link', { name: 'View All Products' }).click({ noWaitAfter: true })
  await expect(page).toHaveURL(/\/products$/)
  await page.locator('main a[href^="/product/"]').first().click({ noWaitAfter: true })
  await expect(page).toHaveURL(/\/product\//)
  scriptsAreHeld = false
  await page.reload()
  await waitForHydration(page)
  await expect(page).toHaveURL(/\/product\//)
})

test('Staff who open a page of the site in a new tab and follow a link before its scripts have loaded are not sent to the dashboard', async ({
  page,
  context,
}) => {
  await openAdmin(page, '/admin/dashboard')
  const tab = await context.newPage()
  let scriptsAreHeld = true
  await tab.route('**/assets/start-*.js', (route) => (scriptsAreHeld ? undefined : route.continue()))
  await tab.goto('/?preview', { waitUntil: 'commit' })
  await tab.getByRole('link', { name: 'View All Products' }).click({ noWaitAfter: true })
  await expect(tab).toHaveURL(/\/products$/)
  scriptsAreHeld = false
  await tab.reload()
  await waitForHydration(tab)
  await expect(tab).toHaveURL(/\/products$/)
})

test('[AUTH-7] Staff who browse the site can open its links in further tabs; a typed address of the site leads to the dashboard', async ({
  page,
  context,
}) => {
  await openAdmin(page, '/admin/dashboard')
  await page.getByRole('link', { name: 'View site' }).click()
  await page.getByRole('link', { name: 'View All Products' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Machines', exact: true })).toBeVisible()
  await page.waitForTimeout(300)
  await expect(page).toHaveURL(/\/products$/)
  for (const button of ['left', 'middle'] as const) {
    const opened = context.waitForEvent('page')
    await page
      .locator('main a[href^="/product/"]')
      .first()
      .click({ button, modifiers: button === 'left' ? ['Control'] : [] })
    const tab = await opened
    await waitForHydration(tab)
    await tab.getByRole('link', { name: 'Products', exact: true }).first().click()
    await expect(tab).toHaveURL(/\/#products$/)
  }
  const typed = await context.newPage()
  await typed.goto('/products')
  await expect(typed).toHaveURL(/\/admin\/dashboard$/)
})

test('A page whose content has changed since its HTML was sent shows the present content', async ({
  page,
}) => {
  await page.route('/products', async (route) => {
    const reply = await route.fetch()
    const earlier = (await reply.text())
      .replaceAll('CL 25', 'CL 24')
      .replace(/(?<=[?;]v=)[\w-]{12}/, 'earlier')
    await route.fulfill({ response: reply, body: earlier })
  })
  await openPage(page, '/products')
  await expect(page.getByRole('link', { name: 'CL 25 Capstan Lathe', exact: true })).toBeVisible()
  await expect(page.getByText('CL 24')).toHaveCount(0)
  await expect(page).toHaveTitle(/^Machines/)
  await page.getByRole('button', { name: 'List', exact: true }).click()
  await expect(page).toHaveURL(/view=list/)
})

test('A page whose state cannot be fetched is readable, and usable once it can', async ({ page }) => {
  let failures = 0
  await page.route('**/page-state/**', (route) => (++failures > 2 ? route.continue() : route.abort()))
  await page.goto('/products')
  await expect.poll(() => failures).toBeGreaterThan(1)
  await expect(page.getByRole('link', { name: 'CL 25 Capstan Lathe', exact: true })).toBeVisible()
  await waitForHydration(page)
  await page.getByRole('button', { name: 'List', exact: true }).click()
  await expect(page).toHaveURL(/view=list/)
})

test('The page of an unknown path requests its state once, and leaves no request open', async ({ page }) => {
  const states: string[] = []
  page.on('request', (request) => request.url().includes('/page-state/') && states.push(request.url()))
  await openPage(page, '/nowhere')
  await page.waitForLoadState('networkidle')
  expect(states).toHaveLength(1)
})

test('Long words do not widen the catalogue or a product page', async ({ page, request }) => {
  await request.post('/api/auth/login', {
    data: { email: ADMIN.ADMIN_EMAIL, password: ADMIN.ADMIN_PASSWORD },
  })
  const name = `Q${'W'.repeat(190)}`
  const fields = {
    ...MACHINE_FIELDS,
    name,
    description: 'W'.repeat(400),
    specifications: JSON.stringify({ ['K'.repeat(100)]: 'V'.repeat(300), Two: '2 mm' }),
  }
  const { id } = await (await request.post('/api/products', { multipart: fields })).json()
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    for (const path of [`/product/${id}`, '/products?search=QWWW', '/products?search=QWWW&view=list']) {
      await page.goto(path)
      const overflowPx = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      expect(overflowPx, `${path} at ${width}`).toBeLessThanOrEqual(0)
    }
  }
})
