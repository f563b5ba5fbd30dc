import { chromium, type Page, type Request } from '@playwright/test'
import playwrightConfig from '../../../playwright.config.ts'
import { expect, openPage, test, waitForHydration } from '../../support/browser/browser.ts'

const LISTS = /\/api\/(products|spareparts|services)\?/
const API = /\/api\//
const API_AND_CODE = /\/(api|assets)\//
const IDLE_MS = 400
const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const cards = (page: Page) => page.locator('article')

/** Returns an array to which all later requests of the page are added. */
function recordPageRequests(page: Page): Request[] {
  const requests: Request[] = []
  page.on('request', (request) => requests.push(request))
  return requests
}

/** Leaves all later requests with these URLs without a response. */
const blockRequests = (page: Page, urls: RegExp) => page.route(urls, () => {})

/** Hovers the link, waits for the requests that follow, up to the pictures, and blocks all later ones. Returns the URLs of the loaded files. */
async function hoverUntilPrefetched(page: Page, link: ReturnType<Page['locator']>): Promise<string[]> {
  const requests = recordPageRequests(page)
  await link.hover()
  await expect.poll(() => requests.some(isImage)).toBe(true)
  await waitUntilIdle(page, requests)
  await blockRequests(page, API_AND_CODE)
  return page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name))
}

/** Waits until there is a request, none is pending, and no other was sent for IDLE_MS. */
async function waitUntilIdle(page: Page, requests: Request[]) {
  let previousCount: number
  do {
    previousCount = requests.length
    await page.waitForTimeout(IDLE_MS)
  } while (previousCount === 0 || previousCount !== requests.length || requests.some(isPending))
}

const isPending = (request: Request) => request.timing().responseEnd < 0 && !request.failure()
const isImage = (request: Request) => request.resourceType() === 'image'

const LINKS = [
  {
    route: 'home page to the catalogue',
    from: '/',
    link: (page: Page) => page.getByRole('link', { name: 'View All Products' }),
    expectShown: (page: Page) => expect(cards(page)).toHaveCount(15),
    picture: 'article img',
  },
  {
    route: 'catalogue to an item',
    from: '/products',
    link: (page: Page) => page.getByRole('link', { name: 'CL 25 Capstan Lathe', exact: true }),
    expectShown: async (page: Page) => {
      await expect(heading(page)).toHaveText('CL 25 Capstan Lathe')
      await expect(page.getByRole('heading', { name: 'Technical Specifications' })).toBeVisible()
    },
    picture: '[aria-label=Pictures] img',
    sendsNothing: true,
  },
  {
    route: 'machines to the spare parts',
    from: '/products',
    link: (page: Page) => page.getByRole('link', { name: /^Spare Parts/ }),
    expectShown: (page: Page) => expect(cards(page)).toHaveCount(24),
    picture: 'article img',
  },
]
for (const { route, from, link, expectShown, picture, sendsNothing } of LINKS) {
  test(`Hovering the link from the ${route} prefetches the first view, so that the click ${sendsNothing ? 'sends' : 'needs'} no request`, async ({
    page,
  }) => {
    await openPage(page, from)
    // Files that the page loads while it is idle are not counted: they are loaded before, or excluded by name below.
    await page.waitForLoadState('networkidle')
    const loadedUrls = await hoverUntilPrefetched(page, link(page))
    const later = recordPageRequests(page)
    await link(page).click()
    await expectShown(page)
    if (sendsNothing) {
      const urls = later.map((request) => request.url())
      expect(
        urls.filter((url) => API_AND_CODE.test(url) && !url.includes('/thumbhash-placeholder-')),
      ).toEqual([])
    }
    const firstImage = page.locator(picture).first()
    await expect
      .poll(
        () => firstImage.evaluate((image: HTMLImageElement) => image.currentSrc),
        'the page uses a prefetched picture',
      )
      .toMatch(new RegExp(loadedUrls.filter((url) => url.includes('/media/')).join('|')))
  })
}

test('Hovering a link prefetches no pictures in data-saving mode', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } })
  })
  await openPage(page, '/product/cl-25-capstan-lathe')
  const requests = recordPageRequests(page)
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Machines' }).hover()
  await expect.poll(() => requests.filter((request) => LISTS.test(request.url())).length).toBe(3)
  await waitUntilIdle(page, requests)
  expect(requests.filter(isImage)).toEqual([])
})

test('An item opened from a list is shown while its request is pending', async ({ page }) => {
  await openPage(page, '/products')
  await blockRequests(page, API)
  await page.getByRole('link', { name: 'CL 25 Capstan Lathe', exact: true }).click()
  await expect(heading(page)).toHaveText('CL 25 Capstan Lathe')
  await expect(page.getByText('Key Features')).toBeVisible()
})

test('[CAT-9] Near the end of a list its next page is loaded, once however often the page renders', async ({
  page,
}) => {
  await openPage(page, '/products?tab=spares')
  const footer = page.locator('main footer').getByRole('status')
  await expect(footer).toHaveText('Showing 24 of 100 spare parts')
  const requests = recordPageRequests(page)
  await page.getByRole('button', { name: 'Show more' }).scrollIntoViewIfNeeded()
  await expect(cards(page)).toHaveCount(48)
  await expect(footer).toHaveText('Showing 48 of 100 spare parts')
  const nextPageUrls = requests.map((request) => request.url()).filter((url) => /offset=24/.test(url))
  expect(nextPageUrls).toHaveLength(1)
})

test('Typed characters and the previous list are shown while a search is pending', async ({ page }) => {
  await openPage(page, '/products')
  await blockRequests(page, API)
  await page.getByRole('combobox', { name: 'Search' }).pressSequentially('capstan')
  await expect(page).toHaveURL(/search=capstan$/)
  await expect(page.getByRole('combobox', { name: 'Search' })).toHaveValue('capstan')
  await expect(cards(page)).toHaveCount(15)
  await page.getByRole('combobox', { name: 'Search' }).pressSequentially(' lathe')
  await expect(page.getByRole('combobox', { name: 'Search' })).toHaveValue('capstan lathe')
  await expect(page.locator('main footer').getByRole('status')).toHaveText('Showing 15 of 15 machines')
})

/** Whether the page was restored, and why not, as Chromium says (`notRestoredReasons`). */
function readRestoration(): string {
  const [entry] = performance.getEntriesByType('navigation') as { notRestoredReasons?: unknown }[]
  return `${document.documentElement.dataset.persisted}, reasons: ${JSON.stringify(entry?.notRestoredReasons)}`
}

test('Every public page is restored from the back/forward cache', async ({ site }) => {
  const { launchOptions } = playwrightConfig.use ?? {}
  // Playwright disables the back/forward cache by default.
  const browser = await chromium.launch({
    ...launchOptions,
    // The headless shell of Chromium has no back/forward cache.
    executablePath: process.env.FULL_CHROMIUM_PATH ?? '/usr/bin/chromium',
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  })
  try {
    const page = await browser.newPage()
    // Chromium gives up a page that needs more than three seconds to be stored, as on a busy machine.
    for (const path of ['/', '/products', '/product/cl-25-capstan-lathe'])
      await expect(async () => {
        await openPage(page, site.url + path)
        await page.waitForLoadState('networkidle')
        await page.evaluate(() => {
          addEventListener('pageshow', ({ persisted }) => {
            document.documentElement.dataset.persisted = String(persisted)
          })
        })
        await page.goto(`${site.url}/api/openapi.json`)
        await page.goBack({ waitUntil: 'commit' })
        await expect.poll(() => page.evaluate(readRestoration), { timeout: 5000 }).toBe('true, reasons: null')
      }).toPass({ timeout: 200_000 })
  } finally {
    await browser.close()
  }
})

test('The scripts of a page load on the first interaction if its pictures are not loaded yet', async ({
  page,
}) => {
  const scripts: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(new URL(request.url()).pathname)
  })
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/media/**', async (route) => {
    await released
    await route.continue()
  })
  await page.goto('/', { waitUntil: 'domcontentloaded' })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.waitForTimeout(300)
  expect(scripts.map((path) => path.replace(/-.*$/, ''))).toEqual(['/assets/start'])
  await page.keyboard.press('Tab')
  await waitForHydration(page)
  expect(scripts.length).toBeGreaterThan(3)
  release()
})

const START_SCRIPT = /\/assets\/start-/

test('No script of a page except the first one is requested before the first paint', async ({ page }) => {
  for (const path of ['/', '/products', '/product/cl-25-capstan-lathe']) {
    await openPage(page, path)
    const { paintTime, scriptTimes } = await page.evaluate(
      (start) => ({
        paintTime: performance.getEntriesByName('first-contentful-paint')[0]!.startTime,
        scriptTimes: performance
          .getEntriesByType('resource')
          .filter(({ name }) => name.endsWith('.js') && !start.test(name))
          .map(({ startTime }) => startTime),
      }),
      START_SCRIPT,
    )
    expect(scriptTimes.length, path).toBeGreaterThan(3)
    expect(Math.min(...scriptTimes), path).toBeGreaterThan(paintTime)
  }
})
