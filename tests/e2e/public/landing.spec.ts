import type { Page } from '@playwright/test'
import { expect, openPage, test, waitForHydration } from '../../support/browser/browser.ts'

test.use({ reducedMotion: 'no-preference' })

const NAV_ENTRIES = ['Home', 'About', 'Products', 'Services', 'Contact']
const banner = (page: Page) => page.getByRole('banner')
const mainNav = (page: Page) => page.getByRole('navigation', { name: 'Main' })

/** Scrolls without animation to an exact position in px. */
async function scrollInstantly(page: Page, y: number) {
  await page.evaluate((top) => scrollTo({ top, behavior: 'instant' }), y)
}
/** Waits until scrolling has ended. Returns the scroll position in px. */
async function waitForScrollEnd(page: Page): Promise<number> {
  let before = -1
  await expect
    .poll(async () => {
      const now = await page.evaluate(() => scrollY)
      const still = now === before
      before = now
      return still
    })
    .toBe(true)
  return before
}

test('[LND-1, ABT-1, REV-1, REV-2] The sections of the home page are in the specified order, with the about text, testimonials and a button of enough contrast for reviews', async ({
  page,
}) => {
  await openPage(page, '/')
  const order = await page
    .locator('main > section, footer')
    .evaluateAll((elements) =>
      elements.map(
        (element) => element.id || element.getAttribute('aria-label') || element.tagName.toLowerCase(),
      ),
    )
  expect(order).toEqual(['home', 'Figures', 'about', 'products', 'services', 'why', 'contact', 'footer'])
  await expect(page.locator('#about')).toContainText(/over 25 years/i)
  await expect(page.getByRole('region', { name: 'Figures' })).toContainText('20+')
  const testimonials = page.locator('figure:has(blockquote)')
  await expect(testimonials).toHaveCount(3)
  await expect(testimonials.first()).toContainText('R. Senthilkumar')
  await expect(testimonials.first()).toContainText('Production head, pump shafts')
  await expect(testimonials.first()).toContainText('RS')
  await expect(testimonials.first().getByRole('img', { name: '5 of 5 stars' })).toBeVisible()
  const { color, backgroundColor } = await page
    .getByRole('button', { name: 'Send review' })
    .evaluate((button) => getComputedStyle(button))
  expect([color, backgroundColor]).toEqual(['rgb(255, 255, 255)', 'rgb(11, 44, 77)'])
})

test('The home page of a phone is at most ten screens long, has a picture of full width, and leads to the job finder and the spare parts at once', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openPage(page, '/')
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(10 * 844)
  const picture = (await page.locator('#home img').boundingBox())!
  expect(picture.x).toBeLessThanOrEqual(0)
  expect(picture.x + picture.width).toBeGreaterThanOrEqual(390)
  for (const [name, heading] of [
    ['Find a spare part for my machine', 'Spare Parts'],
    ['Find a machine for my part', 'Which machine fits my part?'],
  ] as const) {
    const door = page.getByRole('link', { name })
    await expect(door).toBeInViewport()
    await door.click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
    await page.goBack()
  }
})

test('A first visit of the home page loads no code of other pages', async ({ page }) => {
  const scripts: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(new URL(request.url()).pathname)
  })
  await page.goto('/', { waitUntil: 'networkidle' })
  await waitForHydration(page)
  expect(scripts).toContainEqual(expect.stringContaining('/landing-'))
  expect(scripts.filter((path) => /\/(?:catalogue|product|finder|comparison)-/.test(path))).toEqual([])
})

test('[LND-2] The splash screen covers the page for 1.5 s and disappears', async ({ page }) => {
  await page.goto('/', { waitUntil: 'commit' })
  const overlay = page.locator('.splash-screen')
  await expect.poll(() => overlay.boundingBox()).toMatchObject({ x: 0, y: 0, ...page.viewportSize()! })
  const animation = await overlay.evaluate((element) => {
    const [first] = element.getAnimations()
    return first?.effect?.getComputedTiming().endTime
  })
  expect(animation).toBe(1500)
  await expect(overlay).toBeHidden({ timeout: 2500 })
})

test('A link to the home page opens it without the splash screen', async ({ page }) => {
  await openPage(page, '/products')
  await page.getByRole('main').getByRole('link', { name: 'Request Quote' }).first().click()
  await expect(page.locator('#contact form')).toBeVisible()
  await expect(page.locator('.splash-screen')).toHaveCount(0)
})

test.describe('Home page with reduced motion', () => {
  test.use({ reducedMotion: 'reduce' })

  test('[LND-2, STAT-2] With reduced motion there is no splash screen, no turning cog and no counting', async ({
    page,
  }) => {
    await openPage(page, '/')
    await expect(page.locator('.splash-screen')).toBeHidden()
    await expect(page.getByRole('region', { name: 'Figures' }).locator('strong')).toHaveText([
      '20+',
      '500+',
      '300+',
      '15',
    ])
    const turning = await banner(page)
      .locator('.cog')
      .evaluate((cog) => getComputedStyle(cog).animationName)
    expect(turning).toBe('none')
  })
})

test('[LND-3] The scroll-to-top button appears above 500 px of scroll, not at 500 px', async ({ page }) => {
  await openPage(page, '/')
  const button = page.getByRole('button', { name: 'Scroll to top' })
  await scrollInstantly(page, 500)
  await expect(button).toBeHidden()
  await scrollInstantly(page, 501)
  await button.click()
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
  await expect(button).toBeHidden()
})

test('[LND-4] The floating buttons call, open WhatsApp and, with enough contrast on hover, the chat', async ({
  page,
}) => {
  await openPage(page, '/')
  const group = page.getByRole('complementary', { name: 'Quick contact' })
  await expect(group.getByRole('link', { name: 'Call' })).toHaveAttribute('href', 'tel:+914220001420')
  await expect(group.getByRole('link', { name: 'WhatsApp' })).toHaveAttribute(
    'href',
    'https://wa.me/914220001420',
  )
  const chat = group.getByRole('button', { name: 'Chat' })
  await chat.hover()
  await expect(chat).toHaveCSS('background-color', 'rgb(21, 88, 156)')
  await expect(chat).toHaveCSS('color', 'rgb(255, 255, 255)')
  await chat.click()
  await expect(page.getByRole('region', { name: 'Chat', exact: true })).toBeVisible()
})

test('[RT-3] An address with #contact scrolls smoothly to the contact section after 100 ms', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const scrolled: object[] = []
    const waits: object[] = []
    Object.assign(window, { scrolled, waits })
    const { scrollIntoView } = Element.prototype
    Element.prototype.scrollIntoView = function (options) {
      scrolled.push({ id: this.id, at: performance.now() })
      scrollIntoView.call(this, options)
    }
    const start = window.setTimeout
    Object.assign(window, {
      setTimeout: (callback: () => void, ms?: number) => {
        waits.push({ ms, at: performance.now() })
        return start(callback, ms)
      },
    })
  })
  await openPage(page, '/#contact')
  const readScroll = () =>
    page.evaluate(() => {
      const { scrolled, waits } = window as unknown as {
        scrolled: { id: string; at: number }[]
        waits: { ms: number; at: number }[]
      }
      const wait = waits.find(({ ms }) => ms === 100)
      return { id: scrolled[0]?.id, waitedMs: scrolled[0] && wait ? scrolled[0].at - wait.at : undefined }
    })
  await expect.poll(readScroll).toEqual({ id: 'contact', waitedMs: expect.any(Number) })
  expect((await readScroll()).waitedMs).toBeGreaterThan(98)
  await waitForScrollEnd(page)
  await expect(page.locator('#contact')).toBeInViewport()
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).scrollBehavior)).toBe('smooth')
})

test('[NAV-2, NAV-3] Each entry scrolls to its section, and the brand name to the home section', async ({
  page,
}) => {
  await openPage(page, '/')
  for (const label of NAV_ENTRIES) {
    const id = label.toLowerCase()
    await scrollInstantly(page, id === 'home' ? 1500 : 0)
    await mainNav(page).getByRole('link', { name: label }).click()
    const getTop = () =>
      page.locator(`#${id}`).evaluate((element) => Math.abs(element.getBoundingClientRect().top))
    await expect.poll(getTop, label).toBeLessThanOrEqual(73)
    await waitForScrollEnd(page)
    expect(await getTop(), label).toBeLessThanOrEqual(73)
  }
  await scrollInstantly(page, 2500)
  await banner(page).getByRole('link', { name: 'Kovai Machine Tools' }).click()
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
})

test('[NAV-1, NAV-4, NAV-5] The navigation bar is fixed, has its entries in the specified order, marks the first section that contains the point 200 px below the top, and is white above 100 px of scroll', async ({
  page,
}) => {
  await openPage(page, '/')
  await expect(mainNav(page).getByRole('link')).toHaveText(NAV_ENTRIES)
  const active = mainNav(page).locator('[aria-current]')
  await expect(active).toHaveText('Home')
  const tops = await page.evaluate(() =>
    ['about', 'products', 'services', 'contact'].map((id) => [
      id,
      Math.round(document.getElementById(id)!.getBoundingClientRect().top + scrollY),
    ]),
  )
  for (const [id, top] of tops as [string, number][]) {
    const label = id[0]!.toUpperCase() + id.slice(1)
    await scrollInstantly(page, top - 200 + 2)
    await expect(active).toHaveText(label)
    await scrollInstantly(page, top - 200 - 4)
    if (id !== 'contact' && id !== 'about') await expect(active).not.toHaveText(label)
  }

  const style = () =>
    banner(page).evaluate((element) => {
      const { color, backgroundImage, borderBottomColor } = getComputedStyle(element)
      const { backdropFilter } = getComputedStyle(element.firstElementChild!, '::after')
      return {
        color,
        gradient: backgroundImage !== 'none',
        blurred: backdropFilter.includes('blur'),
        border: borderBottomColor,
      }
    })
  const clear = { color: 'rgb(255, 255, 255)', gradient: true, blurred: false }
  const white = { color: 'rgb(13, 31, 49)', gradient: false, blurred: true }
  await scrollInstantly(page, 100)
  await expect.poll(style).toMatchObject(clear)
  await scrollInstantly(page, 101)
  await expect.poll(style).toMatchObject(white)
  await expect.poll(async () => (await style()).border).not.toBe('rgba(0, 0, 0, 0)')
  await scrollInstantly(page, 100)
  await expect.poll(style).toMatchObject(clear)
  await scrollInstantly(page, 2000)
  await expect.poll(async () => (await banner(page).boundingBox())?.y).toBe(0)
})

test('[NAV-6, NAV-7, NAV-8] The navigation bar slides in within 0.6 s, its cog turns once in 8 s, and its brand name grows to 1.05 on hover', async ({
  page,
}) => {
  await openPage(page, '/')
  const timing = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element) => {
        const { animationDuration, animationIterationCount, animationTimingFunction } =
          getComputedStyle(element)
        return [animationDuration, animationIterationCount, animationTimingFunction]
      })
  expect((await timing('header'))[0]).toBe('0.6s')
  expect(await timing('header .cog')).toEqual(['8s', 'infinite', 'linear'])
  await expect(page.locator('.splash-screen')).toBeHidden()
  const brand = banner(page).getByRole('link', { name: 'Kovai Machine Tools' })
  await brand.hover()
  await expect.poll(() => brand.evaluate((element) => getComputedStyle(element).scale)).toBe('1.05')
})

test.describe('Home page on phones', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('[NAV-2, NAV-9] On phones a toggle opens the menu, and choosing an entry closes it', async ({
    page,
  }) => {
    await openPage(page, '/')
    const panel = page.locator('#menu')
    await expect(panel).toHaveCSS('opacity', '0')
    expect(await panel.evaluate((element) => element.clientHeight)).toBe(0)
    await expect(panel).toHaveCSS('transition-duration', '0.3s')
    await page.getByRole('button', { name: 'Open menu' }).click()
    await expect(panel).toHaveCSS('opacity', '1')
    await panel.getByRole('link', { name: 'Services' }).click()
    await expect(page.getByRole('button', { name: 'Open menu' })).toBeVisible()
    await waitForScrollEnd(page)
    await expect(page.locator('#services')).toBeInViewport()
  })
})

test('On a phone, nothing of the hero moves when the fonts arrive', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/*.woff2', async (route) => {
    await released
    await route.continue()
  })
  await page.goto('/', { waitUntil: 'domcontentloaded' })
  const links = page.locator('.hero').getByRole('link')
  await expect(links.first()).toBeVisible()
  const getTops = () => links.evaluateAll((all) => all.map((each) => each.getBoundingClientRect().top))
  const tops = await getTops()
  expect(tops[0], 'both buttons are in one row').toBe(tops[1])
  release()
  await page.waitForFunction(() => document.fonts.size > 0 && document.fonts.status === 'loaded')
  expect(await getTops()).toEqual(tops)
})

test('[HERO-1] The two buttons of the hero scroll to contact and products', async ({ page }) => {
  await openPage(page, '/')
  for (const [name, id] of [
    ['Send an enquiry', 'contact'],
    ['View products', 'products'],
  ] as const) {
    // By a key, which ends the correction of the last scroll.
    await page.keyboard.press('Home')
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
    await page.locator('#home').getByRole('link', { name }).click()
    await waitForScrollEnd(page)
    await expect(page.locator(`#${id}`)).toBeInViewport()
  }
})

test('[STAT-1, STAT-2] The key numbers count up once within 2 s when they become visible', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 600 })
  await openPage(page, '/')
  const strip = page.getByRole('region', { name: 'Figures' })
  await expect(strip.locator('li')).toHaveText([
    /Years Experience/,
    /Machines Delivered/,
    /Happy Clients/,
    /Product Models/,
  ])
  const read = () => strip.locator('strong').allTextContents()
  const delivered = async () => Number.parseInt((await read())[1] ?? '', 10)
  const start = Date.now()
  await page.evaluate(() =>
    document.querySelector('[aria-label="Figures"]')?.scrollIntoView({ behavior: 'instant' }),
  )
  await expect.poll(delivered, { intervals: [20] }).toBeLessThan(300)
  await expect.poll(read, { timeout: 4000, intervals: [20] }).toEqual(['20+', '500+', '300+', '15'])
  expect(Date.now() - start).toBeGreaterThan(1500)
  await scrollInstantly(page, 0)
  await page.evaluate(() =>
    document.querySelector('[aria-label="Figures"]')?.scrollIntoView({ behavior: 'instant' }),
  )
  await page.waitForTimeout(200)
  expect(await read()).toEqual(['20+', '500+', '300+', '15'])
})

test('[CON-1, CON-2, CON-4, CON-5, FOOT-1, FOOT-2] The contact section has a form with five required fields and five services, contacts and business hours; the footer has links, company name, year and the staff sign-in', async ({
  page,
}) => {
  await openPage(page, '/')
  const contact = page.locator('#contact')
  const form = contact.locator('form')
  const fields = await form
    .locator('[name]')
    .evaluateAll((elements) =>
      (elements as HTMLInputElement[]).map(({ name, type, required }) => `${name} ${type} ${required}`),
    )
  // The last fields are hidden: the honeypot, which tests/api/sales/enquiries.test.ts covers, and the version of the notice.
  expect(fields.splice(-2)).toEqual(['homepage text false', 'notice hidden false'])
  expect(fields).toEqual([
    'firstName text true',
    'lastName text true',
    'email email true',
    'phone tel true',
    'service select-one false',
    'message textarea true',
  ])
  const options = await form
    .locator('option:not([value=""])')
    .evaluateAll((elements) => (elements as HTMLOptionElement[]).map(({ value, text }) => `${value} ${text}`))
  expect(options).toEqual([
    'capstan-lathe Capstan Lathe Machines',
    'installation Installation Services',
    'maintenance Maintenance & Support',
    'custom-machining Custom Machining',
    'general General Inquiry',
  ])
  await expect(contact).toContainText('Tamil Nadu, India')
  await expect(contact.locator('a[href^="tel:"]')).toHaveCount(2)
  await expect(contact.locator('a[href^="mailto:"]')).toHaveCount(1)
  await expect(contact).toContainText('Monday to Saturday9:00 AM to 8:00 PM')
  await expect(contact).toContainText('Sunday10:00 AM to 6:00 PM')

  const footer = page.getByRole('contentinfo')
  const links = await footer
    .locator('nav a')
    .evaluateAll((elements) => elements.map((element) => element.getAttribute('href')))
  // The links of the specification come first; the legal pages of the demo follow.
  expect(links).toEqual([
    ...['/#home', '/#about', '/#products', '/#services', '/#contact'],
    ...['/privacy-notice', '/terms-of-sale', '/imprint'],
  ])
  for (const network of ['LinkedIn', 'Facebook', 'YouTube', 'Instagram']) {
    await expect(footer.getByRole('link', { name: network })).toHaveAttribute('href', /^https:/)
  }
  await expect(footer).toContainText('Coimbatore')
  await expect(footer).toContainText(`© ${new Date().getFullYear()}`)
  await footer.getByRole('button', { name: 'Admin Access' }).press('Enter')
  await expect(page.getByRole('dialog', { name: 'Admin Login' })).toBeVisible()
})
