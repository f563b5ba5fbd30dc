import type { FastifyInstance } from 'fastify'
import type { TranslatedLanguage } from '#messages/language.ts'
import { accountRoutes } from './accounts/routes.ts'
import { listAccounts } from './accounts/store.ts'
import { auditLogRoutes } from './audit-log/routes.ts'
import { listPublicDocuments } from './catalogue/documents/public-documents.ts'
import { createItemTexts } from './catalogue/items/translatable-texts.ts'
import { findUnknownSpecifications } from './catalogue/job-finder/store.ts'
import {
  countSitemapItems,
  listSitemapItems,
  readCatalogueNumbers,
} from './catalogue/listing/store-published.ts'
import { catalogueRoutes } from './catalogue/routes.ts'
import type { Config } from './config.ts'
import { dashboardRoutes } from './dashboard/routes.ts'
import type { Database } from './database/db.ts'
import { createPageApi } from './http-cache/page-api.ts'
import { toIso } from './kernel/clock.ts'
import { newId } from './kernel/ids.ts'
import { mailRoutes } from './mail/routes.ts'
import { getMailStatus } from './mail/store.ts'
import { mediaRoutes } from './media/routes.ts'
import { registerMetrics } from './metrics-sources.ts'
import { healthRoutes } from './operations/health-routes.ts'
import { feedRoutes } from './pages/feed-routes.ts'
import type { Frontend } from './pages/frontend.ts'
import { pdfRoutes } from './pages/pdf/routes.ts'
import { readSheets } from './pages/pdf/sheet-source.ts'
import { pageRoutes } from './pages/routes.ts'
import { type SitemapDeps, sitemapRoutes } from './pages/sitemap-routes.ts'
import { customerDataRoutes } from './personal-data/customer-data-routes.ts'
import { listErasureFolders } from './personal-data/erasures.ts'
import { reviewRoutes } from './reviews/routes.ts'
import { createFileReceiver } from './sales/attachments/receive-file.ts'
import { customerPageRoutes } from './sales/customer-page/routes.ts'
import type { SalesDeps } from './sales/deps.ts'
import { salesRoutes } from './sales/routes.ts'
import type { Services } from './services.ts'
import { demoRemovalRoutes } from './setup/demo-removal.ts'
import { readSetupState } from './setup/setup-state.ts'
import {
  findPrivacyNotice,
  findPublication,
  listAboutItem,
  listNewest,
  listPublished,
  searchPublished,
} from './site-content/publications/store.ts'
import { describeShownNotice } from './site-content/publications/store-history.ts'
import { siteContentRoutes } from './site-content/routes.ts'
import { readSiteContent } from './site-content/store.ts'
import {
  createPublicationTexts,
  createSettingsTexts,
  listOwnPublicationTexts,
  listSectionTexts,
} from './site-content/translatable-texts.ts'
import { translationRoutes } from './translations/routes.ts'
import { ENQUIRY } from './visitors/figures.ts'
import { visitorRoutes } from './visitors/routes.ts'

const MAX_SUGGESTED_PAGES = 3
/** In the feed and in llms.txt. */
const MAX_LISTED_PAGES = 50

interface ModuleDeps extends Services {
  config: Config
  database: Database
  openFrontend: ((app: FastifyInstance) => Promise<Frontend>) | undefined
}

/** Registers the routes of every module. Each module is a Fastify plugin that receives the services it uses. */
export async function registerModules(app: FastifyInstance, deps: ModuleDeps): Promise<void> {
  const { config, db, clock, sendMail, openFrontend } = deps
  if (config.metrics) await registerMetrics(app, deps, config.metrics)
  await app.register(accountRoutes, {
    ...deps,
    sendMail: sendMail && ((tx, mail) => sendMail(tx, mail, toIso(clock()))),
  })
  await app.register(mediaRoutes, deps)
  await app.register(catalogueRoutes, {
    ...deps,
    databaseSettings: { dataDir: config.dataDir, databaseUrl: config.databaseUrl },
    readJobQuestions: async () => (await readSiteContent(db)).content.jobFinder,
    findPages: (search) => searchPublished(db, search, { within: 'title', limit: MAX_SUGGESTED_PAGES }),
    listPagesAbout: (itemId) => listAboutItem(db, itemId, MAX_SUGGESTED_PAGES),
    readTranslations: () => deps.translator.listTexts(),
    readTradeWords: async () => (await readSiteContent(db)).content.search.tradeWords,
  })
  await app.register(mailRoutes, { ...deps, configured: sendMail !== undefined })
  const salesDeps = { ...createSalesDeps(app, deps), files: createFileReceiver(app, deps) }
  await app.register(salesRoutes, salesDeps)
  await app.register(customerDataRoutes, {
    ...deps,
    erasureFolders: listErasureFolders(config),
  })
  await app.register(reviewRoutes, {
    ...deps,
    describeShownNotice: (version) => describeShownNotice(db, version),
  })
  await app.register(siteContentRoutes, {
    ...deps,
    readCatalogueNumbers: () => readCatalogueNumbers(db),
    findUnknownSpecifications: (names) => findUnknownSpecifications(db, names),
  })
  await app.register(translationRoutes, {
    ...deps,
    textSources: [createSettingsTexts(db), createPublicationTexts(db), createItemTexts(db)],
  })
  await app.register(auditLogRoutes, deps)
  await app.register(dashboardRoutes, {
    ...deps,
    countFailedEmails: async () => (await getMailStatus(db)).failed,
    getOverdueBackupHours: () =>
      deps.backupFolder?.isOverdue() ? Math.floor(deps.backupFolder.getAgeMs() / 3_600_000) : null,
    readSetupState: () => readSetupState(deps, config),
  })
  await app.register(visitorRoutes, deps)
  await app.register(demoRemovalRoutes, deps)
  await app.register(healthRoutes, {
    backupFolder: deps.backupFolder,
    readDatabase: () => listAccounts(db),
    writeDatabase: (timeoutMs) => deps.database.probe(timeoutMs),
    checkMediaStorage: () => deps.blobStorage.check(),
  })
  await app.register(pdfRoutes, deps)
  await app.register(sitemapRoutes, createSitemapSource(deps))
  await app.register(feedRoutes, {
    responseCache: deps.responseCache,
    readCompany: async () => (await readSiteContent(db)).content.company,
    listNewest: (type) => listNewest(db, type, MAX_LISTED_PAGES),
  })
  const frontend = await openFrontend?.(app)
  await app.register(customerPageRoutes, { ...salesDeps, assets: frontend?.privatePageAssets })
  if (frontend) await app.register(pageRoutes, { ...deps, frontend })
}

/** Connects sales to the site content, the accounts and the catalogue. */
const createSalesDeps = (app: FastifyInstance, deps: ModuleDeps): SalesDeps => ({
  ...deps,
  readSite: async () => (await readSiteContent(deps.db)).content,
  readPrivacyNotice: () => findPrivacyNotice(deps.db),
  describeShownNotice: (version) => describeShownNotice(deps.db, version),
  listAccounts: () => listAccounts(deps.db),
  notifyEmail: deps.config.mail?.notify,
  countEnquiry: (request) =>
    deps.visits
      .count(request, [ENQUIRY])
      .catch((error) => app.log.error({ err: error }, 'the visit of an enquiry could not be counted')),
  listDocuments: (itemIds, origin) => listPublicDocuments(deps.db, itemIds, origin),
  readDataSheets(itemIds, origin) {
    // The request that creates a document may be that of staff: data sheets show what visitors see.
    const visitor = { id: newId(), ip: '127.0.0.1', host: new URL(origin).host }
    return readSheets(createPageApi(app, deps.publicReads, visitor, { origin }), itemIds, origin)
  },
})

/** Connects the sitemap to the catalogue: every published item with its slug and pictures. */
function createSitemapSource({ db, media, responseCache, translator }: Services): SitemapDeps {
  /** Returns the function that lists the languages of a page with these texts, as far as the site has them. */
  const openLanguages = async () => {
    const { content } = await readSiteContent(db)
    const isOnSite = (language: TranslatedLanguage) => content.languages[language] === 'on'
    return async (texts: string[]) => (await translator.listLanguages(texts)).filter(isOnSite)
  }
  return {
    listSiteLanguages: async () => {
      const texts = listSectionTexts((await readSiteContent(db)).content).map(({ text }) => text)
      return (await openLanguages())(texts)
    },
    responseCache,
    countItems: () => countSitemapItems(db),
    listPublished: async () => {
      const published = (await listPublished(db)).filter(
        ({ type, isInFooter, isInMenu }) => type === 'article' || isInFooter || isInMenu,
      )
      const newest = published.findLast(({ type }) => type === 'article')
      const list = newest ? [{ path: '/articles', updatedAt: newest.updatedAt, languages: [] }] : []
      const listLanguages = await openLanguages()
      const pages = published.map(async ({ id, path, updatedAt }) => {
        const publication = await findPublication(db, id)
        const texts = publication ? listOwnPublicationTexts(publication) : []
        return { path, updatedAt, languages: await listLanguages(texts) }
      })
      return [...list, ...(await Promise.all(pages))]
    },
    listItems: async (origin, page) => {
      const items = await listSitemapItems(db, page)
      const pictures = await media.describe(
        items.flatMap(({ images }) => images),
        origin,
      )
      const listLanguages = await openLanguages()
      return Promise.all(
        items.map(async ({ slug, updatedAt, images, texts }) => ({
          path: `/product/${encodeURIComponent(slug)}`,
          updatedAt,
          pictures: images.flatMap((image) => pictures.get(image)?.url ?? []),
          languages: await listLanguages(texts),
        })),
      )
    },
  }
}
