import type { Page } from '@playwright/test'
import {
  addImages,
  alertDialog,
  createImageFiles,
  createItem,
  displayedImages,
  field,
  findItemsByName,
  getItem,
  INVALID_IMAGE,
  MACHINE_FORM,
  MIN_SPECIFICATIONS,
  openEditedForm,
  openFilledForm,
  readSpecifications,
  SPARE_PART_FORM,
  specification,
} from '../../support/browser/admin-forms.ts'
import { expect, signInByApi, test } from '../../support/browser/browser.ts'
import { failRequest, holdRequest, recordRequests } from '../../support/hostile/recorded-requests.ts'

test.use({ siteName: 'item-forms' })

const STORED_FIELDS = { description: 'As it was.', specifications: MIN_SPECIFICATIONS }

for (const form of [MACHINE_FORM, SPARE_PART_FORM]) {
  const { title, noun, endpoint } = form
  const addButton = (page: Page) => page.getByRole('button', { name: `Add ${title}`, exact: true })
  const updateButton = (page: Page) => page.getByRole('button', { name: `Update ${title}`, exact: true })
  // The name sorts the item first, since the end of the list is rendered only after scrolling.
  const named = (what: string) => `A ${noun} ${what} ${Date.now()}`

  test.describe(noun, () => {
    test(`[FRM-6, FRM-7, API-4] A new ${noun} is sent once, in one request that shows its progress; OK in the alert opens its list`, async ({
      page,
      request,
    }) => {
      const calls = await recordRequests(page)
      const name = named('with photos')
      await openFilledForm(page, form, name)
      await page.getByLabel('Featured on the home page').check()
      await addImages(page).setInputFiles(await createImageFiles(1, 2))
      const release = await holdRequest(page, 'POST', endpoint)
      await addButton(page).dblclick()
      await expect(page.getByRole('button', { name: 'Saving...', exact: true })).toBeDisabled()
      for (const file of ['picture-1.jpg', 'picture-2.jpg'])
        await expect(page.getByRole('progressbar', { name: `Uploading ${file}` })).toBeVisible()
      await page.keyboard.press('Control+s')
      release()
      await expect(alertDialog(page)).toHaveAccessibleName(`${title} added successfully!`)
      await expect(page).toHaveURL(new RegExp(`${form.add}$`))
      const specified = [
        ['name', name],
        ['description', 'Made for a test.'],
        ...(form === MACHINE_FORM ? [['category', 'machine']] : []),
        ['specifications', JSON.stringify(Object.fromEntries(MIN_SPECIFICATIONS))],
        ['featured', 'true'],
        ['images', 'file picture-1.jpg image/jpeg'],
        ['images', 'file picture-2.jpg image/jpeg'],
      ]
      expect(await calls()).toEqual([{ method: 'POST', path: endpoint, body: specified }])
      await alertDialog(page).getByRole('button', { name: 'OK', exact: true }).click()
      await expect(page).toHaveURL(new RegExp(`${form.list}$`))
      await expect(page.getByRole('heading', { name, exact: true })).toBeVisible()
      const [stored, ...others] = await findItemsByName(page, form, name)
      expect(others).toEqual([])
      expect(stored).toMatchObject({
        description: 'Made for a test.',
        featured: true,
        [form.specifications]: Object.fromEntries(MIN_SPECIFICATIONS),
      })
      expect(stored?.images).toHaveLength(2)
      expect(await (await request.get(form.publicPath)).text()).toContain(name)
    })

    test(`[FRM-6, FRM-7, API-4] A changed ${noun} is sent completely to its own path by Ctrl+S`, async ({
      page,
    }) => {
      const calls = await recordRequests(page)
      await signInByApi(page)
      const name = named('to change')
      const item = await createItem(page, form, { ...STORED_FIELDS, name, featured: true, pictures: [3, 4] })
      await page.goto(form.edit + item.id)
      await field(page, 'Name').fill(`${name} anew`)
      await field(page, 'Description').fill('As it shall be.')
      await specification(page, 2, 'value').fill('530 mm')
      await page.getByLabel('Featured on the home page').uncheck()
      await page.getByRole('button', { name: 'Remove image 1' }).click()
      await addImages(page).setInputFiles(await createImageFiles(5))
      await expect(page.getByText('Unsaved changes (Ctrl+S to save)')).toBeVisible()
      await page.keyboard.press('Control+s')
      await expect(alertDialog(page)).toHaveAccessibleName(`${title} updated successfully!`)
      const specifications = { 'Bar capacity': '63 mm', 'Swing over bed': '530 mm' }
      const specified = [
        ['revision', String(item.revision)],
        ['name', `${name} anew`],
        ['description', 'As it shall be.'],
        ...(form === MACHINE_FORM ? [['category', 'machine']] : []),
        ['specifications', JSON.stringify(specifications)],
        ['featured', 'false'],
        ['existingImages', JSON.stringify([item.images[1], 'file:0'])],
        ['images', 'file picture-5.jpg image/jpeg'],
      ]
      expect(await calls()).toEqual([
        { method: 'PUT', path: `${endpoint}/${item.id}${form.updateSuffix}`, body: specified },
      ])
      await alertDialog(page).getByRole('button', { name: 'OK', exact: true }).click()
      await expect(page).toHaveURL(new RegExp(`${form.list}$`))
      await expect(page.getByRole('heading', { name: `${name} anew`, exact: true })).toBeVisible()
      const stored = await getItem(page, form, item.id)
      expect(stored).toMatchObject({
        name: `${name} anew`,
        description: 'As it shall be.',
        featured: false,
        [form.specifications]: specifications,
      })
      expect(stored.images).toHaveLength(2)
      expect(stored.images[0]).toBe(item.images[1])
    })

    test.describe('Save failures', () => {
      test.use({ allowedMessages: /status of (404|415|500)|ERR_FAILED/ })

      test(`[FRM-6] A failed creation of a ${noun} shows the reason and retains the form, which can be sent again`, async ({
        page,
      }) => {
        const name = named('sent again')
        await openFilledForm(page, form, name)
        await addImages(page).setInputFiles([INVALID_IMAGE])
        const replied = page.waitForResponse((reply) => reply.request().method() === 'POST')
        await addButton(page).click()
        const { message } = await (await replied).json()
        expect(message).toMatch(/\w/)
        await expect(alertDialog(page)).toHaveAccessibleName(`Error adding ${noun}: ${message}`)
        await expectIntact(page, 'Made for a test.', form.add)
        await expect(displayedImages(page)).toHaveCount(1)

        await page.getByRole('button', { name: 'Remove image 1' }).click()
        await addImages(page).setInputFiles(await createImageFiles(1))
        await failRequest(page, 'POST', endpoint, 'no response')
        await addButton(page).click()
        await expect(alertDialog(page)).toHaveAccessibleName(`Failed to add ${noun}.`)
        await expectIntact(page, 'Made for a test.', form.add)
        await expect(page.getByText('Nothing was saved. Your changes are still here')).toBeVisible()
        await expect(displayedImages(page)).toHaveCount(1)
        await page.unrouteAll()
        await addButton(page).click()
        await expect(alertDialog(page)).toHaveAccessibleName(`${title} added successfully!`)
        const stored = await findItemsByName(page, form, name)
        expect(stored.map(({ images }) => images.length)).toEqual([1])
      })

      test(`[FRM-6] A failed update of a ${noun} shows the reason and retains the form, which can be sent again`, async ({
        page,
      }) => {
        const item = await openEditedForm(page, form, named('changed again'))
        const path = `${endpoint}/${item.id}${form.updateSuffix}`
        for (const [failure, message] of [
          [{ status: 500, message: 'The disk is full.' }, `Error updating ${noun}: The disk is full.`],
          ['no response', `Failed to update ${noun}.`],
        ] as const) {
          await page.unrouteAll()
          await failRequest(page, 'PUT', path, failure)
          await updateButton(page).click()
          await expect(alertDialog(page)).toHaveAccessibleName(message)
          await expectIntact(page, 'As it shall be.', form.edit + item.id)
        }
        await page.unrouteAll()
        await updateButton(page).click()
        await expect(alertDialog(page)).toHaveAccessibleName(`${title} updated successfully!`)
        expect(await getItem(page, form, item.id)).toMatchObject({ description: 'As it shall be.' })
      })
    })
  })
}

test('A price of a machine that changes by more than 50 % is saved only after a question', async ({
  page,
}) => {
  await signInByApi(page)
  const name = `A machine with a digit too many ${Date.now()}`
  const item = await createItem(page, MACHINE_FORM, { ...STORED_FIELDS, name })
  await page.request.put(`${MACHINE_FORM.endpoint}/${item.id}`, { multipart: { price: '1000' } })
  await page.goto(MACHINE_FORM.edit + item.id)
  await field(page, 'Price, ₹').fill('')
  await field(page, 'Price, ₹').pressSequentially('10,000')
  const update = page.getByRole('button', { name: 'Update Machine', exact: true })
  await update.click()
  const question = page.getByRole('alertdialog', { name: 'Price changes by more than 50 %: 1 item' })
  await expect(question).toContainText(`${name}: ₹1,000 → ₹10,000`)
  await question.getByRole('button', { name: 'Back' }).click()
  await expect(question).toHaveCount(0)
  expect(await getItem(page, MACHINE_FORM, item.id)).toMatchObject({ price: 1000 })
  await update.click()
  await question.getByRole('button', { name: 'Save' }).press('Enter')
  await expect(alertDialog(page)).toHaveAccessibleName('Machine updated successfully!')
  expect(await getItem(page, MACHINE_FORM, item.id)).toMatchObject({ price: 10_000 })
})

test('[API-4] Optional fields of a machine are sent only if they were entered or changed', async ({
  page,
}) => {
  const calls = await recordRequests(page)
  const name = `A machine of details ${Date.now()}`
  await openFilledForm(page, MACHINE_FORM, name)
  await field(page, 'Brand').fill('Kovai')
  await field(page, 'Price, ₹').fill('1200')
  await page.getByRole('button', { name: 'Add Machine', exact: true }).click()
  await expect(alertDialog(page)).toHaveAccessibleName('Machine added successfully!')
  const [stored] = await findItemsByName(page, MACHINE_FORM, name)
  await page.goto(MACHINE_FORM.edit + stored?.id)
  await field(page, 'Price, ₹').fill('1500')
  await page.getByRole('button', { name: 'Update Machine', exact: true }).click()
  await expect(alertDialog(page)).toHaveAccessibleName('Machine updated successfully!')
  const [changed] = await calls()
  expect(changed?.body).toContainEqual(['price', '1500'])
  expect(JSON.stringify(changed?.body)).not.toContain('brand')
  expect(await getItem(page, MACHINE_FORM, stored!.id)).toMatchObject({ brand: 'Kovai', price: 1500 })
})

/** Closes the alert and expects the form with its input and an enabled button. */
async function expectIntact(page: Page, description: string, address: string) {
  await alertDialog(page).getByRole('button', { name: 'OK', exact: true }).click()
  await expect(alertDialog(page)).toHaveCount(0)
  await expect(page).toHaveURL(new RegExp(`${address}$`))
  await expect(field(page, 'Description')).toHaveValue(description)
  expect((await readSpecifications(page)).slice(0, 2)).toEqual(MIN_SPECIFICATIONS)
  await expect(page.getByRole('button', { name: /^(Add|Update) (Machine|Spare Part)$/ })).toBeEnabled()
}
