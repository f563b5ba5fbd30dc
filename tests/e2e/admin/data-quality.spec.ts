import type { Page } from '@playwright/test'
import { createItem, field, SPARE_PART_FORM } from '../../support/browser/admin-forms.ts'
import { expect, openAdmin, test } from '../../support/browser/browser.ts'
import { expectAccessible, expectFocusKept } from '../../support/browser/screen-checks.ts'

test.use({ siteName: 'data-quality', allowedMessages: /status of (404|503)/ })

const finding = (page: Page, title: string) =>
  page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { level: 2, name: title, exact: true }) })
const dialog = (page: Page) => page.getByRole('dialog')

test('Findings are filtered, corrected with a preview of every change, undone, dismissed with a reason and shown again', async ({
  page,
}) => {
  await openAdmin(page, '/admin/dashboard')
  await expect(page.getByRole('link', { name: /^Data quality: \d+ findings$/ })).toBeVisible()
  await createItem(page, SPARE_PART_FORM, {
    name: 'Test screw',
    description: 'With a misspelt name.',
    specifications: [
      ['Colour', 'Grey'],
      ['hardness', '58 HRC'],
    ],
  })
  await page.goto('/admin/data-quality?type=names')
  const title = "'hardness' means the same as 'Hardness'"
  await expect(finding(page, title)).toContainText('hardness: 58 HRC')
  await expect(page.getByRole('heading', { level: 2 })).toHaveCount(1)
  await expectAccessible(page, [320, 390, 1280])

  // The preview opens with the proposal, which can be changed; a failed request changes nothing.
  await finding(page, title).getByRole('button', { name: 'Rename' }).press('Enter')
  await expect(dialog(page).getByRole('status')).toContainText('1 of 1 item will change.')
  await expect(dialog(page).getByRole('row').nth(1)).toContainText('hardness: 58 HRC')
  await expect(dialog(page).getByRole('row').nth(1)).toContainText('Hardness: 58 HRC')
  await expectAccessible(page, [320, 1280])
  const name = dialog(page).getByLabel('Name for all')
  await name.press('End')
  await name.pressSequentially(' of grip')
  await name.press('Enter')
  await expect(dialog(page).getByRole('row').nth(1)).toContainText('Hardness of grip: 58 HRC')
  await page.route('**/api/quality/fixes', (route) =>
    route.fulfill({ status: 503, json: { message: 'Busy.' } }),
  )
  await dialog(page).getByRole('button', { name: 'Change 1 item' }).press('Enter')
  await expect(dialog(page).getByRole('alert')).toHaveText('Busy.')
  await page.unroute('**/api/quality/fixes')
  await dialog(page).getByRole('button', { name: 'Change 1 item' }).press('Enter')
  await expect(page.getByText('1 item corrected', { exact: true })).toBeVisible()
  await expect(page.getByText('No findings of this kind.')).toBeVisible()
  await expectFocusKept(page)
  await page.getByRole('button', { name: 'Undo' }).press('Enter')
  await expect(finding(page, title)).toBeVisible()

  // Its item opens in the form, which returns here.
  await finding(page, title).getByRole('link', { name: 'Test screw' }).press('Enter')
  await expect(field(page, 'Name')).toHaveValue('Test screw')
  await page.getByRole('link', { name: 'Back to the list' }).press('Enter')
  await expect(page).toHaveURL(/\/admin\/data-quality\?type=names$/)

  await finding(page, title).getByRole('button', { name: 'Dismiss' }).press('Enter')
  await page.keyboard.press('Enter')
  await expect(dialog(page).getByLabel('Reason')).toHaveAccessibleDescription(
    'Enter a reason. Such as: price on request.',
  )
  await dialog(page).getByLabel('Reason').pressSequentially('A test.')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Dismissed', { exact: true })).toBeVisible()
  await expect(finding(page, title)).toHaveCount(0)
  await expectFocusKept(page)
  await page.getByRole('link', { name: /^Dismissed/ }).press('Enter')
  await expect(page.getByText(/^A test\. \(anand, /)).toBeVisible()
  await expectAccessible(page, [320, 1280])
  await page.getByRole('button', { name: 'Show again' }).press('Enter')
  await expect(page.getByText('No finding was dismissed.')).toBeVisible()
  await expectFocusKept(page)

  // Without a price: the grid has the items to enter it.
  await page.getByRole('link', { name: /^Findings/ }).press('Enter')
  await page.setViewportSize({ width: 1280, height: 844 })
  await page.getByLabel('Problem').selectOption({ label: 'No price (1)' })
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(['Spare part without a price'])
  await page.getByRole('button', { name: 'Edit in grid' }).press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Edit in a grid' })).toBeVisible()
  await expect(page.getByRole('gridcell', { name: 'Test screw' })).toBeVisible()
  await page.getByRole('link', { name: 'Back to data quality' }).press('Enter')
  await expect(page).toHaveURL(/\/admin\/data-quality\?type=price$/)
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(['Spare part without a price'])
})

test('The screen of the data quality pages 10,000 findings, shows all items of one, and has empty and failed states', async ({
  page,
}) => {
  const createFinding = (index: number) => ({
    key: String(index).padStart(20, '0'),
    type: 'values',
    kind: 'spare',
    title: `'Length' of ${index} mm is far off its siblings`,
    detail: 'The 9 others are about 50 mm.',
    count: 120,
    items: [],
    fix: null,
  })
  const counts = { names: 0, units: 0, values: 10_000, duplicates: 0, picture: 0, price: 0, code: 0, hsn: 0 }
  let isEmpty = false
  await page.route('**/api/quality/findings?*', (route) => {
    const offset = Number(new URL(route.request().url()).searchParams.get('offset'))
    const findings = Array.from({ length: 20 }, (_, index) => createFinding(offset + index))
    const json = isEmpty
      ? { items: 125, counts: { ...counts, values: 0 }, dismissed: 0, total: 0, findings: [] }
      : { items: 100_000, counts, dismissed: 3, total: 10_000, findings }
    return route.fulfill({ json })
  })
  await page.route('**/api/quality/findings/*/items?*', (route) => {
    const offset = Number(new URL(route.request().url()).searchParams.get('offset'))
    const items = Array.from({ length: Math.min(50, 120 - offset) }, (_, index) => ({
      id: `i${offset + index}`,
      kind: 'spare',
      name: `Spare ${offset + index}`,
      code: '',
      category: 'Belts',
      state: 'draft',
      texts: ['Length: 5 mm'],
    }))
    return route.fulfill({ json: items, headers: { 'x-total-count': '120' } })
  })
  await openAdmin(page, '/admin/data-quality?page=500')
  await expect(page.getByText('9,981 to 10,000 of 10,000 findings')).toBeVisible()
  await expect(page.getByText('1,00,000 items checked')).toBeVisible()
  const first = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { level: 2 }) })
    .first()
  await first.getByRole('button', { name: 'Show all 120 items' }).press('Enter')
  await expect(first.getByRole('link')).toHaveCount(50)
  await first.getByRole('button', { name: 'Show more of 120' }).press('Enter')
  await expect(first.getByRole('link')).toHaveCount(100)
  await first.getByRole('button', { name: 'Show more of 120' }).press('Enter')
  await expect(first.getByRole('link')).toHaveCount(120)
  await expectAccessible(page, [390])
  await page.getByRole('link', { name: 'Previous' }).press('Enter')
  await expect(page.getByText('9,961 to 9,980 of 10,000 findings')).toBeVisible()

  isEmpty = true
  await page.goto('/admin/data-quality')
  await expect(page.getByText(/^Nothing is wrong\./)).toBeVisible()
  await page.unroute('**/api/quality/findings?*')
  await page.route('**/api/quality/findings?*', (route) =>
    route.fulfill({ status: 503, json: { message: 'Busy.' } }),
  )
  await page.goto('/admin/data-quality')
  await expect(page.getByRole('alert')).toHaveText(/The findings could not be loaded: Busy\./)
  await page.unroute('**/api/quality/findings?*')
  await page.getByRole('button', { name: 'Try again' }).press('Enter')
  await expect(page.getByText(/Spare parts? of .* without a picture/).first()).toBeVisible()
})
