import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify'
import { SiteContent } from '#contracts/site-content.ts'
import type { Db } from '#server/database/db.ts'
import type { Api } from '#server/kernel/api.ts'
import type { Guard } from '#server/kernel/guard.ts'
import { isPreviewCall, originOf } from '#server/kernel/http.ts'
import type { PublicReads } from '#server/kernel/public-reads.ts'
import { type EditingParts, editingRoutes } from './editing-routes.ts'
import { type ContentMedia, withAddresses } from './pictures.ts'
import { previewContent } from './rules.ts'
import { findDraft, readSiteContent } from './store.ts'

interface SiteContentParts extends EditingParts {
  db: Db
  guard: Guard
  reads: PublicReads
  media: ContentMedia
  publicUrl: string | undefined
}

/** The firm's facts and texts (decision 0001), their pictures with absolute addresses. */
export async function siteContentRoutes(app: Api, parts: SiteContentParts): Promise<void> {
  const current = rememberedContent(parts)
  let lastRead: SiteContent | undefined

  /** A failure page still names the firm and its telephone: what was true a moment ago is better than nothing. */
  async function read(log: FastifyBaseLogger): Promise<{ content: SiteContent; isStopgap: boolean }> {
    try {
      lastRead = await current()
      return { content: lastRead, isStopgap: false }
    } catch (error) {
      if (!lastRead) throw error
      log.error({ err: error }, 'the site content could not be read')
      return { content: lastRead, isStopgap: true }
    }
  }

  const path = '/api/site-content'
  parts.reads.offer({
    path,
    body: SiteContent,
    answer: async ({ origin }) => {
      const { content, isStopgap } = await read(app.log)
      return { body: await withAddresses(parts.media, content, origin), isStopgap }
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
      config: { kept: {} },
    },
    async (request, reply) => {
      const { content } = await read(request.log)
      const shown = isPreviewCall(request) ? await draftFor(parts, request, reply, content) : content
      return withAddresses(parts.media, shown, originOf(request, parts.publicUrl))
    },
  )
  editingRoutes(app, parts)
}

/** Reads the saved content once, and again after every change. What cannot be read is asked for again the next time. */
function rememberedContent({ db, events }: SiteContentParts): () => Promise<SiteContent> {
  let reading: Promise<SiteContent> | undefined
  const forget = () => {
    reading = undefined
  }
  events.on('content', forget)
  return () => {
    reading ??= readSiteContent(db).then(({ content }) => content)
    reading.catch(forget)
    return reading
  }
}

/** The unsaved document of the account behind the request's cookie, if it may edit and has one. */
async function draftFor(
  { db, guard }: SiteContentParts,
  request: FastifyRequest,
  reply: FastifyReply,
  saved: SiteContent,
): Promise<SiteContent> {
  reply.header('cache-control', 'no-store')
  const actor = await guard.optionalActor(request)
  if (!actor?.accountId || !actor.permissions.includes('settings.edit')) return saved
  const draft = await findDraft(db, actor.accountId)
  return draft ? previewContent(saved, draft.content) : saved
}
