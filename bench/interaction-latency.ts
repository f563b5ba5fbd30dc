import {
  type Browser,
  type BrowserContext,
  type CDPSession,
  chromium,
  type Locator,
  type Page,
} from '@playwright/test'
import { CHROMIUM_FLAGS, chromiumPath } from './chromium.ts'
import { median } from './statistics.ts'

/** Latencies in milliseconds; each is the median of several runs. */
export interface InteractionLatency {
  /** From the click on a link, after hovering, to the frame that shows the next page. */
  navigationMs: Record<string, number>
  /** The longest time from an input to the next frame, with the processor slowed down four times. */
  inpMs: Record<string, number>
  /** Whether the browser restores the pages from its back/forward cache. */
  bfcache: boolean
}

const RUNS = 5
const PAGE_TIMEOUT_MS = 15_000
const LATENCY_MS = 40
const HOVER_MS = 300
const CPU_SLOWDOWN = 4
/** Typing intervals: shorter than the page's debounce, and longer, so that the page works between two keys. */
const FAST_TYPING_MS = 80
const SLOW_TYPING_MS = 330
const DESKTOP = { width: 1280, height: 800 }

/** Uses a running site like a visitor, in a browser of its own. */
export async function measureInteractionLatency(url: string): Promise<InteractionLatency> {
  const browser = await chromium.launch({
    executablePath: chromiumPath(),
    args: CHROMIUM_FLAGS,
    // Playwright disables the back/forward cache.
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  })
  try {
    return {
      navigationMs: await measureMedians(NAVIGATIONS, (one) => measureNavigation(url, browser, one)),
      inpMs: await measureMedians(INTERACTIONS, (one) => measureInteraction(url, browser, one)),
      bfcache: await measureBackForward(url, browser),
    }
  } finally {
    await browser.close()
  }
}

interface Navigation {
  from: string
  link: string
  /** A selector that matches on the next page only. */
  readySelector: string
  before?: (page: Page) => Promise<unknown>
}

const NAVIGATIONS: Record<string, Navigation> = {
  'landing to catalogue': {
    from: '/',
    link: '#products a[href="/products"]',
    readySelector: 'main search input',
  },
  'catalogue to details': {
    from: '/products',
    link: 'article h3 a',
    readySelector: '[aria-label=Pictures] img',
  },
  'details to catalogue': {
    from: '/products',
    before: openFirstItem,
    link: '[aria-label=Breadcrumb] a[href="/products"]',
    readySelector: 'article h3',
  },
  'machines to spare parts': {
    from: '/products',
    link: '[aria-label=Types] a[href="/products?tab=spares"]',
    readySelector: 'article a[href]:not([data-before])',
  },
}

async function openFirstItem(page: Page) {
  await page.locator('article h3 a').first().click()
  await page.locator('[aria-label=Pictures] img').first().waitFor()
}

async function measureNavigation(
  url: string,
  browser: Browser,
  { from, link, readySelector, before }: Navigation,
) {
  return withPage(browser, async (page, session) => {
    await openPage(page, url + from)
    await before?.(page)
    await session.send('Network.enable')
    await session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: LATENCY_MS,
      downloadThroughput: -1,
      uploadThroughput: -1,
    })
    await hoverTarget(page, page.locator(link).first())
    await page.evaluate(observeNavigation, readySelector)
    await pressAtPointer(page)
    return (await page.waitForFunction(() => window.shownMs)).jsonValue()
  })
}

/** Moves the pointer over an element, as before a click. */
async function hoverTarget(page: Page, target: Locator) {
  await target.scrollIntoViewIfNeeded()
  await page.mouse.move(0, 0)
  await target.hover()
  await page.waitForTimeout(HOVER_MS)
}

/** Clicks at the pointer's position. Playwright's own click computes the layout first, which would be measured. */
async function pressAtPointer(page: Page) {
  await page.mouse.down()
  await page.mouse.up()
}

/** Runs in the page: records the time from the next click to the frame that shows `selector`. */
function observeNavigation(selector: string) {
  window.shownMs = 0
  for (const old of document.querySelectorAll('article a')) old.setAttribute('data-before', '')
  const onClick = ({ timeStamp }: MouseEvent) => {
    const checkFrame = () =>
      requestAnimationFrame(() => {
        if (!document.querySelector(selector)) checkFrame()
        // This callback runs when the frame with the present document is drawn.
        else
          setTimeout(() => {
            window.shownMs = performance.now() - timeStamp
          })
      })
    checkFrame()
  }
  addEventListener('click', onClick, { capture: true, once: true })
}

/** Characters to type at an interval, or a key to press. */
type Interaction =
  | { types: string; everyMs: number }
  | { presses: (page: Page) => Locator; prepare?: (page: Page) => Promise<void> }

const getFiltersButton = (page: Page) => page.getByRole('button', { name: /^Filters/ })

const INTERACTIONS: Record<string, Interaction> = {
  'typing a search': { types: 'capstan lathe collet', everyMs: FAST_TYPING_MS },
  'typing a search slowly': { types: 'capstan lathe collet', everyMs: SLOW_TYPING_MS },
  'opening the filters': { presses: getFiltersButton, prepare: (page) => getFiltersButton(page).click() },
  'another tab': { presses: (page) => page.locator('[aria-label=Types] a').nth(1) },
  'cards to lines': { presses: (page) => page.getByRole('button', { name: 'List', exact: true }) },
  'a favourite': { presses: (page) => page.getByRole('button', { name: /^Favourite/ }).first() },
}

async function measureInteraction(url: string, browser: Browser, interaction: Interaction) {
  return withPage(browser, async (page, session) => {
    await openPage(page, `${url}/products?tab=spares`)
    await page.waitForTimeout(500)
    if ('prepare' in interaction) await interaction.prepare?.(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
    if ('presses' in interaction) await hoverTarget(page, interaction.presses(page))
    else await page.getByRole('combobox', { name: 'Search' }).focus()
    await page.evaluate(observeInteractions)
    if ('presses' in interaction) await pressAtPointer(page)
    else await page.keyboard.type(interaction.types, { delay: interaction.everyMs })
    await page.waitForTimeout(1500)
    return page.evaluate(() => Math.max(0, ...window.interactions))
  })
}

declare global {
  interface Window {
    shownMs: number
    interactions: number[]
  }
}

/** Runs in the page: records how long every interaction waits for its frame. The browser does not report shorter ones than a frame. */
function observeInteractions() {
  window.interactions = []
  new PerformanceObserver((list) => {
    for (const { duration, interactionId } of list.getEntries() as PerformanceEventTiming[])
      if (interactionId) window.interactions.push(duration)
  }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
}

async function measureBackForward(url: string, browser: Browser): Promise<boolean> {
  return withPage(browser, async (page) => {
    for (const path of ['/', '/products']) {
      await openPage(page, url + path)
      await page.evaluate(() => {
        addEventListener('pageshow', ({ persisted }) => {
          document.documentElement.dataset.persisted = String(persisted)
        })
      })
      await page.goto(`${url}/api/openapi.json`)
      await page.goBack({ waitUntil: 'commit' })
      if ((await page.locator('html').getAttribute('data-persisted')) !== 'true') return false
    }
    return true
  })
}

async function openPage(page: Page, address: string) {
  await page.goto(address)
  await page.waitForFunction(() => performance.getEntriesByName('alive').length > 0)
}

async function withPage<Result>(browser: Browser, run: (page: Page, session: CDPSession) => Promise<Result>) {
  const context: BrowserContext = await browser.newContext({ viewport: DESKTOP })
  try {
    const page = await context.newPage()
    page.setDefaultTimeout(PAGE_TIMEOUT_MS)
    return await run(page, await context.newCDPSession(page))
  } finally {
    await context.close()
  }
}

/** The scenarios alternate, so that a busy moment of the machine affects all of them. */
async function measureMedians<One>(all: Record<string, One>, measure: (one: One) => Promise<number>) {
  const samples = new Map<string, number[]>()
  for (let run = 0; run < RUNS; run++)
    for (const [name, one] of Object.entries(all))
      samples.set(name, [...(samples.get(name) ?? []), await measure(one)])
  return Object.fromEntries([...samples].map(([name, list]) => [name, Math.round(median(list))]))
}
