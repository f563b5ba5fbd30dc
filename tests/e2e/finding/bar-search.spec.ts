import { expect, openPage, test } from '../../support/browser/browser.ts'
import {
  expectAccessible,
  expectNoOverflow,
  expectNoViolations,
} from '../../support/browser/screen-checks.ts'

test('The slash key focuses the search of the bar, whose suggestions and Enter lead to items and to the catalogue', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 844 })
  await openPage(page, '/')
  await page.keyboard.press('/')
  const field = page.getByRole('banner').getByRole('combobox', { name: 'Search' })
  await expect(field).toBeFocused()
  await field.pressSequentially('vmc 8')
  const options = page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option')
  await expect(options.first()).toContainText('VMC 850 Machining Centre')
  expect((await options.first().boundingBox())!.width).toBeGreaterThan(480)
  await expectNoViolations(page, 'suggestions over the hero')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('VMC 850 Machining Centre')
  await expect(page.getByRole('banner').getByRole('searchbox', { name: 'Search' })).toHaveValue('')
  await page.keyboard.press('/')
  await expect(field).toBeFocused()
  await field.pressSequentially('coolant pump')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/products\?tab=any&search=coolant(%20|\+)pump$/)
  // The catalogue has one search field, its own.
  const own = page.getByLabel('Search', { exact: true })
  await expect(own).toHaveCount(1)
  await expect(own).toHaveValue('coolant pump')
  await page.getByRole('heading', { level: 1 }).click()
  await page.keyboard.press('/')
  await expect(own).toBeFocused()
  await page.keyboard.type('/2')
  await expect(own).toHaveValue('coolant pump/2')
})

test('What is typed into the search of the bar while its code loads is not lost', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 844 })
  await openPage(page, '/product/cl-25-capstan-lathe')
  await page.route(/bar-field-[^/]+\.js$/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 700))
    await route.continue()
  })
  const bar = page.getByRole('banner')
  await bar.getByRole('searchbox', { name: 'Search' }).click()
  await page.keyboard.type('cl 4')
  await expect(bar.getByRole('combobox', { name: 'Search' })).toHaveValue('cl 4')
  await page.keyboard.type('0')
  await expect(bar.getByRole('combobox', { name: 'Search' })).toHaveValue('cl 40')
  await expect(page.getByRole('option').first()).toContainText('CL 40')
})

test('On narrow screens an icon opens the search over the bar, ready for typing; the bar fits 320 px', async ({
  page,
}) => {
  await openPage(page, '/product/cl-25-capstan-lathe')
  await expectNoOverflow(page, [320, 390, 1024])
  await page.setViewportSize({ width: 390, height: 844 })
  const bar = page.getByRole('banner')
  await bar.getByRole('link', { name: 'Search' }).click()
  const field = bar.getByRole('combobox', { name: 'Search' })
  await expect(field).toBeFocused()
  await field.pressSequentially('coolant pump')
  const options = page.getByRole('option')
  await expect(options.first()).toBeVisible()
  expect((await options.first().boundingBox())!.width).toBeGreaterThan(330)
  await expectAccessible(page, [390], 'search over the bar')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/products\?tab=any&search=coolant(%20|\+)pump$/)
})
