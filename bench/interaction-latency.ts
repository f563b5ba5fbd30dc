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

/** What a visitor feels, in milliseconds; each figure the median of several runs. */
export interface InteractionLatency {
  /** From the click on a link that was hovered to the frame that shows the page it leads to. */
  navigationMs: Record<string, number>
  /** Longest time from an input to the frame that answers it, on a processor four times slower. */
  inpMs: Record<string, number>
  /** Whether the browser gives the pages back as they were left. */
  bfcache: boolean
}

const RUNS = 5
const PAGE_TIMEOUT_MS = 15_000
const LATENCY_MS = 40
const HOVER_MS = 300
const CPU_SLOWDOWN = 4
/** Quicker than the pauses that the page waits for before it asks, and slower: between those letters it works. */
const FAST_TYPING_MS = 80
const SLOW_TYPING_MS = 330
const DESKTOP = { width: 1280, height: 800 }

/** Goes about a running site as a visitor would, with a browser of its own. */
export async function measureInteractionLatency(url: string): Promise<InteractionLatency> {
  const browser = await chromium.launch({
    executablePath: chromiumPath(),
    args: CHROMIUM_FLAGS,
    // Playwright turns it off.
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
  /** Something only the page it leads to shows. */
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
    link: '[aria-label=Kinds] a[href="/products?tab=spares"]',
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

/** Moves the pointer onto something, as a person does who is about to press it. */
async function hoverTarget(page: Page, target: Locator) {
  await target.scrollIntoViewIfNeeded()
  await page.mouse.move(0, 0)
  await target.hover()
  await page.waitForTimeout(HOVER_MS)
}

/** Presses where the pointer rests. Playwright's own click lays the page out to see what is there, and is felt. */
async function pressAtPointer(page: Page) {
  await page.mouse.down()
  await page.mouse.up()
}

/** Runs in the page: notes the time from the next click to the frame that shows `selector`. */
function observeNavigation(selector: string) {
  window.shownMs = 0
  for (const old of document.querySelectorAll('article a')) old.setAttribute('data-before', '')
  const onClick = ({ timeStamp }: MouseEvent) => {
    const checkFrame = () =>
      requestAnimationFrame(() => {
        if (!document.querySelector(selector)) checkFrame()
        // Runs when the frame is drawn that shows what the document holds now.
        else
          setTimeout(() => {
            window.shownMs = performance.now() - timeStamp
          })
      })
    checkFrame()
  }
  addEventListener('click', onClick, { capture: true, once: true })
}

/** What somebody types, a letter every so often, or else presses. */
type Interaction = { types: string; everyMs: number } | { presses: (page: Page) => Locator }

const INTERACTIONS: Record<string, Interaction> = {
  'typing a search': { types: 'capstan lathe collet', everyMs: FAST_TYPING_MS },
  'typing a search slowly': { types: 'capstan lathe collet', everyMs: SLOW_TYPING_MS },
  'opening the filters': { presses: (page) => page.getByRole('button', { name: /^Filters/ }) },
  'another tab': { presses: (page) => page.locator('[aria-label=Kinds] a').nth(1) },
  'cards to lines': { presses: (page) => page.getByRole('button', { name: 'List', exact: true }) },
  'a favourite': { presses: (page) => page.getByRole('button', { name: /^Favourite/ }).first() },
}

async function measureInteraction(url: string, browser: Browser, interaction: Interaction) {
  return withPage(browser, async (page, session) => {
    await openPage(page, `${url}/products?tab=spares`)
    await page.waitForTimeout(500)
    await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
    if ('presses' in interaction) await hoverTarget(page, interaction.presses(page))
    else await page.getByRole('searchbox').focus()
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

/** Runs in the page: notes how long every interaction waits for its frame; those within one frame are not told of. */
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

/** Each measured in turn and not one after the other, so that a busy moment of the machine strikes all alike. */
async function measureMedians<One>(all: Record<string, One>, measure: (one: One) => Promise<number>) {
  const samples = new Map<string, number[]>()
  for (let run = 0; run < RUNS; run++)
    for (const [name, one] of Object.entries(all))
      samples.set(name, [...(samples.get(name) ?? []), await measure(one)])
  return Object.fromEntries([...samples].map(([name, list]) => [name, Math.round(median(list))]))
}
