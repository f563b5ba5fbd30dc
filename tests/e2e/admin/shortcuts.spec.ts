import type { Page } from '@playwright/test'
import { expect, openAdmin, test } from '../../support/browser/browser.ts'
import { expectNoViolations } from '../../support/browser/screen-checks.ts'

const shortcutsDialog = (page: Page) => page.getByRole('dialog', { name: 'Keyboard shortcuts' })
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })
/** Returns the labels and keys that the dialog lists under a heading. */
const listShortcuts = (page: Page, group: string) =>
  shortcutsDialog(page).getByRole('region', { name: group }).locator('dl > div').allInnerTexts()
const normalizeSpace = (text: string) => text.replace(/\s+/g, ' ')
/** Presses keys without a pause: a sequence is valid for 1.5 s, which may pass between two calls on a busy machine. */
async function pressKeys(page: Page, keys: string) {
  await Promise.all(keys.split(' ').map((key) => page.keyboard.press(key)))
}

test.describe('Keyboard shortcuts', () => {
  test('Two-key shortcuts open every screen and form', async ({ page }) => {
    await openAdmin(page, '/admin/dashboard')
    for (const [keys, path, title] of [
      ['g p', 'products', 'Product Management'],
      ['g c', 'customers', 'Customers'],
      ['g l', 'log', 'Audit log'],
      ['g i', 'items', 'Product Management'],
      ['g r', 'reviews', 'Reviews'],
      ['g s', 'settings', 'Settings'],
      ['g d', 'dashboard', 'Dashboard'],
      ['n m', 'products/add', 'Add Machine'],
      ['g d', 'dashboard', 'Dashboard'],
      ['n p', 'spareparts/add', 'Add Spare Part'],
      ['g d', 'dashboard', 'Dashboard'],
      ['n s', 'services/add', 'Add Service'],
    ] as const) {
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await page.getByRole('heading', { level: 1 }).click()
      await pressKeys(page, keys)
      await expect(page, keys).toHaveURL(new RegExp(`/admin/${path}$`))
      await expect(heading(page, title), keys).toBeVisible()
    }
  })

  test("The '?' key lists the shortcuts of the displayed screen", async ({ page }) => {
    await openAdmin(page, '/admin/dashboard')
    await expect(heading(page, 'Dashboard')).toBeVisible()
    await page.keyboard.press('?')
    await expect(shortcutsDialog(page)).toBeVisible()
    expect((await listShortcuts(page, 'On this screen')).map(normalizeSpace)).toEqual([
      'Keyboard shortcuts ?',
    ])
    expect((await listShortcuts(page, 'Go to')).map(normalizeSpace)).toEqual([
      'Dashboard g d',
      'Products g p',
      'Customers g c',
      'Today g t',
      'Quotations g o',
      'Reports g e',
      'Visitors g v',
      'Pages and articles g w',
      'Translations g n',
      'Reviews g r',
      'Data quality g q',
      'Settings g s',
      'Accounts g a',
      'Audit log g l',
      'All items g i',
    ])
    expect((await listShortcuts(page, 'Add')).map(normalizeSpace)).toEqual([
      'Machine n m',
      'Spare part n p',
      'Service n s',
    ])
    await expectNoViolations(page)
    await page.keyboard.press('Escape')
    await expect(shortcutsDialog(page)).toHaveCount(0)
    await page.goto('/admin/log')
    await expect(heading(page, 'Audit log')).toBeVisible()
    await page.keyboard.press('?')
    expect((await listShortcuts(page, 'On this screen')).map(normalizeSpace)).toEqual(
      expect.arrayContaining(['Search /']),
    )
  })

  test('Shortcuts do nothing in a field, while a dialog is open, with a long pause between the keys, or with a modifier key', async ({
    page,
  }) => {
    await page.clock.install()
    await openAdmin(page, '/admin/log')
    await page.getByLabel('Search').focus()
    await page.keyboard.type('g d?/')
    await expect(page.getByLabel('Search')).toHaveValue('g d?/')
    await expect(shortcutsDialog(page)).toHaveCount(0)
    await page.getByLabel('What').focus()
    await pressKeys(page, 'g d')
    await expect(heading(page, 'Audit log')).toBeVisible()
    await heading(page, 'Audit log').click()
    await page.keyboard.press('?')
    await pressKeys(page, 'g d')
    await expect(shortcutsDialog(page)).toBeVisible()
    await expect(page).toHaveURL(/\/admin\/log/)

    await page.keyboard.press('Escape')
    await expect(shortcutsDialog(page)).toHaveCount(0)
    await page.keyboard.press('g')
    await page.clock.runFor(1700)
    await page.keyboard.press('d')
    await pressKeys(page, 'g Alt+d')
    await pressKeys(page, 'x')
    await expect(page).toHaveURL(/\/admin\/log/)
    await pressKeys(page, 'g d')
    await expect(heading(page, 'Dashboard')).toBeVisible()
  })

  test('Ctrl+S saves on screens with a form and does nothing elsewhere', async ({ page }) => {
    await openAdmin(page, '/admin/featured-products')
    await expect(page.getByRole('checkbox').first()).toBeVisible()
    await page.keyboard.press('?')
    expect((await listShortcuts(page, 'On this screen')).map(normalizeSpace)).toContain('Save changes Ctrl S')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+s')
    await expect(page.getByText('Featured products updated successfully').first()).toBeVisible()
    await pressKeys(page, 'g d')
    await expect(heading(page, 'Dashboard')).toBeVisible()
    await page.keyboard.press('?')
    expect((await listShortcuts(page, 'On this screen')).map(normalizeSpace)).toEqual([
      'Keyboard shortcuts ?',
    ])
  })

  test('Single-key shortcuts can be disabled permanently', async ({ page }) => {
    await openAdmin(page, '/admin/dashboard')
    await page.getByRole('complementary').getByRole('button', { name: 'Keyboard shortcuts' }).click()
    await shortcutsDialog(page).getByLabel('Single-key shortcuts').uncheck()
    await expect(shortcutsDialog(page).getByRole('region', { name: 'Go to' })).toHaveCount(0)
    await shortcutsDialog(page).getByRole('button', { name: 'Close' }).click()
    await page.reload()
    await expect(heading(page, 'Dashboard')).toBeVisible()
    await pressKeys(page, 'g l')
    await page.keyboard.press('?')
    await expect(shortcutsDialog(page)).toHaveCount(0)
    await expect(page).toHaveURL(/\/admin\/dashboard$/)
  })
})
