import type { FastifyInstance } from 'fastify'
import { ROLES } from '#contracts/role.ts'
import { accountRoutes } from './accounts/routes.ts'
import { listAccounts } from './accounts/store.ts'
import { auditLogRoutes } from './audit-log/routes.ts'
import { findUnknownSpecifications } from './catalogue/job-finder/store.ts'
import { readCatalogueNumbers } from './catalogue/listing/store-numbers.ts'
import { countPublishedItems, listSitemapItems } from './catalogue/listing/store-sitemap.ts'
import { catalogueRoutes } from './catalogue/routes.ts'
import type { Config } from './config.ts'
import { dashboardRoutes } from './dashboard/routes.ts'
import type { Database } from './database/db.ts'
import { enquiryRoutes } from './enquiries/routes.ts'
import type { Api } from './kernel/api.ts'
import { toIso } from './kernel/clock.ts'
import { mailRoutes } from './mail/routes.ts'
import { getMailStatus } from './mail/store.ts'
import { mediaRoutes } from './media/routes.ts'
import { registerMetrics } from './metrics-sources.ts'
import { healthRoutes } from './operations/health-routes.ts'
import type { Frontend } from './pages/frontend.ts'
import { pdfRoutes } from './pages/pdf/routes.ts'
import { pageRoutes } from './pages/routes.ts'
import { type SitemapDeps, sitemapRoutes } from './pages/sitemap-routes.ts'
import { quotationRoutes } from './quotations/routes.ts'
import { reviewRoutes } from './reviews/routes.ts'
import type { Services } from './services.ts'
import { readSetupState } from './setup-state.ts'
import { siteContentRoutes } from './site-content/routes.ts'
import { readSiteContent } from './site-content/store.ts'

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
    readJobQuestions: async () => (await readSiteContent(db)).content.jobFinder,
  })
  await registerModule(
    app,
    mailRoutes,
    { prefix: '/api/mail', tag: 'mail' },
    { ...deps, configured: sendMail !== undefined },
  )
  await app.register(enquiryRoutes, {
    ...deps,
    notifyEmail: config.mail?.notify,
    getCompany: async () => {
      const { company, contact } = (await readSiteContent(db)).content
      return { ...company, replyTime: contact.replyTime }
    },
    listStaff: async () =>
      (await listAccounts(db)).map(({ id, username, role }) => ({
        id,
        name: username,
        canEdit: ROLES[role].permissions.includes('enquiries.edit'),
      })),
  })
  await registerModule(
    app,
    quotationRoutes,
    { prefix: '/api/quotations', tag: 'quotations' },
    {
      ...deps,
      readSupplier: async () => {
        const { company, prices } = (await readSiteContent(db)).content
        return { state: company.address.state, rupeesPerDollar: prices.rupeesPerDollar }
      },
    },
  )
  await registerModule(app, reviewRoutes, { prefix: '/api/reviews', tag: 'reviews' }, deps)
  await registerModule(
    app,
    siteContentRoutes,
    { prefix: '/api/site-content', tag: 'site' },
    {
      ...deps,
      readCatalogueNumbers: () => readCatalogueNumbers(db),
      findUnknownSpecifications: (names) => findUnknownSpecifications(db, names),
    },
  )
  await registerModule(app, auditLogRoutes, { prefix: '/api/log', tag: 'log' }, deps)
  await registerModule(
    app,
    dashboardRoutes,
    { prefix: '/api/dashboard', tag: 'dashboard' },
    {
      ...deps,
      countFailedEmails: async () => (await getMailStatus(db)).failed,
      readSetupState: () => readSetupState(deps, config),
    },
  )
  await app.register(healthRoutes, {
    readDatabase: () => listAccounts(db),
    writeDatabase: (timeoutMs) => deps.database.probe(timeoutMs),
    checkMediaStorage: () => deps.blobStorage.check(),
  })
  await app.register(pdfRoutes, deps)
  await app.register(sitemapRoutes, createSitemapSource(deps))
  if (openFrontend) await app.register(pageRoutes, { ...deps, frontend: await openFrontend(app) })
}

/**
 * Registers a module whose routes are all below one prefix. The tag groups them in the API description. Modules with several
 * resources state paths and tags themselves.
 */
async function registerModule<Deps>(
  app: FastifyInstance,
  registerRoutes: (app: Api, deps: Deps) => Promise<void>,
  { prefix, tag }: { prefix: string; tag: string },
  deps: Deps,
): Promise<void> {
  const plugin = async (scope: Api) => {
    scope.addHook('onRoute', ({ schema }) => {
      if (schema && !schema.hide) schema.tags ??= [tag]
    })
    await registerRoutes(scope, deps)
  }
  await app.register(plugin, { prefix })
}

/** Connects the sitemap to the catalogue: every published item with its slug and pictures. */
function createSitemapSource({ db, media }: Services): SitemapDeps {
  return {
    countItems: () => countPublishedItems(db),
    listItems: async (origin, page) => {
      const items = await listSitemapItems(db, page)
      const pictures = await media.describe(
        items.flatMap(({ images }) => images),
        origin,
      )
      return items.map(({ slug, updatedAt, images }) => ({
        url: `${origin}/product/${encodeURIComponent(slug)}`,
        lastModified: updatedAt,
        pictures: images.flatMap((image) => pictures.get(image)?.url ?? []),
      }))
    },
  }
}
