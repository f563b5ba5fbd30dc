import {
  alertDialog,
  field,
  findItemsByName,
  readSpecifications,
  SPARE_PART_FORM,
  specification,
} from '../../support/browser/admin-forms.ts'
import { expect, openAdmin, test } from '../../support/browser/browser.ts'
import { expectAccessible } from '../../support/browser/screen-checks.ts'

test.use({ siteName: 'specification-templates', allowedMessages: /status of (409|503)/ })

test('A new item starts with the specifications of its category, and empty ones are not saved', async ({
  page,
}) => {
  await openAdmin(page, SPARE_PART_FORM.add)
  const hint = page.getByRole('region', { name: 'Specification template' })
  await expect.poll(() => readSpecifications(page)).toEqual(Array(4).fill(['', '']))
  await field(page, 'Category').selectOption('Ball screws')
  await expect(specification(page, 1, 'name')).toHaveValue('Diameter × lead')
  const names = (await readSpecifications(page)).map(([name]) => name)
  expect(names).toEqual(expect.arrayContaining(['Thread length', 'Accuracy', 'Dynamic load']))
  const row = (name: string) => names.indexOf(name) + 1
  // A plain number gets the usual unit.
  const load = specification(page, row('Dynamic load'), 'value')
  await expect(load).toHaveAttribute('placeholder', 'Value in kN')
  await load.pressSequentially('31.5')
  await load.press('Tab')
  await expect(load).toHaveValue('31.5 kN')
  // Another category replaces the rows without a value.
  await field(page, 'Category').selectOption('Spindle bearings')
  await expect(specification(page, 1, 'name')).toHaveValue('Dynamic load')
  await expect(specification(page, 2, 'name')).not.toHaveValue('Thread length')
  await expect(hint).toContainText('Has the usual specifications of Spindle bearings')
  const rows = await readSpecifications(page)
  const classRow = rows.findIndex(([name]) => name === 'Class') + 1
  await specification(page, classRow, 'value').pressSequentially('P4')
  const name = `Bearing ${Date.now()}`
  await field(page, 'Name').pressSequentially(name)
  await field(page, 'Description').pressSequentially('Matched pair.')
  await page.getByRole('button', { name: 'Add Spare Part', exact: true }).click()
  await alertDialog(page).getByRole('button', { name: 'OK', exact: true }).click()
  const [item] = await findItemsByName(page, SPARE_PART_FORM, name)
  expect(item).toMatchObject({ specs: { 'Dynamic load': '31.5 kN', Class: 'P4' } })
  expect(Object.keys((item as unknown as { specs: object }).specs)).toHaveLength(2)

  // The stored item shows what it lacks.
  await page.goto(SPARE_PART_FORM.edit + item!.id)
  await expect(hint).toContainText('Missing, compared with other Spindle bearings:')
  await hint.getByRole('button', { name: 'Bore: add' }).press('Enter')
  await expect(specification(page, 3, 'name')).toHaveValue('Bore')
  await expect(hint.getByRole('button', { name: 'Bore: add' })).toHaveCount(0)
  await expect(page.getByText('Unsaved changes (Ctrl+S to save)')).toHaveCount(0)
})

test('A template is edited with the keyboard, keeps input after a failure, detects conflicts and is reset', async ({
  page,
}) => {
  await openAdmin(page, '/admin/templates')
  await page.getByRole('link', { name: 'No category', exact: true }).press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('No category')
  await page.getByRole('link', { name: 'Specification templates' }).press('Enter')
  await page.getByRole('navigation').getByRole('link', { name: 'Spare parts' }).press('Enter')
  await expectAccessible(page, [320, 1280])
  await page.getByRole('link', { name: 'Collets', exact: true }).press('Enter')
  await expect(page.getByText(/^Learned from \d+ items/)).toBeVisible()
  await page.getByRole('button', { name: 'Add Specification' }).press('Enter')
  const count = await page.getByLabel(/^Specification \d+ name$/).count()
  await page.getByLabel(`Specification ${count} name`).pressSequentially('Thread')
  await page.getByLabel(`Specification ${count} unit`).pressSequentially('mm')
  await page.route('**/api/specification-template', (route) =>
    route.fulfill({ status: 503, json: { message: 'Busy.' } }),
  )
  await page.keyboard.press('Control+s')
  await expect(page.getByRole('alert')).toHaveText('Busy.')
  await page.unroute('**/api/specification-template')
  await expectAccessible(page, [320, 1280])
  // What other screens show is read again after a save, however long that takes; the form can be used meanwhile.
  const held = Promise.withResolvers<void>()
  await page.route('**/api/items/specification-names*', async (route) => {
    await held.promise
    await route.continue()
  })
  await page.getByRole('button', { name: 'Save template' }).press('Enter')
  await expect(page.getByText('Template saved', { exact: true })).toBeVisible()
  await expect(page.getByText('Edited. New items of this category start with these rows.')).toBeVisible()

  // Someone else changes it.
  const body = { kind: 'spare', category: 'Collets', revision: 1, rows: [{ name: 'Bore', unit: 'mm' }] }
  expect((await page.request.put('/api/specification-template', { data: body })).ok()).toBe(true)
  await page.getByRole('button', { name: 'Remove specification 1', exact: true }).press('Enter')
  await expect(page.getByLabel(/^Specification \d+ name$/)).toHaveCount(count - 1)
  held.resolve()
  await page.getByRole('button', { name: 'Save template' }).press('Enter')
  const conflict = page.getByRole('alertdialog', { name: /^Someone else changed this template/ })
  await expect(conflict).toContainText('Bore (mm)')
  await conflict.getByRole('button', { name: 'Use their version' }).press('Enter')
  await expect(page.getByLabel(/^Specification \d+ name$/)).toHaveCount(1)
  await page.getByRole('button', { name: 'Reset to learned' }).press('Enter')
  await expect(page.getByText(/^Learned from \d+ items/)).toBeVisible()
})
