import { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { toBusinessDate } from '#contracts/business-date.ts'
import { EnquiryFilter } from '#contracts/enquiry/management.ts'
import { ENQUIRY_STATUS_LABELS } from '#contracts/enquiry/status.ts'
import { countOf } from '#contracts/format.ts'
import { toIso } from '#server/kernel/clock.ts'
import { formatContentDisposition } from '#server/kernel/files/file-formats.ts'
import { createRouter } from '#server/kernel/http/route.ts'
import { listStaff } from '../context.ts'
import type { SalesDeps } from '../deps.ts'
import { recordExport } from './commands.ts'
import { formatCsvEnquiry, formatCsvHeader } from './enquiry-csv.ts'
import { toCriteria } from './rules.ts'
import { countEnquiries, type EnquiryPages, iterateEnquiries } from './store-lists.ts'

/** Rows per read. One page takes a few milliseconds, so that other requests do not wait for the export. */
const PAGE_SIZE = 250

/** Registers the export of enquiries as a file for spreadsheets. */
export function exportRoute(app: FastifyInstance, deps: SalesDeps): void {
  const { db, clock, guard } = deps
  createRouter(app, { guard, tag: 'enquiries' })(
    'GET /api/enquiries.csv',
    {
      permission: 'enquiries.read',
      summary: 'Export all matching enquiries, newest first, as a UTF-8 CSV file',
      query: EnquiryFilter,
      produces: ['text/csv'],
    },
    async ({ actor: by, query }, reply) => {
      const now = clock()
      const criteria = toCriteria(query, now)
      const detail = describeExport(query, await countEnquiries(db, criteria))
      await recordExport(db, { by, at: toIso(now), detail })
      reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', formatContentDisposition(`enquiries-${toBusinessDate(now)}.csv`))
      const pages = iterateEnquiries(db, { criteria, staff: await listStaff(deps), pageSize: PAGE_SIZE })
      return Readable.from(generateCsv(pages))
    },
  )
}

async function* generateCsv(pages: EnquiryPages): AsyncGenerator<string> {
  yield formatCsvHeader()
  for await (const enquiries of pages) {
    if (enquiries.length > 0) yield enquiries.map(formatCsvEnquiry).join('')
    await nextTurn()
  }
}

/** Describes an export for the audit log. The search term is left out because it may name a person. */
function describeExport(
  { status, owner, due, unanswered, search, customer, from, to, answered }: EnquiryFilter,
  count: number,
): string {
  const filters = [
    status && ENQUIRY_STATUS_LABELS[status],
    owner !== undefined && 'of one owner',
    due === 'true' && 'due',
    unanswered === 'true' && 'unanswered',
    search && 'by a search',
    customer !== undefined && 'of one customer',
    (from || to) && 'of a period',
    answered && 'answered',
  ].filter((part) => typeof part === 'string' && part !== '')
  return `${countOf(count, 'enquiry')}${filters.length > 0 ? `: ${filters.join(', ')}` : ''}`
}
