import type { Page } from '@playwright/test'
import {
  createItem,
  readSpecifications,
  SPARE_PART_FORM,
  specification,
} from '../../support/browser/admin-forms.ts'
import { expect, openAdmin, signInByApi, test, waitForHydration } from '../../support/browser/browser.ts'

test.use({ siteName: 'item-changes' })

const rows = (page: Page) => page.locator('tbody').getByRole('row')
const getScrollY = (page: Page) => page.evaluate(() => scrollY)

test('Saving and cancelling return to the page, filter and scroll position of the table, with the row highlighted', async ({
  page,
}) => {
  await openAdmin(page, '/admin/items?kind=spare&sort=price&order=desc')
  const mostExpensive = rows(page).filter({ hasText: '₹1,85,000' })
  await expect(mostExpensive).toBeVisible()
  await page.getByRole('link', { name: 'Next' }).click()
  const url = '/admin/items?kind=spare&sort=price&order=desc&page=2'
  await expect(page).toHaveURL(url)
  // Until it is loaded, the previous page is shown.
  await expect(mostExpensive).toHaveCount(0)
  const link = rows(page).nth(30).getByRole('link')
  await link.scrollIntoViewIfNeeded()
  const name = (await link.textContent())!
  const position = await getScrollY(page)
  expect(position).toBeGreaterThan(300)
  await link.click()
  const brand = page.getByLabel('Brand')
  await brand.fill('')
  await brand.pressSequentially('Kovai tools')
  await page.getByRole('button', { name: 'Update Spare Part' }).click()
  await page.getByRole('button', { name: 'OK' }).click()
  await expect(page).toHaveURL(url)
  const row = rows(page).filter({ hasText: name })
  await expect(row).toBeInViewport()
  await expect(row).toHaveCSS('outline-style', 'solid')
  await expect(row.getByRole('link')).toBeFocused()
  await expect.poll(() => getScrollY(page)).toBe(position)
  await rows(page).nth(28).getByRole('link').click()
  await page.getByRole('link', { name: 'Cancel' }).click()
  await expect(page).toHaveURL(url)
  await expect(rows(page).nth(28).getByRole('link')).toBeFocused()
  await expect.poll(() => getScrollY(page)).toBe(position)
})

test('Duplicate opens a draft with the same content and pictures, from the table and from the form', async ({
  page,
}) => {
  const list = '/admin/items?search=CL+25+Capstan'
  await openAdmin(page, list)
  await page.getByRole('button', { name: 'Actions for CL 25 Capstan Lathe' }).click()
  await page.getByRole('menuitem', { name: 'Duplicate' }).click()
  const name = page.getByLabel('Name', { exact: true })
  await expect(name).toHaveValue('CL 25 Capstan Lathe (copy)')
  await expect(name).toBeFocused()
  await expect(page.getByLabel('Save as draft (hidden from website)')).toBeChecked()
  await expect(page.getByRole('region', { name: 'Pictures' }).getByRole('img').first()).toBeVisible()
  await name.fill('')
  await name.pressSequentially('CL 26 Capstan Lathe')
  // Unsaved input is not lost by a second duplicate.
  await page.getByRole('button', { name: 'Duplicate' }).click()
  await expect(page.getByText('Save your changes or discard them first.', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Update Machine' }).click()
  await page.getByRole('button', { name: 'OK' }).click()
  await expect(page).toHaveURL(list)
  // The new name does not match the search.
  await page.getByRole('link', { name: 'Show it' }).click()
  const row = rows(page).filter({ hasText: 'CL 26 Capstan Lathe' })
  await expect(row).toContainText('Draft')
  await expect(row.getByRole('link')).toBeFocused()

  const services = (await (await page.request.get('/api/services')).json()) as {
    id: string
    name: string
  }[]
  const service = services[0]!
  await page.goto(`/admin/services/edit/${service.id}`)
  await page.getByRole('button', { name: 'Duplicate' }).click()
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue(`${service.name} (copy)`)
  await page.getByRole('button', { name: 'Update Service' }).click()
  // Row FRM-7 names the path; the tab of services shows the saved one.
  await expect(page).toHaveURL(/\/admin\/products$/)
  const card = page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ hasText: `${service.name} (copy)` })
  await expect(card).toBeInViewport()
  await expect(card).toHaveCSS('outline-style', 'solid')
  await expect(card.getByRole('link')).toBeFocused()
})

test('The form of a copied spare part asks for its part number and shows the price as the original does', async ({
  page,
}) => {
  await signInByApi(page)
  const part = await createItem(page, SPARE_PART_FORM, {
    name: 'Drive plate 25',
    description: 'Hardened.',
    specifications: [
      ['Width', '6 mm'],
      ['Part number', 'KMT-DP-25'],
      ['Length', '40 mm'],
    ],
  })
  const path = `${SPARE_PART_FORM.endpoint}/${part.id}${SPARE_PART_FORM.updateSuffix}`
  await page.request.put(path, { multipart: { price: '1250.5' } })
  await page.goto(SPARE_PART_FORM.edit + part.id)
  const price = page.getByLabel('Price, ₹', { exact: true })
  await expect(price).toHaveValue('1250.50')
  await page.getByRole('button', { name: 'Duplicate' }).click()
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Drive plate 25 (copy)')
  await expect(page.getByLabel('Name', { exact: true })).toBeFocused()
  await expect(price).toHaveValue('1250.50')
  await expect(page.getByText('The part number was not copied.')).toBeVisible()
  expect(await readSpecifications(page)).toEqual([
    ['Width', '6 mm'],
    ['Part number', ''],
    ['Length', '40 mm'],
  ])
  await expect(page.getByText('Unsaved changes')).toHaveCount(0)
  await specification(page, 2, 'value').pressSequentially('KMT-DP-26')
  await page.getByRole('button', { name: 'Update Spare Part' }).click()
  await page.getByRole('button', { name: 'OK' }).click()
  await expect(page.getByRole('link', { name: 'Edit Part: Drive plate 25 (copy)' })).toBeFocused()
})

test("'Save and add another' keeps category, brand and specification names for the next item", async ({
  page,
}) => {
  await openAdmin(page, '/admin/items?kind=spare')
  await page.getByRole('link', { name: 'Add New Part' }).click()
  const name = page.getByLabel('Name', { exact: true })
  const value = (row: number) => page.getByLabel(`Specification ${row} value`)
  await name.pressSequentially('Drive key 6 mm')
  await page.getByLabel('Description').fill('Hardened.')
  await page.getByLabel('Specification 1 name').fill('Part number')
  await value(1).fill('KMT-DK-6')
  await page.getByLabel('Specification 2 name').fill('Width')
  await value(2).fill('6 mm')
  await page.getByLabel('Category').selectOption({ label: 'Collets (10)' })
  await page.getByRole('button', { name: 'Save and add another' }).click()
  await expect(page.getByText('Spare Part added successfully!', { exact: true })).toBeVisible()
  await expect(name).toBeFocused()
  await expect(name).toHaveValue('')
  await expect(page.getByLabel('Specification 1 name')).toHaveValue('Part number')
  await expect(value(1)).toHaveValue('')
  await expect(page.getByLabel('Category')).toHaveValue('Collets')
  await expect(page.getByText('Unsaved changes')).toHaveCount(0)
  await page.keyboard.type('Drive key 8 mm')
  await page.getByLabel('Description').fill('Hardened.')
  await value(1).fill('KMT-DK-8')
  await value(2).fill('8 mm')
  await page.getByRole('button', { name: 'Add Spare Part' }).click()
  await page.getByRole('button', { name: 'OK' }).click()
  await expect(page).toHaveURL('/admin/items?kind=spare')
  const row = rows(page).filter({ hasText: 'KMT-DK-8' })
  await expect(row).toContainText('Collets')
  await expect(row).toBeInViewport()

  await page.goto('/admin/services/add')
  await name.fill('Laser alignment')
  await page.getByLabel('Description').fill('On site.')
  await page.getByRole('button', { name: 'Save and add another' }).click()
  await expect(page.getByText('Service added successfully!', { exact: true })).toBeVisible()
  await expect(name).toHaveValue('')
  await expect(name).toBeFocused()
})

test('A machine in a new category stays in the catalogue and in Product Management, where it can be filtered by it', async ({
  page,
}) => {
  await openAdmin(page, '/admin/items?kind=machine&search=TL+52')
  await rows(page).first().getByRole('link').click()
  const category = page.getByLabel('Category')
  await expect(category).toHaveValue('')
  await category.selectOption('Add new category …')
  const field = page.getByLabel('New category')
  await expect(field).toBeFocused()
  await field.pressSequentially('Turret lathes')
  // Enter adds the category and leaves the form open.
  await field.press('Enter')
  await expect(category).toBeFocused()
  await expect(category).toHaveValue('Turret lathes')
  await expect(page.getByRole('button', { name: 'Update Machine' })).toBeEnabled()
  await page.getByRole('button', { name: 'Update Machine' }).click()
  await page.getByRole('button', { name: 'OK' }).click()
  await expect(rows(page).first()).toContainText('Turret lathes')
  await page.getByRole('button', { name: 'Clear search and filters' }).click()
  await page.getByLabel('Category').selectOption('Turret lathes (1)')
  await expect(rows(page)).toHaveCount(1)
  await page.getByRole('link', { name: 'Cards' }).click()
  await expect(page.getByRole('heading', { level: 3, name: 'TL 52 Turret Lathe' })).toBeVisible()
  const list = await (await page.request.get('/api/products?category=machine')).json()
  expect(list).toHaveLength(15)
  await page.goto('/products?preview')
  await expect(page.getByRole('heading', { name: 'TL 52 Turret Lathe' })).toBeVisible()
  await waitForHydration(page)
  await page.getByRole('region', { name: 'Filters' }).getByLabel('Category').selectOption('Turret lathes')
  await expect(page).toHaveURL(/category=Turret/)
  await expect(page.getByText('Showing 1 of 15 machines')).toBeVisible()
})
