import type { Page } from '@playwright/test'
import { expect, openAdmin, openPage, postJson, test } from '../../support/browser/browser.ts'
import { waitForStoredDraft } from '../../support/browser/drafts.ts'
import { expectAccessible, expectNoOverflow } from '../../support/browser/screen-checks.ts'
import { toasts } from '../../support/browser/toasts.ts'
import { toRichText } from '../../support/fixtures/publications.ts'

test.use({ siteName: 'publications', allowedMessages: /status of 4(?:0[49]|15)/ })

const editor = (page: Page) => page.getByRole('textbox', { name: 'Text', exact: true })
const saved = (page: Page) =>
  toasts(page)
    .getByText(/^(?:Saved|Published)$/)
    .first()

async function addBlock(page: Page, type: string) {
  await page.getByRole('button', { name: 'Add block' }).click()
  const entry = page.getByRole('menuitem', { name: type, exact: true })
  await expect(entry).toHaveAccessibleDescription(/\.$/)
  await entry.click()
}

/** Opens the form of a new article and fills in what every article needs. */
async function openNewArticle(page: Page, title: string) {
  await openAdmin(page, '/admin/pages')
  await page.getByRole('link', { name: 'New article' }).click()
  await expect(page.getByRole('heading', { name: 'New article' })).toBeVisible()
  await page.getByLabel('State').selectOption('published')
  await page.getByLabel('Title', { exact: true }).pressSequentially(title)
  await page.getByLabel('Summary').pressSequentially('How a maker of pumps halved the time of a shaft.')
}

test('Staff write an article with formats, a link, a table, machines and a list of the catalogue, and visitors read it at once', async ({
  page,
  context,
}) => {
  await openNewArticle(page, 'Pump shafts in one clamping')
  await addBlock(page, 'Text')
  await expect(editor(page)).toBeFocused()
  await page.keyboard.type('The task')
  await page.getByRole('button', { name: 'Heading', exact: true }).click()
  await expect(editor(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.type('A shaft of ')
  await page.keyboard.press('Control+b')
  await page.keyboard.type('42 mm')
  await page.keyboard.press('Control+b')
  await page.keyboard.type(' from ')
  await page.getByRole('button', { name: 'Link', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Link' })
  await dialog.getByLabel('Address').pressSequentially('javascript:alert(1)')
  await dialog.getByRole('button', { name: 'Set link' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Enter an address that begins with')
  const listId = (await dialog.locator('datalist').getAttribute('id'))!
  await expect(dialog.getByLabel('Address')).toHaveAttribute('list', listId)
  await expect(dialog.locator('option[label="Terms of sale"]')).toHaveAttribute('value', /^\/terms/)
  await dialog.getByLabel('Address').fill('/products?tab=spares')
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await editor(page).press('End')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Table', exact: true }).click()
  await expect(editor(page)).toBeFocused()
  await page.keyboard.type('Step')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Time')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Tool')
  await addBlock(page, 'Machines, parts or services')
  await page.getByRole('textbox', { name: 'Heading' }).fill('The machine')
  await page.getByPlaceholder('Code or name').pressSequentially('CL 40')
  await page.getByRole('option', { name: /^CL 40 Capstan Lathe/ }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'CL 40 Capstan Lathe' }).last()).toBeVisible()
  await addBlock(page, 'Items of a list')
  await page.getByRole('textbox', { name: 'Heading' }).last().fill('Our services')
  await page.getByLabel('Address of the list').fill('/products?tab=services')
  await page.getByLabel('Number of items').fill('2')
  await page.keyboard.press('Control+s')
  await expect(saved(page)).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Edit article' })).toBeVisible()
  await expectAccessible(page, [390, 1280])

  const visitor = await context.browser()!.newPage({ baseURL: new URL(page.url()).origin })
  await openPage(visitor, '/articles')
  await visitor.getByRole('link', { name: 'Pump shafts in one clamping' }).click()
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('Pump shafts in one clamping')
  await expect(visitor.getByRole('heading', { level: 2, name: 'The task' })).toBeVisible()
  await expect(visitor.locator('article strong')).toHaveText('42 mm')
  await expect(visitor.locator('article a[href="/products?tab=spares"]')).toBeVisible()
  await expect(
    visitor.getByRole('cell', { name: 'Time' }).or(visitor.locator('th', { hasText: 'Time' })),
  ).toBeVisible()
  await expect(visitor.getByRole('link', { name: 'CL 40 Capstan Lathe' })).toBeVisible()
  await expect(visitor.locator('article section').last().getByRole('listitem')).toHaveCount(2)
  await expectAccessible(visitor, [390, 1280])
  await expectNoOverflow(visitor, [320, 390, 768, 1920])
  await openPage(visitor, '/articles')
  await expectAccessible(visitor, [390, 1280])
  await visitor.close()
})

test.describe('Pasting', () => {
  // The browser says which handlers and styles of the pasted markup it has ignored.
  test.use({ allowedMessages: /Content Security Policy/ })

  test('What is pasted from a word processor keeps its headings, lists and links, and loses scripts, styles and pictures', async ({
    page,
  }) => {
    await openNewArticle(page, 'Pasted text')
    await addBlock(page, 'Text')
    await expect(editor(page)).toBeFocused()
    await editor(page).evaluate((element) => {
      const data = new DataTransfer()
      data.setData(
        'text/html',
        `<html xmlns:o="urn:schemas-microsoft-com:office:office"><style>p.MsoNormal{color:red}</style>
         <h1 class=MsoTitle style='color:red'>Big title</h1><h4>Small title</h4>
         <p class=MsoNormal onclick="alert(1)">One <b style="mso-bidi">bold</b> <a href="javascript:alert(1)">bad</a>
         <a href="https://works.example/">good</a><o:p></o:p></p><ul><li>First</li></ul><ol type="1"><li>One</li></ol>
         <table><colgroup><col width=64></colgroup><tr><td width=64>Bore</td></tr></table>
         <img src="x" onerror="alert(1)"><script>alert(1)</script><iframe src="https://evil.example"></iframe></html>`,
      )
      element.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
      )
    })
    await expect(editor(page).locator('h2')).toHaveText('Big title')
    await expect(editor(page).locator('h3')).toHaveText('Small title')
    await page.keyboard.press('Control+s')
    await expect(saved(page)).toBeVisible()
    const id = /pages\/([^/]+)$/.exec(page.url())![1]
    const { content } = await (await page.request.get(`/api/publications/${id}`)).json()
    const stored = JSON.stringify(content.blocks)
    expect(stored).toContain('https://works.example/')
    expect(stored).toContain('Bore')
    expect(stored).not.toMatch(/javascript|script|style|img|iframe|Mso|onclick/)
  })
})

test('An article without a title or with an empty block is not published, all its gaps are marked, and the first has the focus', async ({
  page,
}) => {
  await openAdmin(page, '/admin/pages/new-article')
  await addBlock(page, 'Text')
  await expect(editor(page)).toBeFocused()
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(page.getByLabel('Title', { exact: true })).toBeFocused()
  await expect(page.getByText('This field is required.', { exact: true })).toHaveCount(3)
  await expect(
    page.getByText('Article, Title: this field is required. 3 fields are marked.').first(),
  ).toBeVisible()
  await page.keyboard.type('With an empty block')
  await page.getByLabel('Summary').pressSequentially('Short.')
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(editor(page)).toBeFocused()
  await expect(page.getByLabel('State')).toHaveValue('draft')
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(saved(page)).toBeVisible()
  await editor(page).click()
  await page.keyboard.type('Now it says something.')
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(toasts(page).getByText('Published', { exact: true })).toBeVisible()
  await expect(page.getByLabel('State')).toHaveValue('published')
})

test('The form asks for the day of a scheduled page only, and its bar takes little of a phone', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openAdmin(page, '/admin/pages/new-page')
  const day = page.getByLabel('Day of publication')
  await expect(day).toHaveCount(0)
  await page.getByLabel('State').selectOption('scheduled')
  await expect(day).toBeVisible()
  await page.getByLabel('State').selectOption('draft')
  await expect(day).toHaveCount(0)
  await page.getByLabel('Title', { exact: true }).pressSequentially('Written on a phone')
  await page.keyboard.press('Control+s')
  await expect(page.getByRole('heading', { name: 'Edit page' })).toBeVisible()
  await page.getByLabel('Summary').pressSequentially('Short.')
  await expect(page.getByText('Unsaved changes')).toBeVisible()
  const bar = page.locator('header').filter({ has: page.getByRole('heading', { level: 1 }) })
  expect((await bar.boundingBox())!.height).toBeLessThan(130)
  await expectAccessible(page, [390])
  await page.keyboard.press('Control+s')
  await expect(page.getByText('Unsaved changes')).toBeHidden()
  // The toast is in front of the menu.
  await toasts(page).getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'Translations, history and preview' }).click()
  await page.getByRole('menuitem', { name: 'History' }).click()
  await expect(page.getByRole('link', { name: 'Back to the page' })).toBeVisible()
  await page.getByRole('button', { name: 'Restore' }).click()
  await expect(
    page.getByText('Only staff see this version: the page is not published.').first(),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Current version' })).toContainText('Short.')
  await expectAccessible(page, [390, 1280], 'history of a page')
})

test('Unsaved words are offered again after the form was closed, and a colleague’s save is a conflict', async ({
  page,
}) => {
  await openNewArticle(page, 'Two at once')
  await addBlock(page, 'Text')
  await expect(editor(page)).toBeFocused()
  await page.keyboard.type('First version.')
  await page.keyboard.press('Control+s')
  await expect(page.getByRole('heading', { name: 'Edit article' })).toBeVisible()
  await page.getByLabel('Summary').fill('My summary.')
  await waitForStoredDraft(page, 'My summary.')
  page.on('dialog', (dialog) => dialog.accept())
  await page.reload()
  await page.getByRole('button', { name: 'Restore', exact: true }).click()
  await expect(page.getByLabel('Summary')).toHaveValue('My summary.')
  const id = /pages\/([^/]+)$/.exec(page.url())![1]
  const { type, content, revision } = await (await page.request.get(`/api/publications/${id}`)).json()
  const theirs = { ...content, summary: 'Summary of a colleague.' }
  const reply = await page.request.put(`/api/publications/${id}`, {
    data: { type, content: theirs, revision },
  })
  expect(reply.status()).toBe(200)
  await page.keyboard.press('Control+s')
  const conflict = page.getByRole('alertdialog')
  await expect(conflict).toContainText('Summary of a colleague.')
  await expect(conflict).toContainText('My summary.')
})

test('The buttons of a text are one stop of the Tab key, and the arrow keys move between them', async ({
  page,
}) => {
  await openNewArticle(page, 'Formats by keyboard')
  await addBlock(page, 'Text')
  await expect(editor(page)).toBeFocused()
  await page.keyboard.type('Words')
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Shift+Tab')
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  await expect(button('Heading')).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await expect(button('Bold (Ctrl+B)')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(editor(page).locator('strong')).toHaveText('Words')
  await expect(editor(page)).toBeFocused()
})

test('A heading is chosen before it is typed', async ({ page }) => {
  await openNewArticle(page, 'Headings first')
  await addBlock(page, 'Text')
  await expect(editor(page)).toBeFocused()
  const heading = page.getByRole('button', { name: 'Heading', exact: true })
  await heading.click()
  await expect(heading).toHaveAttribute('aria-pressed', 'true')
  await expect(editor(page)).toBeFocused()
  await page.keyboard.type('The task')
  await expect(editor(page).getByRole('heading', { level: 2 })).toHaveText('The task')
})

test('A published page that becomes a draft in its form is taken off the site only after a question', async ({
  page,
  request,
}) => {
  await openAdmin(page, '/admin/pages')
  const { id, path } = await postJson(page, '/api/publications', {
    type: 'page',
    content: {
      state: 'published',
      publishOn: '',
      title: 'Opening hours',
      summary: 'When we are there.',
      placement: 'none',
      purpose: 'none',
      blocks: [{ type: 'text', text: toRichText('Monday to Friday, 9 to 6.') }],
    },
  })
  await page.goto(`/admin/pages/${id}`)
  const popup = page.waitForEvent('popup')
  await page.getByRole('link', { name: 'View on site' }).click()
  const tab = await popup
  await expect(tab.getByRole('heading', { level: 1 })).toHaveText('Opening hours')
  await tab.close()
  await page.getByLabel('State').selectOption('draft')
  await page.keyboard.press('Control+s')
  const question = page.getByRole('alertdialog', { name: 'Take the page off the site?' })
  await expect(question).toContainText('After saving, only staff can.')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toBeHidden()
  expect((await request.get(path)).status()).toBe(200)
  await page.getByRole('button', { name: 'Save draft' }).click()
  await question.getByRole('button', { name: 'Take it off and save' }).click()
  await expect(saved(page)).toBeVisible()
  expect((await request.get(path)).status()).toBe(404)
})

test('A draft is seen in its preview only; staff archive it, undo that, and delete it permanently', async ({
  page,
  request,
}) => {
  await openAdmin(page, '/admin/pages/new-page')
  await page.getByLabel('Title', { exact: true }).pressSequentially('Terms of repair')
  await page.getByLabel('Summary').pressSequentially('How we repair.')
  await page.keyboard.press('Control+s')
  await expect(page.getByRole('heading', { name: 'Edit page' })).toBeVisible()
  const preview = page.waitForEvent('popup')
  await page.getByRole('link', { name: 'Preview' }).click()
  const tab = await preview
  await expect(tab.getByText('This is a draft. Only staff can see it.')).toBeVisible()
  await tab.close()
  expect((await request.get('/terms-of-repair')).status()).toBe(404)
  await page.getByRole('main').getByRole('link', { name: 'Pages and articles' }).click()
  const row = page.getByRole('row').filter({ hasText: 'Terms of repair' })
  await row.getByRole('button', { name: 'Actions for Terms of repair' }).click()
  await page.getByRole('menuitem', { name: 'Move to the archive' }).click()
  await expect(row).toBeHidden()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(row).toBeVisible()
  await expectAccessible(page, [390, 1280])
  await row.getByRole('button', { name: 'Actions for Terms of repair' }).click()
  await page.getByRole('menuitem', { name: 'Move to the archive' }).click()
  await page.getByLabel('State').selectOption('archived')
  await row.getByRole('button', { name: 'Actions for Terms of repair' }).click()
  await page.getByRole('menuitem', { name: 'Delete permanently' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(row).toBeHidden()
})

test("A page under 'More' is in the menu of wide screens and phones; the entry closes by Escape, when the focus leaves it and on the page", async ({
  page,
}) => {
  await openAdmin(page, '/admin/pages')
  const text = {
    type: 'doc',
    content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Since 1974.' }] }],
  }
  // A single entry would be in the menu itself.
  for (const title of ['Our history', 'Our works'])
    await postJson(page, '/api/publications', {
      type: 'page',
      content: {
        ...{ state: 'published', title, summary: 'Where we build.', purpose: 'none' },
        placement: 'menu',
        blocks: [{ type: 'text', text }],
      },
    })
  const visitor = await (await page.context().browser()!.newContext()).newPage()
  await openPage(visitor, new URL('/products', page.url()).href)
  const main = visitor.getByRole('navigation', { name: 'Main' })
  const more = main.getByText('More', { exact: true })
  const link = main.getByRole('link', { name: 'Our works' })
  await expect(main.getByRole('link')).toHaveText(['Home', 'About', 'Products', 'Services', 'Contact'])
  await more.press('Enter')
  await expect(link).toBeVisible()
  await visitor.keyboard.press('Tab')
  await expect(main.locator('details a').first()).toBeFocused()
  await visitor.keyboard.press('Escape')
  await expect(link).toBeHidden()
  await expect(main.locator('summary')).toBeFocused()
  await more.click()
  await expectAccessible(visitor, [1280])
  await visitor.getByRole('heading', { level: 1 }).click()
  await expect(link).toBeHidden()
  await more.click()
  await link.click()
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('Our works')
  await expect(link).toBeHidden()

  await visitor.setViewportSize({ width: 390, height: 844 })
  await visitor.getByRole('button', { name: 'Open menu' }).click()
  const menu = visitor.getByRole('navigation', { name: 'Menu' })
  await expect(menu.getByRole('link').last()).toHaveText('Our works')
  await expect(menu.getByRole('link', { name: 'Our works' })).toHaveAttribute('aria-current', 'page')
  await visitor.context().close()
})

test('The form says when a scheduled article is published, refuses one without a day, and takes one back without offering to publish it', async ({
  page,
}) => {
  await openNewArticle(page, 'Open house in June')
  await page.getByLabel('State').selectOption('scheduled')
  await addBlock(page, 'Text')
  await expect(editor(page)).toBeFocused()
  await page.keyboard.type('Come and see.')
  await page.getByRole('button', { name: 'Save' }).click()
  const day = page.getByLabel('Day of publication')
  await expect(page.getByText('Article, Day of publication: enter a day.').first()).toBeVisible()
  await expect(day).toBeFocused()
  await day.fill('2199-06-17')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText(/will be published on 17 Jun 2199/).first()).toBeVisible()
  await expectAccessible(page, [390, 1280])
  await page.goto('/admin/pages')
  const row = page.getByRole('row', { name: /Open house in June/ })
  await expect(row).toContainText('Scheduled for 17 Jun 2199')

  await row.getByRole('link', { name: 'Open house in June' }).click()
  expect((await page.request.get('/articles/open-house-in-june')).status()).toBe(404)
  await day.fill('2026-11-01')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText(/will be published within a minute/).first()).toBeVisible()
  await page.getByLabel('State').selectOption('draft')
  await expect(page.getByRole('button', { name: 'Save draft' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Publish', exact: true })).toHaveCount(0)
})

test('Staff put a video, documents, a comparison and the contact form on a page; visitors play, download and write', async ({
  page,
  context,
}) => {
  await openAdmin(page, '/admin/pages/new-page')
  await page.getByLabel('State').selectOption('published')
  await page.getByLabel('Title', { exact: true }).pressSequentially('Visit our works')
  await page.getByLabel('Summary').pressSequentially('How to find us and what you can see.')
  await addBlock(page, 'Video')
  const block = page.getByRole('listitem').filter({ hasText: 'What it shows' })
  await block.getByLabel(/^Choose video/).setInputFiles({
    name: 'notes.mp4',
    mimeType: 'video/mp4',
    buffer: Buffer.from('not a film'),
  })
  await expect(
    page.getByRole('region', { name: 'Notifications (F8)' }).getByText('notes.mp4 cannot be stored'),
  ).toBeVisible()
  await block.getByLabel(/^Choose video/).setInputFiles({
    name: 'clip.mov',
    mimeType: 'video/quicktime',
    buffer: Buffer.from('qt'),
  })
  await expect(
    page.getByRole('region', { name: 'Notifications (F8)' }).getByText('Choose MP4 or WEBM.'),
  ).toBeVisible()
  const recorded = Buffer.from(await page.evaluate(recordVideo), 'base64')
  await block
    .getByLabel(/^Choose video/)
    .setInputFiles({ name: 'First cut.webm', mimeType: 'video/webm', buffer: recorded })
  await expect(block.getByRole('link', { name: 'First cut.webm' })).toBeVisible()
  const player = block.locator('video')
  await expect
    .poll(() => player.evaluate((element: HTMLVideoElement) => element.videoWidth))
    .toBeGreaterThan(0)
  await block.getByLabel('What it shows').pressSequentially('The first cut on a CL 25')
  await addBlock(page, 'Documents')
  await page.getByRole('textbox', { name: 'Heading' }).last().pressSequentially('Certificates')
  await page.getByRole('textbox', { name: 'Title', exact: true }).last().pressSequentially('ISO 9001')
  await page.getByLabel(/^Choose document/).setInputFiles({
    name: 'iso-9001.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n'),
  })
  await expect(page.getByRole('link', { name: 'iso-9001.pdf' })).toBeVisible()
  await addBlock(page, 'Comparison')
  await page.getByRole('textbox', { name: 'Heading' }).last().pressSequentially('Small or large')
  for (const name of ['CL 25 Capstan Lathe', 'CL 40 Capstan Lathe']) {
    await page.getByPlaceholder('Code or name').pressSequentially(name.slice(0, 5))
    await page.getByRole('option', { name: new RegExp(`^${name}`) }).click()
    await expect(page.getByRole('listitem').filter({ hasText: name }).last()).toBeVisible()
  }
  await addBlock(page, 'Contact form')
  await page.getByRole('textbox', { name: 'Heading' }).last().pressSequentially('Ask for a visit')
  await expectAccessible(page, [390, 1280])
  await page.keyboard.press('Control+s')
  await expect(saved(page)).toBeVisible()

  const visitor = await context.browser()!.newPage({ baseURL: new URL(page.url()).origin })
  await openPage(visitor, '/visit-our-works')
  const video = visitor.locator('video')
  await video.evaluate((element: HTMLVideoElement) => element.play())
  await expect
    .poll(() => video.evaluate((element: HTMLVideoElement) => element.currentTime))
    .toBeGreaterThan(0)
  await expect(visitor.getByRole('region', { name: 'Small or large' }).getByRole('table')).toContainText(
    'CL 40',
  )
  // A pointer that rests would open tooltips, so that nothing is clicked before.
  await expectAccessible(visitor, [390, 1280])
  await expectNoOverflow(visitor, [320, 390, 768, 1920])
  const download = visitor.waitForEvent('download')
  await visitor.getByRole('link', { name: 'ISO 9001' }).click()
  expect((await download).suggestedFilename()).toBe('iso-9001.pdf')
  const form = visitor.getByRole('region', { name: 'Ask for a visit' })
  await form.getByLabel('First name').pressSequentially('Kala')
  await form.getByLabel('Last name').pressSequentially('Devi')
  await form.getByLabel('Email').pressSequentially(`kala${Date.now()}@works.example`)
  await form.getByLabel('Phone').pressSequentially('+91 98430 12345')
  await form.getByLabel('Message').pressSequentially('May we come on Monday?')
  await form.getByRole('button', { name: 'Send enquiry' }).click()
  await expect(form.getByText(/Reference number/).first()).toBeVisible()
  await visitor.close()
})

test('While a file is uploaded, blocks keep their places and the page is not saved; the upload can be cancelled', async ({
  page,
}) => {
  await openAdmin(page, '/admin/pages/new-page')
  await page.getByLabel('Title', { exact: true }).pressSequentially('Films')
  await addBlock(page, 'Contact form')
  await addBlock(page, 'Video')
  const uploaded = Promise.withResolvers<void>()
  await page.route('**/api/site-files', async () => uploaded.resolve())
  await page.getByLabel(/^Choose video/).setInputFiles({
    name: 'film.mp4',
    mimeType: 'video/mp4',
    buffer: Buffer.from('film'),
  })
  await uploaded.promise
  await expect(page.getByText(/^Uploading/)).toBeVisible()
  for (const name of ['Move Block 2 up', 'Remove Block 1', 'Add block', 'Save draft'])
    await expect(page.getByRole('button', { name, exact: true })).toBeDisabled()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText(/^Uploading/)).toBeHidden()
  await expect(page.getByRole('button', { name: 'Save draft' })).toBeEnabled()
  await page.getByRole('button', { name: 'Move Block 2 up' }).click()
  await expect(page.getByRole('listitem').first()).toContainText('What it shows')
})

test('A new page can start from a text to complete, which is saved as a draft', async ({ page }) => {
  await openAdmin(page, '/admin/pages/new-page')
  await page.getByRole('link', { name: 'Terms of sale' }).click()
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue('Terms of sale')
  await expect(editor(page).first()).toContainText('[[')
  await page.getByLabel('Title', { exact: true }).press('End')
  await page.keyboard.type(' for spare parts')
  await page.keyboard.press('Control+s')
  await expect(saved(page)).toBeVisible()
  await openPage(page, '/terms-of-sale-for-spare-parts?preview=x')
  await expect(page.getByText('This is a draft. Only staff can see it.')).toBeVisible()
})

/** Records a video of a few frames in the browser. Returns its bytes as base64. */
async function recordVideo(): Promise<string> {
  const canvas = document.createElement('canvas')
  const drawing = canvas.getContext('2d')!
  const recorder = new MediaRecorder(canvas.captureStream(30), { mimeType: 'video/webm' })
  const parts: Blob[] = []
  recorder.ondataavailable = ({ data }) => parts.push(data)
  const stopped = new Promise((resolve) => {
    recorder.onstop = resolve
  })
  recorder.start()
  for (let frame = 0; frame < 20; frame++) {
    drawing.fillStyle = `rgb(${frame * 10} 80 80)`
    drawing.fillRect(0, 0, 300, 150)
    await new Promise((resolve) => requestAnimationFrame(resolve))
  }
  recorder.stop()
  await stopped
  const bytes = new Uint8Array(await new Blob(parts).arrayBuffer())
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
}
