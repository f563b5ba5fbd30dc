import { COMMERCIAL_FIELD_NAMES, mapCommercialFields } from '#contracts/item/commercial-types.ts'
import type { ItemFields, Kind } from '#contracts/item/item.ts'
import { filterCompleteSpecifications } from '#contracts/item/parse-item.ts'
import { RESOURCES } from '#contracts/resources.ts'
import { send } from '#web/lib/api/api.ts'
import { getProgressPerFile } from '#web/lib/api/upload.ts'
import type { EditedDocument } from '../../editing/edited-document.ts'
import { adminApi, createAdminUploadApi } from '../../session/session.ts'
import {
  type FormPicture,
  fieldEquals,
  type ItemFormValues,
  listChangedCaptions,
  listNewFiles,
  type TextFieldName,
  toSpecifications,
} from './form/item-form-values.ts'

/** The stored item that a form changes, as it was loaded. */
export interface StoredItem {
  id: string
  base: ItemFormValues
  revision: number
}

/** What a response to a save contains of the item. */
interface SavedItem {
  id: string
}

/** The document of the form, and who hears of the progress of uploads. */
interface SaveContext {
  document: Pick<EditedDocument<ItemFormValues, StoredItem>, 'changeField'>
  onProgress: OnUploadProgress
}

/** The pictures could not be uploaded; the message is the specified one ([FRM-9]). */
export class UploadError extends Error {}

/** Receives the uploaded fraction of each new picture, 0 to 1, by its id in the form. */
export type OnUploadProgress = (progress: ReadonlyMap<string, number>) => void

/** The path for changing a complete item ([API-4] to [API-6]). */
const getUpdatePath = (kind: Kind, id: string) =>
  kind === 'machine' ? `${RESOURCES.machine.path}/${id}` : `${RESOURCES[kind].path}/${id}/full`

/** Saves a machine or spare part with its pictures in one request. Throws ApiError, or TypeError without a response. */
export async function saveItem(
  kind: 'machine' | 'spare',
  value: ItemFormValues,
  stored: StoredItem | undefined,
  { onProgress }: SaveContext,
): Promise<SavedItem> {
  const form = toFormData(kind, value, stored)
  const saved = stored
    ? sendForm('PUT', getUpdatePath(kind, stored.id), form, value, onProgress)
    : sendForm('POST', RESOURCES[kind].path, form, value, onProgress)
  return (await saved) as SavedItem
}

/** Uploads the new pictures of a service. Returns the URLs of all its pictures in their order ([FRM-9]). */
async function uploadPictures(value: ItemFormValues, onProgress: OnUploadProgress): Promise<string[]> {
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

/** Uploads the new pictures of a service, then saves it ([API-6]). A second attempt does not upload them again. */
export async function saveService(
  value: ItemFormValues,
  stored: StoredItem | undefined,
  { document, onProgress }: SaveContext,
): Promise<SavedItem> {
  const images = await uploadPictures(value, onProgress).catch((error: Error) => {
    throw new UploadError(`Image upload failed: ${error.message}`, { cause: error })
  })
  document.changeField('pictures', (pictures: FormPicture[]) =>
    pictures.map(({ id, caption = '' }, index) => ({ id, caption, address: images[index] ?? '' })),
  )
  const { name, description, featured, draft } = value
  const specification = toSpecificationObject(value)
  const draftChanged = stored ? !fieldEquals('draft', stored.base, value) : draft
  const commercial = COMMERCIAL_FIELD_NAMES.filter((field) =>
    stored ? !fieldEquals(field, stored.base, value) : value[field],
  ).map((field) => [field, value[field]])
  const body = {
    name,
    description,
    specification,
    images,
    captions: listChangedCaptions(stored?.base, value),
    featured,
    ...Object.fromEntries(commercial),
    ...(draftChanged && { draft }),
  }
  const saved = stored
    ? send(adminApi, 'PUT', getUpdatePath('service', stored.id), { ...body, revision: stored.revision })
    : send(adminApi, 'POST', RESOURCES.service.path, body)
  return (await saved) as SavedItem
}

function sendForm(
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
  return send(createAdminUploadApi(reportProgress), method, path, form)
}

interface ItemRequest {
  kind: Kind
  value: ItemFormValues
  stored: StoredItem | undefined
  isChanged: (field: keyof ItemFormValues) => boolean
}

/**
 * The value of each text field of the multipart request ([API-4]), undefined where the request does not contain it. The
 * specified fields are always sent, the optional ones only if they were changed, so that a request does not undo another
 * user's change of a field.
 */
const REQUEST_FIELDS: Record<keyof ItemFields, (request: ItemRequest) => string | undefined> = {
  revision: ({ stored }) => stored?.revision.toString(),
  name: ({ value }) => value.name,
  description: ({ value }) => value.description,
  category: ({ kind, value, isChanged }) =>
    kind === 'machine' || isChanged('category') ? value.category : undefined,
  specifications: ({ value }) => JSON.stringify(toSpecificationObject(value)),
  featured: ({ value }) => String(value.featured),
  brand: (request) => getChangedText(request, 'brand'),
  price: (request) => getChangedText(request, 'price'),
  originalPrice: (request) => getChangedText(request, 'originalPrice'),
  features: ({ value, isChanged }) => {
    const lines = value.features.split('\n').map((line) => line.trim())
    return isChanged('features') ? JSON.stringify(lines.filter(Boolean)) : undefined
  },
  ...mapCommercialFields((field) => (request: ItemRequest) => getChangedText(request, field)),
  captions({ value, stored }) {
    const captions = listChangedCaptions(stored?.base, value)
    return captions && JSON.stringify(captions)
  },
  draft: ({ value, isChanged }) => (isChanged('draft') ? String(value.draft) : undefined),
  existingImages: ({ value, stored, isChanged }) =>
    stored && isChanged('pictures') ? JSON.stringify(listPictureRefs(value)) : undefined,
}

const getChangedText = ({ value, isChanged }: ItemRequest, field: TextFieldName): string | undefined =>
  isChanged(field) ? value[field] : undefined

function toFormData(kind: Kind, value: ItemFormValues, stored: StoredItem | undefined): FormData {
  const form = new FormData()
  const isChanged = (field: keyof ItemFormValues) =>
    stored ? !fieldEquals(field, stored.base, value) : Boolean(value[field])
  for (const [name, getText] of Object.entries(REQUEST_FIELDS)) {
    const text = getText({ kind, value, stored, isChanged })
    if (text !== undefined) form.append(name, text)
  }
  for (const file of listNewFiles(value)) form.append('images', file)
  return form
}

const toSpecificationObject = (value: ItemFormValues) =>
  Object.fromEntries(filterCompleteSpecifications(toSpecifications(value)))

/** References to the pictures in their order: URLs, and 'file:0' for the first new picture. */
function listPictureRefs({ pictures }: ItemFormValues): string[] {
  let fileIndex = 0
  return pictures.map((picture) => ('address' in picture ? picture.address : `file:${fileIndex++}`))
}
