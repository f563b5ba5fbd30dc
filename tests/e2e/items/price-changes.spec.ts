import type { Page } from '@playwright/test'
import { expect, openAdmin, test } from '../../support/browser/browser.ts'
import { expectAccessible } from '../../support/browser/screen-checks.ts'

test.use({ siteName: 'price-changes', allowedMessages: /503 \(|ERR_CONNECTION_RESET/ })

const rows = (page: Page) => page.locator('.item-table tbody').getByRole('row')
const dialog = (page: Page) => page.getByRole('dialog')
/** The next request to this address is carried out, but its response does not arrive. */
const loseResponse = (page: Page, url: string) =>
  page.route(
    url,
    async (route) => {
      await route.fetch()
      await route.abort('connectionreset')
    },
    { times: 1 },
  )

test('Prices of the selected items or of the whole list are previewed, changed and undone with the keyboard', async ({
  page,
}) => {
  await openAdmin(page, '/admin/items?kind=spare&search=belt')
  const price = rows(page).first().locator('td').nth(4)
  const before = await price.textContent()
  await rows(page).first().getByRole('checkbox').check()
  await rows(page).nth(1).getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Change prices', exact: true }).press('Enter')
  await expect(dialog(page).getByRole('heading')).toHaveText('Change prices of 2 items')
  const value = dialog(page).getByRole('textbox', { name: 'By' })
  await expect(value).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(value).toHaveAccessibleDescription('Enter a percentage, such as 7.5.')
  await value.pressSequentially('12.5')
  await dialog(page).getByLabel('Round to').selectOption('₹50')
  await page.keyboard.press('Enter')
  await expect(dialog(page).getByRole('status')).toContainText('2 of 2 items will change.')
  await expect(dialog(page).getByRole('row')).toHaveCount(3)
  await expect(dialog(page).getByRole('row').nth(1)).toContainText(before!)
  await expectAccessible(page, [320, 1280])

  // A failed request changes nothing and keeps what was entered.
  await page.route('**/api/items/price-changes', (route) =>
    route.fulfill({ status: 503, json: { message: 'Busy.' } }),
  )
  await dialog(page).getByRole('button', { name: 'Change 2 items' }).press('Enter')
  await expect(dialog(page).getByRole('alert')).toHaveText('Busy.')
  await page.unroute('**/api/items/price-changes')
  const after = await dialog(page).getByRole('row').nth(1).getByRole('cell').nth(2).textContent()

  // The response is lost: the list shows the new prices, and another attempt does not change them again.
  await loseResponse(page, '**/api/items/price-changes')
  await dialog(page).getByRole('button', { name: 'Change 2 items' }).press('Enter')
  await expect(dialog(page).getByRole('alert')).toHaveText(
    'The connection was lost. Try again. No item is changed twice.',
  )
  await expect(price).toHaveText(after!)
  await dialog(page).getByRole('button', { name: 'Change 2 items' }).press('Enter')
  await expect(page.getByText('Prices of 2 items changed', { exact: true })).toBeVisible()
  await expect(page.getByText('left out')).toHaveCount(0)
  await expect(dialog(page)).toHaveCount(0)
  await expect(price).toHaveText(after!)
  await loseResponse(page, '**/api/items/price-changes/undo')
  await page.getByRole('button', { name: 'Undo' }).press('Enter')
  await expect(page.getByText('Not undone', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Try again' }).press('Enter')
  await expect(page.getByText('Previous prices of 2 items restored', { exact: true })).toBeVisible()
  await expect(price).toHaveText(before!)

  await page.getByRole('button', { name: /^Change prices of all \d+ items of the list$/ }).press('Enter')
  await dialog(page).getByRole('textbox', { name: 'By' }).pressSequentially('1')
  await dialog(page).getByLabel('Direction').selectOption('Reduce')
  await dialog(page).getByLabel('Unit').selectOption('rupees')
  await dialog(page).getByLabel('Which price').selectOption('Original price')
  await page.keyboard.press('Enter')
  await expect(dialog(page).getByRole('status')).toContainText(/of \d+ items will change/)
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)
})
