import { readFile } from 'node:fs/promises'
import type { Download, Page } from '@playwright/test'
import { expect, openAdmin, test } from '../../support/browser/browser.ts'
import { expectAccessible, expectNoOverflow } from '../../support/browser/screen-checks.ts'
import { toasts } from '../../support/browser/toasts.ts'
import { readExportFile } from '../../support/fixtures/exports.ts'

/** Opens an export menu by keyboard. */
async function openMenu(page: Page, button: string): Promise<void> {
  await page.getByRole('button', { name: button, exact: true }).press('Enter')
  // The open menu takes the focus, on itself or on an entry.
  await expect(page.locator('[role=menu]:focus, [role=menu] :focus')).toBeVisible()
}

/** Chooses an entry of an export menu by keyboard and returns the file that the browser downloads. */
async function exportAs(page: Page, button: string, entry: string): Promise<Download> {
  await openMenu(page, button)
  const download = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: entry, exact: true }).press('Enter')
  return download
}

const readSheets = async (download: Download) =>
  readExportFile(await download.path(), download.suggestedFilename())

test('Every list of items exports its items, those found and those selected, as Excel, CSV and price list', async ({
  page,
}) => {
  await openAdmin(page, '/admin/items')
  const all = await exportAs(page, 'Export', 'Excel')
  expect(all.suggestedFilename()).toMatch(/^items-\d{4}-\d\d-\d\d\.xlsx$/)
  const sheets = await readSheets(all)
  expect(Object.entries(sheets).map(([name, { rows }]) => [name, rows.length])).toEqual([
    ['Machines', 15],
    ['Spare parts', 100],
    ['Services', 10],
  ])
  await expect(page.getByText(/^items-.* was downloaded\.$/)).toBeVisible()
  // An import that is changing items meanwhile is named.
  const progress = { done: 1200, total: 2500 }
  await page.route('**/api/imports?busy=true', (route) =>
    route.fulfill({ json: [{ fileName: 'Price list.xlsx', state: 'applying', progress }] }),
  )
  const csv = await exportAs(page, 'Export', 'CSV: services')
  const hasText =
    'was downloaded. The import of Price list.xlsx is being applied (1,200 of 2,500 rows): export again when it is done to get all its changes.'
  await expect(toasts(page).filter({ hasText })).toBeVisible()
  expect(csv.suggestedFilename()).toMatch(/^services-.*\.csv$/)
  expect((await readFile(await csv.path())).subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]))

  await page.getByRole('searchbox').first().pressSequentially('belt')
  const parts = (await readSheets(await exportAs(page, 'Export 7 found', 'Excel')))['Spare parts']!
  expect(parts.rows.map(({ Name }) => Name)).toEqual(
    (await page.locator('tbody').getByRole('link').allTextContents()).slice(1),
  )

  await page.locator('tbody').getByRole('checkbox').nth(1).check()
  await expectAccessible(page, [1280])
  await openMenu(page, 'Export 1 selected')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menu')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Export 1 selected' })).toBeFocused()
  const [one] = Object.values(await readSheets(await exportAs(page, 'Export 1 selected', 'CSV')))
  expect(one!.rows.map(({ Name }) => Name)).toEqual([parts.rows[0]!.Name])
  const priceList = await exportAs(page, 'Export 1 selected', 'Price list (PDF)')
  expect(priceList.suggestedFilename()).toMatch(/^price-list-spare-parts-.*\.pdf$/)
  expect((await readFile(await priceList.path())).subarray(0, 5).toString()).toBe('%PDF-')
  await expectNoOverflow(page, [390, 320])
})

test.describe(() => {
  test.use({ allowedMessages: /net::ERR_FAILED/ })
  test('A failed export says why, and the list of cards exports its type', async ({ page }) => {
    await openAdmin(page, '/admin/spare-parts')
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
    await page.route('**/api/items/export', async (route) => {
      await answered
      await route.abort()
    })
    await page.getByRole('button', { name: 'Export', exact: true }).click()
    await page.getByRole('menuitem', { name: 'CSV' }).click()
    await expect(page.getByRole('button', { name: 'Exporting…' })).toBeFocused()
    answer()
    await expect(page.getByText('The connection was lost. Try again.', { exact: true })).toBeVisible()
    await page.unroute('**/api/items/export')
    const download = await exportAs(page, 'Export', 'Excel')
    expect(download.suggestedFilename()).toMatch(/^spare-parts-.*\.xlsx$/)
    expect(Object.keys(await readSheets(download))).toEqual(['Spare parts'])
  })
})
