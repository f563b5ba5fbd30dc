import type { Locator, Page } from '@playwright/test'
import { expect, openAdmin, stopClock, test, waitForHydration } from '../support/browser.ts'

const button = (page: Page | Locator, name: string) => page.getByRole('button', { name, exact: true })
const tooltip = (page: Page) => page.getByRole('tooltip')

test.describe('a tooltip', () => {
  test.beforeEach(async ({ page }) => {
    await openAdmin(page, '/admin/ui')
    await expect(drag(page)).toBeVisible()
  })

  const drag = (page: Page) => button(page, 'Drag to change the order')
  const menu = (page: Page) => button(page, 'Open menu')
  /** To an empty place of the sidebar. */
  const away = (page: Page) => page.mouse.move(120, 450)

  test('[CLI-5] A tooltip opens after 700 ms, and the next one without delay', async ({ page }) => {
    await stopClock(page)
    await drag(page).hover()
    await page.clock.runFor(690)
    await expect(tooltip(page)).toHaveCount(0)
    await page.clock.runFor(10)
    await expect(tooltip(page)).toHaveText('Drag to change the order')
    await menu(page).hover()
    await expect(tooltip(page)).toHaveText('Open menu')
    await away(page)
    await expect(tooltip(page)).toHaveCount(0)
    await page.clock.runFor(290)
    await drag(page).hover()
    await expect(tooltip(page)).toHaveText('Drag to change the order')
  })

  test('[CLI-5] A tooltip has its delay again 300 ms after the previous one closed', async ({ page }) => {
    await stopClock(page)
    await drag(page).hover()
    await page.clock.runFor(700)
    await away(page)
    await expect(tooltip(page)).toHaveCount(0)
    await page.clock.runFor(300)
    await menu(page).hover()
    await page.clock.runFor(690)
    await expect(tooltip(page)).toHaveCount(0)
    await page.clock.runFor(10)
    await expect(tooltip(page)).toHaveText('Open menu')
  })

  test('[CLI-5] A tooltip stays closed when the pointer passes or leaves the window', async ({ page }) => {
    await stopClock(page)
    await drag(page).hover()
    await page.clock.runFor(690)
    await away(page)
    await page.clock.runFor(2000)
    await expect(tooltip(page)).toHaveCount(0)
    await drag(page).hover()
    await page.clock.runFor(700)
    await expect(tooltip(page)).toBeVisible()
    await page.mouse.move(-5, -5)
    await expect(tooltip(page)).toHaveCount(0)
  })

  test('[CLI-5] Moving the pointer within the element neither restarts the delay nor reopens the tooltip', async ({
    page,
  }) => {
    await drag(page).scrollIntoViewIfNeeded()
    await stopClock(page)
    const box = (await drag(page).boundingBox())!
    await page.mouse.move(box.x + 3, box.y + 3)
    await page.clock.runFor(400)
    await drag(page).locator('svg').hover()
    await page.clock.runFor(300)
    await expect(tooltip(page)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(tooltip(page)).toHaveCount(0)
    await page.mouse.move(box.x + 3, box.y + 3)
    await page.clock.runFor(2000)
    await expect(tooltip(page)).toHaveCount(0)
  })

  test('[CLI-5] A tooltip opened by focus stays when the pointer passes, and one opened by hover when the focus leaves', async ({
    page,
  }) => {
    await stopClock(page)
    await drag(page).click()
    await page.keyboard.press('Tab')
    await expect(tooltip(page)).toHaveText(/^Archived/)
    await away(page)
    await expect(tooltip(page)).toHaveText(/^Archived/)
    await menu(page).click()
    await expect(tooltip(page)).toHaveCount(0)
    await away(page)
    await menu(page).hover()
    await expect(tooltip(page)).toHaveText('Open menu')
    await page.keyboard.press('Tab')
    await expect(button(page, 'Default toast')).toBeFocused()
    await expect(tooltip(page)).toHaveText('Open menu')
  })

  test('[CLI-5] A tooltip opens immediately on keyboard focus, and not on a click', async ({ page }) => {
    await stopClock(page)
    await drag(page).click()
    await expect(drag(page)).toBeFocused()
    await page.clock.runFor(2000)
    await expect(tooltip(page)).toHaveCount(0)
    await page.keyboard.press('Tab')
    await expect(tooltip(page)).toHaveText('Archived machines stay out of sight and can be restored.')
    await page.keyboard.press('Tab')
    await expect(tooltip(page)).toHaveText('Open menu')
    await page.keyboard.press('Enter')
    await expect(tooltip(page)).toHaveCount(0)
    await page.keyboard.press('Shift+Tab')
    await expect(tooltip(page)).toBeVisible()
    await button(page, 'Default toast').focus()
    await expect(tooltip(page)).toHaveCount(0)
  })

  test('[CLI-5] A tooltip stays while the pointer is over it', async ({ page }) => {
    await stopClock(page)
    await drag(page).hover()
    await page.clock.runFor(700)
    const box = (await tooltip(page).boundingBox())!
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 12 })
    await page.clock.runFor(20_000)
    await expect(tooltip(page)).toBeVisible()
    await drag(page).hover()
    await expect(tooltip(page)).toBeVisible()
    await away(page)
    await expect(tooltip(page)).toHaveCount(0)
  })

  test('[CLI-5] A tooltip in a dialog is visible and hoverable, and Escape closes only the tooltip', async ({
    page,
  }) => {
    await button(page, 'Dialog').click()
    const dialog = page.getByRole('dialog', { name: 'Rename the machine' })
    await stopClock(page)
    await button(dialog, 'Close').hover()
    await page.clock.runFor(700)
    await expect(tooltip(page)).toHaveText('Close')
    await tooltip(page).hover()
    await expect(tooltip(page)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(tooltip(page)).toHaveCount(0)
    await expect(dialog).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
  })

  test('[CLI-5] A tooltip follows its element when the page scrolls, and disappears with it', async ({
    page,
  }) => {
    await drag(page).click()
    await away(page)
    await button(page, 'Archive').focus()
    await page.keyboard.press('Shift+Tab')
    await expect(tooltip(page)).toBeVisible()
    const gap = async () => {
      const [over, own] = [await tooltip(page).boundingBox(), await drag(page).boundingBox()]
      return own!.y - over!.y - over!.height
    }
    const top = async () => (await drag(page).boundingBox())!.y
    expect(await gap()).toBeCloseTo(0, 0)
    const before = await top()
    await page.evaluate(() => scrollBy({ top: 60, behavior: 'instant' }))
    expect(await top()).toBeCloseTo(before - 60, 0)
    await expect.poll(gap).toBeCloseTo(0, 0)
    await page.evaluate(() => scrollBy({ top: -1000, behavior: 'instant' }))
    await expect(tooltip(page)).toHaveCount(0)
    await page.evaluate(() => scrollBy({ top: 1000, behavior: 'instant' }))
    await expect(tooltip(page)).toBeVisible()
    await drag(page).evaluate((element) => element.remove())
    await expect(tooltip(page)).toHaveCount(0)
  })

  test('[CLI-5] A tooltip that differs from the name of its element describes the element', async ({
    page,
  }) => {
    await button(page, 'Archive').focus()
    await page.keyboard.press('Shift+Tab')
    await expect(tooltip(page)).toHaveText('Drag to change the order')
    await expect(drag(page)).not.toHaveAttribute('aria-describedby')
    await page.keyboard.press('Tab')
    await expect(button(page, 'Archive')).toHaveAccessibleDescription(
      'Archived machines stay out of sight and can be restored.',
    )
    await page.keyboard.press('Tab')
    await expect(tooltip(page)).toHaveText('Open menu')
    await expect(button(page, 'Archive')).not.toHaveAttribute('aria-describedby')
  })
})

test.describe('tooltips of the public site', () => {
  const chat = (page: Page) => button(page, 'Chat')

  test('[CLI-5] The tooltip code loads on the first hover without extending the delay', async ({ page }) => {
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    let asked = 0
    await page.route(/tooltip-layer/, async (route) => {
      asked++
      await held
      await route.continue()
    })
    await page.goto('/')
    await waitForHydration(page)
    await stopClock(page)
    // The held clock stamps an event when it is first asked for the stamp.
    await page.evaluate(() => addEventListener('pointerover', (event) => void event.timeStamp, true))
    expect(asked).toBe(0)
    await chat(page).hover()
    await expect.poll(() => asked).toBe(1)
    await page.clock.runFor(600)
    release()
    let waitedMs = 600
    const passTime = async () => {
      if ((await tooltip(page).count()) > 0) return true
      await page.clock.runFor(20)
      waitedMs += 20
      return false
    }
    await expect.poll(passTime, { intervals: [50] }).toBe(true)
    expect(waitedMs).toBeGreaterThanOrEqual(700)
    // With some of them for the code to arrive; another 700 after that would make 1300.
    expect(waitedMs).toBeLessThan(1200)
    await expect(tooltip(page)).toHaveText('Chat')
  })

  for (const [name, width, side] of [
    ['WhatsApp', 1100, 'above'],
    ['Chat', 360, 'above'],
    ['Open menu', 360, 'below'],
  ] as const) {
    test(`[CLI-5] The tooltip '${name}' is ${side} its element and within a window of ${width} px`, async ({
      page,
    }) => {
      await page.setViewportSize({ width, height: 740 })
      await page.goto('/')
      await waitForHydration(page)
      const element = page.getByLabel(name, { exact: true })
      await element.hover()
      await expect(tooltip(page)).toHaveText(name)
      const [over, own] = [(await tooltip(page).boundingBox())!, (await element.boundingBox())!]
      expect(over.x).toBeGreaterThanOrEqual(0)
      expect(over.x + over.width).toBeLessThanOrEqual(width)
      if (side === 'above') expect(over.y + over.height).toBeCloseTo(own.y, 0)
      else expect(over.y).toBeCloseTo(own.y + own.height, 0)
    })
  }

  test('[CLI-5] Tooltips are white on marine with 14 px text', async ({ page }) => {
    await page.goto('/')
    await waitForHydration(page)
    await chat(page).hover()
    const words = tooltip(page).getByText('Chat')
    await expect(words).toHaveCSS('background-color', 'rgb(6, 27, 49)')
    await expect(words).toHaveCSS('color', 'rgb(255, 255, 255)')
    await expect(words).toHaveCSS('font-size', '14px')
  })

  test('[CLI-5] Every icon button of navigation bar, chat and sign-in dialog has a tooltip with its name', async ({
    page,
  }) => {
    await page.goto('/')
    await waitForHydration(page)
    await chat(page).click()
    await page.getByLabel('Your message').fill('Price')
    const named = [
      'Call',
      'WhatsApp',
      'Chat',
      'LinkedIn',
      'Facebook',
      'YouTube',
      'Instagram',
      'Close chat',
      'Send',
    ]
    for (const name of named) {
      await expect(page.getByLabel(name, { exact: true })).toHaveAttribute('data-tooltip', name)
    }
    await button(page, 'Close chat').click()
    await button(page, 'Admin Access').click()
    const dialog = page.getByRole('dialog', { name: 'Admin Login' })
    await button(dialog, 'Show password').hover()
    await expect(tooltip(page)).toHaveText('Show password')
    await button(dialog, 'Show password').click()
    await page.mouse.move(5, 5)
    await button(dialog, 'Hide password').hover()
    await expect(tooltip(page)).toHaveText('Hide password')
  })

  test('[CLI-5] Escape closes the tooltip first, then the chat', async ({ page }) => {
    await page.goto('/')
    await waitForHydration(page)
    await chat(page).click()
    const helper = page.getByRole('region', { name: 'Chat', exact: true })
    await expect(page.getByLabel('Your message')).toBeFocused()
    await button(page, 'Close chat').hover()
    await expect(tooltip(page)).toHaveText('Close chat')
    await page.keyboard.press('Escape')
    await expect(tooltip(page)).toHaveCount(0)
    await expect(helper).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(helper).toHaveCount(0)
  })

  test.describe('on a phone', () => {
    test.use({ hasTouch: true })

    test('[CLI-5] Touching an element opens no tooltip', async ({ page }) => {
      await page.goto('/')
      await waitForHydration(page)
      await stopClock(page)
      await chat(page).tap()
      await expect(page.getByRole('region', { name: 'Chat', exact: true })).toBeVisible()
      await button(page, 'Close chat').tap()
      await expect(chat(page)).toBeFocused()
      await page.clock.runFor(5000)
      await expect(tooltip(page)).toHaveCount(0)
    })

    test('[CLI-5] A touch that lasts until the tooltip code is loaded opens no tooltip', async ({
      page,
      context,
    }) => {
      await page.setViewportSize({ width: 360, height: 740 })
      await page.goto('/')
      await waitForHydration(page)
      await stopClock(page)
      const box = (await button(page, 'Open menu').boundingBox())!
      const touchPoints = [{ x: box.x + box.width / 2, y: box.y + box.height / 2 }]
      const finger = await context.newCDPSession(page)
      const arrived = page.waitForResponse(/tooltip-layer/)
      await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints })
      await page.evaluate((url) => import(url), (await arrived).url())
      await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
      await page.clock.runFor(1000)
      await expect(button(page, 'Close menu')).toBeVisible()
      await expect(tooltip(page)).toHaveCount(0)
    })
  })
})
