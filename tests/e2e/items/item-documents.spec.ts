import type { ItemDocument } from '#contracts/files/item-document.ts'
import { createItem, MACHINE_FORM } from '../../support/browser/admin-forms.ts'
import { expect, openAdmin, test } from '../../support/browser/browser.ts'
import { expectAccessible, expectNoOverflow } from '../../support/browser/screen-checks.ts'
import { PDF } from '../../support/fixtures/attachments.ts'
import { STEP } from '../../support/fixtures/documents.ts'

test.use({ siteName: 'item-forms', allowedMessages: /net::ERR_FAILED|status of 415/ })

const toFile = (name: string, content: string) => ({
  name,
  mimeType: 'application/octet-stream',
  buffer: Buffer.from(content),
})

test('Documents are added, described, reordered, replaced, deleted and restored in the item form, and buyers download them', async ({
  page,
  browser,
  site,
}) => {
  await openAdmin(page, MACHINE_FORM.add)
  await expect(page.getByText('can be added after the item has been saved')).toBeVisible()
  const specifications: [string, string][] = [
    ['Bar capacity', '42 mm'],
    ['Swing over bed', '320 mm'],
  ]
  const machine = await createItem(page, MACHINE_FORM, {
    name: 'CL 42 D',
    description: 'Lathe',
    specifications,
  })
  await page.goto(MACHINE_FORM.edit + machine.id)
  const area = page.getByRole('region', { name: 'Files of the item' })
  await expect(area.getByText('Buyers look for a brochure')).toBeVisible()
  const list = area.getByRole('list', { name: 'Documents' })
  const titles = () =>
    list
      .getByRole('textbox')
      .evaluateAll((fields) => fields.map((field) => (field as HTMLInputElement).value))
  const status = area.getByRole('status').filter({ hasText: 'uploaded' })

  // One of the files is no document, another one loses its connection once.
  let isLost = true
  await page.route('**/api/items/*/documents', (route) =>
    isLost && route.request().method() === 'POST' ? route.abort() : route.continue(),
  )
  await area
    .getByLabel('Add documents')
    .setInputFiles([
      toFile('CL 42 operating manual.pdf', PDF),
      toFile('notes.txt', 'x'),
      toFile('page.pdf', '<html>'),
    ])
  await expect(area.getByText("'notes.txt' cannot be added.")).toBeVisible()
  await expect(area.getByText('The connection was lost. Try again.')).toHaveCount(2)
  await page.getByRole('link', { name: 'Cancel', exact: true }).click()
  const prompt = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  await expect(prompt.getByText('Some documents are not uploaded yet.')).toBeVisible()
  await prompt.getByRole('button', { name: 'Stay here' }).click()
  isLost = false
  await area.getByRole('button', { name: 'Upload again: CL 42 operating manual.pdf' }).click()
  await expect(status).toHaveText('CL 42 operating manual.pdf is uploaded.')
  await area.getByRole('button', { name: 'Upload again: page.pdf' }).click()
  await expect(area.getByText('page.pdf cannot be stored: its content is not PDF')).toBeVisible()
  // The bars at the top and at the bottom cover a part of whatever is under them.
  await page.locator('form .sticky').evaluate((bar) => {
    bar.style.position = 'static'
    scrollTo(0, 0)
  })
  await expectNoOverflow(page, [320], 'documents of the form')
  await expectAccessible(page, [390, 1280], 'documents of the form')
  await area.getByRole('button', { name: 'Remove page.pdf' }).click()
  await area
    .getByLabel('Add documents')
    .setInputFiles([toFile('bed.step', STEP), toFile('foundation plan.pdf', PDF)])
  await expect(list.getByRole('listitem')).toHaveCount(3)
  expect(await titles()).toEqual(['CL 42 operating manual', 'bed', 'foundation plan'])
  await expect(list.getByLabel('Type of CL 42 operating manual')).toHaveValue('manual')

  // Enter saves the title and not the form of the item.
  const title = list.getByRole('textbox', { name: 'Title of bed' })
  await title.press('End')
  await title.pressSequentially(' with guards')
  await title.press('Enter')
  await expect(list.getByRole('button', { name: 'Delete bed with guards' })).toBeVisible()
  await list.getByLabel('Type of foundation plan').selectOption('Drawing')
  await list.getByLabel('Language of foundation plan').selectOption('Tamil')
  await list.getByRole('button', { name: 'Move foundation plan' }).press('ArrowUp')
  await expect(area.getByText('Document moved to position 2 of 3.')).toBeAttached()
  await expect.poll(titles).toEqual(['CL 42 operating manual', 'foundation plan', 'bed with guards'])

  await list
    .getByLabel('New file of CL 42 operating manual')
    .setInputFiles(toFile('manual rev B.pdf', `${PDF}%%EOF`))
  await expect(status).toHaveText('manual rev B.pdf is uploaded.')
  await list.getByRole('button', { name: 'Delete bed with guards' }).press('Enter')
  await expect(list.getByRole('listitem')).toHaveCount(2)
  await expect(list.getByRole('button', { name: 'Delete foundation plan' })).toBeFocused()
  await page.getByRole('button', { name: 'Undo' }).press('Enter')
  await expect(list.getByRole('listitem')).toHaveCount(3)
  await expect(page.getByText('Unsaved changes')).toBeHidden()

  const { documents, slug } = (await (await page.request.get(`/api/products/${machine.id}`)).json()) as {
    documents: ItemDocument[]
    slug: string
  }
  expect(documents).toMatchObject([
    { title: 'CL 42 operating manual', fileName: 'manual rev B.pdf', type: 'manual', language: 'en' },
    { title: 'foundation plan', type: 'drawing', language: 'ta' },
    { title: 'bed with guards', format: 'step' },
  ])

  const buyer = await browser.newPage({ baseURL: site.url })
  await buyer.goto(`/product/${slug}`)
  const section = buyer.getByRole('heading', { name: 'Documents' }).locator('..')
  await expect(section.getByRole('listitem')).toHaveText([
    /^Data sheet \(PDF\)/,
    /^CL 42 operating manualManual · English · PDF, 1 kB · \d\d \w{3} \d{4}$/,
    /^foundation planDrawing · Tamil · PDF, 1 kB · /,
    /^bed with guardsCAD model · STEP, 1 kB · /,
  ])
  await expectNoOverflow(buyer, [320], 'documents of the details page')
  await expectAccessible(buyer, [390, 1280], 'documents of the details page')
  const [download] = await Promise.all([
    buyer.waitForEvent('download'),
    section.getByRole('link', { name: 'CL 42 operating manual' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('manual rev B.pdf')
  await buyer.close()
})
