import type { Page } from '@playwright/test'
import {
  addImages,
  alertDialog,
  createImageFiles,
  createItem,
  displayedImages,
  getItem,
  MACHINE_FORM,
  MIN_SPECIFICATIONS,
  SERVICE_FORM,
} from '../../support/browser/admin-forms.ts'
import { expect, signInByApi, test } from '../../support/browser/browser.ts'
import { toasts } from '../../support/browser/toasts.ts'
import { recordRequests } from '../../support/hostile/recorded-requests.ts'

test.use({ siteName: 'item-forms' })

/** Expects the alert of machines and spare parts about the limit of six images, and closes it. */
async function expectTooMany(page: Page) {
  await expect(alertDialog(page)).toHaveAccessibleName('You can only upload up to 6 images total.')
  await expect(toasts(page)).toHaveCount(0)
  await alertDialog(page).getByRole('button', { name: 'OK', exact: true }).click()
  await expect(alertDialog(page)).toHaveCount(0)
}

/** Expects the toast of services about the limit of six images, and closes it. */
async function expectLimitExceeded(page: Page) {
  await expect(toasts(page)).toHaveCount(1)
  await expect(toasts(page).getByText('Limit Exceeded', { exact: true })).toBeVisible()
  await expect(toasts(page).getByText('You can upload a maximum of 6 images.', { exact: true })).toBeVisible()
  await expect(alertDialog(page)).toHaveCount(0)
  await toasts(page).getByRole('button', { name: 'Close' }).click()
  await expect(toasts(page)).toHaveCount(0)
}

test('[FRM-8] Stored images of a service count towards the limit of six, which Undo of a removal cannot exceed; six disable the input', async ({
  page,
}) => {
  await signInByApi(page)
  const { id } = await createItem(page, SERVICE_FORM, {
    name: `Service with pictures ${Date.now()}`,
    description: 'With photos.',
    specifications: MIN_SPECIFICATIONS,
    pictures: [1, 2, 3, 4],
  })
  await page.goto(SERVICE_FORM.edit + id)
  await expect(displayedImages(page)).toHaveCount(4)
  await expect(addImages(page)).toHaveAttribute('accept', 'image/*')
  await expect(addImages(page)).toHaveJSProperty('multiple', true)
  await addImages(page).setInputFiles(await createImageFiles(5, 6, 7))
  await expectLimitExceeded(page)
  await expect(displayedImages(page)).toHaveCount(4)
  await expect(addImages(page)).toBeEnabled()
  await addImages(page).setInputFiles(await createImageFiles(5, 6))
  await expect(displayedImages(page)).toHaveCount(6)
  await expect(addImages(page)).toBeDisabled()
  await page.getByRole('button', { name: 'Remove image 2' }).click()
  await addImages(page).setInputFiles(await createImageFiles(7))
  await expect(displayedImages(page)).toHaveCount(6)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expectLimitExceeded(page)
  await page.getByRole('button', { name: 'Update Service' }).click()
  await expect(toasts(page).getByText('Service updated successfully!', { exact: true })).toBeVisible()
  expect((await getItem(page, SERVICE_FORM, id)).images).toHaveLength(6)
})

test('[FRM-4] Stored images of a machine count towards the limit, which Undo of a removal cannot exceed; a selected file that is no image is left out', async ({
  page,
}) => {
  await signInByApi(page)
  const { id } = await createItem(page, MACHINE_FORM, {
    name: `Machine with pictures ${Date.now()}`,
    description: 'With photos.',
    specifications: MIN_SPECIFICATIONS,
    pictures: [1, 2, 3, 4],
  })
  const calls = await recordRequests(page)
  await page.goto(MACHINE_FORM.edit + id)
  await expect(displayedImages(page)).toHaveCount(4)
  await expect(addImages(page)).toHaveAttribute('accept', 'image/*')
  await expect(addImages(page)).toHaveJSProperty('multiple', true)
  await addImages(page).setInputFiles(await createImageFiles(5, 6, 7))
  await expectTooMany(page)
  await expect(displayedImages(page)).toHaveCount(4)
  const prices = { name: 'prices.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7') }
  await addImages(page).setInputFiles([prices, ...(await createImageFiles(5, 6))])
  await expect(displayedImages(page)).toHaveCount(6)
  await expect(page.getByText('prices.pdf is not a picture.', { exact: true })).toBeVisible()
  await expect(addImages(page)).toBeDisabled()
  await page.getByRole('button', { name: 'Update Machine' }).click()
  await expect(page.getByText('Machine updated successfully!', { exact: true })).toBeVisible()
  expect((await getItem(page, MACHINE_FORM, id)).images).toHaveLength(6)
  expect(JSON.stringify(await calls())).not.toContain('prices.pdf')

  await page.goto(MACHINE_FORM.edit + id)
  await expect(displayedImages(page)).toHaveCount(6)
  await expect(addImages(page)).toBeDisabled()
  await page.getByRole('button', { name: 'Remove image 2' }).click()
  await expect(addImages(page)).toBeEnabled()
  await addImages(page).setInputFiles(await createImageFiles(7))
  await expect(displayedImages(page)).toHaveCount(6)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expectTooMany(page)
  await expect(displayedImages(page)).toHaveCount(6)
})
