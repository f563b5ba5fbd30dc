import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base, expect, type Locator, type Page } from '@playwright/test'
import type { LoginReply } from '#contracts/account/account.ts'
import { STORAGE_KEYS } from '#contracts/storage-keys.ts'
import { ADMIN } from '../fixtures/demo-data.ts'
import { type SiteProcess, startProcess } from '../site-process.ts'

export { expect }

interface WorkerFixtures {
  /** Returns the site of this name, which is started with the demo catalogue when it is first asked for. */
  getSite: (name: string) => Promise<SiteProcess>
}
interface Fixtures {
  /** The name of a site. Tests that write use a site of their own, so that other tests find unchanged data. */
  siteName: string
  site: SiteProcess
  /** Console messages that the test expects. */
  allowedMessages: RegExp
  failOnConsoleMessages: undefined
}

/**
 * Browser tests with a real site. A console error, a warning or a page error fails the test. A worker keeps its sites until
 * it ends, because Playwright would start another browser for every change of a worker's fixtures.
 */
export const test = base.extend<Fixtures, WorkerFixtures>({
  siteName: ['reading', { option: true }],
  getSite: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright requires an object pattern
    async ({}, use) => {
      const sites = new Map<string, { started: Promise<SiteProcess>; folder: string }>()
      await use((name) => {
        const site = sites.get(name) ?? startSite(name)
        sites.set(name, site)
        return site.started
      })
      for (const { started, folder } of sites.values()) {
        await (await started).stop()
        rmSync(folder, { recursive: true, force: true })
      }
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  site: async ({ siteName, getSite }, use) => use(await getSite(siteName)),
  baseURL: ({ site }, use) => use(site.url),
  allowedMessages: [/^nothing$/, { option: true }],
  failOnConsoleMessages: [
    async ({ page, allowedMessages }, use) => {
      const messages: string[] = []
      page.on('pageerror', (error) => messages.push(error.message))
      page.on('console', (message) => {
        if (['error', 'warning'].includes(message.type())) messages.push(message.text())
      })
      await use(undefined)
      const unexpected = messages.filter((message) => !allowedMessages.test(message))
      expect(unexpected, 'messages in the browser console').toEqual([])
    },
    { auto: true },
  ],
})

function startSite(name: string): { started: Promise<SiteProcess>; folder: string } {
  const folder = mkdtempSync(join(tmpdir(), `capstan-e2e-${name}-`))
  cpSync(process.env.DEMO_DATA_DIR!, folder, { recursive: true })
  return { started: startProcess({ DATA_DIR: folder, ...ADMIN }), folder }
}

/** Waits until the public page is hydrated. */
export async function waitForHydration(page: Page): Promise<void> {
  await page.waitForFunction(() => performance.getEntriesByName('alive').length > 0)
}

/** Opens a public page and waits until it is hydrated. */
export async function openPage(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await waitForHydration(page)
}

/** Signs in as the first administrator through the dialog. */
export async function signIn(page: Page): Promise<void> {
  await openPage(page, '/')
  await fillLogin(page)
  await page.waitForURL('**/admin/dashboard')
}

/** Fills in the sign-in dialog of the open page and sends it. Returns the dialog. */
export async function fillLogin(
  page: Page,
  email = ADMIN.ADMIN_EMAIL,
  password = ADMIN.ADMIN_PASSWORD,
): Promise<Locator> {
  // Not by the pointer: the contact form may grow between its press and its release.
  await page.getByRole('button', { name: 'Admin Access' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Admin Login' })
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByLabel('Password', { exact: true }).fill(password)
  await dialog.getByRole('button', { name: 'Sign in' }).click()
  return dialog
}

/** Signs in, by default as the first administrator, without opening a page: each page of the admin costs a second. */
export async function signInByApi(
  page: Page,
  site = '',
  data = { email: ADMIN.ADMIN_EMAIL, password: ADMIN.ADMIN_PASSWORD },
): Promise<void> {
  const session = (await (await page.request.post(`${site}/api/auth/login`, { data })).json()) as LoginReply
  await page.addInitScript(
    ([keys, { token, user }]) => {
      localStorage.setItem(keys.token, token)
      localStorage.setItem(keys.user, JSON.stringify(user))
    },
    [STORAGE_KEYS, session] as const,
  )
}

/** Opens a screen of the admin, signed in as the first administrator. */
export async function openAdmin(page: Page, path: string): Promise<void> {
  await signInByApi(page)
  await page.goto(path)
}

/** Sends JSON with the session of the page. Returns the JSON of the reply, which has to be a success. */
export async function postJson(page: Page, path: string, data: object) {
  const reply = await page.request.post(path, { data })
  expect(reply.ok(), await reply.text()).toBe(true)
  return reply.json()
}

/** Stops the clock of the page: time passes only by `page.clock.runFor`. */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 1000)
}
