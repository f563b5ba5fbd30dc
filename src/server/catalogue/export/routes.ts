import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ItemExportBody, ItemExportQuery, MAX_PRICE_LIST_ITEMS } from '#contracts/bulk-data/item-export.ts'
import { toBusinessDate } from '#contracts/business-date.ts'
import { getMediaType } from '#contracts/files/file-formats.ts'
import { countOf, formatCount } from '#contracts/format.ts'
import { KIND_LABELS } from '#contracts/item/kind.ts'
import { ITEM_STATE_LABELS, MISSING_FIELD_LABELS } from '#contracts/item/state.ts'
import type { SiteContent } from '#contracts/site-content/site-content.ts'
import { writeAuditEntry } from '#server/database/audit-log.ts'
import type { Db } from '#server/database/db.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { toIso } from '#server/kernel/clock.ts'
import { BYTE_ORDER_MARK, formatCsvLine } from '#server/kernel/csv.ts'
import { formatContentDisposition } from '#server/kernel/files/file-formats.ts'
import type { Actor } from '#server/kernel/http/guard.ts'
import { badRequest } from '#server/kernel/http/problem.ts'
import { createRouter } from '#server/kernel/http/route.ts'
import { createPdfRenderer, type PdfRenderer } from '#server/kernel/pdf/pdf-renderer.ts'
import { SHEET_ROWS } from '#server/kernel/xlsx/sheet.ts'
import { generateWorkbook, XLSX_TYPE } from '#server/kernel/xlsx/workbook.ts'
import type { ListingDeps } from '../listing/deps.ts'
import { createTable } from './columns.ts'
import { createItemSheets } from './item-workbook.ts'
import { createPriceList } from './price-list.ts'
import {
  type KindOfItems,
  listItemsToExport,
  listSpecificationNames,
  readExportedItems,
} from './read-items.ts'

/** A price list of the largest size takes a tenth of this. */
const PRICE_LIST_TIMEOUT_MS = 60_000
const MAX_WAITING_PRICE_LISTS = 4
/** Below what a long price list takes: the process ends after each of them. */
const MAX_PRICE_LIST_PROCESS_BYTES = 250_000_000

interface ExportDeps extends ListingDeps {
  priceListRenderer: PdfRenderer
}

/**
 * Registers the export of items as a workbook or CSV file, which the import reads back, and as a price list. Price lists have
 * a renderer of their own, because a data sheet should not wait for one.
 */
export function exportRoutes(app: FastifyInstance, listingDeps: ListingDeps): void {
  const priceListRenderer = createPdfRenderer({
    taskTimeoutMs: PRICE_LIST_TIMEOUT_MS,
    maxWaiting: MAX_WAITING_PRICE_LISTS,
    maxProcessBytes: MAX_PRICE_LIST_PROCESS_BYTES,
  })
  app.addHook('onClose', async () => priceListRenderer.close())
  const deps = { ...listingDeps, priceListRenderer }
  const route = createRouter(app, { guard: deps.guard, tag: 'items' })
  const produces = [XLSX_TYPE, 'text/csv', getMediaType('pdf')]

  route(
    'GET /api/items/export',
    {
      permission: 'catalogue.edit',
      summary: 'Export all matching items as an Excel workbook, CSV file or price list (PDF)',
      query: ItemExportQuery,
      produces,
    },
    (request, reply) => sendExport(deps, request, reply, request.query),
  )

  route(
    'POST /api/items/export',
    {
      permission: 'catalogue.edit',
      summary: 'Export items, chosen by a filter or up to 10,000 ids',
      body: ItemExportBody,
      produces,
    },
    (request, reply) => sendExport(deps, request, reply, request.body),
  )
}

const CONTENT_TYPES = {
  xlsx: XLSX_TYPE,
  csv: 'text/csv; charset=utf-8',
  pdf: getMediaType('pdf'),
} as const satisfies Record<ItemExportQuery['format'], string>
const FORMAT_LABELS: Record<ItemExportQuery['format'], string> = {
  xlsx: 'Excel',
  csv: 'CSV',
  pdf: 'price list',
}

async function sendExport(
  deps: ExportDeps,
  request: FastifyRequest & { actor: Actor },
  reply: FastifyReply,
  query: ItemExportQuery,
): Promise<Readable | Buffer> {
  const { format } = query
  const reader = await deps.lists.getDb()
  const kinds = await listItemsToExport(reader, query)
  checkExport(kinds, query)
  const now = deps.clock()
  const content = await createContent(deps, request, { reader, kinds, query, now })
  const entry = { action: 'exported', subject: 'item', subjectId: '', subjectName: 'Items' } as const
  const detail = describeExport(kinds, query)
  await inTransaction(deps.db, (tx) =>
    writeAuditEntry(tx, request.actor, { ...entry, at: toIso(now), detail }),
  )
  const name = (format === 'pdf' ? 'price-list-' : '') + toFileName(kinds)
  reply
    .type(CONTENT_TYPES[format])
    .header('content-disposition', formatContentDisposition(`${name}-${toBusinessDate(now)}.${format}`))
  return content
}

interface ExportedItems {
  reader: Db
  kinds: KindOfItems[]
  query: ItemExportQuery
  now: Date
}

/** Returns the bytes of the file: those of a price list at once, others while they are sent. */
async function createContent(
  { publicReads, priceListRenderer }: ExportDeps,
  visitor: FastifyRequest,
  { reader, kinds, query, now }: ExportedItems,
): Promise<Readable | Buffer> {
  const { siteOrigin } = visitor
  if (query.format === 'pdf') {
    const read = await publicReads.fetch('/api/site-content', { origin: siteOrigin, visitor })
    if (!read) throw new Error('The site content could not be read.')
    const { company } = JSON.parse(read.body) as SiteContent
    return priceListRenderer.render(
      await createPriceList(reader, kinds, { company, now, filter: describeFilter(query) }),
    )
  }
  const chunks =
    query.format === 'csv'
      ? generateCsv(reader, kinds[0]!, siteOrigin)
      : generateWorkbook(await createItemSheets(reader, kinds, siteOrigin))
  return Readable.from(chunks, { objectMode: false })
}

/** Throws 400 for what one file cannot contain. */
function checkExport(kinds: KindOfItems[], { format, kind, ids }: ItemExportQuery): void {
  if (format === 'csv' && (kinds.length > 1 || !(kind || ids)))
    throw badRequest(
      'A CSV file has room for one type of items. Choose machines, spare parts or services, or export as Excel.',
    )
  if (format === 'xlsx' && kinds.some(({ rowIds }) => rowIds.length >= SHEET_ROWS))
    throw badRequest(
      `A sheet of Excel has room for ${formatCount(SHEET_ROWS - 1)} items. Choose fewer items, or export as CSV.`,
    )
  const count = kinds.reduce((sum, { rowIds }) => sum + rowIds.length, 0)
  if (format === 'pdf' && count > MAX_PRICE_LIST_ITEMS)
    throw badRequest(
      `A price list can have at most ${formatCount(MAX_PRICE_LIST_ITEMS)} items. Choose a type or category.`,
    )
  if (format === 'pdf' && count === 0) throw badRequest('There are no items for a price list.')
}

async function* generateCsv(db: Db, { rowIds }: KindOfItems, origin: string): AsyncGenerator<string> {
  const { columns, createRow } = createTable(await listSpecificationNames(db, rowIds))
  yield BYTE_ORDER_MARK + formatCsvLine(columns.map(({ title }) => title))
  for await (const items of readExportedItems(db, rowIds, origin)) {
    const lines = items.map((item) => formatCsvLine(createRow(item).map((cell) => String(cell ?? ''))))
    if (lines.length > 0) yield lines.join('')
  }
}

/** 'spare-parts' if all items have one kind. */
const toFileName = (kinds: KindOfItems[]): string =>
  kinds.length === 1 ? KIND_LABELS[kinds[0]!.kind].plural.replaceAll(' ', '-') : 'items'

/** Describes an export for the audit log: '2,480 spare parts as Excel: Published, by a search'. */
function describeExport(kinds: KindOfItems[], query: ItemExportQuery): string {
  const counts = kinds.map(({ kind, rowIds: { length } }) => {
    const { label } = KIND_LABELS[kind]
    return countOf(length, label.toLowerCase())
  })
  const filter = describeFilter(query)
  return `${counts.join(', ')} as ${FORMAT_LABELS[query.format]}${filter && `: ${filter}`}`
}

/** 'Published, category Belts'; '' for all items. */
const describeFilter = ({ ids, search, category, featured, state, missing }: ItemExportQuery): string =>
  [
    ids && 'selected',
    state && ITEM_STATE_LABELS[state],
    category && `category ${category}`,
    featured && (featured === 'true' ? 'featured' : 'not featured'),
    missing && MISSING_FIELD_LABELS[missing],
    search && `found by ${search}`,
  ]
    .filter(Boolean)
    .join(', ')
