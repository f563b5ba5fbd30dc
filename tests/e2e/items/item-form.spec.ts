import type { Page } from '@playwright/test'
import {
  addImages,
  alertDialog,
  createImageFiles,
  createItem,
  displayedImages,
  field,
  fillSpecifications,
  findItemsByName,
  MACHINE_FORM,
  MIN_SPECIFICATIONS,
  openEditedForm,
  openFilledForm,
  readSpecifications,
  SPARE_PART_FORM,
  specification,
} from '../../support/browser/admin-forms.ts'
import { expect, openAdmin, test } from '../../support/browser/browser.ts'
import { failRequest, type RequestFailure, recordRequests } from '../../support/hostile/recorded-requests.ts'

test.use({ siteName: 'item-form' })

const STORED_FIELDS = { description: 'As it was.', specifications: MIN_SPECIFICATIONS }

for (const form of [MACHINE_FORM, SPARE_PART_FORM]) {
  const { title, noun, endpoint } = form
  const addButton = (page: Page) => page.getByRole('button', { name: `Add ${title}`, exact: true })
  const updateButton = (page: Page) => page.getByRole('button', { name: `Update ${title}`, exact: true })
  const named = (what: string) => `${title} ${what} ${Date.now()}`

  test.describe(noun, () => {
    test(`[FRM-1] The form of a new ${noun} requests no item`, async ({ page }) => {
      const requestedPaths: string[] = []
      page.on('request', (request) => requestedPaths.push(new URL(request.url()).pathname))
      await openAdmin(page, form.add)
      for (const address of [form.add, `${form.edit}add`]) {
        await page.goto(address)
        await expect(page.getByRole('heading', { level: 1, name: `Add ${title}`, exact: true })).toBeVisible()
        await expect(addButton(page)).toBeVisible()
        await expect(field(page, 'Name')).toHaveValue('')
        await expect(field(page, 'Description')).toHaveValue('')
        await expect(displayedImages(page)).toHaveCount(0)
      }
      expect(requestedPaths.filter((path) => path.startsWith(`${endpoint}/`))).toEqual([])
    })

    test(`[FRM-1] The form of a stored ${noun} shows all its values`, async ({ page }) => {
      await openAdmin(page, '/admin/dashboard')
      const specifications = [...MIN_SPECIFICATIONS, ['Weight', '1,250 kg'] satisfies [string, string]]
      const name = named('loaded')
      const item = await createItem(page, form, {
        ...STORED_FIELDS,
        name,
        specifications,
        featured: true,
        pictures: [1, 2],
      })
      await page.goto(form.edit + item.id)
      await expect(page.getByRole('heading', { level: 1, name: `Edit ${title}`, exact: true })).toBeVisible()
      await expect(updateButton(page)).toBeVisible()
      await expect(field(page, 'Name')).toHaveValue(name)
      await expect(field(page, 'Description')).toHaveValue('As it was.')
      expect(await readSpecifications(page)).toEqual(specifications)
      await expect(page.getByLabel('Featured on the home page')).toBeChecked()
      await expect(displayedImages(page)).toHaveCount(2)
      const shown = await displayedImages(page).evaluateAll((all) =>
        all.map((one) => one.getAttribute('src')),
      )
      expect(shown).toEqual(item.images)
    })

    test(`[FRM-2] Name, description and two specifications of a ${noun} are required`, async ({ page }) => {
      const calls = await recordRequests(page)
      await openFilledForm(page, form, 'Never sent')
      const required = [field(page, 'Name'), field(page, 'Description')]
      for (const row of [1, 2])
        required.push(specification(page, row, 'name'), specification(page, row, 'value'))
      for (const empty of required) {
        const before = await empty.inputValue()
        await empty.fill('')
        await addButton(page).click()
        await expect(empty).toBeFocused()
        expect(await empty.evaluate((one: HTMLInputElement) => one.validity.valueMissing)).toBe(true)
        await expect(alertDialog(page)).toHaveCount(0)
        await empty.fill(before)
      }
      await expect(page.locator(':invalid')).toHaveCount(0)
      expect(await calls()).toEqual([])
    })

    test(`[FRM-2] The form of a new ${noun} has four rows; rows can be added, and removed down to two`, async ({
      page,
    }) => {
      await openAdmin(page, form.add)
      const removers = page.getByRole('button', { name: /^Remove specification \d+$/ })
      const remove = (row: number) =>
        page.getByRole('button', { name: `Remove specification ${row}`, exact: true })
      const adder = page.getByRole('button', { name: 'Add Specification' })
      await expect(removers).toHaveCount(4)
      expect(await readSpecifications(page)).toEqual(Array(4).fill(['', '']))
      await adder.click()
      await adder.click()
      await expect(removers).toHaveCount(6)
      await fillSpecifications(
        page,
        ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => [name, name]),
      )
      for (const [row, left] of [
        [2, 'acdef'],
        [1, 'cdef'],
        [4, 'cde'],
        [2, 'ce'],
      ] as const) {
        await remove(row).click()
        expect(await readSpecifications(page)).toEqual([...left].map((name) => [name, name]))
      }
      await expect(remove(1)).toBeDisabled()
      await expect(remove(2)).toBeDisabled()
      await adder.click()
      await expect(removers).toHaveCount(3)
      await expect(remove(1)).toBeEnabled()
    })

    test(`[FRM-2] The two rows of a stored ${noun} cannot be removed`, async ({ page }) => {
      await openEditedForm(page, form, named('of two rows'))
      const removers = page.getByRole('button', { name: /^Remove specification \d+$/ })
      await expect(removers).toHaveCount(2)
      for (const row of [0, 1]) await expect(removers.nth(row)).toBeDisabled()
    })

    test(`[FRM-3] A ${noun} with fewer than two complete specifications shows the alert and is not sent`, async ({
      page,
    }) => {
      const calls = await recordRequests(page)
      await openFilledForm(page, form, named('of too little'))
      for (const pairs of [
        [
          ['Length', '1 m'],
          ['  ', '2 m'],
        ],
        [
          ['Length', '1 m'],
          ['Width', '  '],
        ],
        [
          ['Length', ' '],
          ['Width', '2 m'],
          ['Height', ''],
          ['', '4 m'],
        ],
      ] as [string, string][][]) {
        await fillSpecifications(page, pairs)
        await addButton(page).click()
        await expect(alertDialog(page)).toHaveAccessibleName(
          'Please provide at least 2 complete specifications (key and value).',
        )
        await alertDialog(page).getByRole('button', { name: 'OK', exact: true }).click()
        await expect(alertDialog(page)).toHaveCount(0)
        expect((await readSpecifications(page)).slice(0, pairs.length)).toEqual(pairs)
      }
      expect(await calls()).toEqual([])
    })

    test(`[FRM-3] Two complete specifications of a ${noun} in any rows suffice, and only they are sent`, async ({
      page,
    }) => {
      const calls = await recordRequests(page)
      await openFilledForm(page, form, named('of four rows'))
      await fillSpecifications(page, [
        ['Length', ' '],
        ['Width', ' 2 m '],
        ['Height', ''],
        [' Depth ', '4 m'],
      ])
      await addButton(page).click()
      await expect(alertDialog(page)).toHaveAccessibleName(`${title} added successfully!`)
      const [call] = await calls()
      expect(call?.body).toContainEqual(['specifications', '{"Width":"2 m","Depth":"4 m"}'])
    })

    test.describe('Failed requests of the stored item', () => {
      test.use({ allowedMessages: /status of (404|415|500)|ERR_FAILED/ })

      for (const failure of ['no response', { status: 500, message: 'Full.' }] satisfies RequestFailure[]) {
        const reason = failure === 'no response' ? failure : 'status 500'
        test(`[FRM-5] A ${form.noun} that cannot be loaded (${reason}) shows the alert and returns to the list`, async ({
          page,
        }) => {
          await openAdmin(page, '/admin/dashboard')
          await failRequest(page, 'GET', `${endpoint}/x-1`, failure)
          await page.goto(`${form.edit}x-1`)
          await expectLoadFailure(page, form.list)
        })
      }

      test(`[FRM-5] An unknown id of a ${form.noun} shows the alert and returns to the list`, async ({
        page,
      }) => {
        await openAdmin(page, `${form.edit}no-such-id`)
        await expectLoadFailure(page, form.list)
      })
    })
  })
}

test('Commercial details and captions are checked while they are entered, stored, and shown on the page of the item', async ({
  page,
}) => {
  const name = `Bearing ${Date.now()}`
  const code = name.replace('Bearing ', 'BR-')
  await openAdmin(page, SPARE_PART_FORM.add)
  await field(page, 'Name').pressSequentially(name)
  await field(page, 'Description').pressSequentially('Matched pair.')
  await fillSpecifications(page, MIN_SPECIFICATIONS)
  await addImages(page).setInputFiles(await createImageFiles(71))
  await page.getByLabel('Caption of image 1').pressSequentially('Inner ring')
  await field(page, 'Code (model or part number)').pressSequentially(code)
  await field(page, 'HSN or SAC code').pressSequentially('84821')
  await expect(page.getByText('Please enter a code of 4, 6 or 8 digits.')).toBeVisible()
  await field(page, 'HSN or SAC code').pressSequentially('0')
  await expect(page.getByText('Please enter a code of 4, 6 or 8 digits.')).toHaveCount(0)
  await field(page, 'GST rate').selectOption('18 %')
  await field(page, 'Availability').selectOption('Made to order')
  await field(page, 'Warranty, months').pressSequentially('18')
  await page.getByRole('button', { name: 'Add Spare Part', exact: true }).click()
  await alertDialog(page).getByRole('button', { name: 'OK', exact: true }).click()
  await page.getByRole('link', { name: `Edit Part: ${name}` }).click()
  await expect(field(page, 'Code (model or part number)')).toHaveValue(code)
  await expect(field(page, 'GST rate')).toHaveValue('18')
  await expect(page.getByLabel('Caption of image 1')).toHaveValue('Inner ring')
  const [item] = await findItemsByName(page, SPARE_PART_FORM, name)
  expect(item).toMatchObject({ code, hsn: '848210', availability: 'made-to-order', warrantyMonths: 18 })
  const html = await (await page.request.get(`/product/${item!.id}`)).text()
  for (const text of ['Inner ring', code, 'Made to Order', '18 Month Warranty']) expect(html).toContain(text)
})

async function expectLoadFailure(page: Page, list: string) {
  await expect(alertDialog(page)).toHaveAccessibleName('Failed to load product for editing.')
  await alertDialog(page).getByRole('button', { name: 'OK', exact: true }).click()
  await expect(alertDialog(page)).toHaveCount(0)
  await expect(page).toHaveURL(new RegExp(`${list}$`))
  await expect(page.getByRole('heading', { level: 1, name: 'Product Management' })).toBeVisible()
}
