import { queryOptions } from '@tanstack/react-query'
import type { Problem } from '#contracts/problem.ts'
import type { EditedSiteContent } from '#contracts/site-content.ts'
import type { Fault } from '#contracts/site-content-check.ts'
import { getJson, send } from '../../../lib/api.ts'
import { staffApi } from '../session/session.ts'

const ADDRESS = '/api/site-content'
const DRAFT = `${ADDRESS}/draft`
const NOT_SAVED = 'The settings could not be saved. Please try again.'

/** The document as staff edit it: what is filled in wrongly, or not yet, is in it too. */
export type Document = Record<string, unknown>

/** What the settings are edited from. */
export const editedQuery = queryOptions({
  queryKey: [`${ADDRESS}/edited`],
  queryFn: ({ meta, signal }) =>
    getJson(meta!.api, `${ADDRESS}/edited`, { signal }) as Promise<EditedSiteContent>,
})

type SaveAnswer =
  | { outcome: 'saved'; edited: EditedSiteContent }
  | { outcome: 'stale'; edited: EditedSiteContent }
  | { outcome: 'refused'; message: string; faults: Fault[] }

/** Saves the document made from `revision`. Never throws: what went wrong is in the answer. */
export async function saveContent(content: Document, revision: number): Promise<SaveAnswer> {
  try {
    const reply = await staffApi(ADDRESS, {
      method: 'PUT',
      body: JSON.stringify({ content, revision }),
      headers: { 'content-type': 'application/json' },
    })
    if (reply.ok) return { outcome: 'saved', edited: (await reply.json()) as EditedSiteContent }
    if (reply.status === 409) return { outcome: 'stale', edited: await fetchEdited() }
    const { message, errors = [] } = (await reply.json()) as Problem
    const faults = errors.map((error) => ({ ...error, field: error.field.replace(/^content\./, '') }))
    return { outcome: 'refused', message: message || NOT_SAVED, faults }
  } catch {
    return { outcome: 'refused', message: NOT_SAVED, faults: [] }
  }
}

const fetchEdited = () => getJson(staffApi, `${ADDRESS}/edited`) as Promise<EditedSiteContent>

/** Keeps unsaved changes on the server, for this account alone. */
export const keepDraft = (content: Document) => send(staffApi, 'PUT', DRAFT, { content })
export const dropDraft = () => send(staffApi, 'DELETE', DRAFT)

/** Stores a picture; answers its address. Throws with the server's sentence. */
export async function uploadPicture(file: File): Promise<string> {
  const form = new FormData()
  form.append('images', file)
  const answer = await send(
    staffApi,
    'POST',
    '/api/upload-images',
    form,
    'The picture could not be stored. Please try again.',
  )
  const [address] = (answer as { imageUrls: string[] }).imageUrls
  if (!address) throw new Error('The picture could not be stored. Please try again.')
  return address
}
