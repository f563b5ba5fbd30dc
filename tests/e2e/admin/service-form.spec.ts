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
  MIN_SPECIFICATIONS,
  openEditedForm,
  openFilledForm,
  SERVICE_FORM,
  specification,
} from '../../support/browser/admin-forms.ts'
import { expect, openAdmin, signInByApi, test } from '../../support/browser/browser.ts'
import { expectToast } from '../../support/browser/toasts.ts'
import {
  failRequest,
  holdRequest,
  type RequestFailure,
  recordRequests,
} from '../../support/hostile/recorded-requests.ts'

test.use({ siteName: 'item-forms' })

const { edit, endpoint, list } = SERVICE_FORM
const addButton = (page: Page) => page.getByRole('button', { name: 'Add Service', exact: true })
const updateButton = (page: Page) => page.getByRole('button', { name: 'Update Service', exact: true })
const addSpecification = (page: Page) => page.getByRole('button', { name: 'Add Specification' })
const createName = (suffix: string) => `A service ${suffix} ${Date.now()}`

test('[FRM-7, FRM-8, FRM-10, API-6] Only name and description of a service are required; without images it is sent in one request and opens the products', async ({
  page,
}) => {
  const calls = await recordRequests(page)
  const name = createName('with required fields only')
  await openFilledForm(page, SERVICE_FORM, name)
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
  await expectToast(page, 'Success', 'Service added successfully!')
  await expect(alertDialog(page)).toHaveCount(0)
  await expect(page).toHaveURL(new RegExp(`${list}$`))
  const body = { name, description: 'Made for a test.', specification: {}, images: [], featured: false }
  expect(await calls()).toEqual([{ method: 'POST', path: endpoint, body }])
})

test('[FRM-8] A specification row is added only below a complete row, and an incomplete row is reported', async ({
  page,
}) => {
  const calls = await recordRequests(page)
  const name = createName('with incomplete rows')
  await openFilledForm(page, SERVICE_FORM, name)
  await addSpecification(page).click()
  await specification(page, 1, 'name').pressSequentially(' On site ')
  await addSpecification(page).click()
  await expect(specification(page, 2, 'name')).toHaveCount(0)
  await expect(specification(page, 1, 'value')).toBeFocused()
  await page.keyboard.type(' 2 days ')
  await addSpecification(page).click()
  await specification(page, 2, 'name').pressSequentially('Warranty')
  await addButton(page).click()
  await expectToast(page, 'Error', 'Specification 2 needs a name and a value. Complete or remove it.')
  expect(await calls()).toEqual([])
  await specification(page, 2, 'value').pressSequentially('6 months')
  await addSpecification(page).click()
  await addButton(page).click()
  await expectToast(page, 'Success', 'Service added successfully!')
  const specifications = { 'On site': '2 days', Warranty: '6 months' }
  expect((await calls()).map(({ body }) => body)).toMatchObject([{ specification: specifications }])
  expect(await findItemsByName(page, SERVICE_FORM, name)).toMatchObject([{ specification: specifications }])
})

test('[FRM-9, FRM-10, API-5, API-6] The images of a service are uploaded first, and their URLs are sent with it', async ({
  page,
  request,
}) => {
  const calls = await recordRequests(page)
  const name = createName('with photos')
  await openFilledForm(page, SERVICE_FORM, name)
  await page.getByLabel('Featured on the home page').check()
  await addImages(page).setInputFiles(await createImageFiles(1, 2))
  const uploaded = page.waitForResponse('**/api/upload-images')
  await addButton(page).click()
  await expectToast(page, 'Success', 'Service added successfully!')
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

test('[FRM-7, FRM-9, FRM-10, API-6] A changed service is sent completely, with retained and new images', async ({
  page,
}) => {
  const calls = await recordRequests(page)
  await signInByApi(page)
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
  await page.getByLabel('Featured on the home page').uncheck()
  await page.getByRole('button', { name: 'Remove image 1' }).click()
  await addImages(page).setInputFiles(await createImageFiles(5))
  const uploaded = page.waitForResponse('**/api/upload-images')
  await updateButton(page).click()
  await expectToast(page, 'Success', 'Service updated successfully!')
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

test('[API-6] The draft flag of a service is sent only if it was changed', async ({ page }) => {
  const calls = await recordRequests(page)
  await signInByApi(page)
  const name = createName('of a draft')
  const item = await createItem(page, SERVICE_FORM, { name, description: 'Not yet.', specifications: [] })
  for (const draft of [true, false]) {
    await page.goto(edit + item.id)
    await page.getByLabel('Save as draft').setChecked(draft)
    await updateButton(page).click()
    await expectToast(page, 'Success', 'Service updated successfully!')
    expect((await calls()).map(({ body }) => body)).toMatchObject([{ draft }])
  }
})

test("[FRM-8] While the images of a service and the service itself are being sent, the button reads 'Saving...' and is disabled", async ({
  page,
}) => {
  const calls = await recordRequests(page)
  const name = createName('saved once')
  await openFilledForm(page, SERVICE_FORM, name)
  await addImages(page).setInputFiles(await createImageFiles(1))
  const releaseImages = await holdRequest(page, 'POST', '/api/upload-images')
  const releaseService = await holdRequest(page, 'POST', endpoint)
  const saving = page.getByRole('button', { name: 'Saving...', exact: true })
  await addButton(page).dblclick()
  await expect(saving).toBeDisabled()
  await page.keyboard.press('Control+s')
  releaseImages()
  await expect.poll(async () => (await calls()).length).toBe(2)
  await expect(saving).toBeDisabled()
  await page.keyboard.press('Control+s')
  releaseService()
  await expectToast(page, 'Success', 'Service added successfully!')
  expect((await calls()).map((call) => call.path)).toEqual(['/api/upload-images', endpoint])
  expect(await findItemsByName(page, SERVICE_FORM, name)).toHaveLength(1)
})

test.describe('Failed requests of the service form', () => {
  test.use({ allowedMessages: /status of (404|415|500)|ERR_FAILED/ })
  const failures: [RequestFailure, reason: string][] = [
    [{ status: 500, message: 'The disk is full.' }, 'The disk is full.'],
    ['no response', 'The connection was lost. Try again.'],
    ['page of a proxy', 'We could not read the reply of the server. Try again.'],
  ]

  test("[FRM-10] A service that cannot be loaded shows 'Failed to load service' with the reason instead of the form", async ({
    page,
  }) => {
    await openAdmin(page, `${edit}no-such-service`)
    await expectToast(page, 'Error', 'Failed to load service: Service not found')
    await expect(field(page, 'Name')).toHaveCount(0)
    await failRequest(page, 'GET', `${endpoint}/x-1`, 'no response')
    await page.goto(`${edit}x-1`)
    await expectToast(page, 'Error', 'Failed to load service: The connection was lost. Try again.')
    await expect(field(page, 'Name')).toHaveCount(0)
  })

  test('[FRM-9, FRM-10] A failed upload or save of a new service shows the specified toast with the reason and retains the form; saving again does not repeat a successful upload', async ({
    page,
  }) => {
    const calls = await recordRequests(page)
    const getPaths = async () => (await calls()).map(({ path }) => path)
    const name = createName('saved at last')
    await openFilledForm(page, SERVICE_FORM, name)
    await addImages(page).setInputFiles([INVALID_IMAGE])
    const replied = page.waitForResponse('**/api/upload-images')
    await addButton(page).click()
    const { message } = await (await replied).json()
    expect(message).toMatch(/\w/)
    await expectToast(page, 'Error', `Image upload failed: ${message}`)
    await expectIntact(page, 'Made for a test.', 1)

    await page.getByRole('button', { name: 'Remove image 1' }).click()
    await addImages(page).setInputFiles(await createImageFiles(1))
    await failRequest(page, 'POST', '/api/upload-images', 'no response')
    await addButton(page).click()
    await expectToast(page, 'Error', 'Image upload failed: The connection was lost. Try again.')
    await expectIntact(page, 'Made for a test.', 1)
    await page.unrouteAll()
    const uploads = Array(3).fill('/api/upload-images')
    expect(await getPaths()).toEqual(uploads.slice(1))

    for (const [failure, reason] of failures) {
      await failRequest(page, 'POST', endpoint, failure)
      await addButton(page).click()
      await expectToast(page, 'Error', `Failed to add service: ${reason}`)
      await expectIntact(page, 'Made for a test.', 1)
      await page.unrouteAll()
    }
    await addButton(page).click()
    await expectToast(page, 'Success', 'Service added successfully!')
    expect(await getPaths()).toEqual([...uploads, ...Array(failures.length + 1).fill(endpoint)])
    const stored = await findItemsByName(page, SERVICE_FORM, name)
    expect(stored.map(({ images }) => images.length)).toEqual([1])
  })

  test("[FRM-10] A failed update of a service shows 'Failed to update service' with the reason and retains the form", async ({
    page,
  }) => {
    const { id } = await openEditedForm(page, SERVICE_FORM, createName('not changed'))
    for (const [failure, reason] of failures) {
      await failRequest(page, 'PUT', `${endpoint}/${id}/full`, failure)
      await updateButton(page).click()
      await expectToast(page, 'Error', `Failed to update service: ${reason}`)
      await expectIntact(page, 'As it shall be.', 0)
      await page.unrouteAll()
    }
  })
})

/** Expects the form with its input and an enabled button, and no alert, which the other item forms show. */
async function expectIntact(page: Page, description: string, images: number) {
  await expect(field(page, 'Description')).toHaveValue(description)
  await expect(displayedImages(page)).toHaveCount(images)
  await expect(alertDialog(page)).toHaveCount(0)
  await expect(page.getByRole('button', { name: /^(Add|Update) Service$/ })).toBeEnabled()
}
