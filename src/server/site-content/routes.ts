import type { FastifyInstance, FastifyRequest } from 'fastify'
import { readOpeningHours } from '#contracts/site-content/opening-hours.ts'
import { PublicSiteContent, type SiteContent } from '#contracts/site-content/site-content.ts'
import { inLanguage, type TranslatedLanguage } from '#messages/language.ts'
import { msg, t } from '#messages/messages.ts'
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
import { listSectionTexts } from './translatable-texts.ts'

interface SiteContentDeps extends Omit<EditingDeps, 'readNumbers'>, SiteFileDeps {
  publicReads: PublicReads
  /** Reads what the site content takes from the catalogue. */
  readCatalogueNumbers(): Promise<CatalogueNumbers>
}

/** The site content with the links to what staff have written. */
type ShownContent = SiteContent & Pick<PublicSiteContent, 'pages' | 'menu' | 'privacyNotice'>

const ARTICLES = { title: msg('Articles'), path: '/articles' }

/** The privacy notice, and for footer and menu the list of articles and the pages that staff have put there, each if there are any. */
function toLinks(published: Awaited<ReturnType<typeof listPublished>>) {
  const articles = published.some(({ type }) => type === 'article') ? [ARTICLES] : []
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

/** The links with the name of the list of articles in the present language. */
const nameArticles = ({ pages, menu }: ShownContent): Pick<ShownContent, 'pages' | 'menu'> => {
  const name = (links: NonNullable<typeof pages>) =>
    links.map((link) => (link.path === ARTICLES.path ? { ...link, title: t(ARTICLES.title) } : link))
  return { ...(pages && { pages: name(pages) }), ...(menu && { menu: name(menu) }) }
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

  const show = async (content: ShownContent, origin: string, language: TranslatedLanguage | undefined) => ({
    ...(await withPictureUrls(deps.media, content, origin)),
    openingHours: content.company.hours.flatMap(readOpeningHours),
    ...(language && inLanguage(language, () => nameArticles(content))),
  })

  async function getTranslations(content: ShownContent, language: TranslatedLanguage | undefined) {
    const texts = listSectionTexts(content).map(({ text }) => text)
    const translatedInto = await deps.translator.listLanguages(texts)
    return {
      ...(translatedInto.length > 0 && { translatedInto }),
      ...(language && { labels: await deps.translator.listLabels(language) }),
    }
  }

  deps.publicReads.define(app, {
    path: '/api/site-content',
    tag: 'site',
    summary: 'Get the site content',
    body: PublicSiteContent,
    load: async ({ origin, language }) => {
      const { content, isFallback } = await read()
      const headers = isFallback ? { 'cache-control': 'no-store' } : {}
      const translations = isFallback ? {} : await getTranslations(content, language)
      return { body: { ...(await show(content, origin, language)), ...translations }, headers }
    },
    loadPrivate: async (request, { origin, language }) => {
      const { content } = await read()
      const previewed = await resolve(await getPreviewContent(deps, request, content))
      const shown = await show({ ...content, ...previewed }, origin, language)
      return { ...shown, ...(await getTranslations(content, language)) }
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
