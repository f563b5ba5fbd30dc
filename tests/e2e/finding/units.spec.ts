import type { Page } from '@playwright/test'
import { expect, openPage, test } from '../../support/browser/browser.ts'
import { expectAccessible, expectNoOverflow } from '../../support/browser/screen-checks.ts'

// A converter that cannot be loaded.
test.use({ allowedMessages: /^Failed to load resource/ })

const unitsIn = (page: Page, part: 'main' | 'contentinfo') => page.getByRole(part).getByLabel('Units')

test('Imperial units are chosen once by keyboard, shown beside the stated text on every page, and remembered', async ({
  page,
}) => {
  const converters: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('imperial-text')) converters.push(request.url())
  })
  await openPage(page, '/product/cl-40-capstan-lathe')
  const row = (name: string) =>
    page
      .getByRole('row', { name: new RegExp(`^${name}`) })
      .getByRole('cell')
      .last()
  await expect(row('Bar capacity')).toHaveText('40 mm')
  const units = unitsIn(page, 'main')
  await expect(units).toHaveValue('')
  expect(converters).toEqual([])
  await units.focus()
  await units.press('ArrowDown')
  await expect(row('Bar capacity')).toHaveText('1.57 in (40 mm)')
  await expect(row('Spindle motor')).toHaveText('7.4 hp (5.5 kW), 415 V, 50 Hz')
  await expect(row('Spindle nose')).toHaveText('A2-6')
  await expect(page.locator('dl dd').first()).toHaveText('1.57 in(40 mm)')
  await expect(units).toBeFocused()
  // What the bars at the edges of the window cover depends on the scroll position.
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
  await expectAccessible(page, [320, 390, 1280], 'details in imperial units')

  // The next page has them without another choice, in cards, filters and chips.
  await page
    .getByRole('navigation', { name: 'Breadcrumb' })
    .getByRole('link', { name: 'Machines' })
    .press('Enter')
  const card = page.getByRole('article').filter({ hasText: 'TC 200 CNC Turning Centre' })
  await expect(card).toContainText('7.87 in (200 mm)')
  const capacity = page.getByRole('textbox', { name: 'Bar capacity, in, at least' })
  await expect(capacity).toHaveAttribute('placeholder', '0.79')
  await expect(page.getByRole('group', { name: 'Turret, stations' })).toBeVisible()
  await capacity.pressSequentially('1.65')
  await capacity.press('Enter')
  // 1.65 in is what the site shows for 42 mm, which therefore is part of the list.
  await expect(page).toHaveURL(/specifications=bar-capacity\.mm(?:%3A|:)42\.\.$/)
  await expect(card).toContainText('1.65 in (42 mm)')
  await expect(
    page.getByRole('link', { name: 'Remove filter: Bar capacity: from 1.65 in (42 mm)' }),
  ).toBeVisible()
  await expect(capacity).toHaveValue('1.65')
  await expect(page.getByRole('slider', { name: 'Bar capacity, in slider, at least' })).toHaveAttribute(
    'aria-valuetext',
    /^1\.65 in$/,
  )
  await page.setViewportSize({ width: 320, height: 720 })
  await page.getByRole('button', { name: /^Filters/ }).press('Enter')
  await expect(capacity).toBeVisible()
  await expectAccessible(page, [320, 1280], 'filters in imperial units')

  await page.goto('/products?search=lathe+42+mm+bar')
  await expect(
    page.getByText('Showing results for lathe, Bar capacity from 1.65 in (42 mm)', { exact: true }),
  ).toBeVisible()

  // After a page load, the comparison; the server sends the stated texts.
  await page.goto('/compare?ids=cl-40-capstan-lathe,cl-25-capstan-lathe')
  const values = page.getByRole('row', { name: /^Bar capacity/ }).getByRole('cell')
  await expect(values).toHaveText(['1.57 in (40 mm) ▲ (better)', '0.98 in (25 mm)'])
  await expect(unitsIn(page, 'main')).toHaveValue('imperial')
  await expectNoOverflow(page, [320, 1280], 'comparison in imperial units')

  // The job finder shows the numbers of the address in mm, and takes those that are typed as inches.
  await page.goto('/finder?diameter=25')
  const diameter = page.getByRole('textbox', { name: 'Diameter' })
  await expect(diameter).toHaveValue('25 mm')
  await diameter.fill('')
  await diameter.pressSequentially('1 5/8')
  await page.getByRole('textbox', { name: 'Length' }).pressSequentially('300 mm')
  await diameter.press('Enter')
  await expect(page).toHaveURL(/diameter=1\+5%2F8\+in&length=300\+mm$/)
  await expect(page.locator('#result')).toContainText('diameter 1 5/8 in, length 11.81 in (300 mm).')
  await expect(page.getByRole('article').first()).toContainText(/to spare|just fits/)
  await expectNoOverflow(page, [320, 1280], 'job finder in imperial units')

  // At the foot of every page, metric units are chosen again.
  const footer = unitsIn(page, 'contentinfo')
  await footer.focus()
  await footer.press('ArrowUp')
  await expect(page.locator('#result')).toContainText('length 300 mm.')
  await expect(unitsIn(page, 'main')).toHaveValue('')
})

test('Without the converter, the stated texts stay on the page', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('units', '["imperial"]'))
  await page.route('**/imperial-text*', (route) => route.abort())
  await openPage(page, '/product/cl-40-capstan-lathe')
  await expect(unitsIn(page, 'main')).toHaveValue('imperial')
  await expect(page.getByRole('row', { name: 'Bar capacity 40 mm' })).toBeVisible()
})
