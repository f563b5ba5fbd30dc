import type { Page } from '@playwright/test'
import { expect, openAdmin, test } from '../../support/browser/browser.ts'
import { expectAccessible } from '../../support/browser/screen-checks.ts'

test.use({
  siteName: 'item-grid',
  allowedMessages: /503 \(/,
  permissions: ['clipboard-read', 'clipboard-write'],
})

/** A cell by its row, from 1, and its column. */
const cell = (page: Page, row: number, column: number) =>
  page.locator(`[role=row][aria-rowindex="${row + 1}"] [aria-colindex="${column}"]`)
const [NAME, CODE, BRAND, PRICE, GST] = [1, 2, 4, 5, 8]
const save = (page: Page) => page.getByRole('button', { name: /^Save/ })

test('Selected items are edited in the grid with the keyboard, pasted, filled, undone and saved', async ({
  page,
}) => {
  await openAdmin(page, '/admin/items?kind=spare&search=belt')
  const boxes = page.locator('.item-table tbody').getByRole('checkbox')
  for (const index of [0, 1, 2]) await boxes.nth(index).check()
  await page.getByRole('button', { name: 'Edit in grid' }).press('Enter')
  const grid = page.getByRole('grid', { name: 'Items' })
  await expect(grid).toHaveAttribute('aria-rowcount', '4')
  await expect(save(page)).toBeDisabled()

  // Typing replaces a value, Enter commits it and goes down, and an invalid one is marked with its reason.
  await cell(page, 1, PRICE).click()
  await page.keyboard.type('cheap', { delay: 20 })
  await page.keyboard.press('Enter')
  await expect(cell(page, 1, PRICE)).toContainText('cheap, invalid: Price must be an amount in rupees')
  await expect(page.getByText('1 changed cell, 1 invalid')).toBeVisible()
  await expect(save(page)).toBeDisabled()
  await page.keyboard.press('Control+z')
  await expect(cell(page, 1, PRICE)).not.toContainText('cheap')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.type('1,250.50', { delay: 20 })
  await page.keyboard.press('Enter')
  await page.keyboard.type('77', { delay: 20 })
  await page.keyboard.press('Enter')
  await expect(cell(page, 2, PRICE)).toContainText('77, changed')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Control+d')
  await expect(cell(page, 3, PRICE)).toContainText('1,250.50, changed')
  await page.keyboard.press('Control+z')
  await expect(cell(page, 3, PRICE)).not.toContainText('1,250.50')
  await page.keyboard.press('Control+y')
  await expect(cell(page, 3, PRICE)).toContainText('1,250.50')

  // A range from Excel.
  await page.evaluate(() => navigator.clipboard.writeText('Fenner\t\nGates\t900\n'))
  await cell(page, 1, BRAND).click()
  await page.keyboard.press('Control+v')
  await expect(cell(page, 2, BRAND)).toContainText('Gates')
  await expect(cell(page, 2, PRICE)).toContainText('900')
  await page.keyboard.press('Control+c')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('Fenner\t\nGates\t900')
  await cell(page, 1, GST).click()
  await page.keyboard.type('18', { delay: 20 })
  await page.keyboard.press('Enter')
  await expectAccessible(page, [1280])

  // A failed request loses nothing, and the screen is not left without a question.
  await page.route('**/api/items', (route) => route.fulfill({ status: 503, json: { message: 'Busy.' } }))
  await save(page).press('Enter')
  // Prices that change a lot are named before they are sent, once.
  const question = page.getByRole('alertdialog', { name: /^Price changes by more than 50 %: \d items?$/ })
  await expect(question.getByRole('listitem').first()).toContainText(/: ₹.+ → ₹(1,250\.50|900)$/)
  await question.getByRole('button', { name: 'Back' }).press('Enter')
  await expect(page.getByRole('alert')).toHaveCount(0)
  await save(page).press('Enter')
  await question.getByRole('button', { name: 'Save' }).press('Enter')
  await expect(page.getByRole('alert')).toHaveText('Busy. Your changes are still here.')
  await page.getByRole('link', { name: 'Back to the list' }).press('Enter')
  await page.getByRole('button', { name: 'Stay here' }).press('Enter')
  await page.unroute('**/api/items')

  // Someone else changes the brand of the first item.
  const items = await (
    await page.request.post('/api/items/grid', { data: { filter: { kind: 'spare', search: 'belt' } } })
  ).json()
  const { id, revision } = items[0]
  const changes = [{ id, revision, fields: { brand: 'Theirs' } }]
  await page.evaluate(
    (body) =>
      fetch('/api/items', { method: 'PATCH', headers: { 'content-type': 'application/json' }, body }).then(
        ({ status }) => status,
      ),
    JSON.stringify({ changes }),
  )
  await save(page).press('Enter')
  const conflicts = page.getByRole('region', { name: 'Someone else changed the same cells' })
  await expect(conflicts).toContainText('Theirs. Yours: Fenner.')
  await conflicts.getByRole('button', { name: 'Keep mine' }).press('Enter')
  await expect(conflicts).toHaveCount(0)
  await save(page).press('Enter')
  await expect(page.getByText('1 item saved.')).toBeVisible()
  await expect(save(page)).toBeDisabled()
  await expect(cell(page, 1, BRAND)).toHaveText('Fenner')
  await expect(cell(page, 1, GST)).toHaveText('18')
  await expect(cell(page, 3, PRICE)).toHaveText('1250.5')

  await page.setViewportSize({ width: 390, height: 844 })
  await expect(page.getByText('Use a tablet or computer for the grid.')).toBeVisible()
  await expectAccessible(page, [390])
  await expect(cell(page, 1, NAME)).toBeHidden()
  await expect(cell(page, 1, CODE)).toBeHidden()
})
