import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { toBusinessDate } from '#contracts/business-date.ts'
import { capitalize } from '#contracts/format.ts'
import { toFinancialYear } from '#contracts/gst/financial-year.ts'
import { QuotationFilter, type QuotationSummary } from '#contracts/quotation/record.ts'
import { QuotationReport, QuotationReportQuery } from '#contracts/quotation/report.ts'
import { REPORT_OUTCOME_LABELS, REPORT_OUTCOMES } from '#contracts/quotation/report-outcomes.ts'
import { QUOTATION_STATE_LABELS } from '#contracts/quotation/states.ts'
import { writeAuditEntry } from '#server/database/audit-log.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { startOfBusinessDay } from '#server/kernel/business-time.ts'
import { subtractDays, toIso } from '#server/kernel/clock.ts'
import { formatContentDisposition } from '#server/kernel/files/file-formats.ts'
import type { Actor } from '#server/kernel/http/guard.ts'
import { badRequest } from '#server/kernel/http/problem.ts'
import { createRouter } from '#server/kernel/http/route.ts'
import type { Cell, Sheet, SheetColumn } from '#server/kernel/xlsx/sheet.ts'
import { generateWorkbook, XLSX_TYPE } from '#server/kernel/xlsx/workbook.ts'
import { readContext, type SalesContext } from '../context.ts'
import type { SalesDeps } from '../deps.ts'
import { presentSummaries } from '../quotations/content/presenter.ts'
import type { StoredQuotation } from '../quotations/store.ts'
import { listQuotations } from '../quotations/store-lists.ts'
import { createForecast, createRows, getMedianHours, getWinRate } from './report.ts'
import { listReportedQuotations, listWaitingTimes } from './store-report.ts'

const DAYS_OF_WIN_RATE = 365
/** After all times, as text. */
const END_OF_TIME = '9'
const EXPORT_PAGE_SIZE = 200

/** Registers the report about quotations, and the exports of report and list as Excel workbooks. */
export function quotationReportRoutes(app: FastifyInstance, deps: SalesDeps): void {
  const route = createRouter(app, { guard: deps.guard, tag: 'quotations' })

  route(
    'GET /api/quotations/report',
    {
      permission: 'quotations.read',
      summary: 'Report quoted, won, lost, expired and open quotations by month, product, owner or reason',
      query: QuotationReportQuery,
      reply: QuotationReport,
    },
    async ({ query }) => createReport(await readContext(deps), query),
  )

  route(
    'GET /api/quotations/report.xlsx',
    {
      permission: 'quotations.read',
      summary: 'Export the report',
      query: QuotationReportQuery,
      produces: [XLSX_TYPE],
    },
    async ({ actor, query }, reply) => {
      const context = await readContext(deps)
      const report = await createReport(context, query)
      await recordExport(context, actor, `Report by ${report.by}`)
      return sendWorkbook(reply, `quotations-by-${report.by}`, toReportSheet(report))
    },
  )

  route(
    'GET /api/quotations/export',
    {
      permission: 'quotations.read',
      summary: 'Export all matching quotations as an Excel workbook',
      query: QuotationFilter,
      produces: [XLSX_TYPE],
    },
    async ({ actor, query }, reply) => {
      const context = await readContext(deps)
      await recordExport(context, actor, 'List of quotations')
      return sendWorkbook(reply, `quotations-${context.today}`, toListSheet(context, query))
    },
  )
}

function sendWorkbook(reply: FastifyReply, name: string, sheet: Sheet): Readable {
  reply.type(XLSX_TYPE).header('content-disposition', formatContentDisposition(`${name}.xlsx`))
  return Readable.from(generateWorkbook([sheet]))
}

async function createReport(
  { reader, now, today, owners }: SalesContext,
  query: QuotationReportQuery,
): Promise<QuotationReport> {
  const { by, to = today, from = `${toFinancialYear(now).slice(0, 4)}-04-01` } = query
  if (from > to) {
    const message = 'The first day must not be after the last one.'
    throw badRequest(message, [{ field: 'from', message }])
  }
  const period = { since: toIso(startOfBusinessDay(from)), before: toIso(startOfBusinessDay(to, 1)) }
  const quotations = await listReportedQuotations(reader, period, { withLines: by === 'product' })
  const pending = await listReportedQuotations(reader, { pendingOn: today })
  const lastYear = { since: toIso(subtractDays(now, DAYS_OF_WIN_RATE)), before: END_OF_TIME }
  const winRate = getWinRate(await listReportedQuotations(reader, lastYear), today)
  const times = await listWaitingTimes(reader, period)
  return {
    from,
    to,
    by,
    ...createRows(quotations, { by, today, owners }),
    firstReply: { medianHours: getMedianHours(times.firstReply), count: times.firstReply.length },
    firstQuotation: { medianHours: getMedianHours(times.firstQuotation), count: times.firstQuotation.length },
    forecast: createForecast(pending, { today, winRate }),
    winRatePercent: winRate === null ? null : Math.round(winRate * 1000) / 10,
  }
}

function toReportSheet({ by, rows, total }: QuotationReport): Sheet {
  const columns: SheetColumn[] = [
    { title: GROUP_TITLES[by] ?? capitalize(by), width: 40, style: 'text' },
    ...REPORT_OUTCOMES.flatMap((outcome): SheetColumn[] => [
      { title: REPORT_OUTCOME_LABELS[outcome], width: 10, style: 'number' },
      { title: `${REPORT_OUTCOME_LABELS[outcome]} (₹)`, width: 18, style: 'money' },
    ]),
  ]
  const label = by === 'product' ? 'Total of whole quotations with tax' : total.label
  const cells = [...rows, { ...total, label }].map((row): Cell[] => [
    row.label,
    ...REPORT_OUTCOMES.flatMap((outcome) => [row[outcome].count, row[outcome].total]),
  ])
  return { name: 'Report', columns, frozenColumns: 1, rows: [cells] }
}

/** The titles of the first column that are not the name of the group. */
const GROUP_TITLES: Partial<Record<string, string>> = {
  product: 'Product (taxable value)',
  owner: 'In charge',
}

/** The columns of the list: the title, the width, the style, and the cell of a quotation. */
const LIST_COLUMNS: [
  title: string,
  width: number,
  style: SheetColumn['style'],
  getCell: (quotation: QuotationSummary, stored: StoredQuotation) => Cell,
][] = [
  ['Number', 20, 'text', ({ number }) => number ?? ''],
  ['Revision', 9, 'number', ({ issueCount }) => issueCount || null],
  ['State', 18, 'text', ({ isExpired, state }) => (isExpired ? 'Expired' : QUOTATION_STATE_LABELS[state])],
  ['Buyer', 40, 'text', ({ buyerName }) => buyerName],
  ['Subject', 40, 'text', ({ subject }) => subject],
  ['In charge', 18, 'text', ({ owner }) => owner?.name ?? ''],
  ['Enquiry', 18, 'text', ({ enquiry }) => enquiry?.reference ?? ''],
  ['Sent on', 12, 'text', ({ issuedAt }) => (issuedAt ? toBusinessDate(new Date(issuedAt)) : '')],
  ['Valid until', 12, 'text', ({ validUntil }) => validUntil ?? ''],
  ['Taxable (₹)', 18, 'money', ({ totals }) => totals?.taxable ?? null],
  ['CGST (₹)', 16, 'money', ({ totals }) => totals?.cgst ?? null],
  ['SGST or UTGST (₹)', 16, 'money', ({ totals }) => totals?.sgst ?? null],
  ['IGST (₹)', 16, 'money', ({ totals }) => totals?.igst ?? null],
  ['Total (₹)', 18, 'money', ({ totals }) => totals?.total ?? null],
  ['Currency', 10, 'text', ({ currency }) => currency],
  ['Total in currency', 18, 'number', ({ totalInCurrency }) => totalInCurrency],
  ['Rupees per US dollar', 20, 'number', (_quotation, { amounts }) => amounts?.exchangeRate ?? null],
  ['Reason', 40, 'text', ({ reason }) => reason],
]

const toListSheet = (context: SalesContext, filter: QuotationFilter): Sheet => ({
  name: 'Quotations',
  columns: LIST_COLUMNS.map(([title, width, style]) => ({ title, width, style })),
  frozenColumns: 1,
  rows: generateListRows(context, filter),
})

async function* generateListRows(context: SalesContext, filter: QuotationFilter): AsyncGenerator<Cell[][]> {
  for (let offset = 0; ; offset += EXPORT_PAGE_SIZE) {
    const query = { ...filter, sort: 'updated', order: 'desc', limit: EXPORT_PAGE_SIZE, offset } as const
    const { items } = await listQuotations(context.reader, query, context.today)
    const quotations = await presentSummaries(context, items)
    yield quotations.map((quotation, index) =>
      LIST_COLUMNS.map(([, , , getCell]) => getCell(quotation, items[index]!)),
    )
    if (items.length < EXPORT_PAGE_SIZE) return
  }
}

const recordExport = ({ db, at }: SalesContext, by: Actor, detail: string): Promise<void> =>
  inTransaction(db, (tx) =>
    writeAuditEntry(tx, by, {
      at,
      action: 'exported',
      subject: 'quotation',
      subjectId: '',
      subjectName: 'Quotations',
      detail,
    }),
  )
