import { readFileSync } from 'node:fs'
import { expect, type Page } from '@playwright/test'
import type axe from 'axe-core'

type Axe = typeof axe
/** The minified script: each page parses it again. */
const AXE_SCRIPT = readFileSync(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8')
/** The axe rules for WCAG 2.2 A and AA, and the best practices that axe recommends beyond them. */
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** The widths in px of a phone, a tablet and a small desktop window. */
const WIDTHS = [390, 768, 1280]
const HEIGHT = 844

/**
 * Fails if axe finds a violation. Frames are left out: the preview of the settings shows pages with tests of their own. It
 * runs in the page itself, because @axe-core/playwright opens another page for each check. `part` is a CSS selector. A whole
 * page is checked when it has its heading: before, its script is still loading.
 */
export async function expectNoViolations(page: Page, label?: string, part = 'html'): Promise<void> {
  if (part === 'html') await page.locator('h1').first().waitFor({ state: 'attached' })
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE_SCRIPT)
  const violations = await page.evaluate(
    async ([values, part]) => {
      const { axe } = window as unknown as { axe: Axe }
      const { violations } = await axe.run(
        { include: [[part]], exclude: [['iframe']] },
        { runOnly: { type: 'tag', values }, resultTypes: ['violations'], iframes: false, selectors: false },
      )
      return violations
    },
    [TAGS, part] as const,
  )
  const descriptions = violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${help}\n  ${html.slice(0, 200)}\n  ${failureSummary}`),
  )
  expect(descriptions, label).toEqual([])
}

/** Fails if the page scrolls sideways at one of these widths in px. The window keeps the last one. */
export async function expectNoOverflow(page: Page, widths = WIDTHS, label = ''): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: HEIGHT })
    const getOverflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    await expect.poll(getOverflow, { message: `${label} at ${width} px` }).toBe(0)
  }
}

/** Both checks at each of these widths. */
export async function expectAccessible(page: Page, widths = WIDTHS, label = ''): Promise<void> {
  for (const width of widths) {
    await expectNoOverflow(page, [width], label)
    await expectNoViolations(page, `${label} at ${width} px`)
  }
}

/** The focus did not fall back to the body when the control that had it was removed or disabled. */
export const expectFocusKept = (page: Page): Promise<void> =>
  expect
    .poll(() => page.evaluate(() => document.activeElement !== document.body), 'an element has the focus')
    .toBe(true)
