import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import type { AdminItem } from '#contracts/item/admin-item.ts'
import { createImageFile } from '../../support/browser/admin-forms.ts'
import { expect, openAdmin, test } from '../../support/browser/browser.ts'
import { expectAccessible, expectNoOverflow } from '../../support/browser/screen-checks.ts'
import { createZip } from '../../support/formats/zip-file.ts'

test.use({ siteName: 'picture-folders', allowedMessages: /net::ERR_FAILED/ })

const toFile = (name: string, buffer: Buffer) => ({ name, mimeType: 'image/jpeg', buffer })
/** Returns a picture of a colour of its own. */
const toPicture = async (name: string, seed: number) => ({ ...(await createImageFile(seed)), name })
const choose = (page: Page, files: ReturnType<typeof toFile>[]) =>
  page.getByLabel('Choose pictures or a zip').setInputFiles(files)
const getRevision = async (page: Page, code: string) => {
  const items = (await (await page.request.get(`/api/items?search=${code}`)).json()) as AdminItem[]
  return items[0]!.revision
}

test('Pictures are matched to items, reviewed, uploaded after a lost connection, and recognised again', async ({
  page,
}) => {
  await openAdmin(page, '/admin/imports')
  await page.getByRole('link', { name: 'Picture folder' }).click()
  await expect(page.getByRole('heading', { name: 'How pictures find their items' })).toBeVisible()
  await expectAccessible(page, [320, 390, 1280], 'first view')

  const many = [1, 2, 3, 4, 5, 6, 7].map((number) => `KMT-CO-4000_${number}.jpg`)
  const names = [
    'KMT-CO-2500_2.jpg',
    'kmt co 2500 (1).jpg',
    'KMT-CO-2512.jpg',
    'DSC_0001.jpg',
    'DSC_0002.jpg',
  ]
  const files: ReturnType<typeof toFile>[] = await Promise.all([...names, ...many].map(toPicture))
  files.push(toFile('price list.jpg', Buffer.from('Not a picture at all')))
  await choose(page, files)
  const summary = page.getByRole('region', { name: 'Review' })
  const before = await getRevision(page, 'KMT-CO-2500')
  await expect(summary.getByRole('status')).toContainText('2 pictures without an item.')
  await expect(summary.getByRole('status')).toContainText('1 file cannot be uploaded.')
  await expect(page.getByText('It is not a picture (JPEG, PNG, WebP, AVIF or GIF).')).toBeVisible()
  const replace = summary.getByLabel('Replace the present pictures')
  if (await replace.isVisible()) await replace.check()
  const row = (code: string) =>
    page.getByRole('listitem').filter({ has: page.getByText(code, { exact: true }) })
  await expect(row('KMT-CO-2500').getByRole('img')).toHaveCount(2)
  await expect(row('KMT-CO-2500')).toContainText(/No pictures yet|\d pictures? so far/)
  await expect(row('KMT-CO-2500').getByRole('img').first()).toHaveAccessibleName(
    'Picture 1: kmt co 2500 (1).jpg',
  )
  await expect(row('KMT-CO-4000').getByText('Too many', { exact: true })).toHaveCount(1)
  await expectAccessible(page, [320, 390, 1280], 'review')

  await page.getByRole('button', { name: 'Leave out KMT-CO-4000_2.jpg' }).click()
  await expect(row('KMT-CO-4000').getByText('Too many', { exact: true })).toHaveCount(0)
  const unmatched = page.getByRole('region', { name: 'without an item' })
  await unmatched.getByRole('button', { name: 'Choose item of DSC_0001.jpg' }).click()
  const dialog = page.getByRole('dialog', { name: 'Choose the item of this picture' })
  await dialog.getByLabel('Search by code or name').pressSequentially('KMT-CO-2520')
  await dialog.getByRole('option', { name: /KMT-CO-2520/ }).click()
  await expect(row('KMT-CO-2520').getByRole('img')).toHaveCount(1)
  await unmatched.getByLabel('Select all').check()
  await unmatched.getByRole('button', { name: 'Leave out' }).click()
  await expect(unmatched).toBeHidden()

  let isLost = true
  await page.route('**/api/items/*/pictures', (route) => (isLost ? route.abort() : route.continue()))
  await summary.getByRole('button', { name: 'Upload 10 pictures for 4 items' }).click()
  await expect(page.getByText('The connection was lost.')).toBeVisible()
  isLost = false
  await page.getByRole('button', { name: 'Continue' }).click()
  const upload = page.getByRole('region', { name: 'Upload' })
  await expect(upload.getByRole('status')).toHaveText('4 of 4 items done.')
  expect(await getRevision(page, 'KMT-CO-2500')).toBe(before + 1)
  await expectNoOverflow(page, [320, 1280], 'done')

  await upload.getByRole('button', { name: 'Close this list' }).click()
  await choose(page, files.slice(0, 2))
  await page.getByRole('region', { name: 'Review' }).getByLabel('Add the new').waitFor({ state: 'hidden' })
  await expect(page.getByText('The item has these pictures already.')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Review' }).getByRole('status')).toHaveText(
    'All 2 pictures are there already.',
  )
})

test('A folder is read with its subfolders, uploaded and undone', async ({ page }) => {
  const folder = mkdtempSync(join(tmpdir(), 'capstan-pictures-'))
  try {
    writeFileSync(join(folder, 'KMT-CO-2001_1.jpg'), (await createImageFile(33)).buffer)
    writeFileSync(join(folder, 'Thumbs.db'), 'left by Windows')
    await openAdmin(page, '/admin/imports/pictures')
    await page.getByLabel('Choose a folder').setInputFiles(folder)
    await page.getByRole('button', { name: 'Upload 1 picture for 1 item' }).click()
    const upload = page.getByRole('region', { name: 'Upload' })
    await expect(upload.getByRole('status')).toHaveText('1 of 1 item done.')
    const revision = await getRevision(page, 'KMT-CO-2001')
    await upload.getByRole('button', { name: 'Undo all' }).click()
    await expect(page.getByRole('button', { name: 'Upload 1 picture for 1 item' })).toBeVisible()
    expect(await getRevision(page, 'KMT-CO-2001')).toBe(revision + 1)
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('The pictures in a zip are matched by the folders in it', async ({ page }) => {
  const { buffer: content } = await createImageFile(66)
  const zip = createZip([
    { name: 'KMT-CO-2512/1.jpg', content },
    { name: '__MACOSX/._1.jpg' },
    { name: 'notes.txt' },
  ])
  await openAdmin(page, '/admin/imports/pictures')
  await choose(page, [{ ...toFile('photos.zip', zip), mimeType: 'application/zip' }])
  await expect(page.getByRole('button', { name: 'Upload 1 picture for 1 item' })).toBeVisible()
  await expect(page.getByText('photos/notes.txt')).toBeVisible()
})
