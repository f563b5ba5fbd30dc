import type { Page } from '@playwright/test'
import { expect, openPage, test } from '../../support/browser/browser.ts'

/** Delays the three featured lists, so that the landing page grows while it is scrolling. */
async function delayFeaturedLists(page: Page, delayMs: number) {
  await page.route('**/api/*/featured', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, delayMs))
    await route.continue()
  })
}

const sectionTop = (page: Page, id: string) =>
  page.locator(`#${id}`).evaluate((section) => Math.round(section.getBoundingClientRect().top))

for (const [path, name, id, delayMs] of [
  ['/products', 'Request Quote', 'contact', 200],
  ['/products', 'Services', 'services', 700],
] as const) {
  test(`[FEAT-7, NAV-2] '${name}' on ${path} ends at the ${id} section when the featured lists take ${delayMs} ms`, async ({
    page,
  }) => {
    await openPage(page, path)
    await delayFeaturedLists(page, delayMs)
    await page.getByRole('link', { name, exact: true }).first().click()
    await expect(page.locator('#products .card').first()).toBeVisible()
    // The section begins below the navigation bar, which is 72 px high.
    await expect.poll(() => sectionTop(page, id)).toBe(72)
    await page.waitForTimeout(500)
    expect(await sectionTop(page, id)).toBe(72)
  })
}

test("[FEAT-7, CAT-7] 'Request Quote' ends at the form with the item, which can be removed, and focuses its heading while modules, lists and pictures are slow", async ({
  page,
}) => {
  await openPage(page, '/product/cl-25-capstan-lathe')
  const client = await page.context().newCDPSession(page)
  await client.send('Network.setCacheDisabled', { cacheDisabled: true })
  await client.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await delayFeaturedLists(page, 1500)
  for (const [pattern, delayMs] of [
    ['**/assets/*.js', 800],
    ['**/media/**', 2500],
    ['**/api/reviews', 2000],
  ] as const)
    await page.route(pattern, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, delayMs))
      await route.continue()
    })
  await page.getByRole('main').getByRole('link', { name: 'Request Quote' }).first().click()
  await expect(page.locator('#contact h2')).toBeFocused()
  const about = page.locator('#contact').getByText('Your enquiry is about CL 25 Capstan Lathe')
  await expect(about).toBeVisible()
  await expect(page.locator('#products .card').first()).toBeVisible()
  await expect.poll(() => sectionTop(page, 'contact')).toBe(72)
  // Until the last picture has arrived.
  await page.waitForTimeout(3000)
  expect(await sectionTop(page, 'contact')).toBe(72)
  await page
    .locator('#contact')
    .getByRole('button', { name: /^Remove / })
    .click()
  await expect(about).toBeHidden()
})

test("[NAV-2] A visitor's scrolling ends the correction of the scroll position", async ({ page }) => {
  await openPage(page, '/products')
  await delayFeaturedLists(page, 1500)
  await page.getByRole('link', { name: 'Request Quote' }).first().click()
  await expect(page).toHaveURL(/#contact$/)
  await expect.poll(() => sectionTop(page, 'contact')).toBe(72)
  await page.mouse.wheel(0, -3000)
  await expect(page.locator('#products .card').first()).toBeVisible()
  await page.waitForTimeout(500)
  expect(Math.abs((await sectionTop(page, 'contact')) - 72)).toBeGreaterThan(500)
})
