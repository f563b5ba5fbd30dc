import type { Page } from '@playwright/test'
import { expect, openAdmin, openPage, test } from '../../support/browser/browser.ts'
import {
  expectAccessible,
  expectNoOverflow,
  expectNoViolations,
} from '../../support/browser/screen-checks.ts'

const tray = (page: Page) => page.getByRole('region', { name: 'Comparison' })
const compareButton = (page: Page, name: string) =>
  page.getByRole('button', { name: `Compare: ${name}`, exact: true })
const columns = (page: Page) => page.getByRole('columnheader')

test('Items of cards, rows and details are compared side by side, and a quote is requested for all', async ({
  page,
}) => {
  await openPage(page, '/products')
  await compareButton(page, 'CL 20 Capstan Lathe').click()
  await expect(tray(page).getByRole('listitem')).toHaveText(['CL 20 Capstan Lathe'])
  await page.getByRole('button', { name: 'List', exact: true }).click()
  await compareButton(page, 'CL 40 Capstan Lathe').click()
  await expect(tray(page).getByRole('listitem')).toHaveCount(2)
  await expectNoOverflow(page, [320, 1280], 'catalogue with the tray')
  // Which controls of the list the tray covers partly, and so are too small for axe, depends on how far the page is scrolled.
  await expectNoViolations(page, 'tray', '[aria-label="Comparison"]')
  await page.getByRole('link', { name: 'CL 25 Capstan Lathe', exact: true }).press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('CL 25 Capstan Lathe')
  await compareButton(page, 'CL 25 Capstan Lathe').click()
  await expect(tray(page).getByRole('listitem')).toHaveCount(3)
  await tray(page).getByRole('button', { name: 'Remove from comparison: CL 20 Capstan Lathe' }).click()
  await expect(tray(page).getByRole('listitem')).toHaveText(['CL 40 Capstan Lathe', 'CL 25 Capstan Lathe'])
  await tray(page).getByRole('link', { name: 'Compare' }).click()

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Compare CL 40 and CL 25')
  await expect(page).toHaveURL(/\/compare\?ids=cl-40-capstan-lathe,cl-25-capstan-lathe$/)
  const row = (name: string) => page.getByRole('row', { name: new RegExp(`^${name}`) })
  await expect(row('Bar capacity').getByRole('cell')).toHaveText(['40 mm ▲ (better)', '25 mm'])
  await expect(row('Spindle run-out')).toBeVisible()
  await expectAccessible(page, [320, 390, 1280], 'comparison')
  await page.getByRole('link', { name: 'Differences only' }).click()
  await expect(row('Spindle run-out')).toBeHidden()
  await expect(page.getByRole('status')).toContainText('rows with equal values are hidden')
  await page.getByRole('link', { name: 'Enquire about all' }).click()
  const lines = page.locator('#contact form').getByRole('listitem')
  await expect(lines.filter({ hasText: 'CL 40 Capstan Lathe' })).toBeVisible()
  await expect(lines.filter({ hasText: 'CL 25 Capstan Lathe' })).toBeVisible()
})

test('A fifth item is refused with a message; items are removed by keyboard until the page is empty', async ({
  page,
}) => {
  await openPage(page, '/products')
  const buttons = page.getByRole('button', { name: /^Compare: / })
  for (const index of [0, 1, 2, 3, 4]) await buttons.nth(index).press('Enter')
  await expect(tray(page).getByRole('listitem')).toHaveCount(4)
  await expect(page.getByRole('listitem').filter({ hasText: 'You can compare 4 items' })).toBeVisible()
  await expect(buttons.nth(4)).toHaveAttribute('aria-pressed', 'false')
  await tray(page).getByRole('link', { name: 'Compare' }).press('Enter')
  await expect(columns(page)).toHaveCount(5)
  await expectAccessible(page, [320, 1280], 'comparison of four items')
  for (const count of [4, 3, 2]) {
    await page
      .getByRole('link', { name: /^Remove from comparison: / })
      .first()
      .press('Enter')
    await expect(columns(page)).toHaveCount(count)
  }
  await page.getByRole('link', { name: /^Remove from comparison: / }).press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Compare')
  await page.getByRole('main').getByRole('link', { name: 'Machines' }).click()
  await expect(compareButton(page, 'CL 20 Capstan Lathe')).toHaveAttribute('aria-pressed', 'false')
  await expect(tray(page)).toBeHidden()
})

test.describe('Comparison on phones', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

  test('On a phone the tray is a button of the dock with the number of items, absent beside the contact form', async ({
    page,
  }) => {
    const dock = page.getByRole('complementary', { name: 'Quick contact' })
    const link = dock.getByRole('link', { name: /^Compare \d$/ })
    await openPage(page, '/products')
    for (const name of ['CL 20 Capstan Lathe', 'CL 40 Capstan Lathe']) await compareButton(page, name).click()
    await expect(dock.getByRole('link', { name: 'Compare 2' })).toBeVisible()
    await expect(tray(page)).toBeHidden()
    expect((await dock.boundingBox())!.height).toBeLessThanOrEqual(49)
    await expectNoOverflow(page, [320, 390], 'catalogue with a comparison')
    await expectNoViolations(page, 'dock', '[aria-label="Quick contact"]')
    await page.getByRole('link', { name: 'CL 25 Capstan Lathe', exact: true }).press('Enter')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('CL 25 Capstan Lathe')
    const add = page.getByRole('button', { name: 'Add to enquiry: CL 25 Capstan Lathe' })
    await expect(link).toBeVisible()
    const [price, contacts] = [(await add.boundingBox())!, (await dock.boundingBox())!]
    expect(price.x + price.width).toBeLessThanOrEqual(contacts.x)
    await page.goto('/#contact')
    await expect(page.locator('#contact form')).toBeInViewport()
    await expect(link).toBeHidden()
    await page.goto('/products')
    await compareButton(page, 'CL 20 Capstan Lathe').click()
    await link.click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Compare CL 40 Capstan Lathe')
    await expect(
      page.getByRole('link', { name: 'Remove from comparison: CL 40 Capstan Lathe' }),
    ).toBeVisible()
  })
})

test('The tray leaves out an item that is no longer in the catalogue', async ({ page }) => {
  await openAdmin(page, '/admin/dashboard')
  const [machine] = await (await page.request.get('/api/products')).json()
  await page.evaluate((id) => localStorage.setItem('compared', JSON.stringify(['gone', id])), machine.id)
  await page.goto('/products?preview')
  await expect(tray(page).getByRole('listitem')).toHaveText([machine.name])
})

test('The names of all items stay in view below the bar; on a phone all columns and the names of the rows are in view', async ({
  page,
}) => {
  await page.goto('/compare?ids=cl-25-capstan-lathe,tl-52-turret-lathe,vmc-850-machining-centre')
  for (const [width, height] of [
    [1280, 900],
    [768, 1024],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height })
    const label = page.getByRole('rowheader', { name: 'Net weight' })
    await label.evaluate((element) => element.scrollIntoView({ behavior: 'instant', block: 'center' }))
    await expect(label).toBeInViewport({ ratio: 1 })
    const bar = (await page.getByRole('banner').boundingBox())!
    for (const name of ['CL 25 Capstan Lathe', 'TL 52 Turret Lathe', 'VMC 850 Machining Centre']) {
      const heading = page.getByRole('columnheader', { name, exact: true })
      await expect(heading.getByRole('link')).toBeInViewport({ ratio: 1 })
      expect((await heading.boundingBox())!.y).toBeGreaterThanOrEqual(bar.height - 1)
    }
    const weights = page.getByRole('row', { name: /^Net weight/ }).getByRole('cell')
    await expect(weights).toHaveText(['780 kg', '2,150 kg', '5,500 kg'])
    for (const weight of await weights.all()) await expect(weight).toBeInViewport({ ratio: 1 })
  }
})

test('Pictures are shown whole, from files that are as wide as their places', async ({ page }) => {
  const slugs = ['cl-25-capstan-lathe', 'tl-52-turret-lathe', 'vmc-850-machining-centre']
  for (const width of [1280, 390])
    for (const count of [1, 3]) {
      await page.setViewportSize({ width, height: 900 })
      await page.goto(`/compare?ids=${slugs.slice(0, count)}`)
      const pictures = page.getByRole('table').locator('img')
      await expect(pictures).toHaveCount(count)
      for (const picture of await pictures.all()) {
        await expect(picture).toHaveCSS('object-fit', 'contain')
        await expect(picture).toHaveJSProperty('complete', true)
        const [place, file] = await picture.evaluate((image: HTMLImageElement) => [
          image.clientWidth,
          Number(/\/(\d+)\.\w+$/.exec(image.currentSrc)?.[1]),
        ])
        expect(file, `${count} at ${width} px`).toBeGreaterThanOrEqual(place!)
      }
    }
})

test('A comparison is sent to a colleague with the names of its items, its address and its PDF', async ({
  page,
  site,
}) => {
  await openPage(page, '/compare?ids=cl-25-capstan-lathe,cl-40-capstan-lathe')
  const title = 'Comparison of CL 25 Capstan Lathe and CL 40 Capstan Lathe'
  const query = 'ids=cl-25-capstan-lathe,cl-40-capstan-lathe'
  const lines = [title, `${site.url}/compare?${query}`, `Comparison (PDF): ${site.url}/compare.pdf?${query}`]
  const read = async (name: string) =>
    new URL((await page.getByRole('link', { name }).getAttribute('href'))!).searchParams
  const email = await read('Email')
  expect(email.get('subject')).toBe(title)
  expect(email.get('body')!.split('\r\n')).toEqual(lines)
  expect((await read('Send by WhatsApp')).get('text')!.split('\n')).toEqual(lines)
  expect((await page.request.get(`/compare.pdf?${query}`)).headers()['content-type']).toBe('application/pdf')
})
