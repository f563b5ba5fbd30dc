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
  openFilledForm,
  readSpecifications,
  SERVICE_FORM,
  SPARE_PART_FORM,
  specification,
} from '../../support/browser/admin-forms.ts'
import { expect, openAdmin, signInByApi, test } from '../../support/browser/browser.ts'
import { failRequest, type RequestFailure, recordRequests } from '../../support/hostile/recorded-requests.ts'

test.use({ siteName: 'item-forms' })

const TOO_FEW = 'Please provide at least 2 complete specifications (key and value).'

const { edit, endpoint, list } = MACHINE_FORM
const addMachine = (page: Page) => page.getByRole('button', { name: 'Add Machine', exact: true })
const removers = (page: Page) => page.getByRole('button', { name: /^Remove specification \d+$/ })

test('[FRM-1, FRM-2] The form of a new service or machine requests no item; rows can be added to the four of a machine, and removed down to two', async ({
  page,
}) => {
  const requestedPaths: string[] = []
  page.on('request', (request) => requestedPaths.push(new URL(request.url()).pathname))
  await signInByApi(page)
  for (const form of [SERVICE_FORM, MACHINE_FORM]) {
    const name = `Add ${form.title}`
    for (const address of [form.add, `${form.edit}add`]) {
      await page.goto(address)
      await expect(page.getByRole('heading', { level: 1, name, exact: true })).toBeVisible()
      await expect(page.getByRole('button', { name, exact: true })).toBeVisible()
      await expect(field(page, 'Name')).toHaveValue('')
      await expect(field(page, 'Description')).toHaveValue('')
      await expect(displayedImages(page)).toHaveCount(0)
    }
  }
  const adder = page.getByRole('button', { name: 'Add Specification' })
  await expect(removers(page)).toHaveCount(4)
  expect(await readSpecifications(page)).toEqual(Array(4).fill(['', '']))
  await adder.click()
  await adder.click()
  await expect(removers(page)).toHaveCount(6)
  await fillSpecifications(
    page,
    [...'abcdef'].map((name) => [name, name]),
  )
  for (const [row, left] of [
    [2, 'acdef'],
    [1, 'cdef'],
    [4, 'cde'],
    [2, 'ce'],
  ] as const) {
    await removers(page)
      .nth(row - 1)
      .click()
    expect(await readSpecifications(page)).toEqual([...left].map((name) => [name, name]))
  }
  await expect(removers(page).first()).toBeDisabled()
  await expect(removers(page).last()).toBeDisabled()
  await adder.click()
  await expect(removers(page)).toHaveCount(3)
  await expect(removers(page).first()).toBeEnabled()
  expect(requestedPaths.filter((path) => /^\/api\/(?:services|products)\//.test(path))).toEqual([])
})

for (const form of [MACHINE_FORM, SPARE_PART_FORM, SERVICE_FORM]) {
  const rowsRule = form === SERVICE_FORM ? '' : ', and its two rows cannot be removed'
  test(`[FRM-1, FRM-2] The form of a stored ${form.noun} shows all its values${rowsRule}`, async ({
    page,
  }) => {
    await signInByApi(page)
    const stored = {
      name: `${form.title} loaded ${Date.now()}`,
      description: 'As it was.',
      specifications: MIN_SPECIFICATIONS,
      featured: true,
      pictures: [1, 2],
    }
    const item = await createItem(page, form, stored)
    await page.goto(form.edit + item.id)
    await expect(
      page.getByRole('heading', { level: 1, name: `Edit ${form.title}`, exact: true }),
    ).toBeVisible()
    await expect(page.getByRole('button', { name: `Update ${form.title}`, exact: true })).toBeVisible()
    await expect(field(page, 'Name')).toHaveValue(stored.name)
    await expect(field(page, 'Description')).toHaveValue(stored.description)
    expect(await readSpecifications(page)).toEqual(MIN_SPECIFICATIONS)
    if (form !== SERVICE_FORM) {
      await expect(removers(page)).toHaveCount(2)
      for (const row of [0, 1]) await expect(removers(page).nth(row)).toBeDisabled()
    }
    await expect(page.getByLabel('Featured on the home page')).toBeChecked()
    await expect(displayedImages(page)).toHaveCount(2)
    const shown = await displayedImages(page).evaluateAll((all) => all.map((one) => one.getAttribute('src')))
    expect(shown).toEqual(item.images)
  })
}

test('[FRM-2] Name, description and two specifications of a machine are required', async ({ page }) => {
  const calls = await recordRequests(page)
  await openFilledForm(page, MACHINE_FORM, 'Never sent')
  const required = [field(page, 'Name'), field(page, 'Description')]
  for (const row of [1, 2]) required.push(specification(page, row, 'name'), specification(page, row, 'value'))
  for (const empty of required) {
    const before = await empty.inputValue()
    await empty.fill('')
    await addMachine(page).click()
    await expect(empty).toBeFocused()
    expect(await empty.evaluate((one: HTMLInputElement) => one.validity.valueMissing)).toBe(true)
    await expect(alertDialog(page)).toHaveCount(0)
    await empty.fill(before)
  }
  await expect(page.locator(':invalid')).toHaveCount(0)
  expect(await calls()).toEqual([])
})

test('[FRM-3] A machine with fewer than two complete specifications shows the alert; with two in any rows it is sent with only these', async ({
  page,
}) => {
  const calls = await recordRequests(page)
  await openFilledForm(page, MACHINE_FORM, `Machine of few rows ${Date.now()}`)
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
    await addMachine(page).click()
    await expect(alertDialog(page)).toHaveAccessibleName(TOO_FEW)
    await closeAlert(page)
    expect((await readSpecifications(page)).slice(0, pairs.length)).toEqual(pairs)
  }
  expect(await calls()).toEqual([])
  await fillSpecifications(page, [
    ['Length', ' '],
    ['Width', ' 2 m '],
    ['Height', ''],
    [' Depth ', '4 m'],
  ])
  await addMachine(page).click()
  await expect(alertDialog(page)).toHaveAccessibleName('Machine added successfully!')
  const [call] = await calls()
  expect(call?.body).toContainEqual(['specifications', '{"Width":"2 m","Depth":"4 m"}'])
})

test.describe('An item that cannot be loaded', () => {
  test.use({ allowedMessages: /status of (404|500)|ERR_FAILED/ })

  test('[FRM-5] A machine that is unknown or cannot be loaded shows the alert and returns to the list', async ({
    page,
  }) => {
    await openAdmin(page, `${edit}no-such-id`)
    await expectLoadFailure(page, list)
    for (const failure of ['no response', { status: 500, message: 'Full.' }] satisfies RequestFailure[]) {
      await page.unrouteAll()
      await failRequest(page, 'GET', `${endpoint}/x-1`, failure)
      await page.goto(`${edit}x-1`)
      await expectLoadFailure(page, list)
    }
  })

  test('[FRM-3, FRM-5] An unknown spare part returns to the list of parts, and a new one also needs two complete specifications', async ({
    page,
  }) => {
    await openAdmin(page, `${SPARE_PART_FORM.edit}no-such-id`)
    await expectLoadFailure(page, SPARE_PART_FORM.list)
    await openFilledForm(page, SPARE_PART_FORM, 'Never sent')
    await specification(page, 1, 'value').fill(' ')
    await page.getByRole('button', { name: 'Add Spare Part', exact: true }).click()
    await expect(alertDialog(page)).toHaveAccessibleName(TOO_FEW)
  })
})

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
  await expect(page.getByText('Enter a code of 4, 6 or 8 digits.')).toBeVisible()
  await field(page, 'HSN or SAC code').pressSequentially('0')
  await expect(page.getByText('Enter a code of 4, 6 or 8 digits.')).toHaveCount(0)
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

async function closeAlert(page: Page) {
  await alertDialog(page).getByRole('button', { name: 'OK', exact: true }).click()
  await expect(alertDialog(page)).toHaveCount(0)
}

async function expectLoadFailure(page: Page, address: string) {
  await expect(alertDialog(page)).toHaveAccessibleName('Failed to load product for editing.')
  await closeAlert(page)
  await expect(page).toHaveURL(new RegExp(`${address}$`))
  await expect(page.getByRole('heading', { level: 1, name: 'Product Management' })).toBeVisible()
}
