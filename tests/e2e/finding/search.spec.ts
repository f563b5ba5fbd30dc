import type { Page } from '@playwright/test'
import { expect, openPage, stopClock, test, waitForHydration } from '../../support/browser/browser.ts'
import { expectAccessible, expectNoOverflow } from '../../support/browser/screen-checks.ts'

const search = (page: Page) => page.getByRole('combobox', { name: 'Search' })
const names = (page: Page) => page.locator('article h3').allTextContents()
const filters = (page: Page) => page.getByRole('region', { name: 'Filters' })
const suggestions = (page: Page) => page.getByRole('listbox', { name: 'Suggestions' })
const footer = (page: Page) => page.locator('main footer').getByRole('status')

test('A search that is misspelt, better answered by another tab, or beyond every machine shows what comes nearest', async ({
  page,
}) => {
  await openPage(page, '/products?search=capstn')
  await expect(page.getByText('Showing results for capstan')).toBeVisible()
  expect((await names(page))[0]).toBe('CL 20 Capstan Lathe')
  await expect(page.locator('article mark').first()).toHaveText('Capstan')
  await expect(footer(page)).toHaveText('Showing 4 of 15 machines matching capstn')
  await openPage(page, '/products?search=drive+pulley')
  const better = page.getByRole('region', { name: 'Spare Parts' })
  await expect(better.getByRole('article').first()).toContainText('Head Drive Pulley, Three-groove, CL 40')
  await openPage(page, '/products?search=lathe+for+90+mm+bar')
  await expect(page.getByText('No machine has Bar capacity from 90 mm. These come nearest.')).toBeVisible()
  await expect(page.getByRole('article').first()).toContainText('TL 80 Turret Lathe')
})

test('A search with a size or a price says how it was understood, marks it in the cards, and can be reduced part by part', async ({
  page,
}) => {
  await openPage(page, '/products')
  await search(page).pressSequentially('lathe 42 mm bar')
  await expect(
    page.getByText('Showing results for lathe, Bar capacity from 42 mm', { exact: true }),
  ).toBeVisible()
  const card = page.locator('article').filter({ hasText: 'TL 52 Turret Lathe' })
  await expect(card.locator('dl mark')).toHaveText('52 mm')
  await expect(card.locator('dt').first()).toHaveText('Bar capacity')
  await expect(card.locator('h3 mark')).toHaveText('Lathe')
  await expect(card.locator('.card-text mark')).toHaveCount(0)
  const active = page.getByRole('list', { name: 'Active filters' })
  for (const part of ['Bar capacity from 42 mm', 'Price up to ₹20,00,000']) {
    if (part.startsWith('Price')) await openPage(page, '/products?search=lathe+under+20+lakh')
    await expect(active.getByRole('listitem')).toHaveText([part])
    const found = (await names(page)).length
    expect(found).toBeGreaterThan(0)
    await active.getByRole('link', { name: `Remove filter: ${part}` }).press('Enter')
    await expect(page).toHaveURL(/search=lathe$/)
    await expect(active).toHaveCount(0)
    await expect.poll(async () => (await names(page)).length).toBeGreaterThan(found)
    await expect(search(page)).toHaveValue('lathe')
  }
})

test('A search for a document opens the tab of its item and shows the document, whose file can be downloaded, above the items', async ({
  page,
}) => {
  const documents = page.getByRole('region', { name: 'Documents' })
  await openPage(page, '/products?search=CL+25+foundation+plan&tab=any')
  const link = documents.getByRole('link', { name: 'CL 25 foundation plan' })
  await expect(documents).toContainText('CL 25 Capstan Lathe · Drawing · DXF, ')
  await expect(page.getByRole('article').first()).toContainText('CL 25 Capstan Lathe')
  const file = await page.request.get((await link.getAttribute('href'))!)
  expect(file.headers()['content-disposition']).toContain('cl-25-foundation-plan.dxf')
  await expectAccessible(page)
  await openPage(page, '/products')
  await search(page).pressSequentially('data sheet cl 40')
  // The words before it have more documents.
  await expect(documents.getByRole('link')).toHaveCount(1)
  await expect(documents.getByRole('link')).toHaveAttribute('href', '/product/cl-40-capstan-lathe.pdf')
  await search(page).fill('cl 40')
  await expect(documents).toHaveCount(0)
})

test('Suggestions appear while typing; Escape closes them, and the arrow keys select one, which Enter opens', async ({
  page,
}) => {
  await openPage(page, '/products')
  await search(page).pressSequentially('collet')
  await expect(suggestions(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(suggestions(page)).toBeHidden()
  await expect(search(page)).toHaveValue('collet')
  await search(page).fill('')
  await search(page).pressSequentially('cl 25')
  await expect(suggestions(page).getByRole('option').first()).toContainText('CL 25 Capstan Lathe')
  await expect(page.getByText(/^6 suggestions$/)).toBeAttached()
  await page.keyboard.press('ArrowDown')
  const first = suggestions(page).getByRole('option').first()
  await expect(first).toHaveAttribute('aria-selected', 'true')
  await expect(search(page)).toHaveAttribute('aria-activedescendant', (await first.getAttribute('id'))!)
  await expectAccessible(page, [390, 1280], 'suggestions')
  await page.keyboard.press('ArrowUp')
  await expect(first).toHaveAttribute('aria-selected', 'false')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('CL 25 Capstan Lathe')
})

test('A search with a quantity is suggested as it is understood, and chosen by keyboard', async ({
  page,
}) => {
  await openPage(page, '/products?tab=spares')
  await search(page).pressSequentially('lathe 42 mm bar')
  const first = suggestions(page).getByRole('option').first()
  await expect(first).toHaveText(/^Machines: lathe, Bar capacity from 42 mm\d+ results$/)
  await search(page).press('ArrowDown')
  await expect(first).toHaveAttribute('aria-selected', 'true')
  await expectAccessible(page, [390, 1280], 'understood search')
  await search(page).press('Enter')
  await expect(page).toHaveURL(/\/products\?search=lathe(?:\+|%20)42(?:\+|%20)mm(?:\+|%20)bar$/)
  await expect(page.getByRole('list', { name: 'Active filters' }).getByRole('listitem')).toHaveText([
    'Bar capacity from 42 mm',
  ])
  await expect(search(page)).toHaveValue('lathe 42 mm bar')
})

test('A click on a suggested search searches for it, and a click on a suggested item opens it', async ({
  page,
}) => {
  await openPage(page, '/products')
  await search(page).pressSequentially('capstn')
  await suggestions(page).getByRole('option', { name: 'Search for capstan' }).click()
  await expect(search(page)).toHaveValue('capstan')
  await expect(page).toHaveURL(/search=capstan$/)
  await search(page).fill('KMT-CO-2512')
  await suggestions(page).getByRole('option').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Spring Collet, 12 mm Round, CL 25')
})

test.describe('Failed requests of the search', () => {
  test.use({ allowedMessages: /Failed to load resource/ })
  test('The search works although the suggestions cannot be loaded', async ({ page }) => {
    await page.route('**/api/suggestions?*', (route) => route.abort())
    await openPage(page, '/products')
    await search(page).pressSequentially('turret lathe')
    await expect.poll(() => names(page)).toHaveLength(3)
  })

  test('Filters that cannot be loaded show a message and can be requested again', async ({ page }) => {
    await page.route('**/api/facets?*', (route) => route.abort(), { times: 1 })
    await openPage(page, '/products')
    await expect(filters(page).getByRole('alert')).toContainText('We could not load the filters.')
    await filters(page).getByRole('button', { name: 'Try Again' }).click()
    await expect(filters(page).getByLabel('Machine type')).toBeVisible()
  })
})

test('[CAT-6] Filters apply to the list, are part of the address, and can be removed', async ({ page }) => {
  await openPage(page, '/products')
  await filters(page).getByLabel('Machine type').selectOption({ label: 'Capstan lathe (4)' })
  await expect.poll(() => names(page)).toHaveLength(4)
  await filters(page).getByLabel('Bar capacity, mm, at least').fill('25')
  await expect.poll(() => names(page)).toHaveLength(3)
  await filters(page).getByLabel('Price, ₹, to').fill('16,00,000')
  await expect.poll(() => names(page)).toEqual(['CL 25 Capstan Lathe'])
  await expect(footer(page)).toHaveText('Showing 1 of 15 machines')
  // The specifications of the filters come first and are marked.
  const card = page.locator('article')
  await expect(card.locator('dt')).toHaveText(['Bar capacity', 'Machine type', 'Swing over bed'])
  await expect(card.locator('mark')).toHaveText(['25 mm', 'Capstan lathe'])
  await expect(page.getByText('Clear filters')).toHaveCount(1)
  await page.reload()
  await expect.poll(() => names(page)).toEqual(['CL 25 Capstan Lathe'])
  const active = page.getByRole('list', { name: 'Active filters' })
  await expect(active.getByRole('listitem')).toHaveText([
    'up to ₹16,00,000',
    'Machine type: Capstan lathe',
    'Bar capacity: from 25 mm',
    'Clear filters',
  ])
  await waitForHydration(page)
  await active.getByRole('link', { name: 'Remove filter: up to ₹16,00,000' }).click()
  await expect.poll(() => names(page)).toHaveLength(3)
  await active.getByRole('link', { name: 'Clear filters' }).click()
  await expect.poll(() => names(page)).toHaveLength(15)
  await expect(page).toHaveURL(/\/products$/)
})

test('Back undoes one filter after the other; a price can be given in lakh, and a text that is none is refused with an example', async ({
  page,
}) => {
  await openPage(page, '/products')
  const price = filters(page).getByLabel('Price, ₹, to')
  await price.pressSequentially('lots')
  await expect(filters(page).getByRole('alert')).toHaveText('Enter a number, such as 25 lakh.')
  await expect(price).toHaveAccessibleDescription('Enter a number, such as 25 lakh.')
  await price.clear()
  await expect(filters(page).getByRole('alert')).toBeHidden()
  await price.pressSequentially('25 lakh')
  await expect(page).toHaveURL('/products?priceTo=2500000')
  await filters(page).getByLabel('Featured only').check()
  await expect(page).toHaveURL('/products?featured=true&priceTo=2500000')
  await page.goBack()
  await expect(page).toHaveURL('/products?priceTo=2500000')
  await expect(filters(page).getByLabel('Featured only')).not.toBeChecked()
  await expect(price).toHaveValue('25 lakh')
  await page.goBack()
  await expect(page).toHaveURL('/products')
  await expect(price).toHaveValue('')
  await expect.poll(() => names(page)).toHaveLength(15)
})

test('Filters that the chosen machines do not have disappear; an active one stays until it is removed', async ({
  page,
}) => {
  // No choice of the filters leads to this address.
  await openPage(page, '/products?specifications=machine-type:cnc-machining-centre,swing-over-bed:11.811in..')
  await expect(page.getByText('No item matches all filters.')).toBeVisible()
  const type = filters(page).getByLabel('Machine type')
  const swing = filters(page).getByLabel(/^Swing over bed, (in, from|mm, at least)$/)
  await expect(swing).toHaveValue('11.811')
  await expect(filters(page).getByLabel('Bar capacity, mm, at least')).toHaveCount(0)
  const active = page.getByRole('list', { name: 'Active filters' })
  await active.getByRole('link', { name: 'Remove filter: swing over bed: from 11.811 in' }).click()
  await expect(swing).toHaveCount(0)
  await expect.poll(() => names(page)).toHaveLength(3)
  await type.focus()
  await type.selectOption('')
  await expect(swing).toBeVisible()
  await expect(type).toBeFocused()
})

test('Numbers are filtered by sliders; the other fields stay in place and count what is left', async ({
  page,
}) => {
  await openPage(page, '/products')
  const slider = filters(page).getByLabel('Bar capacity, mm slider, at least')
  const typed = filters(page).getByLabel('Bar capacity, mm, at least')
  const fields = filters(page).getByRole('group')
  await slider.focus()
  const before = await fields.allInnerTexts()
  await page.keyboard.press('ArrowRight')
  await expect(typed).toHaveValue('21')
  await page.keyboard.press('End')
  await expect(typed).toHaveValue('80')
  await expect(slider).toHaveAttribute('aria-valuetext', '80 mm')
  await expect(page).toHaveURL(/specifications=bar-capacity.mm%3A80\.\./)
  await expect.poll(() => names(page)).toHaveLength(1)
  // One machine leaves nothing to choose, and every field is where it was.
  await expect(filters(page).getByLabel('Machine type')).toBeDisabled()
  expect((await fields.allInnerTexts()).map((text) => text.split('\n')[0])).toEqual(
    before.map((text) => text.split('\n')[0]),
  )
  await expect(slider).toBeFocused()
  await page.keyboard.press('Home')
  await expect(typed).toHaveValue('')
  await expect(page).toHaveURL(/\/products$/)

  const upper = filters(page).getByLabel('Price, ₹ slider, to')
  await upper.scrollIntoViewIfNeeded()
  const box = (await upper.boundingBox())!
  await page.mouse.move(box.x + box.width - 12, box.y + box.height / 2)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 5 })
  await page.mouse.up()
  await expect(page).toHaveURL(/priceTo=\d+$/)
  await expect.poll(async () => (await names(page)).length).toBeLessThan(15)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: /^Filters/ }).click()
  await expect(page.getByRole('dialog', { name: 'Filters' })).toBeVisible()
  await expectNoOverflow(page, [390, 1280])
  await expectAccessible(page, [768])
})

test('Spare parts are filtered by category and by compatible machine', async ({ page }) => {
  await openPage(page, '/products?tab=spares')
  await filters(page).getByLabel('Category').selectOption('Collets')
  await expect(footer(page)).toHaveText('Showing 10 of 100 spare parts')
  await filters(page).getByLabel('Fits').selectOption({ label: 'CL 40 (2)' })
  await expect.poll(() => names(page)).toHaveLength(2)
  await page.getByRole('complementary', { name: 'Catalogue' }).getByRole('link', { name: 'Machines' }).click()
  await expect.poll(() => names(page)).toHaveLength(15)
})

test('Times are filtered in days where the items state days', async ({ page }) => {
  await openPage(page, '/products?tab=services')
  const most = filters(page).getByLabel('Time on site, days, to', { exact: true })
  await expect(most).toHaveAttribute('placeholder', '12')
  await most.pressSequentially('2')
  await most.press('Enter')
  await expect(page).toHaveURL(/specifications=time-on-site\.s%3A\.\.172800/)
  await expect.poll(() => names(page)).toEqual(['Geometry Inspection', 'Installation and Commissioning'])
  await expect(page.getByRole('list', { name: 'Active filters' })).toContainText('Time on site: up to 2 days')
})

test('In the address, invalid filters have no effect, signs are a search, and more than 200 characters are shortened', async ({
  page,
}) => {
  await openPage(
    page,
    "/products?specifications=';--&priceFrom=abc&priceTo=-5&featured=perhaps&tab=x&sort=y&view=z",
  )
  await expect.poll(() => names(page)).toHaveLength(15)
  await openPage(page, '/products?search=(*+')
  await expect(page.getByText('No results found for "(*"')).toBeVisible()
  await openPage(page, `/products?search=${'a'.repeat(300)}`)
  await expect(page.getByText(/^No results found for "a{200}"$/)).toBeVisible()
})

test('[CAT-7] The favourites of this device have a view of their own', async ({ page }) => {
  await openPage(page, '/products')
  const column = page.getByRole('complementary', { name: 'Catalogue' })
  await page.getByRole('button', { name: 'Favourite: CL 40 Capstan Lathe' }).click()
  await openPage(page, '/products?tab=services')
  await page.getByRole('button', { name: 'Favourite: Operator Training' }).click()
  await column.getByRole('link', { name: 'Favourites 2' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Favourites')
  await expect.poll(() => names(page)).toEqual(['CL 40 Capstan Lathe', 'Operator Training'])
  await expect(footer(page)).toHaveText('Showing 2 of 2 favourites')
  await search(page).fill('training')
  await expect(footer(page)).toHaveText('Showing 1 of 2 favourites matching training')
  await search(page).fill('')
  await expect(footer(page)).toHaveText('Showing 2 of 2 favourites')
  await page.reload()
  await expect.poll(() => names(page)).toHaveLength(2)
  await waitForHydration(page)
  const favourite = page.getByRole('button', { name: 'Favourite: CL 40 Capstan Lathe' })
  await expect(favourite).toHaveAttribute('aria-pressed', 'true')
  await favourite.click()
  await expect.poll(() => names(page)).toEqual(['Operator Training'])
  await page.getByRole('button', { name: 'Favourite: Operator Training' }).click()
  await expect(page.getByRole('heading', { name: 'No favourites available' })).toBeVisible()
})

test('Favourites are shared as a link, and added to those of another device, by keyboard', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await openPage(page, '/products')
  await page.getByRole('button', { name: 'Favourite: CL 40 Capstan Lathe' }).press('Enter')
  await page.getByRole('button', { name: 'Favourite: CL 20 Capstan Lathe' }).press('Enter')
  await page
    .getByRole('complementary', { name: 'Catalogue' })
    .getByRole('link', { name: 'Favourites 2' })
    .press('Enter')
  await page.getByRole('main').getByRole('button', { name: 'Copy link' }).press('Enter')
  await expect(page.getByText('Link copied')).toBeVisible()
  const link = await page.evaluate(() => navigator.clipboard.readText())
  expect(link).toMatch(/\/products\?favourites=true&shared=\w+,\w+$/)

  // Another device has one of them, and the link also names an item that is gone.
  await page.evaluate(() =>
    localStorage.setItem(
      'favourites',
      JSON.stringify(JSON.parse(localStorage.getItem('favourites')!).slice(0, 1)),
    ),
  )
  await openPage(page, `${link},no-longer-there`)
  const shared = page.getByRole('region', { name: 'Shared items' })
  await expect(shared.getByRole('link')).toHaveText(['CL 20 Capstan Lathe', 'CL 40 Capstan Lathe'])
  await expect(shared).toContainText('1 item is no longer in the catalogue.')
  await expect.poll(() => names(page)).toEqual(['CL 40 Capstan Lathe'])
  await expectAccessible(page, [320, 390, 1280], 'shared favourites')
  await shared.getByRole('button', { name: 'Add to my favourites' }).press('Enter')
  await expect(shared).toHaveCount(0)
  await expect.poll(() => names(page)).toEqual(['CL 20 Capstan Lathe', 'CL 40 Capstan Lathe'])
  await expect(page).toHaveURL(/\/products\?favourites=true$/)
})

test('Back restores the scroll position and all loaded items of the list at once, while requests are pending', async ({
  page,
}) => {
  await openPage(page, '/products?tab=spares&sort=price')
  await page.mouse.move(700, 500)
  await expect
    .poll(async () => {
      await page.mouse.wheel(0, 2000)
      return page.locator('article').count()
    })
    .toBeGreaterThan(60)
  const card = page.locator('article').nth(50)
  const details = card.getByRole('link', { name: 'View Details' })
  await details.hover()
  const name = await card.locator('h3').getByRole('link').textContent()
  const scrollPosition = await page.evaluate(() => scrollY)
  await details.click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name!)
  expect(await page.evaluate(() => scrollY)).toBe(0)
  await page.route(/\/api\//, () => {})
  await page.goBack()
  await expect(card.locator('h3').getByRole('link')).toHaveText(name!)
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(scrollPosition)
  await expect(page).toHaveURL(/tab=spares&sort=price$/)
})

test('An empty tab shows what a search has found in the other tabs, and links to all of it', async ({
  page,
}) => {
  await openPage(page, '/products')
  await search(page).pressSequentially('KTM-PB-B68')
  await expect(page.getByRole('heading', { name: 'No results found for "KTM-PB-B68"' })).toBeVisible()
  // Without suggestions, Escape clears a search field.
  await expect(suggestions(page)).toBeVisible()
  await search(page).press('Escape')
  const found = page.getByRole('region', { name: 'Spare Parts' })
  await expect(page.getByRole('button', { name: 'Clear Search' })).toBeVisible()
  await expect(found.getByRole('article')).toContainText(['Vee-belt Set, B 68, CL 40'])
  await expect(found).toContainText('KMT-BP-B68: 1 result in Spare Parts')
  await search(page).fill('spring collet')
  await expect(found.getByRole('article')).toHaveCount(3)
  await expect(suggestions(page)).toBeVisible()
  await search(page).press('Escape')
  await expectAccessible(page)
  await found.getByRole('link', { name: /^All \d+ results in Spare Parts$/ }).click()
  await expect(page).toHaveURL('/products?tab=spares&search=spring+collet')
  await expect(page.getByText(/^\d+ results$/)).toBeVisible()
})

test('A search from the bar opens the tab that answers it best, and what is typed there stays in it', async ({
  page,
}) => {
  await openPage(page, '/')
  const bar = page.getByRole('banner').getByRole('combobox', { name: 'Search' })
  await page.getByRole('banner').getByRole('searchbox', { name: 'Search' }).focus()
  await bar.pressSequentially('drive belt for CL 40')
  await bar.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Spare Parts')
  await expect(page.getByRole('article').first()).toContainText('Vee-belt Set, B 68, CL 40')
  await expect(page).toHaveTitle(/^Spare Parts/)
  await search(page).fill('lathe')
  await expect(page).toHaveURL('/products?tab=spares&search=lathe')
  await search(page).press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Machines')
  await expect(page.getByRole('article').first()).toContainText('Lathe')
})

test('Words that no item has are named, and asked for with the words taken over', async ({ page }) => {
  await openPage(page, '/products?search=horizontal+machining+centre')
  await expect(page.getByText('Understood: machining centre. Ignored: ‘horizontal’.')).toBeVisible()
  await expect(page.getByRole('article').first()).toContainText('Machining Centre')
  await page.getByRole('link', { name: 'Ask us for ‘horizontal machining centre’' }).click()
  await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue(
    'I searched for: horizontal machining centre',
  )
})

test('A search that describes a job has the machines for it, and leads to the reasons', async ({ page }) => {
  await openPage(page, '/products?search=lathe+42+mm+bar,+part+60+mm+long')
  await expect(page.getByText('Part from bar: diameter 42 mm, length 60 mm.')).toBeVisible()
  await expect(page.getByText('6 machines fit.')).toBeVisible()
  await expect(page.getByRole('article').first()).toContainText('TL 52 Turret Lathe')
  await page.getByRole('link', { name: 'See the reasons' }).click()
  await expect(page.getByRole('heading', { name: '6 of 15 machines fit' })).toBeVisible()
})

test('Two bounds of a filter typed without a pause between them both take effect', async ({ page }) => {
  await openPage(page, '/products?tab=spares')
  await filters(page).getByLabel('Price, ₹, from').fill('10,000')
  await filters(page).getByLabel('Price, ₹, to').fill('20,000')
  await filters(page).getByLabel('Weight, kg, from', { exact: true }).fill('1')
  await expect(page).toHaveURL(/priceFrom=10000&priceTo=20000&specifications=weight.kg/)
  await filters(page).getByLabel('Price, ₹, to').fill('5000')
  await expect(filters(page).getByRole('alert')).toContainText('The first number is larger than the second')
  await filters(page).getByLabel('Price, ₹, to').fill('lots')
  await expect(filters(page).getByLabel('Price, ₹, to')).toHaveAttribute('aria-invalid', 'true')
})

test('A search with no results or with an ignored word is reported once it has been on display for three seconds', async ({
  page,
}) => {
  const reports: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST') reports.push(new URL(request.url()).search)
  })
  await openPage(page, '/products')
  await stopClock(page)
  /** Types a search, and lets as little time as possible pass until its results are shown. */
  const type = async (text: string, shown: string | RegExp) => {
    await search(page).fill(text)
    await expect(async () => {
      await page.clock.runFor(50)
      await expect(page.getByRole('main').getByText(shown, { exact: true })).toBeVisible({ timeout: 500 })
    }).toPass()
  }
  await type('pelton', 'No results found for "pelton"')
  await type('pelton wheel', 'Understood: wheel. Ignored: ‘pelton’.')
  expect(reports).toEqual([])
  const reported = page.waitForResponse((response) => response.request().method() === 'POST')
  await page.clock.runFor(3000)
  expect((await reported).status()).toBe(204)
  await type('xyzzy', 'No results found for "xyzzy"')
  await type('capstan lathe', /^\d+ results$/)
  await page.clock.runFor(3000)
  expect(reports).toEqual(['?search=pelton%20wheel'])
})

test.describe('List without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('Without JavaScript the list has pages, and no controls that need JavaScript are shown', async ({
    page,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto('/products?tab=spares')
    const seen = new Set(await names(page))
    for (let count = 0; count < 4; count++) {
      const link = page.getByRole('link', { name: 'Show more' })
      const next = new URL((await link.getAttribute('href'))!, page.url()).href
      await link.click()
      await page.waitForURL(next)
      for (const name of await names(page)) seen.add(name)
    }
    expect(seen.size).toBe(100)
    await expect(page.getByRole('link', { name: 'Show more' })).toBeHidden()
    await page.getByRole('link', { name: 'Back to first page' }).click()
    await expect(page).toHaveURL(/\/products\?tab=spares$/)
    for (const controlName of [/^Filters/, 'List', /^Favourite:/, 'Open menu', 'Show more']) {
      await expect(page.getByRole('button', { name: controlName }).first()).toBeHidden()
    }
    await page.getByRole('combobox', { name: 'Sort' }).selectOption('price')
    await page.getByRole('button', { name: 'Search' }).click()
    await expect(page).toHaveURL(/tab=spares&search=&sort=price$/)
    await page.getByRole('link', { name: 'Menu' }).click()
    await expect(
      page.getByRole('navigation', { name: 'Footer' }).getByRole('link', { name: 'Contact' }),
    ).toBeInViewport()
  })
})
