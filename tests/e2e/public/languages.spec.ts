import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { LANGUAGES, TRANSLATED_LANGUAGES, type TranslatedLanguage } from '#messages/language.ts'
import { expect, openPage, signInByApi, test, waitForHydration } from '../../support/browser/browser.ts'
import { expectNoOverflow, expectNoViolations } from '../../support/browser/screen-checks.ts'
import { toasts } from '../../support/browser/toasts.ts'

test.use({ siteName: 'languages', allowedMessages: /status of 404/ })

const readMessages = (language: TranslatedLanguage): Record<string, string> =>
  JSON.parse(readFileSync(`src/messages/languages/${language}.json`, 'utf8'))
const TAMIL = readMessages('ta')

/** Opens the site for staff once, and puts all languages on it. */
async function showLanguages(page: Page): Promise<void> {
  const visitor = await page
    .context()
    .browser()!
    .newPage({ baseURL: new URL('/', page.url()).origin })
  await visitor.goto('/products')
  await signInByApi(visitor)
  const { content, revision } = await (await visitor.request.get('/api/site-content/edited')).json()
  const languages = Object.fromEntries(TRANSLATED_LANGUAGES.map((language) => [language, 'on']))
  if (Object.values(content.languages).includes('off')) {
    const data = { content: { ...content, languages }, revision }
    const reply = await visitor.request.put('/api/site-content', { data })
    expect(reply.status(), await reply.text()).toBe(200)
  }
  await visitor.close()
}

test.describe(() => {
  test.use({ siteName: 'reading' })
  test('A language has no pages before staff put it on the site', async ({ page }) => {
    expect((await page.goto('/ta/products'))?.status()).toBe(404)
    await waitForHydration(page)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('404 Not Found')
    await expect(page.locator('html')).toHaveAttribute('lang', 'en-IN')
    await openPage(page, '/products')
    await expect(page.getByText(LANGUAGES.ta.name, { exact: true })).toHaveCount(0)
  })
})

test.describe('On a site with languages', () => {
  test.beforeEach(async ({ page }) => {
    await page.goto('/finder')
    await showLanguages(page)
  })

  test('The menu of the bar leads to the same page in each language, whose links stay in it', async ({
    page,
  }) => {
    await openPage(page, '/products?tab=spares&search=belt')
    const bar = page.getByRole('banner')
    await bar.getByLabel(/^Language/).click()
    await bar.getByRole('link', { name: LANGUAGES.ta.name }).click()
    await expect(page).toHaveURL(/\/ta\/products\?tab=spares&search=belt$/)
    await expect(page.locator('html')).toHaveAttribute('lang', 'ta-IN')
    await expect(page.getByRole('heading', { level: 1 })).toContainText(TAMIL['Spare Parts']!)
    await waitForHydration(page)
    await page.evaluate(() => Object.assign(window, { isSameDocument: true }))
    await page.locator('article h3 a').first().click()
    await expect(page).toHaveURL(/\/ta\/product\//)
    await expect(page.getByRole('heading', { name: TAMIL['Technical Specifications']! })).toBeVisible()
    expect(await page.evaluate(() => 'isSameDocument' in window)).toBe(true)
    await page.goBack()
    await expect(page).toHaveURL(/\/ta\/products\?tab=spares&search=belt$/)
    await expect(page.locator('article').first()).toBeVisible()
    await page.getByRole('contentinfo').getByRole('link', { name: LANGUAGES.hi.name }).click()
    await expect(page).toHaveURL(/\/hi\/products\?tab=spares&search=belt$/)
  })

  test('Without JavaScript the languages are links, too, and forms stay in the language', async ({
    browser,
    page,
  }) => {
    const baseURL = new URL(page.url()).origin
    const visitor = await browser.newPage({ javaScriptEnabled: false, baseURL })
    await visitor.goto('/ta')
    await visitor.getByRole('banner').getByRole('searchbox').fill('lathe')
    await visitor.keyboard.press('Enter')
    await expect(visitor).toHaveURL(/\/ta\/products\?/)
    await visitor.getByRole('contentinfo').getByRole('link', { name: LANGUAGES.hi.name }).click()
    await expect(visitor).toHaveURL(/\/hi\/products\?/)
    await visitor.close()
  })

  test('A form names what is wrong in the language of the page', async ({ page }) => {
    await openPage(page, '/ta#contact')
    const form = page.locator('#contact form')
    // Before its scripts have run, the browser checks the form.
    await expect(form).toHaveAttribute('novalidate')
    await form.getByLabel(TAMIL.Email!).pressSequentially('sales@')
    await form.getByRole('button', { name: TAMIL['Send enquiry']! }).click()
    await expect(form.getByText(TAMIL['Enter an email address such as name@company.in.']!)).toBeVisible()
  })

  test('The language of the browser is offered once, and not forced', async ({ browser, page }) => {
    const context = await browser.newContext({ locale: 'ta-IN', baseURL: new URL(page.url()).origin })
    const visitor = await context.newPage()
    await openPage(visitor, '/products?tab=services')
    const offer = toasts(visitor).filter({ hasText: 'தமிழிலும்' })
    await expect(offer).toBeVisible()
    await offer.getByRole('button', { name: LANGUAGES.ta.name }).click()
    await expect(visitor).toHaveURL(/\/ta\/products\?tab=services$/)
    await openPage(visitor, '/products')
    await visitor.getByRole('link', { name: /^Spare Parts/ }).click()
    await expect(visitor.getByRole('heading', { level: 1 })).toContainText('Spare Parts')
    await expect(offer).toHaveCount(0)
    await context.close()
  })

  test('On a phone, the entries of the bar do not overlap', async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 })
    await openPage(page, '/ta/product/cl-25-capstan-lathe')
    const entries = page.locator('header > div').locator('a, button, summary').filter({ visible: true })
    const boxes = await entries.evaluateAll((all) => all.map((each) => each.getBoundingClientRect().toJSON()))
    expect(boxes.length).toBeGreaterThan(3)
    for (const [index, box] of boxes.entries())
      if (index > 0) expect(box.left, `entry ${index}`).toBeGreaterThanOrEqual(boxes[index - 1].right)
  })

  test('On a phone, the price in the bar of an item and the words of the filter button are whole', async ({
    page,
  }) => {
    await page.setViewportSize({ width: 360, height: 740 })
    await openPage(page, '/ta/product/cl-25-capstan-lathe')
    const price = page.locator('.purchase-bar b')
    expect(await price.evaluate((each) => each.scrollWidth - each.clientWidth)).toBe(0)
    await openPage(page, '/ta/products')
    const filters = page.getByRole('button', { name: TAMIL.Filters! })
    const size = await filters.evaluate((each) => [each.scrollWidth - each.clientWidth, each.clientHeight])
    expect(size[0]).toBe(0)
    expect(size[1]).toBeLessThan(50)
  })

  const PATHS = [
    '/',
    '/products',
    '/products?tab=any&search=belt',
    '/products?tab=spares',
    '/product/cl-25-capstan-lathe',
    '/finder?diameter=42&length=60&material=steel',
    '/compare?ids=cl-25-capstan-lathe,cl-40-capstan-lathe',
    '/articles',
    '/no/such/page',
  ]
  for (const [order, language] of TRANSLATED_LANGUAGES.entries())
    test(`No page in ${language} has an English message, is clipped or violates WCAG`, async ({ page }) => {
      const messages = readMessages(language)
      const english = Object.keys(messages).filter((text) => messages[text] !== text)
      for (const [index, path] of PATHS.entries()) {
        await openPage(page, `/${language}${path.replace(/^\/(?=$|\?)/, '')}`)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        const { shown, written } = await page.evaluate(listTexts)
        expect(
          shown.filter((text) => english.includes(text) && !written.includes(text)),
          path,
        ).toEqual([])
        await expectNoOverflow(page, [320, 390, 768, 1280, 1920], path)
        // Each page in one of the languages: they differ in their words only.
        if (index % TRANSLATED_LANGUAGES.length === order) await expectNoViolations(page, path)
      }
    })
})

/** The texts and names of everything that the page contains, and all texts that staff have written for it. Runs in the browser. */
async function listTexts(): Promise<{ shown: string[]; written: string[] }> {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const texts: string[] = []
  while (walker.nextNode()) texts.push(walker.currentNode.textContent?.trim() ?? '')
  const attributes = ['aria-label', 'placeholder', 'title', 'data-tooltip', 'alt']
  for (const element of document.querySelectorAll('*'))
    texts.push(...attributes.map((name) => element.getAttribute(name) ?? ''))
  const state = await (await fetch(document.documentElement.dataset.state ?? '')).text()
  const written = [...state.matchAll(/"(?:[^"\\]|\\.)*"/g)].map(([text]) => JSON.parse(text) as string)
  return { shown: [...new Set(texts.filter(Boolean))], written }
}
