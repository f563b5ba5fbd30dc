import type { Kind } from '#contracts/item.ts'
import { filterCompleteSpecifications } from '#contracts/parse-item.ts'
import { RESOURCES } from '#contracts/resources.ts'
import { parseResponse, send } from '#web/lib/api.ts'
import { getProgressPerFile, uploadWithProgress } from '#web/lib/upload.ts'
import { adminApi, withReauth } from '../session/session.ts'
import { fieldEquals, type ItemFormValues, listNewFiles, toSpecifications } from './item-form-values.ts'

/** The item that a form changes, as it was loaded; undefined creates one. */
export interface StoredItem {
  id: string
  base: ItemFormValues
  revision: number
}

/** Tells how much of each new picture has gone out, 0 to 1, by its id in the form. */
export type OnUploadProgress = (progress: ReadonlyMap<string, number>) => void

/** The whole-item address of each kind (rows API-4 to API-6). */
const getUpdatePath = (kind: Kind, id: string) =>
  kind === 'machine' ? `${RESOURCES.machine.path}/${id}` : `${RESOURCES[kind].path}/${id}/full`

/** Saves a machine or spare part, pictures and all, in one request. Throws ApiError, or what the network threw. */
export async function saveItem(
  kind: 'machine' | 'spare',
  value: ItemFormValues,
  stored: StoredItem | undefined,
  onProgress: OnUploadProgress,
): Promise<void> {
  const form = toFormData(kind, value, stored)
  if (stored) await sendForm('PUT', getUpdatePath(kind, stored.id), form, value, onProgress)
  else await sendForm('POST', RESOURCES[kind].path, form, value, onProgress)
}

/** Stores the new pictures of a service; answers the addresses of all its pictures in their order (row FRM-9). */
export async function uploadPictures(value: ItemFormValues, onProgress: OnUploadProgress): Promise<string[]> {
  const files = listNewFiles(value)
  if (files.length === 0)
    return value.pictures.flatMap((picture) => ('address' in picture ? picture.address : []))
  const form = new FormData()
  for (const file of files) form.append('images', file)
  const result = (await sendForm('POST', '/api/upload-images', form, value, onProgress)) as {
    imageUrls: string[]
  }
  const uploaded = [...result.imageUrls]
  return value.pictures.map((picture) => ('address' in picture ? picture.address : (uploaded.shift() ?? '')))
}

/** Saves a service whose pictures are stored already (row API-6). */
export async function saveService(
  value: ItemFormValues,
  images: string[],
  stored: StoredItem | undefined,
): Promise<void> {
  const { name, description, featured, draft } = value
  const specification = Object.fromEntries(filterCompleteSpecifications(toSpecifications(value)))
  const draftChanged = stored ? !fieldEquals('draft', stored.base, value) : draft
  const body = { name, description, specification, images, featured, ...(draftChanged && { draft }) }
  if (!stored) await send(adminApi, 'POST', RESOURCES.service.path, body)
  else
    await send(adminApi, 'PUT', getUpdatePath('service', stored.id), { ...body, revision: stored.revision })
}

async function sendForm(
  method: 'POST' | 'PUT',
  path: string,
  form: FormData,
  value: ItemFormValues,
  onProgress: OnUploadProgress,
): Promise<unknown> {
  const files = value.pictures.flatMap((picture) => ('file' in picture ? picture : []))
  if (files.length === 0) return send(adminApi, method, path, form)
  const sizes = files.map(({ file }) => file)
  const reportProgress = (bytes: number) =>
    onProgress(
      new Map(getProgressPerFile(sizes, bytes).map((fraction, index) => [files[index]?.id ?? '', fraction])),
    )
  reportProgress(0)
  return parseResponse(
    await withReauth(() => uploadWithProgress(path, { method, body: form }, reportProgress)),
  )
}

/**
 * The multipart request of row API-4: the specified fields always (a part has no category among them), the optional ones
 * when they were changed, so that a colleague's price is not undone by somebody who only corrects a word.
 */
function toFormData(kind: Kind, value: ItemFormValues, stored: StoredItem | undefined): FormData {
  const form = new FormData()
  const isChanged = (field: keyof ItemFormValues) =>
    stored ? !fieldEquals(field, stored.base, value) : value[field] !== ''
  form.append('name', value.name)
  form.append('description', value.description)
  if (kind === 'machine' || isChanged('category')) form.append('category', value.category)
  form.append(
    'specifications',
    JSON.stringify(Object.fromEntries(filterCompleteSpecifications(toSpecifications(value)))),
  )
  form.append('featured', String(value.featured))
  for (const field of ['brand', 'price', 'originalPrice'] as const) {
    if (isChanged(field)) form.append(field, value[field])
  }
  if (isChanged('features')) {
    const lines = value.features.split('\n').map((line) => line.trim())
    form.append('features', JSON.stringify(lines.filter(Boolean)))
  }
  if (stored ? isChanged('draft') : value.draft) form.append('draft', String(value.draft))
  if (stored) form.append('revision', String(stored.revision))
  if (stored && isChanged('pictures')) form.append('existingImages', JSON.stringify(listPictureRefs(value)))
  for (const file of listNewFiles(value)) form.append('images', file)
  return form
}

/** The pictures in their order; 'file:0' is the first new one. */
function listPictureRefs({ pictures }: ItemFormValues): string[] {
  let fileIndex = 0
  return pictures.map((picture) => ('address' in picture ? picture.address : `file:${fileIndex++}`))
}
