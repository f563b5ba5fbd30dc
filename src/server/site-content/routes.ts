import type { FastifyInstance, FastifyRequest } from 'fastify'
import { PublicSiteContent, type SiteContent } from '#contracts/site-content/site-content.ts'
import type { PublicReads } from '#server/http-cache/public-read.ts'
import { memoizeUntilChange } from '#server/kernel/events.ts'
import { type CatalogueNumbers, hasAutomaticNumbers, resolveNumbers } from './automatic-numbers.ts'
import type { EditingDeps } from './deps.ts'
import { editingRoutes } from './editing-routes.ts'
import { type SiteFileDeps, siteFileRoutes } from './files/routes.ts'
import { historyRoutes } from './history-routes.ts'
import { withPictureUrls } from './pictures.ts'
import { publicationRoutes } from './publications/routes.ts'
import { listPublished } from './publications/store.ts'
import { mergeDraft } from './rules.ts'
import { findDraft, readSiteContent } from './store.ts'

interface SiteContentDeps extends Omit<EditingDeps, 'readNumbers'>, SiteFileDeps {
  publicReads: PublicReads
  /** Reads what the site content takes from the catalogue. */
  readCatalogueNumbers(): Promise<CatalogueNumbers>
}

/** The site content with the links to what staff have written. */
type ShownContent = SiteContent & Pick<PublicSiteContent, 'pages' | 'menu' | 'privacyNotice'>

/** The privacy notice, and for footer and menu the list of articles and the pages that staff have put there, each if there are any. */
function toLinks(published: Awaited<ReturnType<typeof listPublished>>) {
  const articles = published.some(({ type }) => type === 'article')
    ? [{ title: 'Articles', path: '/articles' }]
    : []
  const list = (isListed: (page: (typeof published)[number]) => boolean) => [
    ...articles,
    ...published.filter(isListed).map(({ title, path }) => ({ title, path })),
  ]
  const [pages, menu] = [list(({ isInFooter }) => isInFooter), list(({ isInMenu }) => isInMenu)]
  const notice = published.find(({ isPrivacyNotice }) => isPrivacyNotice)
  return {
    ...(pages.length > 0 && { pages }),
    ...(menu.length > 0 && { menu }),
    ...(notice && {
      privacyNotice: { title: notice.title, path: notice.path, version: `${notice.id}:${notice.revision}` },
    }),
  }
}

/** Registers the site content (decision 0001) with absolute URLs of its pictures. */
export async function siteContentRoutes(app: FastifyInstance, deps: SiteContentDeps): Promise<void> {
  const { db, events } = deps
  const readNumbers = memoizeUntilChange(events, deps.readCatalogueNumbers)
  const resolve = async (content: SiteContent) =>
    hasAutomaticNumbers(content) ? resolveNumbers(content, await readNumbers()) : content
  const getContent = memoizeUntilChange(events, async () => resolve((await readSiteContent(db)).content))
  const readLinks = memoizeUntilChange(events, async () => toLinks(await listPublished(db)))
  let lastRead: ShownContent | undefined

  /** Returns the last content that was read when the database fails, so that error pages still show company and phone number. */
  async function read(): Promise<{ content: ShownContent; isFallback: boolean }> {
    try {
      const [content, links] = await Promise.all([getContent(), readLinks()])
      lastRead = { ...content, ...links }
      return { content: lastRead, isFallback: false }
    } catch (error) {
      if (!lastRead) throw error
      app.log.error({ err: error }, 'The site content could not be read')
      return { content: lastRead, isFallback: true }
    }
  }

  deps.publicReads.define(app, {
    path: '/api/site-content',
    tag: 'site',
    summary: 'Get the site content',
    body: PublicSiteContent,
    load: async ({ origin }) => {
      const { content, isFallback } = await read()
      const headers = isFallback ? { 'cache-control': 'no-store' } : {}
      return { body: await withPictureUrls(deps.media, content, origin), headers }
    },
    loadPrivate: async (request, { origin }) => {
      const { content } = await read()
      const shown = { ...content, ...(await resolve(await getPreviewContent(deps, request, content))) }
      return withPictureUrls(deps.media, shown, origin)
    },
  })
  publicationRoutes(app, { ...deps, readNumbers })
  siteFileRoutes(app, deps)
  editingRoutes(app, { ...deps, readNumbers })
  historyRoutes(app, { ...deps, readNumbers })
}

/** Returns the draft of the request's account if it has the permission and a draft, otherwise the saved content. */
async function getPreviewContent(
  { db, guard }: Pick<SiteContentDeps, 'db' | 'guard'>,
  request: FastifyRequest,
  saved: ShownContent,
): Promise<ShownContent> {
  const actor = await guard.optionalActor(request)
  if (!actor?.accountId || !actor.permissions.includes('settings.edit')) return saved
  const draft = await findDraft(db, actor.accountId)
  return draft ? mergeDraft(saved, draft.content) : saved
}
