import { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { toBusinessDate } from '#contracts/business-date.ts'
import type { StaffMember } from '#contracts/enquiry.ts'
import { EnquiryFilter } from '#contracts/enquiry-management.ts'
import type { Db } from '#server/database/db.ts'
import type { Api } from '#server/kernel/api.ts'
import { toIso } from '#server/kernel/clock.ts'
import { getActor } from '#server/kernel/guard.ts'
import { recordExport } from './commands.ts'
import { formatCsvEnquiry, formatCsvHeader } from './csv.ts'
import type { EnquiryDeps } from './routes.ts'
import { countEnquiries, type DatedEnquiryFilter, iterateEnquiries } from './store-lists.ts'

/** Read and written in a few milliseconds, so that visitors in between do not wait. */
const PAGE_SIZE = 250

/** The enquiries as a file for a spreadsheet. */
export function exportRoute(app: Api, { db, clock, guard, listStaff }: EnquiryDeps): void {
  app.get(
    '/api/enquiries.csv',
    {
      onRequest: guard.requires('enquiries.read'),
      exposeHeadRoute: false,
      schema: {
        tags: ['enquiries'],
        summary: 'All that match, newest first, as a UTF-8 CSV file',
        querystring: EnquiryFilter,
        produces: ['text/csv'],
      },
    },
    async (request, reply) => {
      const now = clock()
      const [at, today] = [toIso(now), toBusinessDate(now)]
      const filter = { ...request.query, today }
      const staff = await listStaff()
      await recordExport(
        db,
        { by: getActor(request), at },
        describeFilter(filter, await countEnquiries(db, filter)),
      )
      reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="enquiries-${today}.csv"`)
      return reply.send(Readable.from(generateLines(db, filter, staff)))
    },
  )
}

async function* generateLines(
  db: Db,
  filter: DatedEnquiryFilter,
  staff: StaffMember[],
): AsyncGenerator<string> {
  yield formatCsvHeader()
  for await (const enquiries of iterateEnquiries(db, filter, staff, PAGE_SIZE)) {
    if (enquiries.length > 0) yield enquiries.map(formatCsvEnquiry).join('')
    await nextTurn()
  }
}

/** A search may name a person and stays out of the log. */
function describeFilter({ status, owner, due, search, customer }: DatedEnquiryFilter, count: number): string {
  const filters = [
    status,
    owner !== undefined && 'of one owner',
    due === 'true' && 'due',
    search && 'by a search',
    customer !== undefined && 'of one customer',
  ].filter((part) => typeof part === 'string' && part !== '')
  return `${count} ${count === 1 ? 'enquiry' : 'enquiries'}${filters.length > 0 ? `: ${filters.join(', ')}` : ''}`
}
