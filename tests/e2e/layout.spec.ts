import { expect, openPage, test } from '../support/browser/browser.ts'

test('At 1024 px the floating buttons overlap no cards, and the e-mail address in the footer is on one line', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1024, height: 768 })
  for (const path of ['/', '/products']) {
    await openPage(page, path)
    const { left } = await page
      .getByRole('complementary', { name: 'Quick contact' })
      .evaluate((aside) => aside.getBoundingClientRect())
    const cardEdges = await page
      .locator('.card')
      .evaluateAll((cards) => cards.map((card) => card.getBoundingClientRect().right))
    expect(Math.max(...cardEdges), path).toBeLessThanOrEqual(left)
  }
  const lines = await page
    .getByRole('contentinfo')
    .locator('a[href^="mailto:"]')
    .evaluate((link) => {
      const range = document.createRange()
      range.selectNodeContents(link)
      return range.getClientRects().length
    })
  expect(lines).toBe(1)
})

test('The footer of a short page ends at the lower edge of the window, and no line of it is drawn twice', async ({
  page,
}) => {
  await page.goto('/compare')
  const footer = page.getByRole('contentinfo')
  for (const [width, height] of [
    [1280, 900],
    [900, 1300],
    [390, 1600],
  ] as const) {
    await page.setViewportSize({ width, height })
    expect(await footer.evaluate((element) => element.getBoundingClientRect().bottom)).toBe(height)
    const isDouble = await footer.locator('.footer-cell').evaluateAll((cells) => {
      const frame = cells[0]!.parentElement!
      const inner = frame.getBoundingClientRect()
      return cells.map((cell) => {
        const { right, bottom } = cell.getBoundingClientRect()
        const { borderRightWidth, borderBottomWidth } = getComputedStyle(cell)
        const isAtEdge = right > inner.right - 3
        const isAboveLine = frame.lastElementChild!.getBoundingClientRect().top - bottom < 1
        return (isAtEdge && borderRightWidth !== '0px') || (isAboveLine && borderBottomWidth !== '0px')
      })
    })
    expect(isDouble, `at ${width} px`).toEqual([false, false, false, false])
  }
})

test.describe('Layout without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test("Without JavaScript the link 'Menu' is shown at 390 px and hidden at 1280 px", async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 800 })
    await page.goto('/')
    const link = page.getByRole('link', { name: 'Menu', exact: true })
    await expect(link).toBeVisible()
    await page.setViewportSize({ width: 1280, height: 800 })
    await expect(link).toBeHidden()
  })
})

test('The buttons of the hero are above the lathes of the picture at 1920 x 800', async ({ page }) => {
  await page.setViewportSize({ width: 1920, height: 800 })
  await page.goto('/')
  const button = (await page.locator('#home').getByRole('link', { name: 'View products' }).boundingBox())!
  // The lathes in the picture begin at 445 px.
  expect(button.y + button.height).toBeLessThanOrEqual(445)
})
