import type { FastifyRequest } from 'fastify'
import { SiteContent } from '#contracts/site-content.ts'
import type { PublicReads } from '#server/http-cache/public-read.ts'
import type { Api } from '#server/kernel/api.ts'
import type { EditingDeps } from './deps.ts'
import { editingRoutes } from './editing-routes.ts'
import { historyRoutes } from './history-routes.ts'
import { withPictureUrls } from './pictures.ts'
import { mergeDraft } from './rules.ts'
import { findDraft, readSiteContent } from './store.ts'

interface SiteContentDeps extends EditingDeps {
  publicReads: PublicReads
}

/** Registers the site content (decision 0001) with absolute URLs of its pictures. */
export async function siteContentRoutes(app: Api, deps: SiteContentDeps): Promise<void> {
  const getContent = memoizeContent(deps)
  let lastRead: SiteContent | undefined

  /** Returns the last content that was read when the database fails, so that error pages still show company and phone number. */
  async function read(): Promise<{ content: SiteContent; isFallback: boolean }> {
    try {
      lastRead = await getContent()
      return { content: lastRead, isFallback: false }
    } catch (error) {
      if (!lastRead) throw error
      app.log.error({ err: error }, 'The site content could not be read')
      return { content: lastRead, isFallback: true }
    }
  }

  deps.publicReads.define(app, {
    path: '',
    summary: 'Get the site content',
    body: SiteContent,
    load: async ({ origin }) => {
      const { content, isFallback } = await read()
      const headers = isFallback ? { 'cache-control': 'no-store' } : {}
      return { body: await withPictureUrls(deps.media, content, origin), headers }
    },
    loadPrivate: async (request, { origin }) => {
      const { content } = await read()
      return withPictureUrls(deps.media, await getPreviewContent(deps, request, content), origin)
    },
  })
  editingRoutes(app, deps)
  historyRoutes(app, deps)
}

/** Reads the saved content once and again after every change. A failed read is repeated on the next call. */
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

/** Returns the draft of the request's account if it has the permission and a draft, otherwise the saved content. */
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
