import type { Page } from '@playwright/test'
import { expect, openPage, test } from '../../support/browser/browser.ts'

const CL25 = '/product/cl-25-capstan-lathe'
const gallery = (page: Page) => page.getByRole('region', { name: 'Pictures' })
const stage = (page: Page) => gallery(page).getByRole('button', { name: /^Zoom/ })
const imageStatus = (page: Page) => gallery(page).getByRole('status')
const getImageWidth = (page: Page) =>
  stage(page)
    .locator('img')
    .evaluate((image) => Math.round(image.getBoundingClientRect().width))
const itemStrip = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

test('[DET-2] Arrow keys, Home and End change the picture of the gallery without moving the focus, as do horizontal swipes of some length', async ({
  page,
}) => {
  await openPage(page, CL25)
  const expectPicture = (text: string) => expect(imageStatus(page)).toHaveText(text)
  await stage(page).focus()
  await page.keyboard.press('ArrowRight')
  await expectPicture('Side View, picture 2 of 4')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  await expectPicture('Internal View, picture 4 of 4')
  await page.keyboard.press('Home')
  await expectPicture('Front View, picture 1 of 4')
  await page.keyboard.press('End')
  await expectPicture('Internal View, picture 4 of 4')
  await expect(stage(page)).toBeFocused()
  await page.keyboard.press('Home')
  const box = (await stage(page).boundingBox())!
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  const swipe = async (dx: number, dy: number) => {
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x + dx / 2, y + dy / 2)
    await page.mouse.move(x + dx, y + dy)
    await page.mouse.up()
  }
  await swipe(-120, 5)
  await expectPicture('Side View, picture 2 of 4')
  await expect(stage(page), 'a swipe does not zoom').toHaveAttribute('aria-pressed', 'false')
  await swipe(120, -5)
  await expectPicture('Front View, picture 1 of 4')
  await swipe(40, 0)
  await swipe(60, 120)
  await expectPicture('Front View, picture 1 of 4')
})

test('In the gallery, Ctrl with the wheel zooms the picture, the wheel alone scrolls the page, and a drag moves the zoomed picture within its box', async ({
  page,
}) => {
  await openPage(page, CL25)
  const fullWidth = await getImageWidth(page)
  await stage(page).hover()
  await page.mouse.wheel(0, 200)
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(100)
  expect(await getImageWidth(page)).toBe(fullWidth)
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
  await stage(page).hover()
  await page.keyboard.down('Control')
  await page.mouse.wheel(0, -600)
  await page.keyboard.up('Control')
  await expect.poll(() => getImageWidth(page)).toBeGreaterThan(1.5 * fullWidth)
  const getLeft = () =>
    stage(page)
      .locator('img')
      .evaluate((image) => image.getBoundingClientRect().left)
  const frame = (await stage(page).boundingBox())!
  await page.mouse.down()
  await page.mouse.move(frame.x + frame.width * 3, frame.y, { steps: 4 })
  await page.mouse.up()
  await expect
    .poll(getLeft, 'the left edge of the picture stays at the edge of the box')
    .toBeCloseTo(frame.x, 0)
  await gallery(page).getByRole('button', { name: 'Next picture' }).click()
  expect(await getImageWidth(page), 'the next picture is not zoomed').toBe(fullWidth)
})

test('The sections of a product page are named at the top of the window while the page is read', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 900 })
  await openPage(page, CL25)
  const sections = page.getByRole('navigation', { name: 'Sections' }).getByRole('link')
  await expect(sections).toHaveText(['Overview', 'Specifications', 'Documents', 'Drawings', 'Spare parts'])
  for (const [name, heading] of [
    ['Spare parts', 'Spare parts for this machine'],
    ['Specifications', 'Technical Specifications'],
  ] as const) {
    await sections.filter({ hasText: name }).click()
    await expect(page.getByRole('heading', { name: heading })).toBeInViewport()
  }
  await expect(sections.first()).toBeInViewport()
  await expect(page.getByRole('button', { name: 'Add to enquiry', exact: true })).toBeInViewport()
})

test.describe('Product page on phones', () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 844 } })

  test('Price and action stay at the lower edge of the window, beside the contacts', async ({ page }) => {
    await openPage(page, CL25)
    await page.getByRole('contentinfo').last().scrollIntoViewIfNeeded()
    const add = page.getByRole('button', { name: 'Add to enquiry: CL 25 Capstan Lathe' })
    const contacts = (await page.getByRole('complementary', { name: 'Quick contact' }).boundingBox())!
    const box = (await add.boundingBox())!
    expect(box.x + box.width).toBeLessThanOrEqual(contacts.x)
    expect(box.y + box.height).toBeLessThanOrEqual(844)
    await expect(page.getByText('$17,647.06').filter({ visible: true }).last()).toBeInViewport()
    await add.click()
    await expect(page.getByRole('button', { name: 'Enquiry list: 1 item' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'In enquiry: CL 25 Capstan Lathe' })).toBeInViewport()
  })

  test('A pinch gesture zooms the picture of the gallery without changing to another picture', async ({
    page,
  }) => {
    await openPage(page, CL25)
    const fullWidth = await getImageWidth(page)
    const box = (await stage(page).boundingBox())!
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
    const devTools = await page.context().newCDPSession(page)
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...offsets: number[]) =>
      devTools.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: offsets.map((dx, id) => ({ x: x + dx, y, id })),
      })
    await touch('touchStart', -30, 30)
    await touch('touchMove', -45, 45)
    await touch('touchMove', -60, 60)
    await touch('touchEnd')
    await expect.poll(() => getImageWidth(page)).toBeGreaterThan(1.8 * fullWidth)
    await expect(imageStatus(page)).toHaveText('Front View, picture 1 of 4')
  })
})

test('The page of a machine lists its spare parts by assembly, a link to all of them, and similar machines', async ({
  page,
}) => {
  await openPage(page, CL25)
  const parts = page.getByRole('region', { name: 'Spare parts for this machine' })
  await expect(parts.getByRole('listitem')).toHaveCount(24)
  await expect(parts.getByRole('heading', { level: 3 }).first()).toHaveText('Coolant system')
  await expect(itemStrip(page, 'Similar machines').getByRole('heading', { level: 3 }).first()).toHaveText(
    'CL 25 Long-bed Capstan Lathe',
  )
  await page.getByRole('link', { name: /^View all compatible spare parts/ }).click()
  await expect(page.getByText('Showing 24 of 100 spare parts')).toBeVisible()
  const remove = page.getByRole('link', { name: 'Remove filter: Fits CL 25 Capstan Lathe' })
  await expect(remove).toBeVisible()
  await remove.click()
  await expect(page).toHaveURL(/\/products\?tab=spares$/)
})

test('An item is shown although its related items cannot be loaded', async ({ page, context }) => {
  await context.route('**/api/related/*', (route) => route.fulfill({ status: 200, body: 'not json' }))
  await openPage(page, '/products')
  await page.getByRole('link', { name: 'CL 25 Capstan Lathe' }).first().click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('CL 25 Capstan Lathe')
  await expect(itemStrip(page, 'Similar machines')).toBeHidden()
})

test('Recently viewed items are listed with the most recent first, without the displayed one', async ({
  page,
}) => {
  for (const path of [CL25, '/product/operator-training', '/product/cl-40-capstan-lathe'])
    await openPage(page, path)
  const recent = itemStrip(page, 'Recently viewed').getByRole('heading', { level: 3 })
  await expect(recent).toHaveText(['Operator Training', 'CL 25 Capstan Lathe'])
  // Older versions stored ids without a time.
  const ids = await page.evaluate(() => {
    const stored = (JSON.parse(localStorage.getItem('recentlyViewed')!) as string[]).map(
      (entry) => entry.split(' ')[0],
    )
    localStorage.setItem('recentlyViewed', JSON.stringify(stored))
    return stored
  })
  expect(ids).toHaveLength(3)
  await openPage(page, '/product/operator-training')
  await expect(recent).toHaveText(['CL 40 Capstan Lathe', 'CL 25 Capstan Lathe'])
})

test.describe('Sharing an item', () => {
  test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

  test('A colleague gets name, price, page and data sheet by email and WhatsApp', async ({ page, site }) => {
    await openPage(page, CL25)
    const price = await page.getByText(/^\$/).first().textContent()
    const read = async (name: string) => {
      const link = page.locator('.share').getByRole('link', { name })
      const url = new URL((await link.getAttribute('href'))!)
      return (url.searchParams.get('text') ?? url.searchParams.get('body'))!.split(/\r?\n/)
    }
    const lines = [
      'CL 25 Capstan Lathe',
      expect.stringMatching(/^Price: \$[\d,.]+ \(₹15,00,000\)$/),
      site.url + CL25,
      `Data sheet: ${site.url}${CL25}.pdf`,
    ]
    expect(await read('Email')).toEqual(lines)
    expect(await read('Send by WhatsApp')).toEqual(lines)
    expect((await read('Email'))[1]).toContain(price)
  })

  test('Link and model of an item are copied, or the link is shown if it cannot be copied; the WhatsApp link has name and URL', async ({
    page,
    site,
  }) => {
    await openPage(page, CL25)
    const whatsApp = page.getByRole('main').getByRole('link', { name: 'WhatsApp', exact: true })
    const url = new URL((await whatsApp.getAttribute('href'))!)
    expect(url.href).toMatch(/^https:\/\/wa\.me\/914220001420\?/)
    expect(url.searchParams.get('text')).toBe(`Please quote: CL 25 Capstan Lathe\n${site.url}${CL25}`)
    const readClipboard = () => page.evaluate(() => navigator.clipboard.readText())
    await page.getByRole('button', { name: 'Copy link' }).click()
    await expect(page.getByText('Link copied', { exact: true })).toBeVisible()
    expect(await readClipboard()).toBe(site.url + CL25)
    await page.getByRole('button', { name: 'Copy model' }).click()
    await expect(page.getByText('Model copied', { exact: true })).toBeVisible()
    expect(await readClipboard()).toBe('CL 25')
    await page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new Error('no'))
    })
    // Not by the pointer: the toast may lie above the button.
    await page.getByRole('button', { name: 'Copy link' }).press('Enter')
    await expect(page.getByText('Could not copy the link. Copy it here:', { exact: true })).toBeVisible()
    const shown = page.getByText(site.url + CL25).filter({ visible: true })
    await expect(shown.first()).toBeVisible()
  })
})

test('A printed product page is one sheet with heading, picture, price, features and table, without controls', async ({
  page,
}) => {
  await openPage(page, CL25)
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByText('CL 25 Capstan Lathe, specifications')).toBeVisible()
  for (const text of ['Key Features', 'Technical Specifications', 'In Stock']) {
    await expect(page.getByText(text, { exact: true })).toBeVisible()
  }
  for (const hidden of [
    page.getByRole('banner'),
    page.getByRole('contentinfo').last(),
    page.getByRole('complementary', { name: 'Quick contact' }),
    page.getByRole('main').getByRole('link', { name: 'Request Quote' }),
    gallery(page).getByRole('button', { name: 'Next picture' }),
    itemStrip(page, 'Similar machines'),
  ]) {
    await expect(hidden).toBeHidden()
  }
  const pages = (await page.pdf({ preferCSSPageSize: true })).toString('latin1').match(/\/Type\s*\/Page\b/g)
  expect(pages).toHaveLength(1)
})
