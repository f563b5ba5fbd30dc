import type { Kind } from '#contracts/item.ts'
import { completeSpecifications } from '#contracts/item-reader.ts'
import { RESOURCES } from '#contracts/resources.ts'
import { answerOf, send } from '../../../lib/api.ts'
import { sendCounted, shareSent } from '../../../lib/upload.ts'
import { inSession, staffApi } from '../session/session.ts'
import { type FormValue, newFiles, pairsOf, sameIn } from './form-value.ts'

/** The item that a form changes, as it was loaded; undefined creates one. */
export interface Stored {
  id: string
  base: FormValue
  revision: number
}

/** Tells how much of each new picture has gone out, 0 to 1, by its id in the form. */
export type OnSent = (sent: ReadonlyMap<string, number>) => void

/** The whole-item address of each kind (rows API-4 to API-6). */
const updatePath = (kind: Kind, id: string) =>
  kind === 'machine' ? `${RESOURCES.machine.path}/${id}` : `${RESOURCES[kind].path}/${id}/full`

/** Saves a machine or spare part, pictures and all, in one request. Throws ApiError, or what the network threw. */
export async function saveItem(
  kind: 'machine' | 'spare',
  value: FormValue,
  stored: Stored | undefined,
  onSent: OnSent,
): Promise<void> {
  const form = itemForm(kind, value, stored)
  if (stored) await sendForm('PUT', updatePath(kind, stored.id), form, value, onSent)
  else await sendForm('POST', RESOURCES[kind].path, form, value, onSent)
}

/** Stores the new pictures of a service; answers the addresses of all its pictures in their order (row FRM-9). */
export async function uploadPictures(value: FormValue, onSent: OnSent): Promise<string[]> {
  const files = newFiles(value)
  if (files.length === 0)
    return value.pictures.flatMap((picture) => ('address' in picture ? picture.address : []))
  const form = new FormData()
  for (const file of files) form.append('images', file)
  const reply = (await sendForm('POST', '/api/upload-images', form, value, onSent)) as { imageUrls: string[] }
  const uploaded = [...reply.imageUrls]
  return value.pictures.map((picture) => ('address' in picture ? picture.address : (uploaded.shift() ?? '')))
}

/** Saves a service whose pictures are stored already (row API-6). */
export async function saveService(
  value: FormValue,
  images: string[],
  stored: Stored | undefined,
): Promise<void> {
  const { name, description, featured, draft } = value
  const specification = Object.fromEntries(completeSpecifications(pairsOf(value)))
  const draftChanged = stored ? !sameIn('draft', stored.base, value) : draft
  const body = { name, description, specification, images, featured, ...(draftChanged && { draft }) }
  if (!stored) await send(staffApi, 'POST', RESOURCES.service.path, body)
  else await send(staffApi, 'PUT', updatePath('service', stored.id), { ...body, revision: stored.revision })
}

async function sendForm(
  method: 'POST' | 'PUT',
  path: string,
  form: FormData,
  value: FormValue,
  onSent: OnSent,
): Promise<unknown> {
  const files = value.pictures.flatMap((picture) => ('file' in picture ? picture : []))
  if (files.length === 0) return send(staffApi, method, path, form)
  const sizes = files.map(({ file }) => file)
  const tell = (bytes: number) =>
    onSent(new Map(shareSent(sizes, bytes).map((share, index) => [files[index]?.id ?? '', share])))
  tell(0)
  return answerOf(await inSession(() => sendCounted(path, { method, body: form }, tell)))
}

/**
 * The multipart request of row API-4: the specified fields always (a part has no category among them), the optional ones
 * when they were changed, so that a colleague's price is not undone by somebody who only corrects a word.
 */
function itemForm(kind: Kind, value: FormValue, stored: Stored | undefined): FormData {
  const form = new FormData()
  const changed = (field: keyof FormValue) =>
    stored ? !sameIn(field, stored.base, value) : value[field] !== ''
  form.append('name', value.name)
  form.append('description', value.description)
  if (kind === 'machine' || changed('category')) form.append('category', value.category)
  form.append('specifications', JSON.stringify(Object.fromEntries(completeSpecifications(pairsOf(value)))))
  form.append('featured', String(value.featured))
  for (const field of ['brand', 'price', 'originalPrice'] as const) {
    if (changed(field)) form.append(field, value[field])
  }
  if (changed('features')) {
    const lines = value.features.split('\n').map((line) => line.trim())
    form.append('features', JSON.stringify(lines.filter(Boolean)))
  }
  if (stored ? changed('draft') : value.draft) form.append('draft', String(value.draft))
  if (stored) form.append('revision', String(stored.revision))
  if (stored && changed('pictures')) form.append('existingImages', JSON.stringify(places(value)))
  for (const file of newFiles(value)) form.append('images', file)
  return form
}

/** The pictures in their order; 'file:0' is the first new one. */
function places({ pictures }: FormValue): string[] {
  let file = 0
  return pictures.map((picture) => ('address' in picture ? picture.address : `file:${file++}`))
}
