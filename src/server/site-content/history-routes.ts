import type { FastifyInstance } from 'fastify'
import { RestoredRevision } from '#contracts/revision.ts'
import { type SiteContent, SiteContentHistory } from '#contracts/site-content/site-content.ts'
import { validateSiteContent } from '#contracts/site-content/validate-site-content.ts'
import { badRequest, notFound } from '#server/kernel/http/problem.ts'
import { createRouter } from '#server/kernel/http/route.ts'
import type { EditingDeps } from './deps.ts'
import { diffSiteContent } from './history.ts'
import { assertPicturesExist, withPictureUrls } from './pictures.ts'
import { saveContent } from './save-content.ts'
import { readSiteContent } from './store.ts'
import { findContentRevision, listContentRevisions } from './store-history.ts'

/** Registers the history of the site content: its revisions with their differences, and their restoration. */
export function historyRoutes(app: FastifyInstance, deps: EditingDeps): void {
  const { db, guard } = deps
  const route = createRouter(app, { guard, tag: 'site' })

  route(
    'GET /api/site-content/history',
    {
      permission: 'settings.edit',
      summary: 'List the revisions of the site content with their differences, newest first',
      reply: SiteContentHistory,
    },
    async () => {
      const [{ revision }, revisions] = await Promise.all([readSiteContent(db), listContentRevisions(db)])
      return {
        revision,
        revisions: revisions.map(({ content, ...saved }, index) => {
          const earlier = revisions[index + 1]
          return { ...saved, differences: earlier ? diffSiteContent(earlier.content, content) : [] }
        }),
      }
    },
  )

  route(
    'POST /api/site-content/restoration',
    {
      permission: 'settings.edit',
      summary:
        'Save an earlier revision as a new one; 409 when the content was saved after the given current revision',
      body: RestoredRevision,
      reply: SiteContentHistory.pick({ revision: true }),
    },
    async ({ actor, body, siteOrigin }) => {
      const content = await findRestorable(deps, body.revision, siteOrigin)
      const saved = { content, revision: body.current, action: 'restored' } as const
      return { revision: await saveContent(deps, actor, saved) }
    },
  )
}

/** Returns the content of an earlier revision. Throws 400 when it breaks a present rule or a picture is no longer stored. */
async function findRestorable(
  { db, media }: EditingDeps,
  revision: number,
  origin: string,
): Promise<SiteContent> {
  const restored = await findContentRevision(db, revision)
  if (!restored) throw notFound('This revision')
  const { content } = restored
  await assertPicturesExist(media, content, origin)
  const errors = validateSiteContent(await withPictureUrls(media, content, origin))
  if (errors[0]) throw badRequest(`This version cannot be restored. ${errors[0].message}`, errors)
  return content
}
