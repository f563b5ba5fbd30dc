import { type Browser, chromium, type Page } from '@playwright/test'
import { STORAGE_KEYS } from '#contracts/storage-keys.ts'
import { CHROMIUM_FLAGS, chromiumPath } from './chromium.ts'
import { getPublicPages } from './pages.ts'
import { OWNER } from './site.ts'

/** Chunks that a page fetches when idle count as well. */
const SETTLE_MS = 3000
const VIEWPORT = { width: 1280, height: 800 }

/** The compressed size of everything that a first visit transfers without a click, in kB (1,000 bytes). */
export interface PageWeight {
  html: number
  js: number
  css: number
  fonts: number
  fontFiles: number
  images: number
}
export type MeasuredPage = 'landing' | 'catalogue' | 'details' | 'admin'

/** Opens each page in a browser with an empty cache; signed in for the first screen of the admin. */
export async function measurePageWeights(url: string): Promise<Record<MeasuredPage, PageWeight>> {
  const browser = await chromium.launch({ args: CHROMIUM_FLAGS, executablePath: chromiumPath() })
  const pages = await getPublicPages(url)
  const weights = {
    landing: await measurePageWeight(browser, url + pages.landing),
    catalogue: await measurePageWeight(browser, url + pages.catalogue),
    details: await measurePageWeight(browser, url + pages.details),
    admin: await measurePageWeight(browser, `${url}/admin/dashboard`, signIn),
  }
  await browser.close()
  return weights
}

async function measurePageWeight(
  browser: Browser,
  address: string,
  prepare?: (page: Page, origin: string) => Promise<void>,
): Promise<PageWeight> {
  const context = await browser.newContext({ viewport: VIEWPORT })
  const page = await context.newPage()
  await prepare?.(page, new URL(address).origin)
  const loaded: Promise<{ type: string; bytes: number }>[] = []
  page.on('requestfinished', (request) =>
    loaded.push(
      request
        .sizes()
        .then(({ responseBodySize }) => ({ type: request.resourceType(), bytes: responseBodySize })),
    ),
  )
  await page.goto(address, { waitUntil: 'networkidle' })
  await page.waitForTimeout(SETTLE_MS)
  const transfers = await Promise.all(loaded)
  await context.close()
  const of = (type: string) => transfers.filter((transfer) => transfer.type === type)
  const kilobytes = (type: string) => of(type).reduce((sum, { bytes }) => sum + bytes, 0) / 1000
  return {
    html: kilobytes('document'),
    js: kilobytes('script'),
    css: kilobytes('stylesheet'),
    fonts: kilobytes('font'),
    fontFiles: of('font').length,
    images: kilobytes('image'),
  }
}

async function signIn(page: Page, origin: string): Promise<void> {
  const reply = await page.request.post(`${origin}/api/auth/login`, { data: OWNER })
  const { token, user } = (await reply.json()) as { token: string; user: object }
  await page.addInitScript(
    ([keys, handle, who]) => {
      localStorage.setItem(keys.token, handle)
      localStorage.setItem(keys.user, JSON.stringify(who))
    },
    [STORAGE_KEYS, token, user] as const,
  )
}
