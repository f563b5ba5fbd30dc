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
  openFilledForm,
  SERVICE_FORM,
  toastItems,
} from '../../support/browser/admin-forms.ts'
import { expect, signInByApi, test } from '../../support/browser/browser.ts'
import { recordRequests } from '../../support/hostile/recorded-requests.ts'

test.use({ siteName: 'form-pictures' })

for (const form of [MACHINE_FORM, SERVICE_FORM]) {
  const row = form === SERVICE_FORM ? 'FRM-8' : 'FRM-4'
  /** Expects the specified message about the limit of six images. */
  const expectTooMany = async (page: Page) => {
    if (form === SERVICE_FORM) {
      await expect(toastItems(page)).toHaveCount(1)
      await expect(toastItems(page).getByText('Limit Exceeded', { exact: true })).toBeVisible()
      await expect(
        toastItems(page).getByText('You can upload a maximum of 6 images.', { exact: true }),
      ).toBeVisible()
      await expect(alertDialog(page)).toHaveCount(0)
      await toastItems(page).getByRole('button', { name: 'Close' }).click()
      return expect(toastItems(page)).toHaveCount(0)
    }
    await expect(alertDialog(page)).toHaveAccessibleName('You can only upload up to 6 images total.')
    await expect(toastItems(page)).toHaveCount(0)
    await alertDialog(page).getByRole('button', { name: 'OK', exact: true }).click()
    await expect(alertDialog(page)).toHaveCount(0)
  }

  test(`[${row}] Seven images of a ${form.noun} are rejected with the specified text; six disable the input until one is removed`, async ({
    page,
  }) => {
    await openFilledForm(page, form, 'Seven')
    await expect(addImages(page)).toHaveAttribute('accept', 'image/*')
    await expect(addImages(page)).toHaveJSProperty('multiple', true)
    await addImages(page).setInputFiles(await createImageFiles(1, 2, 3, 4, 5, 6, 7))
    await expectTooMany(page)
    await expect(displayedImages(page)).toHaveCount(0)
    await addImages(page).setInputFiles(await createImageFiles(1, 2, 3, 4, 5))
    await expect(displayedImages(page)).toHaveCount(5)
    await expect(addImages(page)).toBeEnabled()
    await addImages(page).setInputFiles(await createImageFiles(6))
    await expect(displayedImages(page)).toHaveCount(6)
    await expect(addImages(page)).toBeDisabled()
    await expect(alertDialog(page)).toHaveCount(0)
    await page.getByRole('button', { name: 'Remove image 6' }).click()
    await expect(addImages(page)).toBeEnabled()
  })

  test(`[${row}] Stored images of a ${form.noun} count towards the limit, which Undo of a removal cannot exceed`, async ({
    page,
  }) => {
    await signInByApi(page)
    const { id } = await createItem(page, form, {
      name: `${form.title} with pictures ${Date.now()}`,
      description: 'With photos.',
      specifications: MIN_SPECIFICATIONS,
      pictures: [1, 2, 3, 4],
    })
    await page.goto(form.edit + id)
    await expect(displayedImages(page)).toHaveCount(4)
    await addImages(page).setInputFiles(await createImageFiles(5, 6, 7))
    await expectTooMany(page)
    await expect(displayedImages(page)).toHaveCount(4)
    await addImages(page).setInputFiles(await createImageFiles(5, 6))
    await expect(displayedImages(page)).toHaveCount(6)
    await expect(addImages(page)).toBeDisabled()
    await page.getByRole('button', { name: `Update ${form.title}` }).click()
    await expect(page.getByText(`${form.title} updated successfully!`, { exact: true })).toBeVisible()
    expect((await getItem(page, form, id)).images).toHaveLength(6)

    await page.goto(form.edit + id)
    await expect(displayedImages(page)).toHaveCount(6)
    await expect(addImages(page)).toBeDisabled()
    await page.getByRole('button', { name: 'Remove image 2' }).click()
    await addImages(page).setInputFiles(await createImageFiles(7))
    await expect(displayedImages(page)).toHaveCount(6)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expectTooMany(page)
    await expect(displayedImages(page)).toHaveCount(6)
  })
}

test('[FRM-4] A selected file that is not an image is not added to a machine; images selected with it are added', async ({
  page,
}) => {
  const calls = await recordRequests(page)
  await openFilledForm(page, MACHINE_FORM, 'Only images')
  const prices = { name: 'prices.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7') }
  await addImages(page).setInputFiles([prices, ...(await createImageFiles(1, 2))])
  await expect(displayedImages(page)).toHaveCount(2)
  await expect(page.getByText('prices.pdf is not a picture.', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Add Machine' }).click()
  await expect(page.getByText('Machine added successfully!', { exact: true })).toBeVisible()
  expect(JSON.stringify(await calls())).not.toContain('prices.pdf')
})
