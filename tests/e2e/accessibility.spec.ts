import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, openAdmin, test, waitForHydration } from '../support/browser.ts'

/** WCAG 2.2 A and AA, and what the makers of axe recommend beyond it. */
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** A frame shows the site itself, whose pages are looked at one by one. */
async function expectNoViolations(page: Page) {
  const { violations } = await new AxeBuilder({ page }).exclude('iframe').withTags(TAGS).analyze()
  const findings = violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${help}\n  ${html.slice(0, 200)}\n  ${failureSummary}`),
  )
  expect(findings).toEqual([])
}

async function open(page: Page, path: string) {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto(path)
  await waitForHydration(page)
}

const filters = (page: Page) => page.getByRole('button', { name: /^Filters/ })

/** Every public screen in every state that differs to the eye. */
const STATES: Record<string, (page: Page, narrow: boolean) => Promise<unknown>> = {
  landing: (page) => open(page, '/'),
  'landing, scrolled': async (page) => {
    await open(page, '/')
    await page.evaluate(() => scrollTo(0, 1200))
    await expect(page.getByRole('button', { name: 'Scroll to top' })).toBeVisible()
  },
  'landing, menu open': async (page, narrow) => {
    await open(page, '/')
    if (narrow) await page.getByRole('button', { name: 'Open menu' }).click()
  },
  'landing, chat open': async (page) => {
    await open(page, '/')
    await page.getByRole('button', { name: 'Chat', exact: true }).click()
    await page.getByRole('button', { name: 'Warranty' }).click()
    await expect(page.getByRole('log')).toContainText('24 months')
  },
  'landing, signing in with a mistake': async (page) => {
    await open(page, '/')
    await page.getByRole('button', { name: 'Admin Access' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Sign in' }).click()
    await expect(page.getByText('Please fill in all fields').first()).toBeVisible()
  },
  'landing, an item named in the form': async (page) => {
    await open(page, '/product/cl-25-capstan-lathe')
    await page.getByRole('main').getByRole('link', { name: 'Request Quote' }).first().click()
    await expect(page.getByText('Your inquiry is about')).toBeVisible()
  },
  catalogue: (page) => open(page, '/products'),
  'catalogue as a list': (page) => open(page, '/products?tab=spares&view=list'),
  'catalogue, filters open and in force': async (page) => {
    await open(page, '/products?tab=spares&category=Collets&specifications=fits:cl-25')
    await filters(page).click()
    await expect(page.getByLabel('Fits', { exact: true })).toBeVisible()
  },
  'catalogue, suggestions': async (page) => {
    await open(page, '/products')
    await page.getByRole('combobox', { name: 'Search' }).pressSequentially('capst')
    const list = page.getByRole('listbox', { name: 'Suggestions' })
    await expect(list).toBeVisible()
    await page.keyboard.press('ArrowDown')
    await expect(list.getByRole('option', { selected: true })).toBeVisible()
  },
  'catalogue, close matches': (page) => open(page, '/products?search=capstn'),
  'catalogue, nothing found': (page) => open(page, '/products?search=zzzzzz'),
  'catalogue, no favourites': async (page) => {
    await open(page, '/products?favourites=true')
    await expect(page.getByRole('heading', { name: 'No favourites available' })).toBeVisible()
  },
  'catalogue, drawer open': async (page, narrow) => {
    await open(page, '/products')
    if (narrow) await page.getByRole('button', { name: 'Machines 15' }).click()
  },
  'details of a machine': (page) => open(page, '/product/cl-25-capstan-lathe'),
  'details of a machine, magnified': async (page) => {
    await open(page, '/product/cl-25-capstan-lathe')
    await page.getByRole('button', { name: 'Zoom in' }).click()
  },
  'details of a part': (page) => open(page, '/product/three-jaw-chuck-160-mm'),
  'details of a service': (page) => open(page, '/product/operator-training'),
}

for (const width of [390, 1280]) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height: 844 } })
    for (const [name, show] of Object.entries(STATES)) {
      test(`${name} at ${width} px has no accessibility violations`, async ({ page }) => {
        await show(page, width === 390)
        await expectNoViolations(page)
      })
    }
  })
}

test.describe('what is not there', () => {
  test.use({ allowedMessages: /status of (404|503)/ })
  for (const path of ['/nowhere', '/product/nothing']) {
    test(`${path} has no accessibility violations`, async ({ page }) => {
      await open(page, path)
      await expectNoViolations(page)
    })
  }

  test('A list that cannot be loaded has no accessibility violations', async ({ page }) => {
    await open(page, '/product/cl-25-capstan-lathe')
    await page.route('**/api/spareparts?*', (route) => route.fulfill({ status: 503, json: {} }))
    await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Machines' }).click()
    await expect(page.getByText('Failed to load products. Please try again.')).toBeVisible()
    await expectNoViolations(page)
  })
})

/** Every screen of the office; ':item' and ':customer' stand for ids of the demo. */
const ADMIN_PATHS = [
  '/admin/dashboard',
  '/admin/products',
  '/admin/products/add',
  '/admin/products/edit/:item',
  '/admin/services/add',
  '/admin/featured-products',
  '/admin/items?search=CL+25',
  '/admin/items/:item/history',
  '/admin/accounts',
  '/admin/account',
  '/admin/customers?status=new',
  '/admin/customers?view=board&search=CL+40',
  '/admin/customers?view=people&search=raj',
  '/admin/customers/:customer',
  '/admin/reviews',
  '/admin/settings',
  '/admin/log',
  '/admin/ui',
]

/** The address with ids in it. */
async function resolveIds(page: Page, address: string): Promise<string> {
  const { id } = await (await page.request.get('/api/products/cl-25-capstan-lathe')).json()
  const [enquiry] = await (await page.request.get('/api/enquiries?limit=1')).json()
  return address.replace(':item', id).replace(':customer', enquiry.customer.id)
}

test.describe('the office', () => {
  for (const width of [390, 1280]) {
    for (const address of ADMIN_PATHS) {
      test(`${address} at ${width} px has no accessibility violations`, async ({ page }) => {
        await page.setViewportSize({ width, height: 844 })
        await openAdmin(page, '/admin/account')
        await page.goto(await resolveIds(page, address))
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await page.waitForLoadState('networkidle')
        await expectNoViolations(page)
      })
    }
  }
})

/** What the focus stands on: its name, and whether a person sees it and the ring around it. */
const describeFocus = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement as HTMLElement
    const box = element.getBoundingClientRect()
    const style = getComputedStyle(element)
    return {
      is: `${element.tagName} ${element.getAttribute('aria-label') ?? element.textContent?.trim().slice(0, 40)} ${element.getAttribute('name') ?? ''}`,
      end: element === document.body,
      onScreen: box.bottom > 0 && box.top < innerHeight && box.width > 0,
      ring: style.outlineStyle !== 'none' || style.boxShadow !== 'none',
      trap: element.getAttribute('name') === 'homepage',
    }
  })

for (const path of ['/', '/products', '/product/cl-25-capstan-lathe']) {
  test(`The keyboard reaches every control of ${path} visibly and with a focus ring, and leaves each again`, async ({
    page,
  }) => {
    await open(page, path)
    const walked: string[] = []
    for (let steps = 0; steps < 250; steps++) {
      await page.keyboard.press('Tab')
      const place = await describeFocus(page)
      if (place.end) break
      walked.push(place.is)
      expect(place, place.is).toMatchObject({ onScreen: true, ring: true, trap: false })
    }
    expect(walked[0]).toContain('Skip to content')
    expect(walked.at(-1), 'the walk ends').toMatch(/Chat/)
    expect(walked.length).toBeGreaterThan(20)
  })
}

test('The skip link moves the focus to the content', async ({ page }) => {
  await open(page, '/products')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.locator('#main')).toBeFocused()
})

// 320 px is a window of 1280 px at 400 % (WCAG 1.4.10); 640 px the same at 200 % (1.4.4).
for (const width of [320, 360, 640, 768, 1920]) {
  for (const path of ['/', '/products', '/products?view=list', '/product/cl-25-capstan-lathe', '/nowhere']) {
    test.describe(`${path} at ${width} px`, () => {
      test.use({ allowedMessages: /status of 404/ })
      test(`${path} at ${width} px has no horizontal scrolling and no truncated text`, async ({ page }) => {
        await page.setViewportSize({ width, height: 700 })
        await open(page, path)
        const wide = await page.evaluate(() => {
          const visible = [
            ...document.querySelectorAll<HTMLElement>('h1, h2, h3, p, dt, dd, td, th, a, button, label'),
          ]
          const beyond = visible.filter((element) => {
            const box = element.getBoundingClientRect()
            const inside = element.closest('.callout, .sr-only, .splash-screen, [popover], [inert]') === null
            return inside && box.width > 1 && box.right > innerWidth + 1
          })
          return {
            page: document.documentElement.scrollWidth - innerWidth,
            beyond: beyond.map((it) => it.outerHTML.slice(0, 120)),
          }
        })
        expect(wide).toEqual({ page: 0, beyond: [] })
      })
    })
  }
}

test('With reduced motion nothing moves by itself', async ({ page }) => {
  await open(page, '/')
  expect(await page.evaluate(() => document.getAnimations().length)).toBe(0)
})
