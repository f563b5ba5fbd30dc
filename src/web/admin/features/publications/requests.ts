import { queryOptions } from '@tanstack/react-query'
import type { PageContent, PublicationState, PublicationType } from '#contracts/publication/fields.ts'
import type {
  EditedPublication,
  PublicationHistory,
  PublicationRow,
} from '#contracts/publication/publication.ts'
import { getJson, send } from '#web/lib/api/api.ts'
import { jsonQuery, pageQuery } from '../../session/requests.ts'
import { adminApi } from '../../session/session.ts'

const PATH = '/api/publications'
const toPath = (id: string) => `${PATH}/${encodeURIComponent(id)}`
const SAVE_FAILED_MESSAGE = 'It could not be saved. Try again.'

/** What the form contains; values can be missing or invalid. */
export type PublicationDocument = Record<string, unknown>

/** One page of the list of pages and articles. */
export const publicationsQuery = (query: string) => pageQuery<PublicationRow>(`${PATH}?${query}`)

/** A page or an article for its form. It is not cached: the form must start from the current revision. */
export const publicationQuery = (id: string) =>
  queryOptions({
    queryKey: [toPath(id)],
    queryFn: ({ signal }) => getJson<EditedPublication>(adminApi, toPath(id), { signal }),
    gcTime: 0,
  })

/** The pages that a new page can start from. */
export const templatesQuery = () => jsonQuery<PageContent[]>(`${PATH}/templates`)

export const publicationHistoryQuery = (id: string) => jsonQuery<PublicationHistory>(`${toPath(id)}/history`)

export const fetchPublication = (id: string) => getJson<EditedPublication>(adminApi, toPath(id))

interface SaveBase {
  stored: { id: string } | undefined
  revision: number | undefined
  requestKey: string
}

/** Creates a publication, or saves one that is based on `revision`. Throws ApiError, or TypeError without a response. */
export const savePublication = (
  type: PublicationType,
  content: PublicationDocument,
  { stored, revision, requestKey }: SaveBase,
) =>
  stored
    ? send<EditedPublication>(
        adminApi,
        'PUT',
        toPath(stored.id),
        { type, content, revision },
        SAVE_FAILED_MESSAGE,
      )
    : send<EditedPublication>(adminApi, 'POST', PATH, { type, content, requestKey }, SAVE_FAILED_MESSAGE)

/** Publishes a publication, makes it a draft, or moves it to the archive. */
export const setPublicationState = (
  { id, revision }: { id: string; revision: number },
  state: PublicationState,
) => send<EditedPublication>(adminApi, 'PATCH', toPath(id), { state, revision })

/** Deletes an archived publication permanently. */
export const deletePublication = (id: string) => send(adminApi, 'DELETE', toPath(id))

/** Makes an earlier revision the content again. */
export const restorePublication = (id: string, revisions: { revision: number; current: number }) =>
  send<EditedPublication>(adminApi, 'POST', `${toPath(id)}/restoration`, revisions)
