import type { Page } from '@playwright/test'
import {
  expect,
  openPage,
  signInByApi,
  stopClock,
  test,
  waitForHydration,
} from '../../support/browser/browser.ts'
import { contactForm, typeContact } from '../../support/browser/contact-form.ts'
import { expectAccessible } from '../../support/browser/screen-checks.ts'

test.use({ siteName: 'enquiry-list', allowedMessages: /ERR_FAILED/ })

const drawer = (page: Page) => page.getByRole('dialog', { name: 'Enquiry list' })
const listButton = (page: Page) => page.getByRole('banner').getByRole('button', { name: /^Enquiry list/ })

test('A quantity typed in the row of a spare part is added to the enquiry by Enter, as often as it is entered', async ({
  page,
}) => {
  await openPage(page, '/products?tab=spares&view=list&search=collet+cap+cl+25')
  const quantity = page.getByLabel('Quantity: Collet Cap, CL 25')
  await quantity.press('ControlOrMeta+a')
  await page.keyboard.press('Backspace')
  await page.keyboard.press('Enter')
  await expect(listButton(page)).not.toHaveText('1')
  for (const typed of ['4', '2']) {
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type(typed)
    await page.keyboard.press('Enter')
    await expect(listButton(page)).toHaveText('1')
  }
  await listButton(page).press('Enter')
  await expect(drawer(page).getByLabel('Quantity of Collet Cap, CL 25')).toHaveValue('6')
})

test("Items of cards, rows and details are collected with quantities and notes, and sent together; opening the list closes the message 'Added to enquiry'", async ({
  page,
}) => {
  await openPage(page, '/products')
  await page.getByRole('button', { name: 'Add to enquiry: CL 20 Capstan Lathe' }).click()
  const message = page.getByText('Added to enquiry', { exact: true })
  await expect(message).toBeVisible()
  await expect(listButton(page)).toHaveText('1')
  // The button of an item in the list opens the list.
  await page.getByRole('button', { name: 'In enquiry: CL 20 Capstan Lathe' }).click()
  await expect(drawer(page).getByRole('listitem')).toHaveCount(1)
  // By itself it would close after 5 s.
  await expect(message).toBeHidden({ timeout: 2000 })
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'List', exact: true }).click()
  await page.getByRole('button', { name: 'Add to enquiry: CL 40 Capstan Lathe' }).click()

  await page.getByRole('link', { name: 'CL 25 Capstan Lathe' }).first().click()
  const quantity = page.getByRole('main').getByLabel('Quantity')
  await quantity.press('Backspace')
  await quantity.pressSequentially('3')
  await page.getByRole('button', { name: 'Add to enquiry', exact: true }).click()
  await expect(message).toBeVisible()
  await page.reload()
  await waitForHydration(page)
  await expect(listButton(page)).toHaveText('3')

  await listButton(page).click()
  const lines = drawer(page).getByRole('listitem')
  await expect(lines).toHaveCount(3)
  await expect(lines.nth(2)).toContainText('₹15,00,000 each')
  await expect(lines.nth(2)).toContainText('Sum ₹45,00,000')
  await expect(lines.nth(0)).not.toContainText('Sum')
  await expectAccessible(page, [320, 390, 1280], 'enquiry list')
  await drawer(page).getByRole('button', { name: 'One more: CL 20 Capstan Lathe' }).click()
  const typed = drawer(page).getByLabel('Quantity of CL 40 Capstan Lathe')
  await typed.click()
  await typed.pressSequentially('12')
  await typed.press('ArrowDown')
  await expect(typed).toHaveValue('11')
  await drawer(page).getByRole('button', { name: 'Add note: CL 20 Capstan Lathe' }).click()
  await page.keyboard.type('415 V')
  await drawer(page).getByRole('button', { name: 'Remove CL 25 Capstan Lathe' }).click()
  await expect(lines).toHaveCount(2)
  const undo = drawer(page).getByRole('button', { name: 'Undo' })
  await expect(undo).toBeFocused()
  await undo.press('Enter')
  await expect(drawer(page).getByLabel('Quantity of CL 25 Capstan Lathe')).toHaveValue('3')
  await drawer(page).getByRole('button', { name: 'Continue to enquiry form' }).click()

  const form = contactForm(page)
  await expect(form.getByText('Your enquiry is about 3 items')).toBeVisible()
  await form.getByRole('button', { name: 'Remove CL 25 Capstan Lathe' }).click()
  // Enter in a quantity does not send the form.
  await form.getByLabel('Quantity of CL 40 Capstan Lathe').press('Enter')
  await typeContact(page, 'For a new line.')
  const request = page.waitForRequest('**/api/enquiries')
  await form.getByRole('button', { name: 'Send enquiry' }).click()
  const { lines: sent, item } = (await request).postDataJSON() as { lines: object[]; item: string }
  expect(sent).toMatchObject([
    { name: 'CL 20 Capstan Lathe', quantity: 2, note: '415 V', item },
    { name: 'CL 40 Capstan Lathe', quantity: 11 },
  ])
  const confirmation = page.getByRole('region', { name: 'Enquiry sent' })
  await expect(confirmation).toContainText('CL 40 Capstan Lathe× 11')
  await expect(listButton(page)).toHaveText('')
})

test('With items in the list the message may be empty: the browser and the form ask for none, and neither the confirmation nor the page of the enquiry shows one', async ({
  page,
}) => {
  await openPage(page, '/product/cl-25-capstan-lathe')
  await page.getByRole('button', { name: 'Add to enquiry', exact: true }).click()
  await openPage(page, '/#contact')
  const form = contactForm(page)
  const message = form.getByLabel('Message (optional)')
  await expect(message).not.toHaveAttribute('required')
  await form.getByRole('button', { name: 'Remove CL 25 Capstan Lathe' }).click()
  await expect(message).toBeHidden()
  await expect(form.getByLabel('Message')).toHaveAttribute('required')
  await form.getByRole('button', { name: 'Undo' }).click()
  await typeContact(page, '')
  await form.getByRole('button', { name: 'Send enquiry' }).click()
  const confirmation = page.getByRole('region', { name: 'Enquiry sent' })
  await expect(confirmation).toContainText('CL 25 Capstan Lathe× 1')
  await expect(confirmation).not.toContainText('Message')
  await confirmation.getByRole('link', { name: 'Follow this enquiry' }).click()
  await expect(page.locator('.lines')).toContainText('CL 25 Capstan Lathe')
  await expect(page.locator('.typed:empty')).toHaveCount(0)
})

test('The list and the form state part number, price of the unit, sum of a line and total before GST, and how many lines have no price', async ({
  page,
}) => {
  const ids: { id: string; name: string }[] = await (
    await page.request.get('/api/summaries?ids=vee-belt-set-b-68-cl-40,cl-25-capstan-lathe')
  ).json()
  const entries = ids.map(({ id, name }, index) => ({ item: id, name, quantity: index === 0 ? 3 : 1 }))
  const gone = { item: 'deleted-long-ago', name: 'Old Collet', quantity: 2 }
  await page.addInitScript(
    (list) => localStorage.setItem('enquiryList', list),
    JSON.stringify([...entries, gone]),
  )
  await openPage(page, '/#contact')
  await listButton(page).click()
  for (const place of [drawer(page), contactForm(page)]) {
    const belts = place.getByRole('listitem').filter({ hasText: 'Vee-belt' })
    await expect(belts).toContainText('KMT-BP-B68')
    await expect(belts).toContainText('₹2,150 per set')
    await expect(belts).toContainText('Sum ₹6,450')
    await expect(place.getByText('Total before GST')).toHaveText(/₹15,06,450.*1 line without a price/)
    await page.keyboard.press('Escape')
  }
  await contactForm(page)
    .getByRole('button', { name: /^One less: Vee-belt/ })
    .click()
  await expect(contactForm(page).getByText('Total before GST')).toContainText('₹15,04,300')
})

test('The list is cleared with undo, and is the same in every tab', async ({ page, context }) => {
  await openPage(page, '/product/cl-25-capstan-lathe')
  await page.getByRole('button', { name: 'Add to enquiry', exact: true }).click()
  const other = await context.newPage()
  await openPage(other, '/products')
  await expect(listButton(other)).toHaveText('1')
  await other.getByRole('button', { name: 'Add to enquiry: CL 40 Capstan Lathe' }).click()
  await expect(listButton(page)).toHaveText('2')
  await listButton(page).click()
  await drawer(page).getByRole('button', { name: 'Clear list' }).click()
  await expect(listButton(other)).toHaveText('')
  await drawer(page).getByRole('button', { name: 'Undo' }).click()
  await expect(drawer(page).getByRole('listitem')).toHaveCount(2)
})

test('A link offers its list to add or to replace the own one, and names what is unknown', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await openPage(page, '/product/cl-25-capstan-lathe')
  await page.getByRole('button', { name: 'Add to enquiry', exact: true }).click()
  await listButton(page).click()
  await drawer(page).getByRole('button', { name: 'Copy link' }).click()
  const link = () => page.evaluate(() => navigator.clipboard.readText())
  await expect.poll(link).toMatch(/\/products\?items=cl-25-capstan-lathe:1$/)

  await openPage(page, '/products?tab=spares&items=cl-25-capstan-lathe:4,cl-40-capstan-lathe:2,long-gone:1')
  const shared = drawer(page).getByRole('region', { name: 'Shared enquiry list' })
  await expect(shared).toContainText('CL 40 Capstan Lathe× 2')
  await expect(shared).toContainText('Not available any more: long-gone')
  await expect(page).toHaveURL(/\/products\?tab=spares$/)
  await expect(drawer(page).getByLabel('Quantity of CL 25 Capstan Lathe')).toHaveValue('1')
  await expectAccessible(page, [390, 1280], 'shared list')
  await shared.getByRole('button', { name: 'Add to my list' }).click()
  await expect(drawer(page).getByLabel('Quantity of CL 25 Capstan Lathe')).toHaveValue('4')
  await expect(drawer(page).getByLabel('Quantity of CL 40 Capstan Lathe')).toHaveValue('2')

  await openPage(page, '/products?items=cl-20-capstan-lathe:5')
  await shared.getByRole('button', { name: 'Replace my list' }).click()
  await expect(drawer(page).getByRole('listitem')).toHaveCount(1)
  await expect(drawer(page).getByLabel('Quantity of CL 20 Capstan Lathe')).toHaveValue('5')
})

test('A toast covers neither the bar at the top nor the contacts, at 390 and 1280 px', async ({ page }) => {
  await openPage(page, '/product/cl-25-capstan-lathe')
  // Otherwise the toast closes after five seconds, which can pass on a busy machine before it is measured.
  await stopClock(page)
  await page.getByRole('button', { name: 'Add to enquiry', exact: true }).click()
  const toast = page.getByRole('region', { name: /^Notifications/ }).getByRole('listitem')
  await expect(toast).toContainText('Added to enquiry')
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 844 })
    // It slides in.
    await toast.evaluate((element) => Promise.all(element.getAnimations().map(({ finished }) => finished)))
    const box = (await toast.boundingBox())!
    const bar = (await page.getByRole('banner').boundingBox())!
    const contacts = (await page.getByRole('complementary', { name: 'Quick contact' }).boundingBox())!
    expect(box.y, `at ${width} px`).toBeGreaterThanOrEqual(bar.y + bar.height)
    const isBeside = box.x + box.width <= contacts.x || box.y + box.height <= contacts.y
    expect(isBeside, `at ${width} px`).toBe(true)
  }
})

test('An item that is gone is shown as no longer available and does not prevent sending', async ({
  page,
}) => {
  await page.addInitScript(() =>
    localStorage.setItem(
      'enquiryList',
      JSON.stringify([{ item: 'deleted-long-ago', name: 'Old Collet', quantity: 6 }]),
    ),
  )
  await openPage(page, '/#contact')
  const form = contactForm(page)
  await expect(form.getByText('No longer available.')).toBeVisible()
  // The way to the form works on its own page too.
  await page.mouse.wheel(0, -3000)
  await listButton(page).click()
  await expect(drawer(page).getByText('No longer available.')).toBeVisible()
  await drawer(page).getByRole('button', { name: 'Continue to enquiry form' }).click()
  await expect(page.locator('#contact h2')).toBeFocused()
  await expect(page.locator('#contact h2')).toBeInViewport()
  await typeContact(page, 'And the collet.')
  const request = page.waitForRequest('**/api/enquiries')
  await form.getByRole('button', { name: 'Send enquiry' }).click()
  expect((await request).postDataJSON()).toMatchObject({
    lines: [],
    message: 'And the collet.\n\nNo longer available, but asked for: Old Collet (6)',
  })
  await expect(page.getByRole('region', { name: 'Enquiry sent' })).toContainText('Old Collet')
})

test('A message without space for items that are gone is sent, and the confirmation says so', async ({
  page,
}) => {
  await page.addInitScript(() =>
    localStorage.setItem(
      'enquiryList',
      JSON.stringify(['Old Collet', 'Old Cap'].map((name) => ({ item: name, name, quantity: 6 }))),
    ),
  )
  await openPage(page, '/#contact')
  const form = contactForm(page)
  await typeContact(page, '.')
  await form.getByLabel('Message').fill('x'.repeat(9936))
  const request = page.waitForRequest('**/api/enquiries')
  await form.getByRole('button', { name: 'Send enquiry' }).click()
  expect((await request).postDataJSON().message).toMatch(
    /^x+\n\nNo longer available, but asked for: Old Collet \(6\) and 1 more$/,
  )
  await expect(page.getByRole('region', { name: 'Enquiry sent' })).toContainText(
    'Old Collet, Old CapYour message had no space for the last of these.',
  )
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('An item in the address makes the message optional', async ({ page }) => {
    await page.goto('/?item=cl-25-capstan-lathe&quantity=4#contact')
    await expect(contactForm(page).getByLabel('Message (optional)')).not.toHaveAttribute('required')
    await page.goto('/?item=cl-99&quantity=4#contact')
    await expect(contactForm(page).getByLabel('Message')).toHaveAttribute('required')
  })

  test('[CON-3] One item with its quantity is sent with the contact form, stored and confirmed with its reference, and the address contains nothing else of it', async ({
    page,
  }) => {
    await page.goto('/product/cl-25-capstan-lathe')
    await page.getByRole('main').getByLabel('Quantity').fill('4')
    await page.getByRole('button', { name: 'Add to enquiry', exact: true }).click()
    await expect(page).toHaveURL(/\/\?item=cl-25-capstan-lathe&quantity=4#contact$/)
    const form = contactForm(page)
    // Playwright finds no text inside a noscript element.
    await expect(form.locator('noscript b')).toHaveText('CL 25 Capstan Lathe')
    await expect(form.getByLabel('Quantity')).toHaveValue('4')
    await form.getByLabel('Company').fill('Kaveri Pump Shafts')
    await typeContact(page, 'Without scripts.')
    const request = page.waitForRequest('**/api/enquiries/form')
    await form.getByRole('button', { name: 'Send enquiry' }).click()
    expect((await request).postData()).toMatch(
      /item=\w+&itemNames=CL\+25\+Capstan\+Lathe&quantity=4.*company=Kaveri\+Pump\+Shafts/,
    )
    await expect(page).toHaveURL(/\/\?enquiry=sent&reference=E-\d{6}-\w{4}#contact$/)
    const reference = new URL(page.url()).searchParams.get('reference')
    await expect(page.getByText('Thank you for your inquiry!')).toBeVisible()
    await expect(
      page.getByText(`Your reference number is ${reference}. We reply within one working day.`),
    ).toBeVisible()
    await signInByApi(page)
    expect(await (await page.request.get('/api/enquiries')).text()).toContain('Without scripts.')
  })
})
