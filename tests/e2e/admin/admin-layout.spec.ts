import type { Page } from '@playwright/test'
import { expect, openAdmin, test } from '../../support/browser/browser.ts'
import { expectNoOverflow, expectNoViolations } from '../../support/browser/screen-checks.ts'
import { ADMIN } from '../../support/fixtures/demo-data.ts'

const [username] = ADMIN.ADMIN_EMAIL.split('@')
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })

test('[ADM-1] Below 1024 px the navigation of the admin is a bar with a menu, from 1024 px on a sidebar, which scrolls if the window is low', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openAdmin(page, '/admin/dashboard')
  const bar = page.getByRole('banner')
  const menu = page.getByRole('dialog', { name: 'Menu' })
  const sidebar = page.getByRole('complementary')
  await expect(bar).toContainText('Kovai Machine Tools')
  await expect(bar).toContainText('Dashboard')
  for (const [width, screen] of [
    [390, 'Customers'],
    [768, 'Audit log'],
    [1023, 'Dashboard'],
  ] as const) {
    await page.setViewportSize({ width, height: 844 })
    await expect(sidebar).toHaveCount(0)
    await bar.getByRole('button', { name: 'Menu' }).click()
    const links = await menu.getByRole('navigation').getByRole('link').allTextContents()
    expect(links.slice(0, 3)).toEqual(['Dashboard', 'Products', 'Customers'])
    await expect(menu).toContainText(new RegExp(`Logged in as:\\s*${username}`))
    await expect(menu.getByRole('link', { name: 'Your account' })).toBeVisible()
    await expect(menu.getByRole('link', { name: 'View site' })).toHaveAttribute('href', '/?preview')
    await expectNoViolations(page, `menu at ${width} px`)
    await menu.getByRole('link', { name: screen, exact: true }).click()
    await expect(menu).toHaveCount(0)
    await expect(heading(page, screen)).toBeVisible()
    await expect(bar).toContainText(screen)
    await expectNoOverflow(page, [width])
  }
  await page.setViewportSize({ width: 1024, height: 420 })
  await expect(bar).toHaveCount(0)
  await sidebar.getByRole('button', { name: 'Logout' }).scrollIntoViewIfNeeded()
  await expect(sidebar.getByRole('button', { name: 'Logout' })).toBeInViewport()
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
})

test('[ADM-1] The menu of the admin can be opened, used and closed by keyboard, and its Logout ends the session', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openAdmin(page, '/admin/dashboard')
  const button = page.getByRole('button', { name: 'Menu' })
  await button.focus()
  await page.keyboard.press('Enter')
  const menu = page.getByRole('dialog', { name: 'Menu' })
  await expect(menu).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(menu).toHaveCount(0)
  await expect(button).toBeFocused()
  await page.keyboard.press('Enter')
  await menu.getByRole('link', { name: 'Dashboard', exact: true }).press('Enter')
  await expect(menu).toHaveCount(0)
  await page.keyboard.press('Enter')
  await menu.getByRole('button', { name: 'Keyboard shortcuts' }).click()
  await expect(menu).toHaveCount(0)
  const shortcuts = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(shortcuts).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(shortcuts).toHaveCount(0)
  await button.press('Enter')
  // Otherwise the init script of openAdmin would sign in again.
  await page.addInitScript(() => localStorage.clear())
  await menu.getByRole('button', { name: 'Logout' }).press('Enter')
  await expect(page).toHaveURL(/\/$/)
  expect((await page.request.get('/api/auth/me')).status()).toBe(401)
})

test('At 390 px nothing on the screens of the account and the settings is wider than its panel, and at 1280 px the email address of a contact is on one line', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const expectNothingWide = async () => {
    await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible()
    await page.waitForLoadState('networkidle')
    const wide = await page
      .locator('main fieldset, main table')
      .evaluateAll((all) => all.filter((each) => each.getBoundingClientRect().right > innerWidth - 16).length)
    expect(wide).toBe(0)
  }
  await openAdmin(page, '/admin/account')
  await expectNothingWide()
  await page.goto('/admin/settings')
  await expectNothingWide()
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto('/admin/customers?view=people')
  const addresses = page.getByRole('main').getByRole('cell').filter({ hasText: '@' })
  await expect(addresses).not.toHaveCount(0)
  const heights = await addresses.evaluateAll((all) =>
    all.map((each) => each.firstElementChild!.getBoundingClientRect().height),
  )
  expect(Math.max(...heights)).toBeLessThan(30)
})
