import { expect, signIn, test, waitForHydration } from '../../support/browser/browser.ts'

test.use({ siteName: 'admin-smoke' })

test.describe('Failed sign-in', () => {
  test.use({ allowedMessages: /status of 401/ })

  test('[AUTH-2, AUTH-6] Signing in with blank fields or with a wrong password shows the respective toast', async ({
    page,
  }) => {
    await page.goto('/')
    await waitForHydration(page)
    await page.getByRole('button', { name: 'Admin Access' }).press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Admin Login' })
    await dialog.getByRole('button', { name: 'Sign in' }).click()
    await expect(page.getByText('Please fill in all fields', { exact: true })).toBeVisible()
    await dialog.getByLabel('Email').fill('anand@kovai.example')
    await dialog.getByLabel('Password', { exact: true }).fill('wrong')
    await dialog.getByRole('button', { name: 'Sign in' }).click()
    await expect(
      page.getByText('The email address or the password is incorrect.', { exact: true }),
    ).toBeVisible()
  })
})

test('[AUTH-5, AUTH-7, AUTH-8] Signing in opens the dashboard, signing out opens the site', async ({
  page,
}) => {
  await signIn(page)
  await expect(page.getByText('Total products')).toBeVisible()
  expect(await page.evaluate(() => JSON.parse(localStorage.adminUser).username)).toBe('anand')
  await page.goto('/products')
  await expect(page).toHaveURL(/\/admin\/dashboard$/)
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/\/$/)
  expect(await page.evaluate(() => localStorage.adminToken)).toBeUndefined()
  await page.goto('/admin/products')
  await expect(page).toHaveURL(/\/$/)
})

test('[AUTH-8] Signing out waits for requests under way, so that none fails without the session', async ({
  page,
}) => {
  await signIn(page)
  await expect(page.getByText('Total products')).toBeVisible()
  const arrived = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  let isAnswered = false
  await page.route('**/api/reviews/all?*', async (route) => {
    arrived.resolve()
    await released.promise
    const response = await route.fetch()
    expect(response.status()).toBe(200)
    isAnswered = true
    await route.fulfill({ response })
  })
  const order: boolean[] = []
  await page.route('**/api/auth/logout', async (route) => {
    order.push(isAnswered)
    await route.continue()
  })
  await page.getByRole('link', { name: 'Reviews' }).click()
  await arrived.promise
  await page.getByRole('button', { name: 'Logout' }).click()
  released.resolve()
  await expect(page).toHaveURL(/\/$/)
  expect(order).toEqual([true])
})

test('[ADM-2] The demo site shows 125 products, 45 new customers and 32 service requests', async ({
  page,
}) => {
  await signIn(page)
  await expect(page.getByRole('definition')).toHaveText([/^12[5-9]$/, '45', '32'])
})

test('[FTR-4] A flag saved on the featured screen changes the home page', async ({ page, request }) => {
  await signIn(page)
  await page.goto('/admin/featured-products')
  await page.getByLabel('Featured: CL 40 Capstan Lathe').uncheck()
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Featured products updated successfully', { exact: true })).toBeVisible()
  expect(await (await request.get('/')).text()).not.toContain('CL 40 Capstan Lathe')
  await page.getByLabel('Featured: CL 40 Capstan Lathe').check()
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect.poll(async () => (await request.get('/')).text()).toContain('CL 40 Capstan Lathe')
})

for (const [screen, path] of [
  ['account', '/admin/account'],
  ['settings', '/admin/settings'],
] as const) {
  test(`At 390 px nothing on the screen of the ${screen} is wider than its panel`, async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await signIn(page)
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible()
    await page.waitForLoadState('networkidle')
    const wide = await page
      .locator('main fieldset, main table')
      .evaluateAll((all) => all.filter((each) => each.getBoundingClientRect().right > innerWidth - 16).length)
    expect(wide).toBe(0)
  })
}

test('At 1280 px the email address of a contact is on one line', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await signIn(page)
  await page.goto('/admin/customers?view=people')
  const addresses = page.getByRole('main').getByRole('cell').filter({ hasText: '@' })
  await expect(addresses).not.toHaveCount(0)
  const heights = await addresses.evaluateAll((all) =>
    all.map((each) => each.firstElementChild!.getBoundingClientRect().height),
  )
  expect(Math.max(...heights)).toBeLessThan(30)
})
