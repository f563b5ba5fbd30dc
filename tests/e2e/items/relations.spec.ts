import type { Page } from '@playwright/test'
import {
  createImageFiles,
  createItem,
  MACHINE_FORM,
  MIN_SPECIFICATIONS,
  SPARE_PART_FORM,
} from '../../support/browser/admin-forms.ts'
import { expect, openAdmin, openPage, signInByApi, test } from '../../support/browser/browser.ts'
import { expectAccessible } from '../../support/browser/screen-checks.ts'

test.use({ siteName: 'item-forms' })

const create = (page: Page, form: typeof MACHINE_FORM | typeof SPARE_PART_FORM, name: string) =>
  createItem(page, form, { name, description: 'As it was.', specifications: MIN_SPECIFICATIONS })

test('The parts of a machine are added, changed and removed by keyboard, and each change can be undone', async ({
  page,
  browser,
}) => {
  await signInByApi(page)
  const machine = await create(page, MACHINE_FORM, 'RX 5 Capstan Lathe')
  for (const name of ['RX Belt', 'RX Gear']) await create(page, SPARE_PART_FORM, name)
  await page.goto(MACHINE_FORM.edit + machine.id)
  const search = page.getByLabel('Find an item by code or name')
  const parts = page.getByRole('region', { name: 'Spare parts' })

  await page.getByLabel('Assembly', { exact: true }).pressSequentially('Headstock')
  await page.getByLabel('Quantity', { exact: true }).pressSequentially('2')
  await search.pressSequentially('RX Belt')
  await expect(page.getByRole('listbox').getByRole('option')).toHaveText([/RX Belt/])
  await page.keyboard.press('Enter')
  await expect(parts.getByRole('heading')).toHaveText('Spare parts (1)')
  await expect(search).toBeFocused()
  await expect(search).toHaveValue('')
  await expect(parts.getByLabel('Assembly of RX Belt')).toHaveValue('Headstock')
  await expect(parts.getByLabel('Quantity of RX Belt')).toHaveValue('2')

  await search.pressSequentially('RX Gear')
  await expect(page.getByRole('listbox').getByRole('option')).toHaveText([/RX Gear/])
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(parts.getByRole('listitem')).toHaveCount(2)
  const position = parts.getByLabel('Position of RX Gear')
  await position.pressSequentially('12')
  await position.press('Enter')
  await expect(page.getByText('Relation changed', { exact: true })).toBeVisible()
  await expect(page.getByText('Unsaved changes')).toHaveCount(0)

  // Each field is saved while the next one is typed; nothing of it is lost, and the row keeps its place and the focus.
  const lastPut = page.waitForResponse(
    (response) =>
      response.request().method() === 'PUT' && (response.request().postData() ?? '').includes('"quantity":3'),
  )
  const assembly = parts.getByLabel('Assembly of RX Gear')
  await assembly.press('ControlOrMeta+A')
  await assembly.pressSequentially('Apron')
  await assembly.press('Tab')
  await position.pressSequentially('4')
  await position.press('Tab')
  const quantity = parts.getByLabel('Quantity of RX Gear')
  await quantity.pressSequentially('3')
  await expect(quantity).toBeFocused()
  await quantity.press('Enter')
  expect((await lastPut).status()).toBe(200)
  await expect(page.getByText('Relation changed', { exact: true })).toBeVisible()
  await expect(quantity).toBeFocused()
  expect(await Promise.all([assembly, position, quantity].map((field) => field.inputValue()))).toEqual([
    'Apron',
    '4',
    '3',
  ])
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(quantity).toHaveValue('')
  await assembly.fill('Headstock')
  await position.fill('12')
  await position.press('Enter')
  await expect(page.getByText('Relation changed', { exact: true })).toBeVisible()
  await expectAccessible(page, [320, 1280])

  await parts.getByRole('button', { name: 'Remove RX Belt' }).click()
  await expect(parts.getByRole('listitem')).toHaveCount(1)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(parts.getByLabel('Quantity of RX Belt')).toHaveValue('2')

  // Signed-in staff would be led to the admin.
  const context = await browser.newContext({ baseURL: new URL(page.url()).origin })
  const visitor = await context.newPage()
  await visitor.goto(`/product/${machine.id}`)
  const shown = visitor.getByRole('region', { name: 'Spare parts for this machine' })
  await expect(shown.getByRole('heading', { level: 3 })).toHaveText(['Headstock'])
  await expect(shown.getByRole('listitem')).toHaveText([/^12Position 12: RX Gear/, /^RX Belt2 per machine/])
  await expectAccessible(visitor, [320, 1280])
  await shown.getByRole('link', { name: 'RX Belt' }).click()
  await expect(visitor.getByRole('row', { name: 'Fits machines RX 5 Capstan Lathe' })).toBeVisible()
  await visitor.getByRole('region', { name: 'Compatible machines' }).getByRole('link').click()
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('RX 5 Capstan Lathe')
  await context.close()
})

test('Without JavaScript, a discontinued part leads to its replacement, and a machine to its parts', async ({
  page,
  browser,
}) => {
  await openAdmin(page, '/admin/dashboard')
  const machine = await create(page, MACHINE_FORM, 'RY 6 Capstan Lathe')
  const [old, now] = [
    await create(page, SPARE_PART_FORM, 'RY Old Belt'),
    await create(page, SPARE_PART_FORM, 'RY New Belt'),
  ]
  const relate = (group: string, item: string) =>
    page.request.post(`/api/items/${old.id}/relations`, { data: { group, item } })
  expect((await relate('replacedBy', now.id)).status()).toBe(201)
  expect((await relate('machines', machine.id)).status()).toBe(201)
  const change = await page.request.put(`/api/spareparts/${old.id}/full`, {
    multipart: { availability: 'discontinued', leadTimeDays: '7' },
  })
  expect(change.status()).toBe(200)
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: new URL(page.url()).origin })
  const plain = await context.newPage()
  await plain.goto(`/product/${machine.id}`)
  const row = plain.getByRole('region', { name: 'Spare parts for this machine' }).getByRole('listitem')
  await expect(row).toContainText('Replaced by RY New Belt')
  await expect(row.getByRole('button')).toHaveCount(0)
  await plain.getByRole('link', { name: 'View all compatible spare parts (1)' }).click()
  await expect(plain.getByRole('link', { name: 'Remove filter: Fits RY 6 Capstan Lathe' })).toBeVisible()
  const card = plain.getByRole('article')
  await expect(card).toContainText('Discontinued')
  await expect(card).toContainText('Replaced by RY New Belt')
  await expect(card.getByRole('link', { name: /Quote/ })).toHaveCount(0)
  await expect(card.getByRole('button', { name: /^Add to enquiry/ })).toHaveCount(0)
  await plain.goto(`${plain.url()}&view=list`)
  await expect(card.getByRole('button', { name: /^Add to enquiry/ })).toHaveCount(0)
  await card.getByRole('link', { name: 'RY New Belt' }).click()
  await expect(plain.getByRole('heading', { level: 1 })).toHaveText('RY New Belt')
  await plain.goBack()
  await plain.getByRole('link', { name: 'RY Old Belt' }).first().click()
  await expect(plain.getByText('Replaced by RY New Belt')).toBeVisible()
  await expect(plain.getByRole('link', { name: 'RY New Belt' })).toHaveCount(1)
  await expect(plain.getByText('Lead time')).toHaveCount(0)
  await expect(plain.getByRole('main').getByRole('link', { name: 'Request Quote' })).toHaveCount(0)
  await plain.getByRole('link', { name: 'RY New Belt' }).first().click()
  await expect(plain.getByRole('heading', { level: 1 })).toHaveText('RY New Belt')
  await context.close()
})

test('Numbers of an assembly drawing open their parts by keyboard and without JavaScript, and a part leads to its place', async ({
  page,
  browser,
}) => {
  await page.goto('/product/cl-40-capstan-lathe')
  const drawing = page.getByRole('region', { name: 'Headstock, drawing' })
  await expect(drawing.getByRole('listitem')).toHaveCount(5)
  const gear = drawing.getByRole('link', { name: 'Position 3: Cluster Gear, Three-step, CL 40' })
  await expect(gear).toHaveCount(2)
  await gear.first().scrollIntoViewIfNeeded()
  await expectAccessible(page, [320, 1280])
  const { width, height } = (await gear.first().boundingBox())!
  expect(Math.min(width, height)).toBeGreaterThanOrEqual(24)
  await gear.first().press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Cluster Gear, Three-step, CL 40')
  const place = page.getByRole('region', { name: 'In drawings' }).getByRole('link')
  await expect(place).toHaveText(['3Position 3 of Headstock, CL 40'])
  await expectAccessible(page, [320])
  await place.press('Enter')
  await expect(page).toHaveURL(/#drawing-/)
  await expect(drawing).toBeInViewport()

  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: new URL(page.url()).origin })
  const plain = await context.newPage()
  await plain.goto('/product/cl-40-capstan-lathe')
  await plain.getByRole('link', { name: 'Position 5: Oil Pump Pinion, Bronze' }).first().click()
  await expect(plain.getByRole('heading', { level: 1 })).toHaveText('Oil Pump Pinion, Bronze')
  await context.close()
})

test('A number in a drawing marks the row of its part, which has a price and can be added to the enquiry', async ({
  page,
}) => {
  await openPage(page, '/product/cl-40-capstan-lathe')
  const drawing = page.getByRole('region', { name: 'Headstock, drawing' })
  const row = drawing.getByRole('listitem').filter({ hasText: 'Cluster Gear' })
  await expect(row).toContainText('₹12,900')
  await drawing
    .getByRole('link', { name: /^Position 3/ })
    .first()
    .hover()
  await expect(row).toHaveAttribute('data-marked', 'true')
  await drawing.getByRole('heading').hover()
  await expect(row).not.toHaveAttribute('data-marked')
  await row.getByRole('button', { name: 'Add to enquiry: Cluster Gear, Three-step, CL 40' }).click()
  await expect(page.getByRole('button', { name: 'Enquiry list: 1 item' })).toBeVisible()
})

test.describe('Assembly drawing on a touch screen', () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 844 } })

  test('A tap on a number marks the row of its part and brings it into view; the row leads to the part', async ({
    page,
  }) => {
    await openPage(page, '/product/cl-40-capstan-lathe')
    const drawing = page.getByRole('region', { name: 'Headstock, drawing' })
    const row = drawing.getByRole('listitem').filter({ hasText: 'Oil Pump Pinion' })
    // The scripts of this part of the page are loaded after the others.
    const number = drawing.getByRole('link', { name: /^Position 5/ }).first()
    // The scripts of this part of the page are loaded after the others; the focus shows when they run.
    await expect(async () => {
      await number.blur()
      await number.focus()
      await expect(row).toHaveAttribute('data-marked', 'true', { timeout: 300 })
    }).toPass()
    await number.blur()
    await expect(row).not.toHaveAttribute('data-marked')
    await number.tap()
    await expect(row).toHaveAttribute('data-marked', 'true')
    await expect(row).toBeInViewport({ ratio: 1 })
    await expect(page).toHaveURL(/cl-40-capstan-lathe/)
    await row.getByRole('link').tap()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Oil Pump Pinion, Bronze')
    await expect(page.getByText(/^Part number KMT-/)).toBeInViewport()
  })
})

test('Staff add a drawing, place its points by click and by arrow keys, and save them', async ({ page }) => {
  await signInByApi(page)
  const machine = await create(page, MACHINE_FORM, 'RZ 7 Capstan Lathe')
  const part = await create(page, SPARE_PART_FORM, 'RZ Gear')
  const data = { group: 'parts', item: part.id, assembly: 'Bed', position: '7' }
  expect((await page.request.post(`/api/items/${machine.id}/relations`, { data })).status()).toBe(201)
  await page.goto(MACHINE_FORM.edit + machine.id)
  await page.getByLabel('Assembly of a new drawing').pressSequentially('Bed')
  const [file] = await createImageFiles(3)
  await page.getByLabel('Choose picture').setInputFiles(file!)
  const drawing = page.getByRole('region', { name: 'Drawing of Bed', exact: true })
  await drawing.getByRole('button', { name: 'Add point' }).click()
  await expect(drawing.getByLabel('Position of point 1')).toHaveValue('7')
  await expect(drawing.getByText('RZ Gear')).toBeVisible()
  const picture = drawing.getByRole('button', { name: 'Point 7 in the picture; the arrow keys move it' })
  const { width, height } = (await picture.boundingBox())!
  await picture.click({ position: { x: width / 4, y: height / 2 } })
  await picture.press('ArrowRight')
  await expectAccessible(page, [320, 1280])
  await page.getByRole('link', { name: 'Cancel', exact: true }).click()
  const prompt = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  await expect(prompt.getByText('The changes of an assembly drawing have not been saved.')).toBeVisible()
  await prompt.getByRole('button', { name: 'Stay here' }).click()
  await expect(prompt).toBeHidden()
  await drawing.getByRole('button', { name: 'Save drawing' }).press('Enter')
  await expect(page.getByText('Drawing saved', { exact: true })).toBeVisible()
  // The button is disabled now, and the focus stays beside it.
  await expect(drawing.getByText('Unsaved changes of the drawing')).toBeHidden()
  await expect.poll(() => drawing.evaluate((area) => area.contains(document.activeElement))).toBe(true)
  const [saved] = await (await page.request.get(`/api/items/${machine.id}/drawings`)).json()
  expect(saved.hotspots[0].position).toBe('7')
  expect(saved.hotspots[0].x).toBeCloseTo(25.5, 0)
  expect(saved.hotspots[0].y).toBeCloseTo(50, 0)
  // Its 'Undo' belongs to the first save.
  await page.getByRole('button', { name: 'Close' }).click()
  await drawing.getByRole('button', { name: 'Remove point 1' }).click()
  await drawing.getByRole('button', { name: 'Save drawing' }).click()
  await expect(drawing.getByLabel('Position of point 1')).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(drawing.getByLabel('Position of point 1')).toHaveValue('7')

  const before = await drawing.locator('img').getAttribute('src')
  const [other] = await createImageFiles(4)
  await drawing.getByLabel('Replace picture').setInputFiles(other!)
  await expect(page.getByText('Picture replaced', { exact: true })).toBeVisible()
  await expect(drawing.locator('img')).not.toHaveAttribute('src', before!)
  await expect(drawing.getByLabel('Position of point 1')).toHaveValue('7')

  await drawing.getByRole('button', { name: 'Remove drawing' }).press('Enter')
  const removal = page.getByRole('alertdialog', { name: 'Remove the drawing of Bed?' })
  await expect(removal.getByText('Its picture and 1 point are deleted. This cannot be undone.')).toBeVisible()
  await removal.getByRole('button', { name: 'Cancel' }).press('Enter')
  await page.goto(`/product/${machine.id}?preview`)
  await expect(page.getByRole('link', { name: 'Position 7: RZ Gear' }).first()).toBeVisible()
})
