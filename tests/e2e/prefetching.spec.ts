import { chromium, type Page, type Request } from '@playwright/test'
import playwrightConfig from '../../playwright.config.ts'
import { expect, test, waitForHydration } from '../support/browser.ts'

const LISTS = /\/api\/(products|spareparts|services)\?/
const CALLS = /\/api\//
const CALLS_AND_CODE = /\/(api|assets)\//
const IDLE_MS = 400
const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const cards = (page: Page) => page.locator('article')

async function open(page: Page, path: string) {
  await page.goto(path)
  await waitForHydration(page)
}

/** Everything that is asked for from now on. */
function recordPageRequests(page: Page): Request[] {
  const requests: Request[] = []
  page.on('request', (request) => requests.push(request))
  return requests
}

/** From now on the server leaves these unanswered. */
const blockRequests = (page: Page, what: RegExp) => page.route(what, () => {})

/** Moves onto the link, waits until all that this asks for is here, and lets nothing more through. Answers what is here. */
async function hoverUntilPrefetched(page: Page, link: ReturnType<Page['locator']>): Promise<string[]> {
  const requests = recordPageRequests(page)
  await link.hover()
  await waitUntilIdle(page, requests)
  await blockRequests(page, CALLS_AND_CODE)
  return page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name))
}

/** Waits until something was asked for, all of it is here, and nothing more follows. */
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
    way: 'from the landing page to the catalogue',
    from: '/',
    link: (page: Page) => page.getByRole('link', { name: 'View All Products' }),
    shown: (page: Page) => expect(cards(page)).toHaveCount(15),
    picture: 'article img',
  },
  {
    way: 'from the catalogue to an item',
    from: '/products',
    link: (page: Page) => page.getByRole('link', { name: 'CL 25 Capstan Lathe', exact: true }),
    shown: (page: Page) => expect(heading(page)).toHaveText('CL 25 Capstan Lathe'),
    picture: '[aria-label=Pictures] img',
  },
  {
    way: 'from an item to the catalogue',
    from: '/product/apron-worm-and-worm-wheel-tl-52',
    link: (page: Page) =>
      page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Spare Parts' }),
    shown: (page: Page) => expect(cards(page)).toHaveCount(24),
    picture: 'article img',
  },
  {
    way: 'from one tab to another',
    from: '/products',
    link: (page: Page) => page.getByRole('link', { name: /^Spare Parts/ }),
    shown: (page: Page) => expect(cards(page)).toHaveCount(24),
    picture: 'article img',
  },
]
for (const { way, from, link, shown, picture } of LINKS) {
  test(`${way}: the first view of the next page is loaded before the click`, async ({ page }) => {
    await open(page, from)
    const here = await hoverUntilPrefetched(page, link(page))
    await link(page).click()
    await shown(page)
    const first = page.locator(picture).first()
    await expect
      .poll(
        () => first.evaluate((image: HTMLImageElement) => image.currentSrc),
        'the file that the page chose',
      )
      .toMatch(new RegExp(here.filter((url) => url.includes('/media/')).join('|')))
  })
}

test('Pictures are not prefetched in data-saving mode', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } })
  })
  await open(page, '/product/cl-25-capstan-lathe')
  const requests = recordPageRequests(page)
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Machines' }).hover()
  await expect.poll(() => requests.filter((request) => LISTS.test(request.url())).length).toBe(3)
  await waitUntilIdle(page, requests)
  expect(requests.filter(isImage)).toEqual([])
})

test('An item from a list is shown without waiting for its request', async ({ page }) => {
  await open(page, '/products')
  await blockRequests(page, CALLS)
  await page.getByRole('link', { name: 'CL 25 Capstan Lathe', exact: true }).click()
  await expect(heading(page)).toHaveText('CL 25 Capstan Lathe')
  await expect(page.getByText('Key Features')).toBeVisible()
})

test('The next page of a list is prefetched once, however often the page renders', async ({ page }) => {
  await open(page, '/products?tab=spares')
  const requests = recordPageRequests(page)
  await page.getByRole('button', { name: 'Show more' }).scrollIntoViewIfNeeded()
  await expect(cards(page)).toHaveCount(48)
  const pages = requests.map((request) => request.url()).filter((url) => /offset=24/.test(url))
  expect(pages).toHaveLength(1)
})

test('Typed characters and the previous list are shown while a search is pending', async ({ page }) => {
  await open(page, '/products')
  await blockRequests(page, CALLS)
  await page.getByRole('combobox', { name: 'Search' }).pressSequentially('capstan')
  await expect(page).toHaveURL(/search=capstan$/)
  await expect(page.getByRole('combobox', { name: 'Search' })).toHaveValue('capstan')
  await expect(cards(page)).toHaveCount(15)
  await page.getByRole('combobox', { name: 'Search' }).pressSequentially(' lathe')
  await expect(page.getByRole('combobox', { name: 'Search' })).toHaveValue('capstan lathe')
  await expect(page.locator('main footer').getByRole('status')).toHaveText('Showing 15 of 15 machines')
})

test('Back shows the list immediately at its scroll position without a response', async ({ page }) => {
  await open(page, '/products')
  const last = cards(page).last().getByRole('link').first()
  await last.scrollIntoViewIfNeeded()
  const title = (await last.textContent()) ?? ''
  await last.click()
  await expect(heading(page)).toHaveText(title)
  await blockRequests(page, CALLS)
  await page.goBack()
  await expect(cards(page)).toHaveCount(15)
  await expect(last).toBeInViewport()
})

test('Every public page is restored from the back/forward cache', async ({ site }) => {
  const { launchOptions } = playwrightConfig.use ?? {}
  // What drives the browser switches this off unless asked not to.
  const browser = await chromium.launch({
    ...launchOptions,
    // The one without windows never keeps a page.
    executablePath: process.env.FULL_CHROMIUM_PATH ?? '/usr/bin/chromium',
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  })
  try {
    const page = await browser.newPage()
    for (const path of ['/', '/products', '/product/cl-25-capstan-lathe']) {
      await open(page, site.url + path)
      await page.evaluate(() => {
        addEventListener('pageshow', ({ persisted }) => {
          document.documentElement.dataset.persisted = String(persisted)
        })
      })
      await page.goto(`${site.url}/api/openapi.json`)
      await page.goBack({ waitUntil: 'commit' })
      await expect(page.locator('html')).toHaveAttribute('data-persisted', 'true')
    }
  } finally {
    await browser.close()
  }
})

test('The scripts of a page load after its visible content, or on the first interaction', async ({
  page,
}) => {
  const programs: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'script') programs.push(new URL(request.url()).pathname)
  })
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/media/**', async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/', { waitUntil: 'domcontentloaded' })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.waitForTimeout(300)
  expect(programs.map((path) => path.replace(/-.*$/, ''))).toEqual(['/assets/start'])
  await page.keyboard.press('Tab')
  await waitForHydration(page)
  expect(programs.length).toBeGreaterThan(3)
  release()
})

for (const path of ['/', '/products', '/product/cl-25-capstan-lathe']) {
  test(`No script of ${path} is loaded before the first paint`, async ({ page }) => {
    await open(page, path)
    const { painted, fetched } = await page.evaluate(() => ({
      painted: performance.getEntriesByName('first-contentful-paint')[0]!.startTime,
      fetched: performance
        .getEntriesByType('resource')
        .filter(({ name }) => name.endsWith('.js') && !name.includes('/assets/start-'))
        .map(({ startTime }) => startTime),
    }))
    expect(fetched.length).toBeGreaterThan(3)
    expect(Math.min(...fetched)).toBeGreaterThan(painted)
  })
}
