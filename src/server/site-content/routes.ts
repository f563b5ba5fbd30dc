import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify'
import { SiteContent } from '#contracts/site-content.ts'
import type { Db } from '#server/database/db.ts'
import type { PageDataRegistry } from '#server/http-cache/page-data.ts'
import type { Api } from '#server/kernel/api.ts'
import type { Guard } from '#server/kernel/guard.ts'
import { getRequestOrigin, isPreviewCall } from '#server/kernel/http.ts'
import { type EditingDeps, editingRoutes } from './editing-routes.ts'
import { type ContentMedia, withPictureUrls } from './pictures.ts'
import { mergeDraft } from './rules.ts'
import { findDraft, readSiteContent } from './store.ts'

interface SiteContentDeps extends EditingDeps {
  db: Db
  guard: Guard
  pageData: PageDataRegistry
  media: ContentMedia
  publicUrl: string | undefined
}

/** The firm's facts and texts (decision 0001), their pictures with absolute addresses. */
export async function siteContentRoutes(app: Api, deps: SiteContentDeps): Promise<void> {
  const getContent = memoizeContent(deps)
  let lastRead: SiteContent | undefined

  /** A failure page still names the firm and its telephone: what was true a moment ago is better than nothing. */
  async function read(log: FastifyBaseLogger): Promise<{ content: SiteContent; isFallback: boolean }> {
    try {
      lastRead = await getContent()
      return { content: lastRead, isFallback: false }
    } catch (error) {
      if (!lastRead) throw error
      log.error({ err: error }, 'the site content could not be read')
      return { content: lastRead, isFallback: true }
    }
  }

  const path = '/api/site-content'
  deps.pageData.register({
    path,
    body: SiteContent,
    load: async ({ origin }) => {
      const { content, isFallback } = await read(app.log)
      return { body: await withPictureUrls(deps.media, content, origin), isFallback: isFallback }
    },
  })
  app.get(
    path,
    {
      schema: {
        tags: ['site'],
        summary: 'What the site says',
        response: { 200: SiteContent },
      },
      config: { cache: {} },
    },
    async (request, reply) => {
      const { content } = await read(request.log)
      const shown = isPreviewCall(request) ? await getPreviewContent(deps, request, reply, content) : content
      return withPictureUrls(deps.media, shown, getRequestOrigin(request, deps.publicUrl))
    },
  )
  editingRoutes(app, deps)
}

/** Reads the saved content once, and again after every change. What cannot be read is asked for again the next time. */
function memoizeContent({ db, events }: SiteContentDeps): () => Promise<SiteContent> {
  let pending: Promise<SiteContent> | undefined
  const invalidate = () => {
    pending = undefined
  }
  events.on('content', invalidate)
  return () => {
    pending ??= readSiteContent(db).then(({ content }) => content)
    pending.catch(invalidate)
    return pending
  }
}

/** The unsaved document of the account behind the request's cookie, if it may edit and has one. */
async function getPreviewContent(
  { db, guard }: SiteContentDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  saved: SiteContent,
): Promise<SiteContent> {
  reply.header('cache-control', 'no-store')
  const actor = await guard.optionalActor(request)
  if (!actor?.accountId || !actor.permissions.includes('settings.edit')) return saved
  const draft = await findDraft(db, actor.accountId)
  return draft ? mergeDraft(saved, draft.content) : saved
}
