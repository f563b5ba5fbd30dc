import type { Page } from '@playwright/test'
import { expect, openAdmin, test } from '../../support/browser/browser.ts'
import { expectAccessible, expectNoOverflow } from '../../support/browser/screen-checks.ts'

/** Every column of the table of all items by which it can be sorted, and the URL parameter of its first click. */
const COLUMNS = [
  ['Part number', 'code', 'ascending'],
  ['Type', 'kind', 'ascending'],
  ['Category', 'category', 'ascending'],
  ['Price', 'price', 'ascending'],
  ['Status', 'state', 'ascending'],
  ['Updated', 'changed', 'descending'],
  ['Name', null, 'ascending'],
] as const

const rows = (page: Page) => page.locator('tbody').getByRole('row')
const header = (page: Page, name: string) => page.getByRole('columnheader', { name, exact: true })
const box = (page: Page, index: number) => rows(page).nth(index).getByRole('checkbox')
const bar = (page: Page) => page.getByRole('region', { name: 'Selected items' })
const getScrollY = (page: Page) => page.evaluate(() => scrollY)

test('The table of items shows 14 rows in a 1280 × 900 window and is sorted by every column from its header', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 900 })
  await openAdmin(page, '/admin/items')
  await expect(rows(page)).toHaveCount(50)
  const bottoms = await rows(page).evaluateAll((all) => all.map((row) => row.getBoundingClientRect().bottom))
  expect(bottoms.filter((bottom) => bottom <= 900).length).toBeGreaterThanOrEqual(14)
  await expect(header(page, 'Name')).toHaveAttribute('aria-sort', 'ascending')
  for (const [label, sort, direction] of COLUMNS) {
    await header(page, label).getByRole('button').click()
    await expect(header(page, label)).toHaveAttribute('aria-sort', direction)
    await expect(page.locator('[aria-sort]')).toHaveCount(1)
    await expect(page).toHaveURL((url) => url.searchParams.get('sort') === sort)
  }
  await header(page, 'Price').getByRole('button').press('Enter')
  await expect(header(page, 'Price')).toHaveAttribute('aria-sort', 'ascending')
  await header(page, 'Price').getByRole('button').press('Enter')
  await expect(header(page, 'Price')).toHaveAttribute('aria-sort', 'descending')
  await expect(header(page, 'Price').getByRole('button')).toBeFocused()
  await expect(rows(page).first()).toContainText('VMC 850')
  const prices = rows(page).locator('td:nth-child(6)')
  const amounts = (await prices.allTextContents()).map((text) => Number(text.replace(/[₹,]/g, '')))
  expect(amounts).toEqual(amounts.toSorted((a, b) => b - a))
  await expect(prices.first()).toHaveCSS('text-align', 'right')
  const rights = await prices.evaluateAll((all) => all.map((cell) => cell.getBoundingClientRect().right))
  expect(new Set(rights.map(Math.round)).size).toBe(1)
  // The direction belongs to the URL, and sorting keeps search and filters.
  await page.goto('/admin/items?kind=spare&search=belt&sort=code&order=desc')
  await expect(header(page, 'Part number')).toHaveAttribute('aria-sort', 'descending')
  const codes = await rows(page).locator('td:nth-child(3)').allTextContents()
  expect(codes.length).toBeGreaterThan(2)
  expect(codes).toEqual(codes.toSorted().reverse())

  await page.route('**/api/items?*', (route) =>
    route.fulfill({ json: [], headers: { 'x-total-count': '0' } }),
  )
  await page.goto('/admin/items?kind=spare')
  await expect(page.getByText('No spare parts yet.')).toBeVisible()
  const add = page.getByRole('region', { name: 'Items' }).getByRole('link', { name: 'Add New Part' })
  await expect(add).toHaveAttribute('href', '/admin/spareparts/add')
})

test('Shift selects ranges by mouse and Space, and a selection survives search, tab and page changes without overflow', async ({
  page,
}) => {
  await openAdmin(page, '/admin/items?kind=spare')
  await box(page, 2).click()
  await box(page, 5).click({ modifiers: ['Shift'] })
  await expect(bar(page)).toContainText('4 selected')
  await box(page, 4).click()
  await box(page, 2).click({ modifiers: ['Shift'] })
  await expect(bar(page)).toContainText('1 selected')
  await box(page, 6).focus()
  await page.keyboard.press('Space')
  await box(page, 9).focus()
  await page.keyboard.press('Shift+Space')
  await expect(bar(page).getByRole('status')).toHaveText('5 selected')
  const pageBox = page.getByRole('checkbox', { name: 'Select all on this page' })
  expect(await pageBox.evaluate((element: HTMLInputElement) => element.indeterminate)).toBe(true)

  await page.getByRole('link', { name: 'Next' }).click()
  await expect(bar(page).getByRole('status')).toHaveText('5 selected (5 not shown)')
  await page.getByRole('navigation', { name: 'Type' }).getByRole('link', { name: 'Machines' }).click()
  await expect(rows(page)).toHaveCount(15)
  await box(page, 0).click()
  await expect(bar(page).getByRole('status')).toHaveText('6 selected (5 not shown)')
  await page.getByLabel('Status').selectOption('Archived')
  await expect(page.getByText('No results.')).toBeVisible()
  await expect(bar(page).getByRole('status')).toHaveText('6 selected (6 not shown)')
  await page.getByRole('button', { name: 'Clear search and filters' }).click()
  await pageBox.check()
  await expect(bar(page).getByRole('status')).toHaveText('20 selected (5 not shown)')
  await page.getByRole('link', { name: 'All', exact: true }).click()
  await bar(page).getByRole('button', { name: 'Select all 125' }).click()
  await expect(bar(page).getByRole('status')).toHaveText('125 selected (75 not shown)')
  await expectNoOverflow(page)
  await bar(page).getByRole('button', { name: 'Clear selection' }).click()
  await expect(bar(page)).toHaveCount(0)
})

test('On a phone the filters of the table are behind a button with their number, and nothing is cut off', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openAdmin(page, '/admin/items?kind=spare&state=published&missing=picture')
  await expect(rows(page).first()).toBeVisible()
  await expect(page.getByLabel('Status')).toBeHidden()
  const button = page.getByRole('button', { name: 'Filters (2)' })
  await expect(button).toHaveAttribute('aria-expanded', 'false')
  await button.press('Enter')
  await expect(page.getByLabel('Missing information')).toHaveValue('picture')
  await page.getByLabel('Missing information').selectOption('Any')
  await expect(page.getByRole('button', { name: 'Filters (1)' })).toHaveAttribute('aria-expanded', 'true')
  await page.getByLabel('Sort by').selectOption('Price')
  await page.getByLabel('Order').selectOption('Descending')
  await expect(page).toHaveURL(/sort=price&order=desc/)
  await expect(rows(page).first()).toContainText(/KMT-.*₹/)
  await box(page, 0).check()
  await expectNoOverflow(page, [320])
  await expectAccessible(page, [390])
  await bar(page).getByRole('button', { name: 'Clear selection' }).click()
  await expectAccessible(page, [1280])
})

test('A reload and Back show a list at its scroll position although it is loaded late', async ({ page }) => {
  await openAdmin(page, '/admin/items')
  await expect(rows(page)).toHaveCount(50)
  await page.evaluate(() => scrollTo(0, 1200))
  await page.waitForFunction(() => scrollY === 1200)
  await page.route('**/api/items?*', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 500))
    await route.continue()
  })
  await page.reload()
  await expect.poll(() => getScrollY(page)).toBe(1200)
  await page.goto('/admin/log')
  await expect(page.getByRole('heading', { level: 1, name: 'Audit log' })).toBeVisible()
  await page.goBack()
  await expect(rows(page)).toHaveCount(50)
  await expect.poll(() => getScrollY(page)).toBe(1200)
})
