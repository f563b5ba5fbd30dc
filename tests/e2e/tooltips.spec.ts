import type { Locator, Page } from '@playwright/test'
import { expect, openAdmin, openPage, stopClock, test } from '../support/browser/browser.ts'

const button = (page: Page | Locator, name: string) => page.getByRole('button', { name, exact: true })
const tooltip = (page: Page) => page.getByRole('tooltip')

test.describe('Tooltips of the admin', () => {
  test.beforeEach(async ({ page }) => {
    await openAdmin(page, '/admin/ui')
    await expect(drag(page)).toBeVisible()
  })

  const drag = (page: Page) => button(page, 'Drag to change the order')
  const menu = (page: Page) => button(page, 'Open menu')
  /** Moves the pointer to an empty area of the sidebar. */
  const moveAway = (page: Page) => page.mouse.move(120, 450)

  test('[CLI-5] A tooltip opens after 700 ms of hovering, within 300 ms after another without delay, and closes when the pointer leaves', async ({
    page,
  }) => {
    await stopClock(page)
    await drag(page).hover()
    await page.clock.runFor(690)
    await moveAway(page)
    await page.clock.runFor(2000)
    await expect(tooltip(page)).toHaveCount(0)

    await drag(page).hover()
    await page.clock.runFor(690)
    await expect(tooltip(page)).toHaveCount(0)
    await page.clock.runFor(10)
    await expect(tooltip(page)).toHaveText('Drag to change the order')
    await menu(page).hover()
    await expect(tooltip(page)).toHaveText('Open menu')
    await moveAway(page)
    await expect(tooltip(page)).toHaveCount(0)
    await page.clock.runFor(290)
    await drag(page).hover()
    await expect(tooltip(page)).toHaveText('Drag to change the order')

    await moveAway(page)
    await expect(tooltip(page)).toHaveCount(0)
    await page.clock.runFor(300)
    await menu(page).hover()
    await page.clock.runFor(690)
    await expect(tooltip(page)).toHaveCount(0)
    await page.clock.runFor(10)
    await expect(tooltip(page)).toHaveText('Open menu')
    await page.mouse.move(-5, -5)
    await expect(tooltip(page)).toHaveCount(0)
  })

  test('[CLI-5] Moving the pointer within the element neither restarts the delay nor reopens the tooltip, which stays open while the pointer is over it', async ({
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
    const tip = (await tooltip(page).boundingBox())!
    await page.mouse.move(tip.x + tip.width / 2, tip.y + tip.height / 2, { steps: 12 })
    await page.clock.runFor(20_000)
    await expect(tooltip(page)).toBeVisible()
    await drag(page).locator('svg').hover()
    await expect(tooltip(page)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(tooltip(page)).toHaveCount(0)
    await page.mouse.move(box.x + 3, box.y + 3)
    await page.clock.runFor(2000)
    await expect(tooltip(page)).toHaveCount(0)
  })

  test('[CLI-5] A tooltip opened by focus stays open when the pointer moves, and one opened by hover when the focus moves', async ({
    page,
  }) => {
    await stopClock(page)
    await drag(page).click()
    await page.keyboard.press('Tab')
    await expect(tooltip(page)).toHaveText(/^Archived/)
    await moveAway(page)
    await expect(tooltip(page)).toHaveText(/^Archived/)
    await menu(page).click()
    await expect(tooltip(page)).toHaveCount(0)
    await moveAway(page)
    await menu(page).hover()
    await expect(tooltip(page)).toHaveText('Open menu')
    await page.keyboard.press('Tab')
    await expect(button(page, 'Default toast')).toBeFocused()
    await expect(tooltip(page)).toHaveText('Open menu')
  })

  test('[CLI-5] A tooltip opens immediately on keyboard focus, not on a click, and describes its element only if it differs from its name', async ({
    page,
  }) => {
    await stopClock(page)
    await drag(page).click()
    await expect(drag(page)).toBeFocused()
    await page.clock.runFor(2000)
    await expect(tooltip(page)).toHaveCount(0)
    await page.keyboard.press('Tab')
    await expect(tooltip(page)).toHaveText('Archived machines are hidden and can be restored.')
    await expect(button(page, 'Archive')).toHaveAccessibleDescription(
      'Archived machines are hidden and can be restored.',
    )
    await page.keyboard.press('Tab')
    await expect(tooltip(page)).toHaveText('Open menu')
    await expect(menu(page)).not.toHaveAttribute('aria-describedby')
    await expect(button(page, 'Archive')).not.toHaveAttribute('aria-describedby')
    await page.keyboard.press('Enter')
    await expect(tooltip(page)).toHaveCount(0)
    await page.keyboard.press('Shift+Tab')
    await expect(tooltip(page)).toBeVisible()
    await button(page, 'Default toast').focus()
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

  test('[CLI-5] A tooltip follows its element when the page scrolls, and closes when the element is out of view or removed', async ({
    page,
  }) => {
    await drag(page).click()
    await moveAway(page)
    await button(page, 'Archive').focus()
    await page.keyboard.press('Shift+Tab')
    await expect(tooltip(page)).toBeVisible()
    const getGap = async () => {
      const [tip, trigger] = [await tooltip(page).boundingBox(), await drag(page).boundingBox()]
      return trigger!.y - tip!.y - tip!.height
    }
    const getTop = async () => (await drag(page).boundingBox())!.y
    expect(await getGap()).toBeCloseTo(0, 0)
    const before = await getTop()
    await page.evaluate(() => scrollBy({ top: 60, behavior: 'instant' }))
    expect(await getTop()).toBeCloseTo(before - 60, 0)
    await expect.poll(getGap).toBeCloseTo(0, 0)
    await page.evaluate(() => scrollBy({ top: -1000, behavior: 'instant' }))
    await expect(tooltip(page)).toHaveCount(0)
    await page.evaluate(() => scrollBy({ top: 1000, behavior: 'instant' }))
    await expect(tooltip(page)).toBeVisible()
    await drag(page).evaluate((element) => element.remove())
    // The focus moves to the next button, which has a tooltip too.
    await expect(tooltip(page).filter({ hasText: 'Drag to change the order' })).toHaveCount(0)
  })
})

test.describe('Tooltips of the public site', () => {
  const chat = (page: Page) => button(page, 'Chat')

  test('[CLI-5] The tooltip code loads on the first hover without extending the delay', async ({ page }) => {
    const released = Promise.withResolvers<void>()
    let requestCount = 0
    await page.route(/tooltip-layer/, async (route) => {
      requestCount++
      await released.promise
      await route.continue()
    })
    await openPage(page, '/')
    await stopClock(page)
    // While the clock is stopped, an event gets its `timeStamp` when the property is read for the first time.
    await page.evaluate(() => addEventListener('pointerover', (event) => void event.timeStamp, true))
    expect(requestCount).toBe(0)
    await chat(page).hover()
    await expect.poll(() => requestCount).toBe(1)
    await page.clock.runFor(600)
    released.resolve()
    let elapsedMs = 600
    const advanceUntilShown = async () => {
      if ((await tooltip(page).count()) > 0) return true
      await page.clock.runFor(20)
      elapsedMs += 20
      return false
    }
    await expect.poll(advanceUntilShown, { intervals: [50] }).toBe(true)
    expect(elapsedMs).toBeGreaterThanOrEqual(700)
    // The code may take some time to load. A delay that started again after loading would end at 1300 ms.
    expect(elapsedMs).toBeLessThan(1200)
    await expect(tooltip(page)).toHaveText('Chat')
  })

  test('[CLI-5] A tooltip is above or below its element and within the window, white on marine with 14 px text', async ({
    page,
  }) => {
    await openPage(page, '/')
    for (const [name, width, side] of [
      ['WhatsApp', 1100, 'above'],
      ['Chat', 360, 'above'],
      ['Open menu', 360, 'below'],
    ] as const) {
      await page.setViewportSize({ width, height: 740 })
      const element = page.getByLabel(name, { exact: true })
      await element.hover()
      await expect(tooltip(page)).toHaveText(name)
      const [tip, trigger] = [(await tooltip(page).boundingBox())!, (await element.boundingBox())!]
      expect(tip.x).toBeGreaterThanOrEqual(0)
      expect(tip.x + tip.width).toBeLessThanOrEqual(width)
      if (side === 'above') expect(tip.y + tip.height).toBeCloseTo(trigger.y, 0)
      else expect(tip.y).toBeCloseTo(trigger.y + trigger.height, 0)
    }
    const label = tooltip(page).getByText('Open menu')
    await expect(label).toHaveCSS('background-color', 'rgb(6, 27, 49)')
    await expect(label).toHaveCSS('color', 'rgb(255, 255, 255)')
    await expect(label).toHaveCSS('font-size', '14px')
  })

  test('[CLI-5] The icon buttons of floating actions, footer, chat and sign-in dialog have tooltips with their names; Escape closes the tooltip first, then the chat', async ({
    page,
  }) => {
    await openPage(page, '/')
    await chat(page).click()
    await page.getByLabel('Your message').fill('Price')
    const names = [
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
    for (const name of names) {
      await expect(
        page.getByLabel(name, { exact: true }).and(page.getByRole('button').or(page.getByRole('link'))),
      ).toHaveAttribute('data-tooltip', name)
    }
    await button(page, 'Close chat').hover()
    await expect(tooltip(page)).toHaveText('Close chat')
    await page.keyboard.press('Escape')
    await expect(tooltip(page)).toHaveCount(0)
    const chatRegion = page.getByRole('region', { name: 'Chat', exact: true })
    await expect(chatRegion).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(chatRegion).toHaveCount(0)
    await button(page, 'Admin Access').click()
    const dialog = page.getByRole('dialog', { name: 'Admin Login' })
    await button(dialog, 'Show password').hover()
    await expect(tooltip(page)).toHaveText('Show password')
    await button(dialog, 'Show password').click()
    await page.mouse.move(5, 5)
    await button(dialog, 'Hide password').hover()
    await expect(tooltip(page)).toHaveText('Hide password')
  })

  test.describe('Tooltips on touch screens', () => {
    test.use({ hasTouch: true })

    test('[CLI-5] Touching an element opens no tooltip', async ({ page }) => {
      await openPage(page, '/')
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
      await openPage(page, '/')
      await stopClock(page)
      const box = (await button(page, 'Open menu').boundingBox())!
      const touchPoints = [{ x: box.x + box.width / 2, y: box.y + box.height / 2 }]
      const devTools = await context.newCDPSession(page)
      const loaded = page.waitForResponse(/tooltip-layer/)
      await devTools.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints })
      await page.evaluate((url) => import(url), (await loaded).url())
      await devTools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
      await page.clock.runFor(1000)
      await expect(button(page, 'Close menu')).toBeVisible()
      await expect(tooltip(page)).toHaveCount(0)
    })
  })
})
