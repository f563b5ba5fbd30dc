import type { FastifyInstance } from 'fastify'
import type { JobQuestions } from '#contracts/catalogue/job-finder-questions.ts'
import { KINDS } from '#contracts/item/kind.ts'
import type { DatabaseSettings } from '#server/database/db.ts'
import { comparisonRoutes } from './comparison/routes.ts'
import type { DocumentDeps } from './documents/deps.ts'
import { documentFileRoute } from './documents/file-route.ts'
import { documentRoutes } from './documents/routes.ts'
import { exportRoutes } from './export/routes.ts'
import { gridRoutes } from './grid/routes.ts'
import type { ImportDeps } from './imports/commands.ts'
import { importRoutes } from './imports/routes.ts'
import { adminRoutes } from './item-api/admin-routes.ts'
import { itemRoutes } from './item-api/item-routes.ts'
import { pictureRoutes } from './item-api/picture-routes.ts'
import { writeRoutes } from './item-api/write-routes.ts'
import { createJobFinder } from './job-finder/job-finder.ts'
import { jobFinderRoutes } from './job-finder/routes.ts'
import type { ListingDeps } from './listing/deps.ts'
import { discoveryRoutes } from './listing/discovery-routes.ts'
import { listRoute } from './listing/list-route.ts'
import { createListService } from './listing/list-service.ts'
import { zeroResultSearchRoutes } from './listing/zero-result-searches/routes.ts'
import { priceRoutes } from './prices/routes.ts'
import { qualityRoutes } from './quality/routes.ts'
import { drawingRoutes } from './relations/drawings/routes.ts'
import { relationRoutes } from './relations/routes.ts'
import { templateRoutes } from './templates/routes.ts'

type CatalogueDeps = Omit<ListingDeps, 'lists'> &
  ImportDeps &
  DocumentDeps & {
    databaseSettings: DatabaseSettings
    /** The names of the specifications that answer the questions of the job finder. */
    readJobQuestions(): Promise<JobQuestions>
    /** The trade words of searches. */
    readTradeWords(): Promise<string[]>
    readTranslations(): Promise<Iterable<readonly [english: string, translation: string]>>
  }

/** Registers the API of the catalogue (rows API-1 to API-8). */
export async function catalogueRoutes(app: FastifyInstance, deps: CatalogueDeps): Promise<void> {
  const jobFinder = createJobFinder({ ...deps, getDb: () => lists.getDb() })
  const lists = createListService({ ...deps, answerJob: jobFinder.answer })
  const listingDeps = { ...deps, lists }
  discoveryRoutes(app, listingDeps)
  comparisonRoutes(app, listingDeps)
  jobFinderRoutes(app, listingDeps, jobFinder)
  adminRoutes(app, listingDeps)
  exportRoutes(app, listingDeps)
  pictureRoutes(app, deps)
  documentRoutes(app, deps)
  documentFileRoute(app, deps)
  priceRoutes(app, listingDeps)
  gridRoutes(app, listingDeps)
  templateRoutes(app, listingDeps)
  relationRoutes(app, listingDeps)
  qualityRoutes(app, listingDeps)
  drawingRoutes(app, deps)
  zeroResultSearchRoutes(app, listingDeps)
  importRoutes(app, deps)
  for (const kind of KINDS) {
    itemRoutes(app, listingDeps, kind)
    listRoute(app, listingDeps, kind)
    writeRoutes(app, deps, kind)
  }
}
