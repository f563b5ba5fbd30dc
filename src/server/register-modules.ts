import type { FastifyInstance } from 'fastify'
import { ROLES } from '#contracts/account/role.ts'
import { accountRoutes } from './accounts/routes.ts'
import { listAccounts } from './accounts/store.ts'
import { auditLogRoutes } from './audit-log/routes.ts'
import { listPublicDocuments } from './catalogue/documents/public-documents.ts'
import { findUnknownSpecifications } from './catalogue/job-finder/store.ts'
import {
  countPublishedItems,
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
import type { Frontend } from './pages/frontend.ts'
import { pdfRoutes } from './pages/pdf/routes.ts'
import { readSheets } from './pages/pdf/sheet-source.ts'
import { pageRoutes } from './pages/routes.ts'
import { type SitemapDeps, sitemapRoutes } from './pages/sitemap-routes.ts'
import { customerDataRoutes } from './personal-data/customer-data-routes.ts'
import { reviewRoutes } from './reviews/routes.ts'
import { openAttachment, storeAttachment } from './sales/attachments/attachments.ts'
import { assignToQuotation } from './sales/attachments/store-attachments.ts'
import { customerPageRoutes } from './sales/customer-page/routes.ts'
import { findBuyer } from './sales/customers/store-buyers.ts'
import { advanceStatus } from './sales/enquiries/commands.ts'
import { enquiryRoutes } from './sales/enquiries/routes.ts'
import type { EnquiryCriteria } from './sales/enquiries/rules.ts'
import { countEnquiries, findEnquiry, listEnquiries } from './sales/enquiries/store-lists.ts'
import { quotationRoutes } from './sales/quotations/routes.ts'
import { moveQuotations } from './sales/quotations/store.ts'
import { createLink, hasRevokedLink } from './sales/quotations/store-links.ts'
import type { EnquiryScope } from './sales/today/today.ts'
import { todayRoutes } from './sales/today/today-routes.ts'
import type { Services } from './services.ts'
import { readSetupState } from './setup/setup-state.ts'
import { siteContentRoutes } from './site-content/routes.ts'
import { readSiteContent } from './site-content/store.ts'

/** More enquiries that wait than staff can answer in a day. */
const MAX_WAITING_ENQUIRIES = 200

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
  await app.register(mailRoutes, { ...deps, configured: sendMail !== undefined })
  await app.register(enquiryRoutes, {
    ...deps,
    notifyEmail: config.mail?.notify,
    createStatusPath: async (tx, target, at) => `/q/${await createLink(tx, target, at)}`,
    hasRevokedLink,
    moveQuotations,
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
  const quotationDeps = createQuotationDeps(app, deps)
  await app.register(quotationRoutes, quotationDeps)
  await app.register(todayRoutes, quotationDeps)
  await app.register(customerDataRoutes, {
    ...deps,
    erasureFolders: [config.dataDir, ...(config.backupDir ? [config.backupDir] : [])],
  })
  await app.register(reviewRoutes, deps)
  await app.register(siteContentRoutes, {
    ...deps,
    readCatalogueNumbers: () => readCatalogueNumbers(db),
    findUnknownSpecifications: (names) => findUnknownSpecifications(db, names),
  })
  await app.register(auditLogRoutes, deps)
  await app.register(dashboardRoutes, {
    ...deps,
    countFailedEmails: async () => (await getMailStatus(db)).failed,
    getOverdueBackupHours: () =>
      deps.backupFolder?.isOverdue() ? Math.floor(deps.backupFolder.getAgeMs() / 3_600_000) : null,
    readSetupState: () => readSetupState(deps, config),
  })
  await app.register(healthRoutes, {
    backupFolder: deps.backupFolder,
    readDatabase: () => listAccounts(db),
    writeDatabase: (timeoutMs) => deps.database.probe(timeoutMs),
    checkMediaStorage: () => deps.blobStorage.check(),
  })
  await app.register(pdfRoutes, deps)
  await app.register(sitemapRoutes, createSitemapSource(deps))
  const frontend = await openFrontend?.(app)
  await app.register(customerPageRoutes, {
    ...quotationDeps,
    assets: frontend?.privatePageAssets,
    tmpDir: deps.tmpDir,
    storeFile: (file) => storeAttachment(deps, file),
    findEnquiry: (id) => findEnquiry(db, { id, staff: [], isForVisitor: true }),
  })
  if (frontend) await app.register(pageRoutes, { ...deps, frontend })
}

/** Connects quotations to the site content, the accounts and the enquiries. */
function createQuotationDeps(app: FastifyInstance, deps: ModuleDeps) {
  const { config, db, clock } = deps
  const listQuotationOwners = async () =>
    (await listAccounts(db))
      .filter(({ role }) => ROLES[role].permissions.includes('quotations.edit'))
      .map(({ id, username, email }) => ({ id, name: username, email }))
  return {
    ...deps,
    readSite: async () => (await readSiteContent(db)).content,
    listOwners: listQuotationOwners,
    findBuyer,
    advanceEnquiry: advanceStatus,
    assignFile: assignToQuotation,
    openFile: (ids: { quotationId: string; id: string }) => openAttachment(deps, ids),
    listWaitingEnquiries: async ({ today, otherOwners }: EnquiryScope) => {
      const list = async (criteria: EnquiryCriteria) => {
        const options = {
          criteria,
          limit: MAX_WAITING_ENQUIRIES,
          offset: 0,
          staff: await listQuotationOwners(),
        }
        return (await listEnquiries(db, options)).items
      }
      return {
        unanswered: await list({ unansweredSince: toIso(clock()), otherOwners }),
        due: await list({ dueBy: today, otherOwners }),
      }
    },
    countWaitingEnquiries: async ({ today, otherOwners }: EnquiryScope) => {
      const unanswered = { unansweredSince: toIso(clock()), otherOwners }
      const due = { dueBy: today, otherOwners }
      const both = await countEnquiries(db, { ...unanswered, ...due })
      return (await countEnquiries(db, unanswered)) + (await countEnquiries(db, due)) - both
    },
    notifyEmail: config.mail?.notify,
    listDocuments: (itemIds: string[], origin: string) => listPublicDocuments(db, itemIds, origin),
    readDataSheets(itemIds: string[], origin: string) {
      // The request that creates a document may be that of staff: data sheets show what visitors see.
      const visitor = { id: newId(), ip: '127.0.0.1', host: new URL(origin).host }
      return readSheets(createPageApi(app, deps.publicReads, visitor, { origin }), itemIds, origin)
    },
  }
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
