import { truncateSync, writeFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { expect, openAdmin, openPage, test, waitForHydration } from '../../support/browser/browser.ts'
import { contactForm, typeContact } from '../../support/browser/contact-form.ts'
import { expectAccessible } from '../../support/browser/screen-checks.ts'
import { createPdfFile } from '../../support/fixtures/attachments.ts'

test.use({ siteName: 'enquiry-form', allowedMessages: /net::ERR_|status of (4|5)\d\d/ })

const confirmation = (page: Page) => page.getByRole('region', { name: 'Enquiry sent' })
const field = (page: Page, label: string) => contactForm(page).getByLabel(label)
const send = (page: Page) => contactForm(page).getByRole('button', { name: 'Send enquiry' }).click()
const fileInput = (page: Page) => contactForm(page).locator('input[type=file]')
const attachedFiles = (page: Page) => contactForm(page).getByRole('listitem')

async function open(page: Page, path = '/#contact') {
  await openPage(page, path)
  await expect(contactForm(page).getByRole('button', { name: 'Attach files' })).toBeVisible()
}

test('Text, company and files survive reload and navigation until the enquiry is sent; the confirmation names all', async ({
  page,
}) => {
  await open(page)
  await typeContact(page, 'Shaft as per drawing,\n200 pieces.')
  await contactForm(page).getByRole('button', { name: 'Add company details' }).click()
  await expect(field(page, 'Company')).toBeFocused()
  await page.keyboard.type('Kaveri Pump Shafts')
  await field(page, 'GSTIN').pressSequentially('27AAPFU0939F1ZX')
  await field(page, 'Place').pressSequentially('Coimbatore')
  await expect(contactForm(page)).toContainText('Check this GSTIN: its last character does not match')
  await field(page, 'GSTIN').press('End')
  await field(page, 'GSTIN').press('Backspace')
  await field(page, 'GSTIN').pressSequentially('V')
  await fileInput(page).setInputFiles(createPdfFile('shaft.pdf'))
  await expect(contactForm(page)).toContainText('1 of 1 files attached')

  await page.reload()
  await waitForHydration(page)
  await expect(field(page, 'Message')).toHaveValue('Shaft as per drawing,\n200 pieces.')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Products' }).click()
  // Not by the pointer, as the page is still scrolling.
  await page.getByRole('link', { name: 'View All Products' }).press('Enter')
  await expect(page).toHaveURL(/\/products$/)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Contact' }).click()
  await expect(field(page, 'First name')).toHaveValue('Karthik')
  await expect(field(page, 'GSTIN')).toHaveValue('27AAPFU0939F1ZV')
  await expect(attachedFiles(page)).toContainText('shaft.pdf')
  await expectAccessible(page, [320, 1280], 'contact form with company and file')
  const stored = await page.evaluate(() => localStorage.getItem('enquiryDraft'))
  expect(stored).not.toContain('homepage')

  await send(page)
  await expect(page.getByText('Thank you for your inquiry!', { exact: true })).toBeVisible()
  await expect(confirmation(page).getByRole('heading')).toBeFocused()
  await expect(confirmation(page)).toContainText(/E-\d{6}-[A-Z0-9]{4}/)
  await expect(confirmation(page)).toContainText('within one working day')
  await expect(confirmation(page)).toContainText('shaft.pdf')
  await expect(confirmation(page)).toContainText('200 pieces.')
  const followLink = confirmation(page).getByRole('link', { name: 'Follow this enquiry' })
  await expect(followLink).toHaveAttribute('href', /^\/q\/[\w-]{43}$/)
  // The toast would cover the menu.
  await page.getByRole('button', { name: 'Close' }).click()
  await expectAccessible(page, [320, 1280], 'confirmation')
  for (const label of ['First name', 'Last name', 'Email', 'Phone', 'Message'])
    await expect(field(page, label)).toHaveValue('')
  await expect(attachedFiles(page)).toHaveCount(0)
  await page.reload()
  await waitForHydration(page)
  await expect(field(page, 'Company')).toHaveValue('Kaveri Pump Shafts')
  await expect(field(page, 'Message')).toHaveValue('')
})

test('The next enquiry, also of a later visit, has the sender of the last one, until the details are removed from the device', async ({
  page,
  context,
}) => {
  await open(page)
  const forget = page.getByRole('button', { name: 'Forget my details' })
  await typeContact(page, 'First.')
  await expect(forget).toBeHidden()
  const notice = page.getByText('This device keeps what you type until you send it')
  await expect(notice).toBeVisible()
  await send(page)
  await expect(confirmation(page)).toBeVisible()
  await expect(field(page, 'Phone')).toHaveValue('')
  await expect(forget).toBeVisible()
  await expect(notice).toBeHidden()
  await field(page, 'Message').pressSequentially('Second.')
  await expect(field(page, 'Phone')).toHaveValue('98430 12345')
  await expect(field(page, 'Message')).toHaveValue('Second.')
  await expectAccessible(page, [320, 1280], 'contact form with the last sender')

  const later = await context.newPage()
  await open(later)
  await expect(field(later, 'Email')).toHaveValue('karthik@works.example')
  await field(later, 'First name').fill('Asha')
  await later.getByRole('button', { name: 'Forget my details' }).click()
  await expect(field(later, 'Email')).toHaveValue('')
  await later.getByRole('button', { name: 'Undo' }).press('Enter')
  await expect(field(later, 'Email')).toHaveValue('karthik@works.example')
  await later.getByRole('button', { name: 'Forget my details' }).click()
  // What was typed since stays.
  await expect(field(later, 'First name')).toHaveValue('Asha')
  await later.reload()
  await waitForHydration(later)
  await expect(field(later, 'First name')).toHaveValue('Asha')
  for (const label of ['Last name', 'Email', 'Phone']) await expect(field(later, label)).toHaveValue('')
  await expect(later.getByRole('button', { name: 'Forget my details' })).toBeHidden()
  expect(JSON.stringify(await context.storageState())).not.toContain('karthik@works.example')
})

test('The form links to the privacy notice, and what was typed is there after reading it', async ({
  page,
}) => {
  await open(page)
  await typeContact(page, 'Six collets, please.')
  await contactForm(page).getByRole('link', { name: 'Privacy notice' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Privacy notice')
  await expect(page.getByRole('heading', { name: 'How long we keep it' })).toBeVisible()
  await expectAccessible(page, [320, 1280], 'privacy notice')
  await page.goBack()
  await expect(field(page, 'Message')).toHaveValue('Six collets, please.')
  const sent = page.waitForRequest(/\/api\/enquiries$/)
  await send(page)
  expect((await sent).postDataJSON()).toMatchObject({
    notice: expect.stringMatching(/^\w+:1$/),
    message: 'Six collets, please.',
  })
  await expect(confirmation(page)).toBeVisible()
})

test('With the details what was proposed for them is removed', async ({ page }) => {
  await page.addInitScript(() =>
    localStorage.setItem('senderDetails', JSON.stringify({ email: 'karthik@gmial.com' })),
  )
  await open(page)
  await field(page, 'Email').press('End')
  await page.keyboard.press('Tab')
  const proposal = contactForm(page).getByRole('button', { name: 'Did you mean karthik@gmail.com?' })
  await expect(proposal).toBeVisible()
  await page.getByRole('button', { name: 'Forget my details' }).click()
  await expect(field(page, 'Email')).toHaveValue('')
  await expect(proposal).toBeHidden()
})

test('After an enquiry an item that is asked for brings the sender back into the form', async ({ page }) => {
  await open(page)
  await typeContact(page, 'First.')
  await send(page)
  await expect(confirmation(page).getByRole('heading')).toBeFocused()
  await page.getByRole('link', { name: 'Request Quote' }).first().press('Enter')
  await expect(contactForm(page).getByText('Your enquiry is about')).toBeVisible()
  await expect(field(page, 'First name')).toHaveValue('Karthik')
})

test('Sent enquiries are offered on later visits with number, day and link, the last three, until they are forgotten', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/')
  const earlier = (day: number, statusPath: string) => ({
    reference: `E-2610${day}-AAAA`,
    statusPath,
    sentAt: `2026-10-${day}T06:00:00.000Z`,
  })
  const path = `/q/${'a'.repeat(43)}`
  await page.evaluate(
    (entries) => localStorage.setItem('sentEnquiries', JSON.stringify(entries)),
    // The newest first, and one that no version of the site has stored.
    [earlier(23, path), earlier(22, 'javascript:alert(1)'), earlier(21, path), earlier(20, path)],
  )
  await open(page)
  const remembered = page.locator('#contact').getByRole('region', { name: 'Enquiries sent from this device' })
  await expect(remembered.getByRole('listitem')).toHaveCount(3)
  await expect(remembered).toContainText('Enquiry E-261023-AAAA of 23 October 2026: Follow this enquiry')
  await typeContact(page, 'A drawing follows.')
  await send(page)
  const link = await confirmation(page)
    .getByRole('link', { name: 'Follow this enquiry' })
    .getAttribute('href')
  const reference = /E-\d{6}-\w{4}/.exec((await confirmation(page).textContent())!)![0]
  await expect(remembered).not.toContainText(reference)

  await page.reload()
  await waitForHydration(page)
  await expect(remembered.getByRole('listitem')).toHaveCount(3)
  await expect(remembered).not.toContainText('E-261020-AAAA')
  await expectAccessible(page, [320, 390, 1280], 'contact form with sent enquiries')
  await remembered.getByRole('button', { name: 'Remove from this device: E-261021-AAAA' }).click()
  await expect(remembered.getByRole('listitem')).toHaveCount(2)
  await remembered.getByRole('button', { name: 'Undo' }).click()
  await expect(remembered.getByRole('listitem')).toHaveCount(3)
  await remembered.getByRole('button', { name: 'Remove from this device: E-261021-AAAA' }).click()
  await page.reload()
  await waitForHydration(page)
  await expect(remembered.getByRole('listitem')).toHaveCount(2)
  const follow = remembered.getByRole('link', { name: `Follow this enquiry, ${reference}` })
  await expect(follow).toHaveAttribute('href', link!)
  await follow.click()
  await expect(page.getByRole('heading', { name: `Your enquiry ${reference}` })).toBeVisible()
})

test('Fields are checked helpfully, the first wrong one gets the focus, and a long message is counted and not cut', async ({
  page,
}) => {
  await open(page)
  // The fields for browsers without scripts would appear as the text of their HTML.
  await expect(contactForm(page)).not.toContainText('<', { useInnerText: true })
  await field(page, 'First name').pressSequentially('   ')
  await field(page, 'Last name').pressSequentially('Raja')
  await field(page, 'Email').pressSequentially('karthik@gmial.com')
  await field(page, 'Phone').pressSequentially('98430 1234')
  await field(page, 'Message').press('End')
  const suggestion = contactForm(page).getByRole('button', { name: 'Did you mean karthik@gmail.com?' })
  await expect(suggestion).toBeVisible()
  await expect(field(page, 'Phone')).toHaveAccessibleDescription(/^Check the phone number: 10 digits/)
  let requests = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/api/enquiries')) requests++
  })
  await send(page)
  await expect(field(page, 'First name')).toBeFocused()
  await expect(field(page, 'First name')).toHaveAccessibleDescription('Enter your first name.')
  await expect(field(page, 'Message')).toHaveAccessibleDescription('Enter your message.')
  // In the narrow window, a button with a tooltip would stand below the pointer.
  await page.mouse.move(0, 0)
  await expectAccessible(page, [320, 1280], 'contact form with errors')
  expect(requests).toBe(0)
  await suggestion.click()
  await expect(field(page, 'Email')).toHaveValue('karthik@gmail.com')
  await expect(suggestion).toBeHidden()
  await field(page, 'Phone').press('End')
  await field(page, 'Phone').pressSequentially('5')
  await expect(field(page, 'Phone')).toHaveAccessibleDescription('')
  await field(page, 'First name').pressSequentially('Karthik')

  await field(page, 'Message').fill('x'.repeat(9_998))
  await field(page, 'Message').press('End')
  await field(page, 'Message').pressSequentially('y')
  await expect(field(page, 'Message')).toHaveAccessibleDescription('1 character left')
  await field(page, 'Message').pressSequentially('yyy')
  await expect(field(page, 'Message')).toHaveAccessibleDescription(
    /2 characters too long\. Shorten it to 10,000 characters/,
  )
  await send(page)
  await expect(field(page, 'Message')).toBeFocused()
  expect((await field(page, 'Message').inputValue()).length).toBe(10_002)
  await field(page, 'Message').press('Control+End')
  await field(page, 'Message').press('Backspace')
  await field(page, 'Message').press('Backspace')
  await send(page)
  await expect(confirmation(page)).toBeVisible()
  expect(requests).toBe(1)
})

test('[CON-1, CON-3] Only empty fields keep the form from being sent; a double click sends it once; the confirmation stands above the form, which is empty and can be sent again; staff see the enquiry', async ({
  page,
}) => {
  await open(page, '/?message=Please+quote#contact')
  await field(page, 'First name').pressSequentially('Asha')
  await field(page, 'Last name').pressSequentially('Nair')
  await field(page, 'Email').pressSequentially('asha@intranet')
  await field(page, 'Phone').pressSequentially('98765 43210 or 98765 43211')
  await send(page)
  await expect(page.getByText('Thank you for your inquiry!', { exact: true })).toBeVisible()
  await expect(page.getByText('We will get back to you soon.', { exact: true })).toBeVisible()
  await expect(confirmation(page).getByRole('heading')).toBeFocused()
  const reference = await confirmation(page)
    .getByText(/E-\d{6}-/)
    .textContent()
  for (const label of ['First name', 'Last name', 'Email', 'Phone', 'Message'])
    await expect(field(page, label)).toHaveValue('')
  expect((await confirmation(page).boundingBox())!.y).toBeLessThan((await contactForm(page).boundingBox())!.y)
  const message = `One more question ${Date.now()}.`
  await typeContact(page, message)
  await field(page, 'Phone').fill('')
  await field(page, 'Phone').pressSequentially('ask for Ravi')
  await field(page, 'Service').selectOption('maintenance')
  await page.route('**/api/enquiries', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 400))
    await route.continue()
  })
  let requests = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/api/enquiries')) requests++
  })
  await contactForm(page).getByRole('button', { name: 'Send enquiry' }).dblclick()
  await expect(confirmation(page)).toContainText(message)
  await expect(confirmation(page)).not.toContainText(reference!)
  expect(requests).toBe(1)
  await expect(field(page, 'Phone')).toHaveValue('')
  await expect(field(page, 'Service')).toHaveValue('')
  await openAdmin(page, '/admin/customers')
  await expect(page.getByRole('row', { name: message })).toContainText('Karthik Raja')
})

test('[FEAT-7, CAT-7] The item of a quote request survives a reload and is sent with the enquiry', async ({
  page,
}) => {
  await openPage(page, '/product/cl-25-capstan-lathe')
  await page.getByRole('main').getByRole('link', { name: 'Request Quote' }).first().click()
  await expect(page).toHaveURL(/\/#contact$/)
  const about = contactForm(page).getByText('Your enquiry is about CL 25 Capstan Lathe')
  await expect(about).toBeVisible()
  await page.reload()
  await waitForHydration(page)
  await expect(about).toBeVisible()
  const sent = page.waitForRequest('**/api/enquiries')
  await typeContact(page, 'One machine, please.')
  await send(page)
  const { id } = await (await page.request.get('/api/products/cl-25-capstan-lathe')).json()
  expect((await sent).postDataJSON()).toMatchObject({ item: id })
  await expect(page.getByText('Thank you for your inquiry!', { exact: true })).toBeVisible()
  await expect(about).toBeHidden()
})

test('An error stays in the form until the next try; wrong files are named, and a failed upload is repeated', async ({
  page,
}, testInfo) => {
  await open(page)
  await typeContact(page, 'Please call.')
  await page.route('**/api/enquiries', (route) => route.abort())
  await send(page)
  const alert = contactForm(page).getByRole('alert').filter({ hasText: 'was not sent' })
  await expect(alert).toContainText('Your message is still in the form.')
  await expect(field(page, 'Message')).toHaveValue('Please call.')

  // Files on disk: the content of one in memory takes ten seconds to reach the browser.
  const files = ['letter.docx', 'big.zip'].map((name) => testInfo.outputPath(name))
  for (const file of files) writeFileSync(file, '')
  truncateSync(files[1]!, 20_000_001)
  await fileInput(page).setInputFiles(files)
  await expect(contactForm(page)).toContainText("We cannot open 'letter.docx'.")
  await expect(contactForm(page)).toContainText(
    "'big.zip' is 20.1 MB. Attach a file of at most 20 MB, or send us a link to this one.",
  )
  await expect(attachedFiles(page)).toHaveCount(0)
  await page.route('**/api/enquiries/attachments', (route) => route.abort())
  await fileInput(page).setInputFiles(createPdfFile('plate.pdf'))
  await expect(attachedFiles(page)).toContainText('The connection was lost.')
  await expect(alert).toBeVisible()
  await page.unroute('**/api/enquiries')
  await send(page)
  await expect(alert).toContainText("We do not have the file 'plate.pdf'. Attach it again, or remove it.")
  await page.unroute('**/api/enquiries/attachments')
  await attachedFiles(page).getByRole('button', { name: 'Attach again: plate.pdf' }).click()
  // Sending waits for the upload.
  const request = page.waitForRequest('**/api/enquiries')
  await send(page)
  expect((await request).postDataJSON().attachments).toHaveLength(1)
  await expect(confirmation(page)).toContainText('plate.pdf')
})

test('A file that expired since the last visit is named and can be attached again; files are dropped and pasted', async ({
  page,
}) => {
  await page.goto('/')
  await page.evaluate(() =>
    localStorage.setItem(
      'enquiryDraft',
      JSON.stringify({ fields: {}, files: [{ id: 'abcdefghijkl', name: 'old.pdf', bytes: 900, at: 1 }] }),
    ),
  )
  await open(page)
  await expect(attachedFiles(page)).toContainText('more than a day ago')
  // By its time it could be there, but the server does not know it.
  await page.evaluate(() => {
    const files = [{ id: 'f'.repeat(32), name: 'old.pdf', bytes: 900, at: Date.now() - 60_000 }]
    localStorage.setItem('enquiryDraft', JSON.stringify({ fields: {}, files }))
  })
  await page.reload()
  await expect(attachedFiles(page)).toContainText('more than a day ago')
  await expect(contactForm(page).getByRole('button', { name: 'Remove old.pdf' })).toBeVisible()
  await fileInput(page).setInputFiles(createPdfFile('old.pdf'))
  await expect(attachedFiles(page)).toHaveCount(1)
  await expect(contactForm(page)).toContainText('1 of 1 files attached')
  for (const [type, property] of [
    ['drop', 'dataTransfer'],
    ['paste', 'clipboardData'],
  ] as const)
    await field(page, 'Message').evaluate(
      (element, [eventType, key]) => {
        const transfer = new DataTransfer()
        transfer.items.add(new File(['%PDF-1.7\n%%EOF\n'], `${eventType}.pdf`, { type: 'application/pdf' }))
        const event = new Event(eventType, { bubbles: true, cancelable: true })
        Object.defineProperty(event, key, { value: transfer })
        element.dispatchEvent(event)
      },
      [type, property] as const,
    )
  await expect(contactForm(page)).toContainText('3 of 3 files attached')
  await contactForm(page).getByRole('button', { name: 'Remove paste.pdf' }).click()
  await expect(attachedFiles(page)).toHaveCount(2)
})

test('A file that is attached already is not attached twice, and one whose upload failed is replaced', async ({
  page,
}) => {
  await open(page)
  await page.route('**/api/enquiries/attachments', (route) => route.abort())
  await fileInput(page).setInputFiles(createPdfFile('drawing.pdf'))
  await expect(attachedFiles(page)).toContainText('The connection was lost.')
  await page.unroute('**/api/enquiries/attachments')
  await fileInput(page).setInputFiles(createPdfFile('drawing.pdf'))
  await expect(contactForm(page)).toContainText('1 of 1 files attached')
  await fileInput(page).setInputFiles(createPdfFile('drawing.pdf'))
  await expect(contactForm(page)).toContainText("'drawing.pdf' is attached already.")
  await expect(attachedFiles(page)).toHaveCount(1)
})

test('The contact form still sends when its additional code cannot be loaded', async ({ page }) => {
  await page.route('**/form-assistant-*.js', (route) => route.abort())
  await openPage(page, '/#contact')
  await typeContact(page, 'Basic form.')
  await send(page)
  await expect(page.getByText('Thank you for your inquiry!', { exact: true })).toBeVisible()
})
