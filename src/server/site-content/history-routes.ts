import type { FastifyRequest } from 'fastify'
import { RestoredSiteContent, SiteContentHistory } from '#contracts/site-content.ts'
import { validateSiteContent } from '#contracts/validate-site-content.ts'
import type { Api } from '#server/kernel/api.ts'
import { getActor } from '#server/kernel/guard.ts'
import { badRequest, notFound } from '#server/kernel/problem.ts'
import type { EditingDeps } from './deps.ts'
import { diffSiteContent } from './history.ts'
import { assertPicturesExist, withPictureUrls } from './pictures.ts'
import { saveContent } from './save-content.ts'
import { readSiteContent } from './store.ts'
import { findContentRevision, listContentRevisions } from './store-history.ts'

/** Registers the history of the site content: its revisions with their differences, and their restoration. */
export function historyRoutes(app: Api, deps: EditingDeps): void {
  const onRequest = deps.guard.requires('settings.edit')

  app.get(
    '/history',
    {
      onRequest,
      schema: {
        summary: 'List the revisions of the site content with their differences, newest first',
        response: { 200: SiteContentHistory },
      },
    },
    async () => {
      const [{ revision }, revisions] = await Promise.all([
        readSiteContent(deps.db),
        listContentRevisions(deps.db),
      ])
      return {
        revision,
        revisions: revisions.map(({ content, ...saved }, index) => {
          const earlier = revisions[index + 1]
          return { ...saved, differences: earlier ? diffSiteContent(earlier.content, content) : [] }
        }),
      }
    },
  )

  app.post(
    '/restoration',
    {
      onRequest,
      schema: {
        summary:
          'Save an earlier revision as a new one; 409 when the content was saved after the given current revision',
        body: RestoredSiteContent,
        response: { 200: SiteContentHistory.pick({ revision: true }) },
      },
    },
    (request) => restoreRevision(deps, request, request.body),
  )
}

/** Saves an earlier revision. Throws 400 when it breaks a present rule or one of its pictures is no longer stored. */
async function restoreRevision(
  deps: EditingDeps,
  request: FastifyRequest,
  { revision, current }: RestoredSiteContent,
): Promise<{ revision: number }> {
  const { db, media } = deps
  const origin = request.siteOrigin
  const restored = await findContentRevision(db, revision)
  if (!restored) throw notFound('This revision')
  const { content } = restored
  await assertPicturesExist(media, content, origin)
  const errors = validateSiteContent(await withPictureUrls(media, content, origin))
  if (errors[0]) throw badRequest(`This version cannot be restored. ${errors[0].message}`, errors)
  const saved = { content, revision: current, action: 'restored' } as const
  return { revision: await saveContent(deps, getActor(request), saved) }
}
