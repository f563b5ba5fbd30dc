import type { Page } from '@playwright/test'
import { setIn } from '#contracts/fields/fields.ts'
import type { EditedSiteContent, SiteContent } from '#contracts/site-content/site-content.ts'
import { createImageFile } from '../../support/browser/admin-forms.ts'
import { expect, signInByApi, test } from '../../support/browser/browser.ts'
import { expectAccessible, expectNoOverflow } from '../../support/browser/screen-checks.ts'

test.use({ siteName: 'settings' })

const CONTENT_PATH = '/api/site-content'
const save = (page: Page) => page.getByRole('button', { name: /^Sav(?:e|ing\.\.\.)$/ })
const preview = (page: Page) => page.frameLocator('iframe[title="The site with your changes"]')
const entries = (page: Page, list: string) =>
  page.getByRole('group', { name: list, exact: true }).locator('ol > li')
const unsaved = (page: Page) => page.getByText('Unsaved changes', { exact: true })
const draftNotice = (page: Page) => page.getByText(/^Draft saved/)

const getEdited = async (page: Page): Promise<EditedSiteContent> =>
  (await page.request.get(`${CONTENT_PATH}/edited`)).json()
const getStored = async (page: Page): Promise<SiteContent> => (await page.request.get(CONTENT_PATH)).json()

/** Saves one field through the API, like a colleague who saves at the same time. */
async function saveConcurrently(page: Page, path: string, value: unknown) {
  const { content, revision } = await getEdited(page)
  const reply = await page.request.put(CONTENT_PATH, {
    data: { content: setIn(content, path, value), revision },
  })
  expect(reply.status()).toBe(200)
}

/** Deletes the draft of an earlier test and opens a section of the settings. */
async function openSettings(page: Page, section: string) {
  await signInByApi(page)
  await page.request.delete(`${CONTENT_PATH}/draft`)
  await page.goto(`/admin/settings?section=${section}`)
  await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible()
}

test('A changed phone number is in the preview of the settings immediately, and on the site only after saving by Ctrl+S, which retains the focus', async ({
  page,
  request,
}) => {
  const number = `+91 422 111 ${String(Date.now()).slice(-4)}`
  await openSettings(page, 'company')
  const field = entries(page, 'Phone numbers').first().getByLabel('Number', { exact: true })
  await field.fill(number)
  await expect(unsaved(page)).toBeVisible()
  await expect(preview(page).locator('#footer')).toContainText(number)
  expect(await (await request.get('/')).text()).not.toContain(number)
  await page.keyboard.press('Control+s')
  await expect(page.getByText('The site shows your changes.', { exact: true })).toBeVisible()
  await expect(field).toBeFocused()
  await expect(unsaved(page)).toBeHidden()
  await expect(save(page)).toBeDisabled()
  expect(await (await request.get('/')).text()).toContain(number)
  expect((await getEdited(page)).draft).toBeNull()
})

test('The preview of the settings retains its scroll position, follows the section and has a selectable width', async ({
  page,
}) => {
  await openSettings(page, 'services')
  const frame = () => page.frames().find((candidate) => candidate.url().includes('preview='))!
  const scrolled = () => frame().evaluate(() => scrollY)
  await expect(preview(page).locator('#services')).toBeInViewport()
  await frame().evaluate(() => scrollTo({ top: 700, behavior: 'instant' }))
  await page.getByLabel('Title').fill('Work after delivery')
  await expect(preview(page).getByRole('heading', { name: 'Work after delivery' })).toBeAttached()
  await expect.poll(scrolled).toBe(700)
  expect(await page.evaluate(() => scrollY), 'the screen itself stays').toBe(0)
  await page.getByRole('link', { name: 'About', exact: true }).click()
  await expect.poll(scrolled).toBeGreaterThan(720)
  expect(await frame().evaluate(() => innerWidth)).toBe(1280)
  await page.getByLabel('Preview on').selectOption('Phone')
  await expect.poll(() => frame().evaluate(() => innerWidth)).toBe(390)
})

test('The preview of the settings opens in full width and in a tab of its own, with the unsaved changes', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 900 })
  await openSettings(page, 'contact')
  await page.getByLabel('Title').press('End')
  await page.getByLabel('Title').pressSequentially(' today')
  await page.getByRole('button', { name: 'Full-width preview' }).click()
  const frame = page.getByTitle('The site with your changes')
  await expect.poll(async () => (await frame.boundingBox())?.width).toBeGreaterThan(950)
  await expect(page.getByLabel('Title')).toBeHidden()
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  await page.getByLabel('Title').press('End')
  await page.getByLabel('Title').pressSequentially('!')
  const [tab] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('button', { name: 'Open preview' }).click(),
  ])
  await expect(tab.locator('#contact').getByRole('heading', { level: 2 })).toHaveText(/ today!$/)
  await expect(tab).toHaveURL(/preview=draft#contact$/)
})

test('A key number set to automatic shows its present value, follows the catalogue and can no longer be typed', async ({
  page,
}) => {
  await openSettings(page, 'figures')
  const { automatic } = await getEdited(page)
  const models = entries(page, 'Figures').nth(3)
  await models
    .getByLabel('Number is')
    .selectOption(`Automatic: machines on the site, ${automatic.machine} now`)
  await expect(models.getByLabel('Number', { exact: true })).toBeDisabled()
  await expect(models).toContainText('Not used while the number is automatic.')
  await save(page).click()
  await expect(page.getByText('The site shows your changes.', { exact: true })).toBeVisible()
  expect((await getStored(page)).statistics[3]?.value).toBe(Number(automatic.machine))
})

test('The history of the settings shows what each save changed, and restores an earlier version', async ({
  page,
}) => {
  await openSettings(page, 'contact')
  const before = (await getStored(page)).contact.title
  await saveConcurrently(page, 'contact.title', 'Ask for a price')
  await page.reload()
  await page.getByRole('link', { name: 'History' }).click()
  await expect(page.getByRole('heading', { name: 'History of the settings' })).toBeVisible()
  const versions = page.getByRole('main').getByRole('listitem')
  await expect(versions.first()).toContainText('Current version')
  await expect(versions.first()).toContainText('Contact, Title')
  await expect(versions.first().getByRole('deletion')).toHaveText(before)
  await expect(versions.first().getByRole('insertion')).toHaveText('Ask for a price')
  await expectAccessible(page, [390, 1280], 'history of the settings')
  await versions.nth(1).getByRole('button', { name: 'Restore' }).click()
  await expect.poll(async () => (await getStored(page)).contact.title).toBe(before)
  await expect(versions.first().getByRole('insertion')).toHaveText(before)
  await page.getByRole('link', { name: 'Back to settings' }).click()
  await expect(page.getByLabel('Name', { exact: true }).first()).toBeVisible()
})

test('The preview of the settings stays on the page that was opened in it', async ({ page }) => {
  await openSettings(page, 'catalogue')
  await preview(page).getByRole('navigation').getByRole('link', { name: 'Products' }).first().click()
  // Not by the pointer, as the page is still scrolling.
  await preview(page)
    .getByRole('link', { name: /Browse|View All|All products/i })
    .first()
    .press('Enter')
  const frame = () => page.frames().find((candidate) => candidate !== page.mainFrame())!
  await expect.poll(() => new URL(frame().url()).pathname).toBe('/products')
  await page.getByLabel('Help beside the catalogue').fill('Ask us which machine fits.')
  await expect(preview(page).getByText('Ask us which machine fits.').first()).toBeAttached()
  expect(new URL(frame().url()).pathname).toBe('/products')
})

test('List entries of the settings can be added, moved by button and key, removed and restored', async ({
  page,
}) => {
  await openSettings(page, 'links')
  const list = entries(page, 'Business hours')
  const days = () =>
    list.evaluateAll((items) => items.map((item) => item.querySelector<HTMLInputElement>('input')?.value))
  const before = await days()
  await page.getByRole('button', { name: 'Add business hours row' }).click()
  await expect(list.last().getByLabel('Days')).toBeFocused()
  await page.keyboard.type('Holidays')
  expect(await days()).toEqual([...before, 'Holidays'])

  const last = before.length + 1
  await page.getByRole('button', { name: `Move Business hours row ${last} up` }).click()
  const moved = [...before.slice(0, -1), 'Holidays', before.at(-1)]
  await expect.poll(days).toEqual(moved)
  await expect(page.getByRole('button', { name: `Move Business hours row ${last - 1} up` })).toBeFocused()

  await list
    .nth(last - 2)
    .getByLabel('Days')
    .focus()
  await page.keyboard.press('Alt+ArrowDown')
  await expect.poll(days).toEqual([...before, 'Holidays'])
  await expect(list.last().getByLabel('Days')).toBeFocused()

  await page.getByRole('button', { name: 'Remove Business hours row 1' }).click()
  await expect.poll(days).toEqual([...before.slice(1), 'Holidays'])
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(days).toEqual([...before, 'Holidays'])

  await page.getByRole('button', { name: 'Discard changes' }).click()
  await expect.poll(days).toEqual(before)
  await expect(unsaved(page)).toBeHidden()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(days).toEqual([...before, 'Holidays'])
})

test('Invalid settings show errors at their fields, and the first one is focused', async ({ page }) => {
  await openSettings(page, 'company')
  await page.getByLabel('Email').fill('sales at company')
  await page.getByRole('link', { name: 'Chat' }).click()
  await page.getByLabel('Greeting').fill('')
  await save(page).click()
  await expect(page).toHaveURL(/section=company/)
  const field = page.getByLabel('Email')
  await expect(field).toBeFocused()
  await expect(field).toHaveAccessibleDescription('Enter a valid email address, such as sales@example.com.')
  await expect(page.getByRole('link', { name: 'Chat Needs correction' })).toBeVisible()
  expect((await getStored(page)).company.email).not.toBe('sales at company')
  await field.fill('sales@company.example')
  await expect(field).not.toHaveAttribute('aria-invalid')
})

test.describe('Rejected settings', () => {
  test.use({ allowedMessages: /status of 400/ })

  test('Settings that the server rejects show the error at their field', async ({ page }) => {
    await openSettings(page, 'contact')
    await page.route(`**${CONTENT_PATH}`, (route) =>
      route.request().method() === 'PUT'
        ? route.fulfill({
            status: 400,
            json: {
              status: 400,
              message: 'Contact, Title: too loud.',
              errors: [{ field: 'content.contact.title', message: 'Contact, Title: too loud.' }],
            },
          })
        : route.fallback(),
    )
    await page.getByLabel('Title').fill('HELLO')
    await save(page).click()
    await expect(page.getByText('Contact, Title: too loud.', { exact: true })).toBeVisible()
    await expect(page.getByLabel('Title')).toHaveAccessibleDescription('Too loud.')
    await expect(unsaved(page)).toBeVisible()
  })
})

test('Leaving the settings with unsaved changes requires confirmation and stores a draft', async ({
  page,
}) => {
  await openSettings(page, 'contact')
  await page.getByLabel('Title').fill('Not saved yet')
  await page.getByRole('link', { name: 'Dashboard' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  await dialog.getByRole('button', { name: 'Stay' }).click()
  await expect(page.getByLabel('Title')).toHaveValue('Not saved yet')
  await page.getByRole('link', { name: 'About', exact: true }).click()
  await expect(page, 'another section does not leave the settings').toHaveURL(/section=about/)
  let isConfirmationShown = false
  page.once('dialog', (browserDialog) => {
    isConfirmationShown = browserDialog.type() === 'beforeunload'
    void browserDialog.dismiss()
  })
  await page.evaluate(() => location.assign('/')).catch(() => undefined)
  await expect.poll(() => isConfirmationShown).toBe(true)
  await page.getByRole('link', { name: 'Dashboard' }).click()
  await dialog.getByRole('button', { name: 'Leave' }).click()
  await expect(page).toHaveURL(/\/admin\/dashboard$/)
  expect((await getEdited(page)).draft?.content.contact).toMatchObject({ title: 'Not saved yet' })
})

test.describe('Settings draft that cannot be saved', () => {
  test.use({ allowedMessages: /Failed to load resource|status of 503/ })

  test('Leaving the settings without a stored draft warns that the changes are lost', async ({ page }) => {
    await openSettings(page, 'contact')
    await page.route(`**${CONTENT_PATH}/draft`, (route) => route.abort())
    await page.getByLabel('Title').fill('Not stored')
    await expect(page.getByText('Draft could not be saved.')).toBeVisible()
    await page.getByRole('link', { name: 'Dashboard' }).click()
    const dialog = page.getByRole('alertdialog')
    await dialog.getByRole('button', { name: 'Leave' }).click()
    await expect(dialog.getByRole('alert')).toContainText('If you leave now, your changes are lost.')
    await dialog.getByRole('button', { name: 'Stay' }).click()
    await expect(page.getByLabel('Title')).toHaveValue('Not stored')
  })
})

test('A settings draft is offered after a reload and can be restored or discarded; until then, fields and preview show the published version', async ({
  page,
}) => {
  page.on('dialog', (dialog) => void dialog.accept())
  await openSettings(page, 'contact')
  const field = page.getByLabel('Title')
  const shown = preview(page).locator('#contact').getByRole('heading', { level: 2 })
  const published = await field.inputValue()
  await field.press('End')
  await field.pressSequentially(' and more', { delay: 20 })
  await expect(draftNotice(page)).toBeVisible()
  await page.reload()
  const notice = page.getByRole('region', { name: 'Unsaved changes' })
  await expect(notice).toBeVisible()
  await expect(field).toHaveValue(published)
  await expect(field).toBeDisabled()
  await expect(shown).toHaveText(published)
  await notice.getByRole('button', { name: /^Restore unsaved changes from \d{1,2}:\d\d [ap]m$/ }).click()
  await expect(field).toHaveValue(`${published} and more`)
  await expect(shown).toHaveText(`${published} and more`)
  await expect(unsaved(page)).toBeVisible()
  await page.reload()
  await notice.getByRole('button', { name: 'Discard' }).click()
  await expect(field).toBeEnabled()
  await expect(field).toHaveValue(published)
  await expect(shown).toHaveText(published)
  await expect.poll(async () => (await getEdited(page)).draft).toBeNull()
})

test.describe('Settings saved concurrently', () => {
  test.use({ allowedMessages: /status of 409/ })

  test('Settings that a colleague saved concurrently are named, combined with other fields, and overwritten only after confirmation', async ({
    page,
  }) => {
    await openSettings(page, 'contact')
    const mine = `Mine ${Date.now()}`
    await page.getByLabel('Title').fill(mine)
    await expect(draftNotice(page)).toBeVisible()
    const theirs = `Theirs ${Date.now()}`
    await saveConcurrently(page, 'featured.title', theirs)
    await save(page).click()
    const combined = page.getByRole('alertdialog', { name: /^anand saved the settings \(Featured\)/ })
    await expect(combined.locator('dl')).toContainText(theirs)
    await expect(combined).toContainText('Your version includes their changes: you changed other fields.')
    await combined.getByRole('button', { name: 'Use my version' }).click()
    await expect(page.getByText('The site shows your changes.', { exact: true })).toBeVisible()
    const stored = await getStored(page)
    expect([stored.contact.title, stored.featured.title]).toEqual([mine, theirs])

    await page.getByLabel('Title').fill(`${mine} again`)
    await expect(draftNotice(page)).toBeVisible()
    await saveConcurrently(page, 'contact.title', 'Theirs')
    await save(page).click()
    const dialog = page.getByRole('alertdialog')
    await expect(dialog).toBeVisible()
    expect((await getStored(page)).contact.title).toBe('Theirs')
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(page.getByLabel('Title')).toHaveValue(`${mine} again`)
    await save(page).click()
    await dialog.getByRole('button', { name: 'Use my version' }).click()
    // The toast of the first save can still be shown.
    await expect.poll(async () => (await getStored(page)).contact.title).toBe(`${mine} again`)
  })
})

test('A settings picture can be chosen, described, marked by a click, removed and restored', async ({
  page,
}) => {
  await openSettings(page, 'hero')
  const group = page.getByRole('group', { name: 'Picture', exact: true })
  await group.locator('input[type=file]').setInputFiles(await createImageFile(7, 1600, 800))
  const described = group.getByLabel('Description of the picture')
  const shownPicture = group.locator('img')
  const old = (await getStored(page)).hero.picture?.url
  await expect(shownPicture).not.toHaveAttribute('src', old ?? '')
  await described.fill('')
  await save(page).click()
  await expect(described).toHaveAccessibleDescription(/^Enter a description\. What it shows/)
  await described.fill('A row of machines')

  const callout = entries(page, 'Labels in the picture').first()
  const target = callout.getByRole('button', { name: /^Position in the picture/ })
  const box = (await target.boundingBox())!
  await target.click({ position: { x: box.width / 4, y: box.height / 2 } })
  await expect(callout.getByLabel('From the left, %')).toHaveValue(/^2[45]/)
  await expect(callout.getByLabel('From the top, %')).toHaveValue(/^(49|50)/)
  await callout.getByLabel('From the left, %').fill('30')
  await target.focus()
  await page.keyboard.press('ArrowRight')
  await expect(callout.getByLabel('From the left, %')).toHaveValue('30.5')

  await group.getByRole('button', { name: 'Remove picture' }).click()
  await expect(shownPicture).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(shownPicture).toHaveCount(1)
  await save(page).click()
  await expect(page.getByText('The site shows your changes.', { exact: true })).toBeVisible()
  const { hero } = await getStored(page)
  expect(hero.picture).toMatchObject({ alt: 'A row of machines', width: 1600 })
  expect(hero.callouts[0]).toMatchObject({ x: 30.5 })
})

test('The settings do not scroll sideways and have no accessibility violations at 390, 768 and 1280 px; on phones a select opens the sections', async ({
  page,
}) => {
  for (const section of ['company', 'hero', 'why', 'prices']) {
    await openSettings(page, section)
    await expectAccessible(page, [1280, 768, 390], section)
  }
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByLabel('Section', { exact: true }).selectOption('Company')
  await expect(page).toHaveURL(/section=company/)
  await expect(page.getByLabel('Tagline')).toBeVisible()
  for (const width of [390, 768]) {
    await page.setViewportSize({ width, height: 844 })
    await expect(page.locator('iframe')).toHaveCount(0)
    await page.getByRole('button', { name: 'Preview', exact: true }).click()
    await expect(preview(page).locator('#main')).toBeVisible()
    await expectNoOverflow(page, [width])
    await page.getByRole('button', { name: 'Edit' }).click()
    await expect(page.locator('iframe')).toHaveCount(0)
  }
})
