import type { Page } from '@playwright/test'
import { expect, openPage, test, waitForHydration } from '../../support/browser/browser.ts'
import { contactForm, typeContact } from '../../support/browser/contact-form.ts'

test.use({ siteName: 'quotes' })

test('[FEAT-7, CAT-7] The contact form shows the item of the quote request, sends it with the enquiry, and can remove it', async ({
  page,
}) => {
  await openPage(page, '/product/cl-25-capstan-lathe')
  await page.getByRole('main').getByRole('link', { name: 'Request Quote' }).first().click()
  await expect(page).toHaveURL(/\/#contact$/)
  const form = contactForm(page)
  await expect(form.getByText('Your enquiry is about CL 25 Capstan Lathe')).toBeVisible()
  await page.reload()
  await waitForHydration(page)
  await expect(form.getByText('Your enquiry is about CL 25 Capstan Lathe')).toBeVisible()
  const sent = page.waitForRequest('**/api/enquiries')
  await typeContact(page, 'One machine, please.')
  await form.getByRole('button', { name: 'Send Inquiry' }).click()
  const item = (await (await page.request.get('/api/products/cl-25-capstan-lathe')).json()) as {
    id: string
  }
  expect((await sent).postDataJSON()).toMatchObject({ item: item.id })
  await expect(page.getByText('Thank you for your inquiry!', { exact: true })).toBeVisible()
  await expect(form.getByText('Your enquiry is about')).toBeHidden()

  await openPage(page, '/products')
  await page.getByRole('link', { name: 'Request Quote' }).nth(1).click()
  await form.getByRole('button', { name: /^Do not ask about/ }).click()
  await expect(form.getByText('Your enquiry is about')).toBeHidden()
})

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
  ['/product/cl-25-capstan-lathe', 'Request Quote', 'contact', 700],
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

test("[FEAT-7] 'Request Quote' ends at the form and focuses its heading while modules, lists and pictures are slow", async ({
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
  await expect(page.locator('#contact').getByText('Your enquiry is about')).toBeVisible()
  await expect(page.locator('#products .card').first()).toBeVisible()
  await expect.poll(() => sectionTop(page, 'contact')).toBe(72)
  // Until the last picture has arrived.
  await page.waitForTimeout(3000)
  expect(await sectionTop(page, 'contact')).toBe(72)
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
