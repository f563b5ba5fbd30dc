import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { PublicationContent } from '#contracts/publication/fields.ts'
import {
  EditedPublication,
  PageTemplates,
  PublicationBody,
  PublicationChange,
  PublicationContentSchema,
  PublicationHistory,
  PublicationQuery,
  PublicationRow,
} from '#contracts/publication/publication.ts'
import { getPublicationPath } from '#contracts/publication/publication-path.ts'
import { RestoredRevision } from '#contracts/revision.ts'
import { badRequest } from '#server/kernel/http/problem.ts'
import { createRouter } from '#server/kernel/http/route.ts'
import type { EditingDeps } from '../deps.ts'
import { withStoredFiles } from '../files/references.ts'
import { assertPicturesExist, withMediaIds, withPictureUrls } from '../pictures.ts'
import {
  createPublication,
  diffPublications,
  getPublicationOrThrow,
  removePublication,
  restoreRevision,
  savePublication,
  setPublicationState,
} from './commands.ts'
import { listPublications, type StoredPublication } from './store.ts'
import { listPublicationRevisions } from './store-history.ts'
import { withItemNames } from './store-item-names.ts'
import { readPageTemplates } from './templates.ts'

const PATH = '/api/publications'

/** Registers the editing of pages and articles: list, form, archive and history. */
export function publicationEditingRoutes(app: FastifyInstance, deps: EditingDeps): void {
  const { db, guard, media } = deps
  const route = createRouter(app, { guard, tag: 'site' })
  const permission = 'settings.edit'
  const toEdited = async (stored: StoredPublication, origin: string): Promise<EditedPublication> => ({
    ...toHead(stored),
    content: await withPictureUrls(media, stored.content, origin),
  })
  /** Returns the content with media ids. Throws 400 for a picture or a file that is not stored. */
  const readContent = async ({ type, content }: PublicationBody, origin: string) => {
    const stored = await withStoredFiles(db, withMediaIds(media, content, origin))
    await assertPicturesExist(media, stored, origin)
    return withTidyTags(PublicationContentSchema[type].parse(stored))
  }

  route(
    `GET ${PATH}`,
    {
      permission,
      summary: 'List pages and articles',
      query: PublicationQuery,
      page: PublicationRow,
    },
    ({ query }) => listPublications(db, query),
  )

  route(
    `GET ${PATH}/templates`,
    { permission, summary: 'The pages that a new page can start from', reply: PageTemplates },
    () => readPageTemplates(),
  )

  route(
    `POST ${PATH}`,
    {
      permission,
      summary: 'Create a page or an article',
      body: PublicationBody,
      status: 201,
      reply: EditedPublication,
    },
    async ({ actor, body, siteOrigin }) => {
      const content = await readContent(body, siteOrigin)
      const { type, requestKey } = body
      return toEdited(await createPublication(deps, actor, { type, content, requestKey }), siteOrigin)
    },
  )

  route(
    `GET ${PATH}/:id`,
    { permission, summary: 'Get a page or an article for its form', reply: EditedPublication },
    async ({ params: { id }, siteOrigin }) => toEdited(await getPublicationOrThrow(db, id), siteOrigin),
  )

  route(
    `PUT ${PATH}/:id`,
    {
      permission,
      summary: 'Save a page or an article; 409 when it was saved after the given revision',
      body: PublicationBody,
      reply: EditedPublication,
    },
    async ({ actor, params: { id }, body, siteOrigin }) => {
      const { type } = await getPublicationOrThrow(db, id)
      if (type !== body.type) throw badRequest('The type of a page or an article cannot be changed.')
      const content = await readContent(body, siteOrigin)
      return toEdited(
        await savePublication(deps, actor, { id, content, revision: body.revision }),
        siteOrigin,
      )
    },
  )

  route(
    `PATCH ${PATH}/:id`,
    {
      permission,
      summary: 'Publish or schedule a page or an article, make it a draft, or archive it',
      body: PublicationChange,
      reply: EditedPublication,
    },
    async ({ actor, params: { id }, body, siteOrigin }) =>
      toEdited(await setPublicationState(deps, actor, { id, ...body }), siteOrigin),
  )

  route(
    `DELETE ${PATH}/:id`,
    {
      permission,
      summary: 'Delete an archived page or article permanently',
      reply: z.object({ message: z.string() }),
    },
    async ({ actor, params: { id } }) => {
      await removePublication(deps, actor, id)
      return { message: 'Deleted.' }
    },
  )

  route(
    `GET ${PATH}/:id/history`,
    {
      permission,
      summary: 'List the revisions of a page or an article with their differences, newest first',
      reply: PublicationHistory,
    },
    async ({ params: { id } }) => {
      const stored = await getPublicationOrThrow(db, id)
      const revisions = await withItemNames(db, await listPublicationRevisions(db, id))
      return {
        publication: { ...toHead(stored), title: stored.content.title },
        revisions: revisions.map(({ content, ...saved }, index) => {
          const earlier = revisions[index + 1]
          return {
            ...saved,
            differences: earlier ? diffPublications(stored.type, earlier.content, content) : [],
          }
        }),
      }
    },
  )

  route(
    `POST ${PATH}/:id/restoration`,
    {
      permission,
      summary:
        'Save an earlier revision as a new one; 409 when it was saved after the given current revision',
      body: RestoredRevision,
      reply: EditedPublication,
    },
    async ({ actor, params: { id }, body, siteOrigin }) =>
      toEdited(await restoreRevision(deps, actor, { id, ...body }), siteOrigin),
  )
}

/** Subjects differ by more than the spaces around them. */
const withTidyTags = (content: PublicationContent): PublicationContent =>
  'tags' in content ? { ...content, tags: content.tags.map((tag) => tag.trim()) } : content

const toHead = ({ id, type, slug, state, revision, updatedAt }: StoredPublication) => ({
  id,
  type,
  slug,
  path: getPublicationPath({ type, slug }),
  state,
  revision,
  updatedAt,
})
