import type { Page } from '@playwright/test'
import { expect, openAdmin, test } from '../../support/browser/browser.ts'

test.use({ siteName: 'items' })

const rows = (page: Page) => page.locator('tbody').getByRole('row')
const row = (page: Page, name: string) => rows(page).filter({ hasText: name })
/** Opens the menu of a row and chooses an action. */
async function choose(page: Page, name: string, action: string) {
  await row(page, name)
    .getByRole('button', { name: `Actions for ${name}` })
    .click()
  await row(page, name).getByRole('menuitem', { name: action, exact: true }).click()
}
const bar = (page: Page) => page.getByRole('region', { name: 'Selected items' })

test('The list of all items contains all types; search and filters apply to it and are in the URL', async ({
  page,
}) => {
  await openAdmin(page, '/admin/items')
  await expect(rows(page)).toHaveCount(50)
  await expect(page.getByText('1 to 50 of 125')).toBeVisible()
  await page.getByRole('link', { name: 'Next' }).click()
  await expect(page.getByText('51 to 100 of 125')).toBeVisible()
  await expect(page).toHaveURL(/page=2/)
  await page.goto('/admin/items?page=9')
  await expect(page.getByText('This page does not exist.')).toBeVisible()
  await page.getByRole('link', { name: 'Previous' }).click()
  await expect(page.getByText('101 to 125 of 125')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Next' })).toHaveCount(0)
  await page.getByLabel('Search').fill('capstan lathe')
  await page.getByRole('navigation', { name: 'Type' }).getByRole('link', { name: 'Machines' }).click()
  await expect(page).toHaveURL(/search=capstan/)
  await expect(page).not.toHaveURL(/page=/)
  await expect(row(page, 'CL 25 Capstan Lathe')).toBeVisible()
  // The demo catalogue has 15 machines, of which only some are capstan lathes.
  await expect.poll(() => rows(page).count()).toBeLessThan(15)
  const count = await rows(page).count()
  expect(count).toBeGreaterThan(1)
  await page.reload()
  await expect(rows(page)).toHaveCount(count)
  await expect(page.getByLabel('Search')).toHaveValue('capstan lathe')
  await page.getByRole('button', { name: 'Clear search and filters' }).click()
  await expect(rows(page)).toHaveCount(15)
  await expect(page.getByRole('navigation', { name: 'Pages' })).toHaveText(/^15\b/)
  await page.getByRole('link', { name: 'All', exact: true }).click()
  await expect(page.getByText('1 to 50 of 125')).toBeVisible()
  await page.getByLabel('Search').fill('no such thing')
  await expect(page.getByText('No results.')).toBeVisible()
})

test('Several selected items can be unpublished or moved to a category, and each change can be undone', async ({
  page,
  request,
}) => {
  await openAdmin(page, '/admin/items?kind=service')
  await rows(page).nth(0).getByRole('checkbox').check()
  await rows(page).nth(1).getByRole('checkbox').check()
  await expect(bar(page)).toContainText('2 selected')
  // A change of another row leaves the selection as it is.
  const third = (await rows(page).nth(2).getByRole('link').textContent())!
  await choose(page, third, 'Archive')
  await expect(row(page, third)).toHaveCount(0)
  await expect(bar(page)).toContainText('2 selected')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(row(page, third)).toBeVisible()
  const offered = async () => ((await (await request.get('/api/services')).json()) as unknown[]).length
  const before = await offered()

  await bar(page).getByRole('button', { name: 'Unpublish' }).click()
  await expect(page.getByText('2 items unpublished', { exact: true })).toBeVisible()
  await expect(rows(page).filter({ hasText: 'Draft' })).toHaveCount(2)
  expect(await offered()).toBe(before - 2)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(rows(page).filter({ hasText: 'Draft' })).toHaveCount(0)
  expect(await offered()).toBe(before)

  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  await bar(page).getByRole('button', { name: 'Change category' }).click()
  await page.getByRole('dialog').getByLabel('Category').selectOption('Add new category …')
  await page.getByRole('dialog').getByLabel('New category').pressSequentially('Field work')
  await page.getByRole('dialog').getByRole('button', { name: 'Change category' }).click()
  await expect(rows(page).filter({ hasText: 'Field work' })).toHaveCount(before)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(rows(page).filter({ hasText: 'Field work' })).toHaveCount(0)
})

test('An item can be archived with Undo, restored from the archive, and deleted only after a warning', async ({
  page,
  request,
}) => {
  await openAdmin(page, '/admin/items?search=CL 20 Capstan')
  await choose(page, 'CL 20 Capstan Lathe', 'Archive')
  await expect(page.getByText('1 item archived', { exact: true })).toBeVisible()
  expect(await (await request.get('/products')).text()).not.toContain('CL 20 Capstan Lathe')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(row(page, 'CL 20 Capstan Lathe')).toBeVisible()
  expect(await (await request.get('/products')).text()).toContain('CL 20 Capstan Lathe')

  await choose(page, 'CL 20 Capstan Lathe', 'Archive')
  await expect(page.getByText('No results.')).toBeVisible()
  await page.getByLabel('Status').selectOption('Archived')
  await choose(page, 'CL 20 Capstan Lathe', 'Delete permanently')
  const question = page.getByRole('alertdialog', { name: 'Delete CL 20 Capstan Lathe permanently?' })
  await expect(question).toContainText('refer to it in their specifications')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await choose(page, 'CL 20 Capstan Lathe', 'Restore')
  await expect(page.getByText('1 item restored', { exact: true })).toBeVisible()
  expect(await (await request.get('/products')).text()).toContain('CL 20 Capstan Lathe')

  await page.getByLabel('Status').selectOption('Not archived')
  await choose(page, 'CL 20 Capstan Lathe', 'Archive')
  await page.getByLabel('Status').selectOption('Archived')
  await choose(page, 'CL 20 Capstan Lathe', 'Delete permanently')
  await question.getByRole('button', { name: 'Delete permanently' }).click()
  await expect(page.getByText('CL 20 Capstan Lathe is deleted', { exact: true })).toBeVisible()
  await expect(page.getByText('No results.')).toBeVisible()
})

test('The history of an item names the user and the differences of each revision, and restores one', async ({
  page,
  request,
}) => {
  await openAdmin(page, '/admin/items?search=SPA 20')
  const link = page.getByRole('link', { name: /^SPA 20/ }).first()
  const name = 'SPA 20'
  await link.click()
  const description = page.getByLabel('Description')
  const first = await description.inputValue()
  await description.fill('Changed for the exhibition.')
  await page.getByLabel('Price, ₹', { exact: true }).fill('12,34,000')
  await page.getByRole('button', { name: 'Update Machine' }).click()
  await page.getByRole('button', { name: 'OK' }).click()
  await page.goto('/admin/items?search=SPA 20')
  await choose(page, 'SPA 20 Single Spindle Automatic', 'History')
  await expect(page.getByRole('heading', { level: 1, name: 'History' })).toBeVisible()
  const revisions = page.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 2 }) })
  await expect(revisions).toHaveCount(2)
  await expect(revisions.first()).toContainText('anand')
  await expect(revisions.first()).toContainText('Changed for the exhibition.')
  await expect(revisions.first()).toContainText('₹12,34,000')
  await revisions.nth(1).getByRole('button', { name: 'Restore' }).click()
  await expect(revisions).toHaveCount(3)
  const list = (await (await request.get(`/api/products?search=${name}`)).json()) as { description: string }[]
  expect(list.map((item) => item.description)).toContain(first)
})
