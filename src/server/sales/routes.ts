import type { FastifyInstance } from 'fastify'
import { attachmentRoutes } from './attachments/attachment-routes.ts'
import type { FileReceiver } from './attachments/receive-file.ts'
import { customerRoutes } from './customers/customer-routes.ts'
import type { SalesDeps } from './deps.ts'
import { enquiryAdminRoutes } from './enquiries/admin-routes.ts'
import { exportRoute } from './enquiries/export-route.ts'
import { enquiryFormRoutes } from './enquiries/routes.ts'
import { customerContactRoutes } from './quotations/customer-routes.ts'
import { quotationRoutes } from './quotations/routes.ts'
import { quotationReportRoutes } from './reports/report-routes.ts'
import { todayRoutes } from './today/today-routes.ts'

/** Registers enquiries, customers, quotations and Today for visitors and staff. */
export async function salesRoutes(
  app: FastifyInstance,
  deps: SalesDeps & { files: FileReceiver },
): Promise<void> {
  enquiryFormRoutes(app, deps)
  attachmentRoutes(app, deps)
  enquiryAdminRoutes(app, deps)
  customerRoutes(app, deps)
  exportRoute(app, deps)
  quotationReportRoutes(app, deps)
  quotationRoutes(app, deps)
  customerContactRoutes(app, deps)
  todayRoutes(app, deps)
}
