import type { APIResponse, Page } from '@playwright/test'
import { createJpeg } from '../fixtures/items.ts'
import { openAdmin } from './browser.ts'

/** The three item forms of the admin, with the labels of rows FRM-1 to FRM-10 and API-4 to API-6. */
export const MACHINE_FORM = {
  title: 'Machine',
  noun: 'machine',
  endpoint: '/api/products',
  specifications: 'specifications',
  add: '/admin/products/add',
  edit: '/admin/products/edit/',
  /** The path suffix after the id for changing the complete item. */
  updateSuffix: '',
  /** The path of the screen after saving. */
  list: '/admin/products',
  /** The path of the public page. */
  publicPath: '/products',
} as const
export const SPARE_PART_FORM = {
  title: 'Spare Part',
  noun: 'spare part',
  endpoint: '/api/spareparts',
  specifications: 'specs',
  add: '/admin/spareparts/add',
  edit: '/admin/spareparts/edit/',
  updateSuffix: '/full',
  list: '/admin/spare-parts',
  publicPath: '/products?tab=spares',
} as const
export const SERVICE_FORM = {
  title: 'Service',
  noun: 'service',
  endpoint: '/api/services',
  specifications: 'specification',
  add: '/admin/services/add',
  edit: '/admin/services/edit/',
  updateSuffix: '/full',
  list: '/admin/products',
  publicPath: '/products?tab=services',
} as const
export type AdminForm = typeof MACHINE_FORM | typeof SPARE_PART_FORM | typeof SERVICE_FORM

/** Returns a picture file with a colour and name of its own. */
export async function createImageFile(seed: number, width = 80, height = 60) {
  const file = await createJpeg(seed, width, height)
  return { name: file.name, mimeType: file.type, buffer: Buffer.from(await file.arrayBuffer()) }
}

export const createImageFiles = (...seeds: number[]) =>
  Promise.all(seeds.map((seed) => createImageFile(seed)))

/** A text file with the media type of a picture, which the server rejects. */
export const INVALID_IMAGE = {
  name: 'torn.jpg',
  mimeType: 'image/jpeg',
  buffer: Buffer.from('not a picture'),
}

interface ItemFields {
  name: string
  description: string
  specifications: [name: string, value: string][]
  featured?: boolean
  /** The seeds of its pictures. */
  pictures?: number[]
}

/** Creates an item through the API with the session of the page. Returns the response body. */
export async function createItem(page: Page, form: AdminForm, fields: ItemFields): Promise<ItemResponse> {
  const { name, description, featured = false } = fields
  const specifications = Object.fromEntries(fields.specifications)
  const files = await Promise.all((fields.pictures ?? []).map((seed) => createJpeg(seed, 80, 60)))
  if (form.noun !== 'service') {
    const texts = { name, description, featured, specifications: JSON.stringify(specifications) }
    return parseResponse(await page.request.post(form.endpoint, { multipart: multipart(texts, files) }))
  }
  const { imageUrls: images } =
    files.length === 0
      ? { imageUrls: [] }
      : await parseResponse<{ imageUrls: string[] }>(
          await page.request.post('/api/upload-images', { multipart: multipart({}, files) }),
        )
  const data = { name, description, featured, specification: specifications, images }
  return parseResponse(await page.request.post(form.endpoint, { data }))
}

export interface ItemResponse {
  id: string
  name: string
  images: string[]
  revision: number
}

/** Returns an item as the API returns it now. */
export async function getItem(page: Page, form: AdminForm, id: string): Promise<ItemResponse> {
  return parseResponse(await page.request.get(`${form.endpoint}/${id}`))
}

/** Returns the items with exactly this name. */
export async function findItemsByName(page: Page, form: AdminForm, name: string): Promise<ItemResponse[]> {
  const all = await parseResponse<ItemResponse[]>(await page.request.get(form.endpoint))
  return all.filter((item) => item.name === name)
}

async function parseResponse<Body = ItemResponse>(reply: APIResponse): Promise<Body> {
  if (!reply.ok()) throw new Error(`${reply.status()}: ${await reply.text()}`)
  return reply.json()
}

function multipart(texts: Record<string, string | boolean>, files: File[]): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(texts)) form.append(name, String(value))
  for (const file of files) form.append('images', file)
  return form
}

export const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })
export const specification = (page: Page, row: number, part: 'name' | 'value') =>
  page.getByLabel(`Specification ${row} ${part}`)
export const addImages = (page: Page) => page.getByLabel('Add images')
export const displayedImages = (page: Page) =>
  page.getByRole('region', { name: 'Pictures' }).getByRole('img', { name: /^Number/ })
export const alertDialog = (page: Page) => page.getByRole('alertdialog')

/** Fills in specifications from the first row on. */
export async function fillSpecifications(page: Page, pairs: [name: string, value: string][]): Promise<void> {
  for (const [index, [name, value]] of pairs.entries()) {
    await specification(page, index + 1, 'name').fill(name)
    await specification(page, index + 1, 'value').fill(value)
  }
}

/** Returns the name and value of every row. */
export async function readSpecifications(page: Page): Promise<string[][]> {
  const rows = page.getByRole('listitem').filter({ has: page.getByLabel(/^Specification \d+ name$/) })
  return rows.evaluateAll((all) =>
    all.map((row) => [...row.querySelectorAll('input')].map(({ value }) => value)),
  )
}

/** The minimum specifications of a machine or spare part. */
export const MIN_SPECIFICATIONS: [name: string, value: string][] = [
  ['Bar capacity', '63 mm'],
  ['Swing over bed', '520 mm'],
]

/** Opens the empty form and fills in the required fields. */
export async function openFilledForm(page: Page, form: AdminForm, name: string): Promise<void> {
  await openAdmin(page, form.add)
  await field(page, 'Name').fill(name)
  await field(page, 'Description').fill('Made for a test.')
  if (form !== SERVICE_FORM) await fillSpecifications(page, MIN_SPECIFICATIONS)
}

/** Creates an item, opens it for editing and changes its description. */
export async function openEditedForm(page: Page, form: AdminForm, name: string): Promise<ItemResponse> {
  await openAdmin(page, '/admin/dashboard')
  const item = await createItem(page, form, {
    name,
    description: 'As it was.',
    specifications: MIN_SPECIFICATIONS,
  })
  await page.goto(form.edit + item.id)
  await field(page, 'Description').fill('As it shall be.')
  return item
}
