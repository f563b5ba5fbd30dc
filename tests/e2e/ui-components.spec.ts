import type { Locator, Page } from '@playwright/test'
import { expect, openAdmin, stopClock, test } from '../support/browser/browser.ts'
import { expectAccessible, expectNoOverflow } from '../support/browser/screen-checks.ts'
import { toasts } from '../support/browser/toasts.ts'

/** Opens the admin screen with all components in all their states. */
async function openComponentGallery(page: Page) {
  await openAdmin(page, '/admin/ui')
  await expect(page.getByRole('heading', { level: 1, name: 'Component gallery' })).toBeVisible()
}

const button = (page: Page | Locator, name: string) => page.getByRole('button', { name, exact: true })
const viewport = (page: Page) => page.getByRole('region', { name: 'Notifications (F8)' })
const getStyle = (element: Locator, property: string) =>
  element.evaluate((node, name) => getComputedStyle(node).getPropertyValue(name), property)

/** Stops the clock and shows a toast. The pointer is on the button, not on the toast. */
async function showToast(page: Page) {
  await stopClock(page)
  await button(page, 'Default toast').click()
  await expect(toasts(page)).toHaveCount(1)
}

test.describe('Toasts', () => {
  test.beforeEach(({ page }) => openComponentGallery(page))

  test('[CLI-4] A new toast replaces the previous one; the default toast is marine and the destructive toast is red', async ({
    page,
  }) => {
    await button(page, 'Default toast').click()
    await expect(toasts(page)).toHaveText([/Success/])
    await expect(toasts(page)).toHaveCSS('background-color', 'rgb(6, 27, 49)')
    await button(page, 'Destructive toast').click()
    await expect(toasts(page)).toHaveText([/Error/])
    await expect(toasts(page)).toHaveCSS('background-color', 'rgb(176, 36, 28)')
  })

  test('[CLI-4] A toast closes after 5000 ms even if the user closed the previous one', async ({ page }) => {
    await showToast(page)
    await button(toasts(page), 'Close').click()
    await expect(toasts(page)).toHaveCount(0)
    await button(page, 'Destructive toast').click()
    await expect(toasts(page)).toHaveCount(1)
    await page.clock.runFor(5000)
    await expect(toasts(page)).toHaveCount(0)
  })

  test('[CLI-4] A toast closes after 5000 ms of not being hovered or focused; F8 moves the focus to the toasts', async ({
    page,
  }) => {
    await showToast(page)
    await page.clock.runFor(3000)
    await toasts(page).hover()
    await page.clock.runFor(20_000)
    await expect(toasts(page)).toHaveCount(1)
    await page.mouse.move(300, 500)
    await page.clock.runFor(1000)
    await page.keyboard.press('F8')
    await expect(viewport(page).getByRole('list')).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(toasts(page)).toBeFocused()
    await page.clock.runFor(20_000)
    await expect(toasts(page)).toHaveCount(1)
    await button(page, 'Alert dialog').focus()
    await page.clock.runFor(990)
    await expect(toasts(page)).toHaveCount(1)
    await page.clock.runFor(10)
    await expect(toasts(page)).toHaveCount(0)
  })

  test('[CLI-4] A toast closes when it is swiped to the right by more than 50 px, not by less or to the left', async ({
    page,
  }) => {
    await showToast(page)
    for (const byPx of [30, 49, -80]) {
      await swipe(page, byPx)
      await expect(toasts(page)).toHaveCount(1)
    }
    await swipe(page, 51)
    await expect(toasts(page)).toHaveCount(0)
  })

  test('[CLI-4] Escape closes a toast with the focus elsewhere or on the toast; the focus is on the same element as before', async ({
    page,
  }) => {
    // Without a toast, F8 leaves the focus where it is.
    await button(page, 'Default toast').focus()
    await page.keyboard.press('F8')
    await expect(button(page, 'Default toast')).toBeFocused()
    await showToast(page)
    await page.keyboard.press('Escape')
    await expect(toasts(page)).toHaveCount(0)
    await expect(button(page, 'Default toast')).toBeFocused()

    await button(page, 'Default toast').click()
    await expect(toasts(page)).toHaveCount(1)
    await page.keyboard.press('F8')
    await page.keyboard.press('Tab')
    await expect(toasts(page)).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(toasts(page)).toHaveCount(0)
    await expect(button(page, 'Default toast')).toBeFocused()
  })

  test('[CLI-4] A toast can be updated without restarting its timer, can be removed, and is removed 1,000,000 ms after it was dismissed', async ({
    page,
  }) => {
    await showToast(page)
    await page.clock.runFor(3000)
    await button(page, 'Update it').click()
    await expect(toasts(page)).toHaveText([/Updated.*another text/])
    await page.clock.runFor(2000)
    await expect(toasts(page)).toHaveCount(0)
    await button(page, 'Default toast').click()
    await expect(toasts(page)).toHaveText([/Success/])
    await button(page, 'Remove it').click()
    await expect(toasts(page)).toHaveCount(0)
    const current = page.getByText('Current toast:').getByRole('status')
    await expect(current).toHaveText('none')

    await button(page, 'Default toast').click()
    await expect(current).toHaveText('Success, open')
    await button(page, 'Dismiss it').click()
    await expect(toasts(page)).toHaveCount(0)
    await page.clock.runFor(999_990)
    await expect(current).toHaveText('Success, dismissed')
    await page.clock.runFor(10)
    await expect(current).toHaveText('none')
  })
})

/** Drags the toast horizontally by `byPx` and releases it. */
async function swipe(page: Page, byPx: number) {
  const box = (await toasts(page).boundingBox())!
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + byPx / 2, y)
  await page.mouse.move(x + byPx, y)
  await page.mouse.up()
}

test('[CLI-6] Each of the six variants and four sizes of a button looks different', async ({ page }) => {
  await openComponentGallery(page)
  const table = page.getByRole('region', { name: 'Buttons' }).getByRole('table')
  const variants = ['default', 'destructive', 'outline', 'secondary', 'ghost', 'link']
  const heads = ['Variant', 'default', 'sm', 'lg', 'icon', 'disabled']
  await expect(table.getByRole('columnheader')).toHaveText(heads)
  await expect(table.locator('tbody td:first-child')).toHaveText(variants)
  const styles = await Promise.all(
    variants.map(async (_, row) => {
      const buttons = table.locator('tbody tr').nth(row).getByRole('button')
      await expect(buttons).toHaveCount(5)
      const heights = await buttons.evaluateAll((all) =>
        all.map((element) => element.getBoundingClientRect().height),
      )
      expect(heights).toEqual([44, 36, 52, 44, 44])
      const { width } = (await buttons.nth(3).boundingBox())!
      expect(width).toBe(44)
      await expect(buttons.nth(4)).toBeDisabled()
      expect(await getVisualStyle(buttons.nth(4))).not.toBe(await getVisualStyle(buttons.nth(0)))
      return getVisualStyle(buttons.nth(0))
    }),
  )
  expect(new Set(styles).size).toBe(variants.length)
})

/** Returns the values of the style properties in which buttons differ. */
async function getVisualStyle(element: Locator): Promise<string> {
  const properties = ['background-color', 'color', 'border-top-color', 'text-decoration-line']
  return (await Promise.all(properties.map((property) => getStyle(element, property)))).join(' ')
}

test('The component gallery requires a session and is not in the menu; it has no accessibility violations, and the text of an alert dialog is its description', async ({
  page,
}) => {
  await page.goto('/admin/ui')
  await expect(page).toHaveURL(/\/$/)
  await openComponentGallery(page)
  await expect(page.locator('a[href="/admin/ui"]')).toHaveCount(0)
  await page.waitForLoadState('networkidle')
  await expectNoOverflow(page, [360])
  await expectAccessible(page, [390, 1280])
  await button(page, 'Destructive dialog').click()
  await expect(page.getByRole('alertdialog')).toHaveAccessibleDescription(
    'Its pictures and history are deleted too. Archived machines are hidden and can be restored.',
  )
})
