import type { Page } from '@playwright/test'
import { expect, openPage, signInByApi, test } from '../support/browser/browser.ts'
import { expectAccessible, expectNoOverflow, expectNoViolations } from '../support/browser/screen-checks.ts'

const filters = (page: Page) => page.getByRole('button', { name: /^Filters/ })

/** The widths in px of a phone and of a desktop window. */
const WIDTHS = [390, 1280]
// A window of 1280 px has 320 CSS px at a zoom of 400 % (WCAG 1.4.10) and 640 CSS px at 200 % (WCAG 1.4.4).
const ZOOMED_WIDTHS = [320, 360, 640, 768, 1920]

/** Fails if the page scrolls sideways or cuts off a text in narrow, wide or zoomed windows. */
async function expectNothingCutOff(page: Page) {
  for (const width of ZOOMED_WIDTHS) {
    await expectNoOverflow(page, [width])
    const truncated = await page.evaluate(() => {
      const textElements = [
        ...document.querySelectorAll<HTMLElement>('h1, h2, h3, p, dt, dd, td, th, a, button, label'),
      ]
      return textElements
        .filter((element) => {
          const box = element.getBoundingClientRect()
          // The row of featured cards scrolls sideways by itself on phones.
          const isShown =
            element.closest('.callout, .sr-only, .splash-screen, .featured-cards, [popover], [inert]') ===
            null
          return isShown && box.width > 1 && box.right > innerWidth + 1
        })
        .map((element) => element.outerHTML.slice(0, 120))
    })
    expect(truncated, `at ${width} px`).toEqual([])
  }
}

test('The home page has no accessibility violations, no truncated text at 320 to 1920 px and, with reduced motion, no running animations', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await openPage(page, '/')
  expect(await page.evaluate(() => document.getAnimations().length)).toBe(0)
  await expectAccessible(page, WIDTHS)
  await expectNothingCutOff(page)
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 844 })
    await page.evaluate(() => scrollTo(0, 1200))
    await expect(page.getByRole('button', { name: 'Scroll to top' })).toBeVisible()
    await expectNoViolations(page, `scrolled down at ${width} px`)
  }
})

test('The catalogue has no accessibility violations and no truncated text at 320 to 1920 px', async ({
  page,
}) => {
  // A corrected search and one without results.
  for (const path of ['/products?search=capstn', '/products?search=zzzzzz']) {
    await openPage(page, path)
    await expectAccessible(page, WIDTHS, path)
  }
  for (const path of ['/products', '/products?view=list']) {
    await openPage(page, path)
    await expectAccessible(page, WIDTHS, path)
    await expectNothingCutOff(page)
  }
  await openPage(page, '/products?tab=spares&view=list')
  await expectAccessible(page, WIDTHS, 'spare parts')
  await openPage(page, '/products?favourites=true')
  await expect(page.getByRole('heading', { name: 'No favourites available' })).toBeVisible()
  await expectAccessible(page, WIDTHS, 'no favourites')
})

test('The details pages have no accessibility violations and no truncated text at 320 to 1920 px', async ({
  page,
}) => {
  await openPage(page, '/product/cl-25-capstan-lathe')
  await expectAccessible(page, WIDTHS, 'machine')
  await expectNothingCutOff(page)
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 844 })
    await openPage(page, '/product/cl-25-capstan-lathe')
    await page.getByRole('button', { name: /^Zoom: /, pressed: false }).click()
    await expectNoViolations(page, `zoomed picture at ${width} px`)
  }
  for (const path of ['/product/three-jaw-chuck-160-mm', '/product/operator-training']) {
    await openPage(page, path)
    await expectAccessible(page, WIDTHS, path)
  }
})

/** The states of the public pages that look different. Each function opens the page and brings it into the state. */
const STATES: Record<string, (page: Page) => Promise<unknown>> = {
  'home page with the chat open': async (page) => {
    await openPage(page, '/')
    await page.getByRole('button', { name: 'Chat', exact: true }).click()
    await page.getByRole('button', { name: 'Warranty' }).click()
    await expect(page.getByRole('log')).toContainText('24 months')
  },
  'home page with an error in the sign-in dialog': async (page) => {
    await openPage(page, '/')
    await page.getByRole('button', { name: 'Admin Access' }).press('Enter')
    await page.getByRole('dialog').getByRole('button', { name: 'Sign in' }).click()
    await expect(page.getByText('Please fill in all fields').first()).toBeVisible()
  },
  'home page with an item in the contact form': async (page) => {
    await openPage(page, '/product/cl-25-capstan-lathe')
    await page.getByRole('main').getByRole('link', { name: 'Request Quote' }).first().click()
    await expect(page.getByText('Your enquiry is about')).toBeVisible()
  },
  'catalogue with open and active filters': async (page) => {
    await openPage(page, '/products?tab=spares&category=Collets&fits=cl-25-capstan-lathe')
    if (page.viewportSize()!.width < 1280) await filters(page).click()
    await expect(page.getByLabel('Fits machine')).toBeVisible()
  },
}

for (const [name, openState] of Object.entries(STATES)) {
  test(`The ${name} has no accessibility violations at 390 and 1280 px`, async ({ page }) => {
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 844 })
      await openState(page)
      await expectNoViolations(page, `at ${width} px`)
    }
  })
}

test('The menu of the home page and the drawer of the catalogue have no accessibility violations at 390 px', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openPage(page, '/')
  await page.getByRole('button', { name: 'Open menu' }).click()
  await expectAccessible(page, [390], 'menu')
  await openPage(page, '/products')
  await page.getByRole('button', { name: 'Machines 15' }).click()
  await expectAccessible(page, [390], 'drawer')
})

test.describe('Error pages', () => {
  test.use({ allowedMessages: /status of (404|503)/ })

  test('The error pages of unknown paths have no accessibility violations and no truncated text at 320 to 1920 px', async ({
    page,
  }) => {
    for (const path of ['/product/nothing', '/nowhere']) {
      await openPage(page, path)
      await expectNoViolations(page, path)
    }
    await expectNothingCutOff(page)
  })

  test('The catalogue with a list that cannot be loaded has no accessibility violations', async ({
    page,
  }) => {
    await openPage(page, '/product/cl-25-capstan-lathe')
    await page.route('**/api/spareparts?*', (route) => route.fulfill({ status: 503, json: {} }))
    await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Machines' }).click()
    await expect(page.getByText('Failed to load products. Please try again.')).toBeVisible()
    await expectNoViolations(page)
  })
})

/** The screens of the admin that no other test checks as they open. ':item' stands for the id of an item. */
const ADMIN_SCREENS = {
  catalogue: [
    '/admin/products',
    '/admin/products/add',
    '/admin/products/edit/:item',
    '/admin/services/add',
    '/admin/featured-products',
    '/admin/items/:item/history',
  ],
  customers: [
    '/admin/customers?status=new',
    '/admin/customers?view=board&search=CL+40',
    '/admin/quotations/new',
  ],
  site: ['/admin/accounts', '/admin/account', '/admin/log'],
}

for (const [subject, paths] of Object.entries(ADMIN_SCREENS)) {
  test(`The admin screens of the ${subject} have no accessibility violations at 390 and 1280 px`, async ({
    page,
  }) => {
    await signInByApi(page)
    const { id } = await (await page.request.get('/api/products/cl-25-capstan-lathe')).json()
    for (const path of paths) {
      await test.step(path, async () => {
        await page.goto(path.replace(':item', id))
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await page.waitForLoadState('networkidle')
        await expectAccessible(page, WIDTHS)
      })
    }
  })
}

/** Returns the name of the focused element, whether it and its focus ring are visible, and whether it is the honeypot. */
const describeFocus = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement as HTMLElement
    const box = element.getBoundingClientRect()
    const style = getComputedStyle(element)
    return {
      name: `${element.tagName} ${element.getAttribute('aria-label') ?? element.textContent?.trim().slice(0, 40)} ${element.getAttribute('name') ?? ''}`,
      isBody: element === document.body,
      isVisible: box.bottom > 0 && box.top < innerHeight && box.width > 0,
      hasRing: style.outlineStyle !== 'none' || style.boxShadow !== 'none',
      isHoneypot: element.getAttribute('name') === 'homepage',
    }
  })

for (const path of ['/', '/products', '/product/cl-25-capstan-lathe']) {
  test(`The Tab key moves through all controls of ${path}, each visible and with a focus ring`, async ({
    page,
  }) => {
    await openPage(page, path)
    const focusedNames: string[] = []
    for (let steps = 0; steps < 250; steps++) {
      await page.keyboard.press('Tab')
      const focused = await describeFocus(page)
      if (focused.isBody) break
      focusedNames.push(focused.name)
      expect(focused, focused.name).toMatchObject({ hasRing: true, isHoneypot: false })
      // The browser scrolls to the control, which can take a moment.
      if (!focused.isVisible)
        await expect.poll(async () => (await describeFocus(page)).isVisible, focused.name).toBe(true)
    }
    expect(focusedNames[0]).toContain('Skip to content')
    expect(focusedNames.at(-1), 'the last control').toMatch(/Chat/)
    expect(focusedNames.length).toBeGreaterThan(20)
  })
}

test('The skip link of a page moves the focus to the content', async ({ page }) => {
  await openPage(page, '/finder')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.locator('#main')).toBeFocused()
})
