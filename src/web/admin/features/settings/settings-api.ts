import { queryOptions } from '@tanstack/react-query'
import type { Problem } from '#contracts/problem.ts'
import type { EditedSiteContent } from '#contracts/site-content.ts'
import type { FieldError } from '#contracts/validate-site-content.ts'
import { getJson, send } from '#web/lib/api.ts'
import { adminApi } from '../session/session.ts'

const CONTENT_PATH = '/api/site-content'
const DRAFT_PATH = `${CONTENT_PATH}/draft`
const SAVE_FAILED_MESSAGE = 'The settings could not be saved. Please try again.'

/** The document as staff edit it: what is filled in wrongly, or not yet, is in it too. */
export type ContentDocument = Record<string, unknown>

/** What the settings are edited from. */
export const editedContentQuery = queryOptions({
  queryKey: [`${CONTENT_PATH}/edited`],
  queryFn: ({ meta, signal }) =>
    getJson(meta!.api, `${CONTENT_PATH}/edited`, { signal }) as Promise<EditedSiteContent>,
})

type SaveResult =
  | { outcome: 'saved'; edited: EditedSiteContent }
  | { outcome: 'stale'; edited: EditedSiteContent }
  | { outcome: 'refused'; message: string; fieldErrors: FieldError[] }

/** Saves the document made from `revision`. Never throws: what went wrong is in the answer. */
export async function saveContent(content: ContentDocument, revision: number): Promise<SaveResult> {
  try {
    const response = await adminApi(CONTENT_PATH, {
      method: 'PUT',
      body: JSON.stringify({ content, revision }),
      headers: { 'content-type': 'application/json' },
    })
    if (response.ok) return { outcome: 'saved', edited: (await response.json()) as EditedSiteContent }
    if (response.status === 409) return { outcome: 'stale', edited: await fetchEditedContent() }
    const { message, errors = [] } = (await response.json()) as Problem
    const fieldErrors = errors.map((error) => ({ ...error, field: error.field.replace(/^content\./, '') }))
    return { outcome: 'refused', message: message || SAVE_FAILED_MESSAGE, fieldErrors }
  } catch {
    return { outcome: 'refused', message: SAVE_FAILED_MESSAGE, fieldErrors: [] }
  }
}

const fetchEditedContent = () => getJson(adminApi, `${CONTENT_PATH}/edited`) as Promise<EditedSiteContent>

/** Keeps unsaved changes on the server, for this account alone. */
export const saveDraft = (content: ContentDocument) => send(adminApi, 'PUT', DRAFT_PATH, { content })
export const deleteDraft = () => send(adminApi, 'DELETE', DRAFT_PATH)

/** Stores a picture; answers its address. Throws with the server's sentence. */
export async function uploadPicture(file: File): Promise<string> {
  const form = new FormData()
  form.append('images', file)
  const response = await send(
    adminApi,
    'POST',
    '/api/upload-images',
    form,
    'The picture could not be stored. Please try again.',
  )
  const [url] = (response as { imageUrls: string[] }).imageUrls
  if (!url) throw new Error('The picture could not be stored. Please try again.')
  return url
}
