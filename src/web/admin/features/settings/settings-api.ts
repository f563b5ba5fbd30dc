import { queryOptions } from '@tanstack/react-query'
import type { EditedSiteContent, SiteContentHistory } from '#contracts/site-content/site-content.ts'
import { getJson, send } from '#web/lib/api/api.ts'
import { jsonQuery } from '../../session/requests.ts'
import { adminApi } from '../../session/session.ts'

const CONTENT_PATH = '/api/site-content'
const DRAFT_PATH = `${CONTENT_PATH}/draft`
const SAVE_FAILED_MESSAGE = 'The settings could not be saved. Try again.'

/** The site content in the form, which can contain invalid or missing values. */
export type ContentDocument = Record<string, unknown>

/** The stored site content with the user's draft. It is not cached: the editor must start from the current revision. */
export const editedContentQuery = queryOptions({
  queryKey: [`${CONTENT_PATH}/edited`],
  queryFn: ({ signal }) => getJson<EditedSiteContent>(adminApi, `${CONTENT_PATH}/edited`, { signal }),
  gcTime: 0,
})

/** The revisions of the site content. */
export const contentHistoryQuery = jsonQuery<SiteContentHistory>(`${CONTENT_PATH}/history`)

/** Saves the document that is based on `revision`. Throws ApiError, or TypeError without a response. */
export const saveContent = (content: ContentDocument, revision: number) =>
  send<EditedSiteContent>(adminApi, 'PUT', CONTENT_PATH, { content, revision }, SAVE_FAILED_MESSAGE)

export const fetchEditedContent = () => getJson<EditedSiteContent>(adminApi, `${CONTENT_PATH}/edited`)

/** Stores unsaved changes on the server, visible to this account only. */
export const saveDraft = (content: ContentDocument) => send(adminApi, 'PUT', DRAFT_PATH, { content })
/** Browsers finish larger requests only while the page is open. */
const MAX_KEEPALIVE_LENGTH = 60_000

/** As `saveDraft`, when the page is left: the browser finishes it afterwards. Never fails. */
export const saveLastDraft = (content: ContentDocument) => {
  const keepalive = JSON.stringify(content).length < MAX_KEEPALIVE_LENGTH
  return send(adminApi, 'PUT', DRAFT_PATH, { content }, undefined, { keepalive }).catch(() => undefined)
}

export const deleteDraft = () => send(adminApi, 'DELETE', DRAFT_PATH)
