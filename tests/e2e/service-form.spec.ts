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
  getItem,
  INVALID_IMAGE,
  MIN_SPECIFICATIONS,
  openEditedForm,
  openFilledForm,
  readSpecifications,
  SERVICE_FORM,
  specification,
  toastItems,
} from '../support/admin-forms.ts'
import { expect, openAdmin, test } from '../support/browser.ts'
import { failRequest, holdRequest, recordRequests } from '../support/recorded-requests.ts'

test.use({ siteName: 'service-form' })

const { add, edit, endpoint, list } = SERVICE_FORM
const addButton = (page: Page) => page.getByRole('button', { name: 'Add Service', exact: true })
const updateButton = (page: Page) => page.getByRole('button', { name: 'Update Service', exact: true })
const addSpecification = (page: Page) => page.getByRole('button', { name: 'Add Specification' })
const createName = (what: string) => `A service ${what} ${Date.now()}`
const MARINE = 'rgb(6, 27, 49)'
const RED = 'rgb(176, 36, 28)'

test("[FRM-1] an address that ends in 'add' creates, and asks the site for no service", async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await openAdmin(page, add)
  for (const address of [add, `${edit}add`]) {
    await page.goto(address)
    await expect(page.getByRole('heading', { level: 1, name: 'Add Service', exact: true })).toBeVisible()
    await expect(addButton(page)).toBeVisible()
    await expect(field(page, 'Name')).toHaveValue('')
    await expect(field(page, 'Description')).toHaveValue('')
    await expect(displayedImages(page)).toHaveCount(0)
  }
  expect(asked.filter((path) => path.startsWith(`${endpoint}/`))).toEqual([])
})

test('[FRM-1] an address that ends in an id edits that service, with all that is stored', async ({
  page,
}) => {
  await openAdmin(page, '/admin/dashboard')
  const name = createName('loaded')
  const item = await createItem(page, SERVICE_FORM, {
    name,
    description: 'As it was.',
    specifications: MIN_SPECIFICATIONS,
    featured: true,
    pictures: [1, 2],
  })
  await page.goto(edit + item.id)
  await expect(page.getByRole('heading', { level: 1, name: 'Edit Service', exact: true })).toBeVisible()
  await expect(updateButton(page)).toBeVisible()
  await expect(field(page, 'Name')).toHaveValue(name)
  await expect(field(page, 'Description')).toHaveValue('As it was.')
  expect(await readSpecifications(page)).toEqual(MIN_SPECIFICATIONS)
  await expect(page.getByLabel('Featured on the landing page')).toBeChecked()
  await expect(displayedImages(page)).toHaveCount(2)
  const shown = await displayedImages(page).evaluateAll((all) => all.map((one) => one.getAttribute('src')))
  expect(shown).toEqual(item.images)
})

test('[FRM-8] the browser asks for name and description, and for nothing else', async ({ page }) => {
  const calls = await recordRequests(page)
  await openFilledForm(page, SERVICE_FORM, createName('of the least'))
  await addSpecification(page).click()
  for (const empty of [field(page, 'Name'), field(page, 'Description')]) {
    const before = await empty.inputValue()
    await empty.fill('')
    await addButton(page).click()
    await expect(empty).toBeFocused()
    expect(await empty.evaluate((one: HTMLInputElement) => one.validity.valueMissing)).toBe(true)
    await empty.fill(before)
  }
  expect(await calls()).toEqual([])
  await addButton(page).click()
  await expectToast(page, 'Success', 'Service added successfully!', MARINE)
})

test('[FRM-8] a specification is added only when both name and value are filled in', async ({ page }) => {
  const calls = await recordRequests(page)
  const name = createName('of half rows')
  await openFilledForm(page, SERVICE_FORM, name)
  for (let row = 0; row < 5; row++) await addSpecification(page).click()
  await fillSpecifications(page, [
    ['Only a name', ''],
    ['', 'only a value'],
    [' On site ', ' 2 days '],
    ['Blank', '  '],
    ['Warranty', '6 months'],
  ])
  await addButton(page).click()
  await expectToast(page, 'Success', 'Service added successfully!', MARINE)
  const kept = { 'On site': '2 days', Warranty: '6 months' }
  expect((await calls()).map(({ body }) => body)).toMatchObject([{ specification: kept }])
  expect(await findItemsByName(page, SERVICE_FORM, name)).toMatchObject([{ specification: kept }])
})

test('[FRM-7, FRM-8, FRM-10, API-6] a service without images is one call, and leads to the products', async ({
  page,
}) => {
  const calls = await recordRequests(page)
  const name = createName('of words')
  await openFilledForm(page, SERVICE_FORM, name)
  await addButton(page).click()
  await expectToast(page, 'Success', 'Service added successfully!', MARINE)
  await expect(page).toHaveURL(new RegExp(`${list}$`))
  const body = { name, description: 'Made for a test.', specification: {}, images: [], featured: false }
  expect(await calls()).toEqual([{ method: 'POST', path: endpoint, body }])
})

test('[FRM-9, FRM-10, API-5, API-6] images go first, and their addresses with the service', async ({
  page,
  request,
}) => {
  const calls = await recordRequests(page)
  const name = createName('with photos')
  await openFilledForm(page, SERVICE_FORM, name)
  await page.getByLabel('Featured on the landing page').check()
  await addImages(page).setInputFiles(await createImageFiles(1, 2))
  const uploaded = page.waitForResponse('**/api/upload-images')
  await addButton(page).click()
  await expectToast(page, 'Success', 'Service added successfully!', MARINE)
  const { imageUrls: images } = await (await uploaded).json()
  expect(images).toHaveLength(2)
  const files = [
    ['images', 'file picture-1.jpg image/jpeg'],
    ['images', 'file picture-2.jpg image/jpeg'],
  ]
  const body = { name, description: 'Made for a test.', specification: {}, images, featured: true }
  expect(await calls()).toEqual([
    { method: 'POST', path: '/api/upload-images', body: files },
    { method: 'POST', path: endpoint, body },
  ])
  const { description, featured } = body
  expect(await findItemsByName(page, SERVICE_FORM, name)).toMatchObject([{ description, featured, images }])
  expect(await (await request.get(SERVICE_FORM.publicPath)).text()).toContain(name)
  await page.getByRole('link', { name: 'Services', exact: true }).click()
  await expect(page.getByRole('heading', { name, exact: true })).toBeVisible()
})

test('[FRM-7, FRM-9, FRM-10, API-6] a changed service is sent whole, with the images that stay and the new ones', async ({
  page,
}) => {
  const calls = await recordRequests(page)
  await openAdmin(page, '/admin/dashboard')
  const name = createName('to change')
  const item = await createItem(page, SERVICE_FORM, {
    name,
    description: 'As it was.',
    specifications: MIN_SPECIFICATIONS,
    featured: true,
    pictures: [3, 4],
  })
  await page.goto(edit + item.id)
  await field(page, 'Name').fill(`${name} anew`)
  await field(page, 'Description').fill('As it shall be.')
  await specification(page, 2, 'value').fill('530 mm')
  await page.getByLabel('Featured on the landing page').uncheck()
  await page.getByRole('button', { name: 'Remove image 1' }).click()
  await addImages(page).setInputFiles(await createImageFiles(5))
  const uploaded = page.waitForResponse('**/api/upload-images')
  await updateButton(page).click()
  await expectToast(page, 'Success', 'Service updated successfully!', MARINE)
  await expect(page).toHaveURL(new RegExp(`${list}$`))
  const { imageUrls } = await (await uploaded).json()
  const service = {
    name: `${name} anew`,
    description: 'As it shall be.',
    specification: { 'Bar capacity': '63 mm', 'Swing over bed': '530 mm' },
    images: [item.images[1], ...imageUrls],
    featured: false,
  }
  expect(await calls()).toEqual([
    { method: 'POST', path: '/api/upload-images', body: [['images', 'file picture-5.jpg image/jpeg']] },
    { method: 'PUT', path: `${endpoint}/${item.id}/full`, body: { ...service, revision: item.revision } },
  ])
  expect(await getItem(page, SERVICE_FORM, item.id)).toMatchObject(service)
})

test('[API-6] that it is a draft is sent only when it was ticked or unticked', async ({ page }) => {
  const calls = await recordRequests(page)
  await openAdmin(page, '/admin/dashboard')
  const name = createName('of a draft')
  const item = await createItem(page, SERVICE_FORM, { name, description: 'Not yet.', specifications: [] })
  for (const draft of [true, false]) {
    await page.goto(edit + item.id)
    await page.getByLabel(/^Draft/).setChecked(draft)
    await updateButton(page).click()
    await expectToast(page, 'Success', 'Service updated successfully!', MARINE)
    expect((await calls()).map(({ body }) => body)).toMatchObject([{ draft }])
  }
})

for (const [what, path] of [
  ['its images', '/api/upload-images'],
  ['the service', endpoint],
] as const) {
  test(`[FRM-8] while ${what} are on their way, 'Saving...' takes no second click`, async ({ page }) => {
    const calls = await recordRequests(page)
    const name = createName('saved once')
    await openFilledForm(page, SERVICE_FORM, name)
    await addImages(page).setInputFiles(await createImageFiles(1))
    const release = await holdRequest(page, 'POST', path)
    await addButton(page).dblclick()
    await expect(page.getByRole('button', { name: 'Saving...', exact: true })).toBeDisabled()
    await page.keyboard.press('Control+s')
    release()
    await expectToast(page, 'Success', 'Service added successfully!', MARINE)
    expect((await calls()).map((call) => call.path)).toEqual(['/api/upload-images', endpoint])
    expect(await findItemsByName(page, SERVICE_FORM, name)).toHaveLength(1)
  })
}

test.describe('when it fails', () => {
  test.use({ allowedMessages: /status of (404|415|500)|ERR_FAILED/ })

  test("[FRM-10] 'Failed to load service' tells the site's reason, and shows no form", async ({ page }) => {
    await openAdmin(page, `${edit}no-such-service`)
    await expectToast(page, 'Error', 'Failed to load service: Service not found', RED)
    await expect(field(page, 'Name')).toHaveCount(0)
  })

  test("[FRM-10] or the browser's, when there is no answer", async ({ page }) => {
    await openAdmin(page, '/admin/dashboard')
    await failRequest(page, 'GET', `${endpoint}/x-1`, 'no answer')
    await page.goto(`${edit}x-1`)
    await expectToast(
      page,
      'Error',
      'Failed to load service: The connection was lost. Please try again.',
      RED,
    )
    await expect(field(page, 'Name')).toHaveCount(0)
  })

  test("[FRM-9] 'Image upload failed' tells why, and the service is not sent", async ({ page }) => {
    const calls = await recordRequests(page)
    await openFilledForm(page, SERVICE_FORM, createName('never sent'))
    await addImages(page).setInputFiles([INVALID_IMAGE])
    const replied = page.waitForResponse('**/api/upload-images')
    await addButton(page).click()
    const { message } = await (await replied).json()
    expect(message).toMatch(/\w/)
    await expectToast(page, 'Error', `Image upload failed: ${message}`, RED)
    await expectIntact(page, 'Made for a test.', 1)
    expect((await calls()).map(({ path }) => path)).toEqual(['/api/upload-images'])
  })

  test('[FRM-9] the same without an answer; sent again, the service has its image', async ({ page }) => {
    const calls = await recordRequests(page)
    const name = createName('with a late photo')
    await openFilledForm(page, SERVICE_FORM, name)
    await addImages(page).setInputFiles(await createImageFiles(1))
    await failRequest(page, 'POST', '/api/upload-images', 'no answer')
    await addButton(page).click()
    await expectToast(page, 'Error', 'Image upload failed: The connection was lost.', RED)
    await expectIntact(page, 'Made for a test.', 1)
    expect((await calls()).map(({ path }) => path)).toEqual(['/api/upload-images'])
    await page.unrouteAll()
    await addButton(page).click()
    await expectToast(page, 'Success', 'Service added successfully!', MARINE)
    const [stored] = await findItemsByName(page, SERVICE_FORM, name)
    expect(stored?.images).toHaveLength(1)
  })

  for (const [trouble, reason] of [
    [{ status: 500, message: 'The disk is full.' }, 'The disk is full.'],
    ['no answer', 'Failed to fetch'],
  ] as const) {
    test(`[FRM-10] 'Failed to add service: ${reason}', and the form stays`, async ({ page }) => {
      await openFilledForm(page, SERVICE_FORM, createName('not added'))
      await failRequest(page, 'POST', endpoint, trouble)
      await addButton(page).click()
      await expectToast(page, 'Error', `Failed to add service: ${reason}`, RED)
      await expectIntact(page, 'Made for a test.', 0)
    })

    test(`[FRM-10] 'Failed to update service: ${reason}', and the form stays`, async ({ page }) => {
      const { id } = await openEditedForm(page, SERVICE_FORM, createName('not changed'))
      await failRequest(page, 'PUT', `${endpoint}/${id}/full`, trouble)
      await updateButton(page).click()
      await expectToast(page, 'Error', `Failed to update service: ${reason}`, RED)
      await expectIntact(page, 'As it shall be.', 0)
    })
  }
})

/** The one toast, with this title and these words, on this ground. */
async function expectToast(page: Page, title: string, description: string, background: string) {
  const toast = toastItems(page)
  await expect(toast.getByText(description, { exact: true })).toBeVisible()
  await expect(toast.getByText(title, { exact: true })).toBeVisible()
  await expect(toast).toHaveCount(1)
  await expect(toast).toHaveCSS('background-color', background)
  await expect(alertDialog(page)).toHaveCount(0)
}

/** The form stands there as it was entered, and can be sent. */
async function expectIntact(page: Page, description: string, images: number) {
  await expect(field(page, 'Description')).toHaveValue(description)
  await expect(displayedImages(page)).toHaveCount(images)
  await expect(page.getByRole('button', { name: /^(Add|Update) Service$/ })).toBeEnabled()
}
