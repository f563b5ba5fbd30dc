import type { FastifyRequest } from 'fastify'
import { SiteContent } from '#contracts/site-content.ts'
import type { Db } from '#server/database/db.ts'
import type { PublicReads } from '#server/http-cache/public-read.ts'
import type { Api } from '#server/kernel/api.ts'
import type { Guard } from '#server/kernel/guard.ts'
import { type EditingDeps, editingRoutes } from './editing-routes.ts'
import { type ContentMedia, withPictureUrls } from './pictures.ts'
import { mergeDraft } from './rules.ts'
import { findDraft, readSiteContent } from './store.ts'

interface SiteContentDeps extends EditingDeps {
  db: Db
  guard: Guard
  publicReads: PublicReads
  media: ContentMedia
  publicUrl: string | undefined
}

/** The firm's facts and texts (decision 0001), their pictures with absolute addresses. */
export async function siteContentRoutes(app: Api, deps: SiteContentDeps): Promise<void> {
  const getContent = memoizeContent(deps)
  let lastRead: SiteContent | undefined

  /** A failure page still names the firm and its telephone: what was true a moment ago is better than nothing. */
  async function read(): Promise<{ content: SiteContent; isFallback: boolean }> {
    try {
      lastRead = await getContent()
      return { content: lastRead, isFallback: false }
    } catch (error) {
      if (!lastRead) throw error
      app.log.error({ err: error }, 'the site content could not be read')
      return { content: lastRead, isFallback: true }
    }
  }

  deps.publicReads.define(app, {
    path: '',
    summary: 'What the site says',
    body: SiteContent,
    load: async ({ origin }) => {
      const { content, isFallback } = await read()
      return { body: await withPictureUrls(deps.media, content, origin), isFallback }
    },
    loadPrivate: async (request, { origin }) => {
      const { content } = await read()
      return withPictureUrls(deps.media, await getPreviewContent(deps, request, content), origin)
    },
  })
  editingRoutes(app, deps)
}

/** Reads the saved content once, and again after every change. What cannot be read is asked for again the next time. */
function memoizeContent({ db, events }: SiteContentDeps): () => Promise<SiteContent> {
  let pending: Promise<SiteContent> | undefined
  const invalidate = () => {
    pending = undefined
  }
  events.on('content-changed', invalidate)
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
  saved: SiteContent,
): Promise<SiteContent> {
  const actor = await guard.optionalActor(request)
  if (!actor?.accountId || !actor.permissions.includes('settings.edit')) return saved
  const draft = await findDraft(db, actor.accountId)
  return draft ? mergeDraft(saved, draft.content) : saved
}
