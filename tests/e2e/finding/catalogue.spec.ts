import type { Page } from '@playwright/test'
import { expect, openPage, test, waitForHydration } from '../../support/browser/browser.ts'

const LISTS = /\/api\/(products|spareparts|services)\?/
const cards = (page: Page) => page.locator('article')
const names = (page: Page) => page.locator('article h3').allTextContents()
const column = (page: Page) => page.getByRole('complementary', { name: 'Catalogue' })

/** Opens the catalogue by a link, so that the browser sends the three list requests. */
async function navigateByLink(page: Page) {
  await openPage(page, '/product/cl-25-capstan-lathe')
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Machines' }).click()
}

test('[CAT-1, CAT-2, CAT-6] The catalogue opens with machines, tiles and a filters toggle beside tabs with their numbers, a help box and a link to the home page', async ({
  page,
}) => {
  await openPage(page, '/products')
  const tabs = column(page).getByRole('navigation').getByRole('link')
  await expect(tabs).toHaveText(['Machines15', 'Spare Parts100', 'Services10'])
  await expect(column(page).locator('[aria-current=page]')).toHaveText('Machines15')
  const tile = (label: string) => page.locator('main header dl > div', { hasText: label }).locator('dd')
  await expect(tile('Categories')).toHaveText('3')
  await expect(tile('Spare parts')).toHaveText('2.5K+')
  const toggle = page.getByRole('button', { name: /^Filters/ })
  const filters = page.getByRole('region', { name: 'Filters' })
  await expect(toggle).toHaveAttribute('aria-expanded', 'true')
  await expect(filters).toBeVisible()
  await toggle.click()
  await expect(toggle).toHaveAttribute('aria-expanded', 'false')
  await expect(filters).toBeHidden()
  await toggle.click()
  await expect(filters).toBeVisible()
  await tabs.filter({ hasText: 'Services' }).click()
  await expect(cards(page)).toHaveCount(10)
  await expect(page).toHaveURL(/\?tab=services$/)
  await expect(column(page).getByRole('heading', { name: 'Need Help?' })).toBeVisible()
  await column(page).getByRole('link', { name: 'Back to Home' }).click()
  await expect(page).toHaveURL(/\/$/)
})

test.describe('Catalogue on phones', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('[CAT-2] On phones the sidebar is a drawer, which closes on a choice and on Escape', async ({
    page,
  }) => {
    await openPage(page, '/products')
    await expect(column(page)).toBeHidden()
    const opener = page.getByRole('button', { name: 'Machines 15' })
    await opener.click()
    await expect(column(page).getByRole('heading', { name: 'Need Help?' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(column(page)).toBeHidden()
    await opener.click()
    await column(page).getByRole('link', { name: 'Spare Parts' }).click()
    await expect(column(page)).toBeHidden()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Spare Parts')
  })
})

test('[CAT-3] The search finds and marks text in names and descriptions, ignoring case, and the tabs count what it finds', async ({
  page,
}) => {
  await openPage(page, '/products')
  const field = page.getByRole('combobox', { name: 'Search' })
  const tabs = column(page).getByRole('navigation').getByRole('link')
  await field.fill('oil seal')
  await expect(tabs).toHaveText(['Machines0', /^Spare Parts[1-9]\d?$/, 'Services0'])
  await field.fill('')
  await expect(tabs).toHaveText(['Machines15', 'Spare Parts100', 'Services10'])
  await field.fill('cApStAn')
  await expect
    .poll(() => names(page))
    .toEqual([
      'CL 20 Capstan Lathe',
      'CL 25 Capstan Lathe',
      'CL 25 Long-bed Capstan Lathe',
      'CL 40 Capstan Lathe',
      'TC 200 CNC Turning Centre',
      'TL 52 Turret Lathe',
    ])
  await expect(page.locator('article h3 mark').first()).toHaveText('Capstan')
  await field.fill('everyday machine')
  await expect.poll(() => names(page)).toEqual(['CL 25 Capstan Lathe'])
  await expect(page).toHaveURL(/search=everyday\+machine/)
  await page.reload()
  await expect(field).toHaveValue('everyday machine')
  await expect(cards(page)).toHaveCount(1)
})

test('[CAT-4] The list is sorted by name, by price with a missing price as 0, or with featured items first', async ({
  page,
}) => {
  await openPage(page, '/products')
  const byName = await names(page)
  expect(byName).toEqual(byName.toSorted((a, b) => a.localeCompare(b, 'en', { sensitivity: 'base' })))
  const prices = async () =>
    (await page.locator('article p:has-text("₹")').allTextContents()).map((text) =>
      Number(text.match(/₹([\d,]+)/)![1]!.replaceAll(',', '')),
    )
  const byPrice = (await prices()).toSorted((a, b) => a - b)
  expect(byPrice[0]).toBe(1_500_000)
  await page.getByLabel('Sort').selectOption('price')
  await expect.poll(prices).toEqual(byPrice)
  await page.getByLabel('Sort').selectOption('featured')
  await expect
    .poll(async () => (await names(page)).slice(0, 5))
    .toEqual([
      'CL 25 Capstan Lathe',
      'CL 40 Capstan Lathe',
      'TC 250 CNC Turning Centre',
      'VMC 850 Machining Centre',
      'CL 20 Capstan Lathe',
    ])
})

test('[CAT-5] The catalogue is a grid of 1, 2 or 3 columns depending on the width, and a list if it is asked for', async ({
  page,
}) => {
  await openPage(page, '/products')
  const countColumns = () =>
    cards(page).evaluateAll(
      (elements) => new Set(elements.map((element) => element.getBoundingClientRect().left)).size,
    )
  for (const [width, columns] of [
    [390, 1],
    [900, 2],
    [1400, 3],
  ] as const) {
    await page.setViewportSize({ width, height: 800 })
    await expect.poll(countColumns, `at ${width} px`).toBe(columns)
  }
  await expect(page.getByRole('button', { name: 'Grid' })).toHaveAttribute('aria-pressed', 'true')
  await page.getByRole('button', { name: 'List', exact: true }).click()
  await expect(page).toHaveURL(/view=list/)
  await expect(cards(page).first().getByRole('link', { name: 'Quote' })).toBeVisible()
  await expect.poll(countColumns).toBe(1)
})

test('On a phone the filters cover the window and say how many items they leave', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openPage(page, '/products')
  const toggle = page.getByRole('button', { name: /^Filters/ })
  await toggle.click()
  const sheet = page.getByRole('dialog', { name: 'Filters' })
  await expect(sheet.getByRole('button', { name: 'Show 15 machines' })).toBeVisible()
  await sheet.getByLabel('Bar capacity, mm, at least').pressSequentially('80')
  await sheet.getByRole('button', { name: 'Show 1 machine', exact: true }).click()
  await expect(sheet).toHaveCount(0)
  await expect(cards(page)).toHaveCount(1)
  await expect(toggle).toBeFocused()
})

test.describe('Density of the catalogue', () => {
  test.use({ viewport: { width: 1280, height: 900 } })

  test('A screen of 1280 × 900 shows six machines as cards or twelve spare parts as rows, and the toolbar covers no focused link', async ({
    page,
  }) => {
    const countWhole = () =>
      cards(page).evaluateAll(
        (elements) => elements.filter((element) => element.getBoundingClientRect().bottom <= 900).length,
      )
    await openPage(page, '/products')
    expect(await countWhole()).toBeGreaterThanOrEqual(6)
    await openPage(page, '/products?tab=spares&view=list')
    expect(await countWhole()).toBeGreaterThanOrEqual(12)
    const row = cards(page).filter({ hasText: 'KMT-CO-2512' })
    await page.getByRole('combobox', { name: 'Search' }).pressSequentially('KMT-CO-2512')
    await expect(cards(page)).toHaveCount(1)
    await expect(row.locator('mark')).toHaveText('KMT-CO-2512')
    await expect(row.locator('dt')).toHaveText(['Bore', 'Run-out', 'Bar tolerance'])
    await expect(row).toContainText('₹1,450')
    await openPage(page, '/products?tab=spares&view=list')
    for (const { width, height } of [
      { width: 1280, height: 900 },
      { width: 390, height: 844 },
    ]) {
      await page.setViewportSize({ width, height })
      await cards(page).nth(18).getByRole('link', { name: 'Quote' }).focus()
      for (let step = 0; step < 30; step++) {
        await page.keyboard.press('Shift+Tab')
        const isCovered = await page.evaluate(() => {
          const box = document.activeElement!.getBoundingClientRect()
          const top = document.elementFromPoint(box.left + box.width / 2, box.top + 2)
          const bottom = document.elementFromPoint(box.left + box.width / 2, box.bottom - 2)
          return [top, bottom].some((hit) => hit?.closest('search, header, aside'))
        })
        expect(isCovered, `step ${step} at ${width} px`).toBe(false)
      }
    }
    // On phones the sticky part of the toolbar is one line.
    await page.evaluate(() => scrollTo({ top: 1500, behavior: 'instant' }))
    await expect(page.getByRole('combobox', { name: 'Search' })).toBeInViewport()
    await expect(page.getByLabel('Sort')).not.toBeInViewport()
  })
})

test('The device remembers the chosen view of each tab; a view in the URL has priority', async ({ page }) => {
  const tab = (name: RegExp) => page.getByRole('navigation', { name: 'Types' }).getByRole('link', { name })
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  await openPage(page, '/products?tab=spares')
  await button('List').click()
  await expect(page).toHaveURL(/tab=spares&view=list$/)
  await tab(/^Machines/).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Machines')
  await expect(button('Grid')).toHaveAttribute('aria-pressed', 'true')
  await tab(/^Spare Parts/).click()
  await expect(button('List')).toHaveAttribute('aria-pressed', 'true')
  await expect(cards(page).first().getByRole('link', { name: 'Quote', exact: true })).toBeVisible()
  // The HTML of this URL shows a grid; nothing of it may be painted.
  await page.goto('/products?tab=spares&sort=price')
  await expect(page).toHaveURL(/tab=spares&sort=price&view=list$/)
  await waitForHydration(page)
  await expect(button('List')).toHaveAttribute('aria-pressed', 'true')
  await openPage(page, '/products?tab=spares&view=grid')
  await expect(button('Grid')).toHaveAttribute('aria-pressed', 'true')
  await button('List').click()
  await button('Grid').click()
  await expect(page).toHaveURL(/\?tab=spares$/)
  await page.reload()
  await waitForHydration(page)
  await expect(button('Grid')).toHaveAttribute('aria-pressed', 'true')
  await expect(page).toHaveURL(/\?tab=spares$/)
})

test('From 1280 px on the filters are open beside the list, and nothing moves when they appear; that they were closed is remembered', async ({
  page,
}) => {
  const toggle = page.getByRole('button', { name: /^Filters/ })
  const filters = page.getByRole('region', { name: 'Filters' })
  /** How much the page has moved, and whether the help below the filters has moved up or down. A font that arrives late moves texts sideways. */
  const getShift = () =>
    page.evaluate(
      () =>
        new Promise<{ sum: number; movesHelp: boolean }>((resolve) => {
          type Source = { node?: Node; previousRect: DOMRect; currentRect: DOMRect }
          type Shift = PerformanceEntry & { value: number; sources: Source[] }
          const shifts: Shift[] = []
          const observer = new PerformanceObserver((list) => shifts.push(...(list.getEntries() as Shift[])))
          observer.observe({ type: 'layout-shift', buffered: true })
          setTimeout(() => {
            const help = [...document.querySelectorAll('h2')].find(
              (heading) => heading.textContent === 'Need Help?',
            )?.parentElement
            if (!help) throw new Error('No help')
            const moved = shifts
              .flatMap(({ sources }) => sources)
              .filter(({ previousRect, currentRect }) => Math.abs(previousRect.y - currentRect.y) > 1)
            resolve({
              sum: shifts.reduce((sum, { value }) => sum + value, 0),
              movesHelp: moved.some(({ node }) => node && (help.contains(node) || node.contains(help))),
            })
          }, 500)
        }),
    )
  const expectNoShift = async () => {
    const { sum, movesHelp } = await getShift()
    expect(movesHelp).toBe(false)
    expect(sum).toBeLessThan(0.01)
  }
  await page.setViewportSize({ width: 1280, height: 900 })
  await openPage(page, '/products')
  await expect(filters.getByLabel('Machine type')).toBeVisible()
  await expect(toggle).toHaveAttribute('aria-expanded', 'true')
  await expectNoShift()
  await toggle.press('Enter')
  await expect(filters).toHaveCount(0)
  await expect(toggle).toBeFocused()
  for (const path of ['/products', '/products?tab=services']) {
    await openPage(page, path)
    await expect(toggle).toHaveAttribute('aria-expanded', 'false')
    await expect(column(page).getByRole('heading', { name: 'Need Help?' })).toBeInViewport()
    await expectNoShift()
  }
  await toggle.press('Enter')
  await page.reload()
  await expect(filters.getByRole('group', { name: 'Time on site, days' })).toBeVisible()

  // On narrower screens they open at a press, which is not remembered.
  await page.setViewportSize({ width: 1279, height: 900 })
  for (let time = 0; time < 2; time++) {
    await openPage(page, '/products')
    await expect(toggle).toHaveAttribute('aria-expanded', 'false')
    await expect(filters).toHaveCount(0)
    await toggle.press('Enter')
    await expect(filters.getByLabel('Machine type')).toBeVisible()
  }
})

test("'Skip to content' leads past sidebar and toolbar to the results; the tray covers no link of the sidebar", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 600 })
  await openPage(page, '/products')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await expect(cards(page).first().locator(':focus')).toHaveCount(1)
  await expect(cards(page).first()).toBeInViewport()
  await page
    .getByRole('button', { name: /^Compare: / })
    .first()
    .click()
  const tray = page.getByRole('region', { name: 'Comparison' })
  const phone = page.getByRole('complementary', { name: 'Catalogue' }).locator('a[href^="tel:"]')
  await expect(tray).toBeVisible()
  await phone.focus()
  const bottom = (await phone.boundingBox())!.y + (await phone.boundingBox())!.height
  expect(bottom).toBeLessThanOrEqual((await tray.boundingBox())!.y)
})

test('Pictures come from files that are as wide as their places on screens up to 1920 px', async ({
  page,
}) => {
  for (const width of [1024, 1280, 1440, 1920]) {
    await page.setViewportSize({ width, height: 1080 })
    for (const path of ['/', '/products', '/products?tab=services', '/product/cl-40-capstan-lathe']) {
      await openPage(page, path)
      const pictures = page.locator('main img[sizes]')
      for (const picture of await pictures.all()) await picture.scrollIntoViewIfNeeded()
      // The natural width of a picture that was chosen by its `sizes` is what these promise.
      const narrow = () =>
        pictures.evaluateAll((images: HTMLImageElement[]) =>
          images
            .filter(({ complete, naturalWidth, clientWidth }) => !complete || naturalWidth < clientWidth - 1)
            .map(({ sizes, naturalWidth, clientWidth }) => `${naturalWidth} for ${clientWidth}: ${sizes}`),
        )
      await expect.poll(narrow, `${path} at ${width} px`).toEqual([])
    }
  }
})

test('[CAT-7] A card shows the whole picture and the price in rupees, and has a favourite button and links to details and quote', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 900 })
  await openPage(page, '/products')
  const card = cards(page).filter({ hasText: 'CL 25 Capstan Lathe' })
  const { cut, margin, above } = await card.locator('img').evaluate((image: HTMLImageElement) => {
    const box = image.getBoundingClientRect()
    const frame = image.closest('.card-picture')!
    return {
      cut: Math.abs(box.width / box.height - image.naturalWidth / image.naturalHeight),
      margin: frame.getBoundingClientRect().width - box.width,
      above: [...frame.querySelectorAll('*')]
        .filter((element) => !element.closest('picture, svg'))
        .map((element) => element.ariaLabel),
    }
  })
  expect(cut).toBeLessThan(0.02)
  expect(margin, 'the picture fills its place').toBeLessThan(1)
  expect(above, 'only the favourite button lies on the picture').toEqual(['Favourite: CL 25 Capstan Lathe'])
  await expect(card.getByRole('button', { name: 'Compare: CL 25 Capstan Lathe' })).toHaveText('Compare')
  await expect(card).toContainText('₹15,00,000')
  await expect(card.getByRole('link', { name: 'Request Quote' })).toHaveAttribute('href', '/#contact')
  await expect(card.getByRole('link', { name: 'View Details' })).toHaveAttribute(
    'href',
    /^\/product\/[0-9a-z]{16}$/,
  )
  await expect(page.getByRole('region', { name: 'Filters' }).getByLabel('Machine type')).toBeVisible()
  const calls: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/')) calls.push(request.url())
  })
  const favourite = card.getByRole('button', { name: 'Favourite: CL 25 Capstan Lathe' })
  await favourite.click()
  await expect(favourite).toHaveAttribute('aria-pressed', 'true')
  expect(calls).toEqual([])
})

test('[CAT-8] An empty result names the search term or the tab, and Clear Search removes search and filters', async ({
  page,
}) => {
  await openPage(page, '/products?search=taper')
  await page.getByRole('combobox', { name: 'Search' }).fill('zzz attachment 4711')
  await expect(
    page.getByRole('heading', { name: 'No results found for "zzz attachment 4711"' }),
  ).toBeVisible()
  await expect(page.locator('main footer').getByRole('status')).toHaveText(
    'Showing 0 of 15 machines matching zzz attachment 4711',
  )
  await page.getByRole('button', { name: 'Clear Search' }).click()
  await expect(cards(page)).toHaveCount(15)
  await expect(page.getByRole('combobox', { name: 'Search' })).toHaveValue('')
  await openPage(page, '/products?priceFrom=9999999999')
  await expect(page.getByRole('heading', { name: 'No machines available' })).toBeVisible()
  await page.getByRole('button', { name: 'Clear Search' }).click()
  await expect(cards(page)).toHaveCount(15)
})

test('[CAT-9] The button Show more adds the next page in one step, and the footer line shows the new number', async ({
  page,
}) => {
  await openPage(page, '/products')
  await page.getByRole('navigation', { name: 'Types' }).getByRole('link').nth(1).click()
  await expect(page.getByRole('status')).toHaveText('Showing 24 of 100 spare parts')
  await expect(cards(page)).toHaveCount(24)
  await page.evaluate(() => {
    const main = document.querySelector('main')!
    const note = () =>
      main.setAttribute(
        'data-drawn',
        `${main.dataset.drawn ?? ''} ${main.querySelectorAll('article').length}`,
      )
    new MutationObserver(note).observe(main, { childList: true, subtree: true })
  })
  // A mouse click would scroll to the button, which also loads the next page.
  await page.getByRole('button', { name: 'Show more' }).dispatchEvent('click')
  await expect(page.getByRole('status')).toHaveText('Showing 48 of 100 spare parts')
  await expect(cards(page)).toHaveCount(48)
  expect(new Set(await names(page)).size).toBe(48)
  const drawn = new Set((await page.locator('main').getAttribute('data-drawn'))!.trim().split(' '))
  expect([...drawn].filter((count) => count !== '24')).toEqual(['48'])
})

test('Choosing another tab or the favourites shows the beginning of the list', async ({ page }) => {
  await openPage(page, '/products?tab=spares')
  // Not to the end of the page, where the footer moves the types out of view.
  await page.evaluate(() => scrollTo({ top: 1500, behavior: 'instant' }))
  await page
    .getByRole('navigation', { name: 'Types' })
    .getByRole('link', { name: /^Machines/ })
    .click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Machines')
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Spare Parts')
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(1500)
  await page.getByRole('link', { name: 'Favourites' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Favourites')
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
})

test('[CAT-10] The three list requests are sent together and aborted after 5 s', async ({ page }) => {
  test.setTimeout(45_000)
  await openPage(page, '/product/cl-25-capstan-lathe')
  const started: number[] = []
  const ended: number[] = []
  page.on('request', (request) => LISTS.test(request.url()) && started.push(Date.now()))
  page.on('requestfailed', (request) => LISTS.test(request.url()) && ended.push(Date.now()))
  await page.route(LISTS, () => {})
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Machines' }).click()
  await expect(page.getByText('Request for machines timed out.')).toBeVisible({ timeout: 8000 })
  expect(started).toHaveLength(3)
  expect(started[2]! - started[0]!).toBeLessThan(300)
  await expect.poll(() => ended.length).toBe(3)
  for (const end of ended) expect(Math.abs(end - started[0]! - 5000)).toBeLessThan(700)
})

test('[CAT-10] One list request that times out names its list', async ({ page }) => {
  // The test before proves the 5 s.
  await page.addInitScript(() => {
    const { timeout } = AbortSignal
    AbortSignal.timeout = (ms) => timeout.call(AbortSignal, ms / 2)
  })
  await page.route(/\/api\/services\?/, () => {})
  await navigateByLink(page)
  await expect(page.getByText('Request for services timed out.')).toBeVisible({ timeout: 8000 })
})

test.describe('Failed list request', () => {
  test.use({ allowedMessages: /status of 500/ })

  test("[CAT-11, CAT-12] A failed list request shows 'Failed to fetch' with the list, and Try Again reloads the page", async ({
    page,
  }) => {
    for (const [kind, plural] of [
      ['products', 'machines'],
      ['spareparts', 'spare parts'],
      ['services', 'services'],
    ] as const) {
      await page.unrouteAll()
      await page.route(new RegExp(`/api/${kind}\\?`), (route) => route.fulfill({ status: 500, json: {} }))
      await navigateByLink(page)
      await expect(page.getByRole('heading', { name: 'Oops! Something went wrong' })).toBeVisible()
      await expect(page.getByText('Failed to load products. Please try again.')).toBeVisible()
      await expect(page.getByText(`Failed to fetch ${plural}: Internal Server Error`)).toBeVisible()
    }
    const loaded = page.waitForEvent('load')
    await page.getByRole('button', { name: 'Try Again' }).click()
    await loaded
    await expect(cards(page)).toHaveCount(15)
  })
})

test('Returning visitors can continue with the items they viewed, on the home page and in the catalogue, without a layout shift', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.addInitScript(() => {
    Object.assign(window, { shift: 0 })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        Object.assign(window, { shift: Reflect.get(window, 'shift') + Reflect.get(entry, 'value') })
    }).observe({ type: 'layout-shift', buffered: true })
  })
  const panel = page.getByRole('region', { name: 'Continue where you left off' })
  const expectNoShift = async () =>
    expect(await page.evaluate(() => Number(Reflect.get(window, 'shift')))).toBeLessThan(0.01)
  const loaded: string[] = []
  page.on('request', (request) => loaded.push(request.url()))
  await openPage(page, '/')
  await expect(panel).toHaveCount(0)
  for (const slug of ['operator-training', 'cl-25-capstan-lathe']) await openPage(page, `/product/${slug}`)
  expect(loaded.filter((url) => url.includes('/continue'))).toEqual([])
  await page.evaluate(() => {
    const day = 24 * 60 * 60_000
    const [first, second] = JSON.parse(localStorage.getItem('recentlyViewed')!) as string[]
    const entries = [`${first!.split(' ')[0]} ${Date.now() - day}`, second!.split(' ')[0]]
    localStorage.setItem('recentlyViewed', JSON.stringify(entries))
  })
  await openPage(page, '/')
  await expect(panel.getByRole('listitem')).toHaveText([
    'CL 25 Capstan LatheYesterday',
    'Operator TrainingRecently viewed',
  ])
  await expectNoShift()
  await openPage(page, '/products')
  await expect(panel.getByRole('listitem')).toHaveCount(2)
  await expectNoShift()
  await panel.getByRole('button', { name: 'Copy link to these items' }).press('Enter')
  const readClipboard = () => page.evaluate(() => navigator.clipboard.readText())
  await expect.poll(readClipboard).toMatch(/\/products\?favourites=true&shared=\w+,\w+$/)
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(panel).toBeHidden()
  // By keyboard: the message 'Link copied' may lie above the button.
  await page.getByRole('button', { name: 'Continue where you left off', exact: true }).press('Enter')
  await expect(panel.getByRole('link', { name: 'CL 25 Capstan Lathe' })).toBeInViewport()
  await panel.getByRole('button', { name: 'Hide' }).click()
  await expect(panel).toHaveCount(0)
  await openPage(page, '/')
  await expect(panel).toHaveCount(0)
  // Another item brings it back.
  await openPage(page, '/product/cl-40-capstan-lathe')
  await openPage(page, '/')
  await expect(panel.getByRole('listitem').first()).toHaveText('CL 40 Capstan LatheToday')
})

test('A printed catalogue is a price list of all loaded items with company, web address and date, without controls', async ({
  page,
  site,
}) => {
  await openPage(page, '/products?tab=spares')
  await page.getByRole('button', { name: 'Show more' }).dispatchEvent('click')
  await expect(cards(page)).toHaveCount(48)
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
  expect(pdf.match(/\/Type\s*\/Page\b/g)!.length).toBeLessThanOrEqual(3)
  await page.emulateMedia({ media: 'print' })
  const year = new Date().getFullYear()
  await expect(page.locator('.print-header')).toHaveText(
    new RegExp(
      `^Kovai Machine ToolsSpare Parts, price list: 48 of 100 spare parts.* ${year}\\+91 422 000 1420sales@.*${site.url}/products\\?tab=spares$`,
    ),
  )
  const printed = cards(page).filter({ hasText: 'KMT-BS-U30' })
  for (const text of ['Axis Support Bearing Unit, 30 mm', 'KMT-BS-U30', '₹16,800'])
    await expect(printed.getByText(text)).toBeVisible()
  expect((await printed.boundingBox())!.height).toBeLessThan(50)
  for (const hidden of [
    page.getByRole('search'),
    page.getByRole('link', { name: 'Skip to content' }),
    page.getByRole('complementary').first(),
    page.getByRole('button', { name: 'Show more' }),
    printed.getByRole('link', { name: 'Request Quote' }),
  ])
    await expect(hidden).toBeHidden()
})

test('In forced colours the current tab, the chosen view, favourites, histograms, sliders and dimension lines are visible', async ({
  page,
}) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await openPage(page, '/products')
  const getColours = (selector: string, pseudo?: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element, part) => {
        const { backgroundColor, color } = getComputedStyle(element, part)
        return { backgroundColor, color }
      }, pseudo)
  await page.locator('article [aria-pressed]').first().click()
  const [plain, chosen] = [await getColours('body'), await getColours('fieldset [aria-pressed=true]')]
  expect(chosen.backgroundColor).not.toBe(plain.backgroundColor)
  for (const selector of ['.nav-entry[aria-current]', 'aside [aria-current]', 'article [aria-pressed=true]'])
    expect(await getColours(selector), selector).toEqual(chosen)
  expect((await getColours('aside [aria-current] span')).color, 'number of the tab').toBe(chosen.color)
  const field = page.getByRole('group', { name: 'Bar capacity, mm' })
  const { track, parts } = await field.locator('.slider').evaluate((slider) => ({
    track: getComputedStyle(slider).backgroundImage,
    parts: [...slider.previousElementSibling!.children].map((part) => getComputedStyle(part).backgroundColor),
  }))
  expect(track).toMatch(/^linear-gradient/)
  expect(track).not.toContain(plain.backgroundColor)
  expect(parts.length).toBeGreaterThan(1)
  expect(parts).not.toContain(plain.backgroundColor)
  await openPage(page, '/product/cl-25-capstan-lathe')
  expect((await getColours('table .dimension', '::before')).backgroundColor).toBe(plain.color)
})
