import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { toBusinessDate } from '#contracts/business-date.ts'
import { ItemExportBody, ItemExportQuery } from '#contracts/item-export.ts'
import { ITEM_STATE_LABELS, MISSING_FIELD_LABELS } from '#contracts/item-state.ts'
import { KIND_LABELS } from '#contracts/kind.ts'
import { writeAuditEntry } from '#server/database/audit-log.ts'
import type { Db } from '#server/database/db.ts'
import { inTransaction } from '#server/database/transaction.ts'
import type { Api } from '#server/kernel/api.ts'
import { toIso } from '#server/kernel/clock.ts'
import { BYTE_ORDER_MARK, formatCsvLine } from '#server/kernel/csv.ts'
import { getActor } from '#server/kernel/guard.ts'
import { badRequest } from '#server/kernel/problem.ts'
import { SHEET_ROWS } from '#server/kernel/xlsx/sheet.ts'
import { generateWorkbook, XLSX_TYPE } from '#server/kernel/xlsx/workbook.ts'
import type { ListingDeps } from '../items/deps.ts'
import { createTable } from './columns.ts'
import { createItemSheets } from './item-workbook.ts'
import {
  type KindOfItems,
  listItemsToExport,
  listSpecificationNames,
  readExportedItems,
} from './read-items.ts'

/** Registers the export of items as a workbook or CSV file. The import reads it back. */
export function exportRoutes(app: Api, deps: ListingDeps): void {
  const onRequest = deps.guard.requires('catalogue.edit')
  const tags = ['items']
  const produces = [XLSX_TYPE, 'text/csv']

  const summary = 'Export all matching items as an Excel workbook or CSV file'
  app.get(
    '/api/items/export',
    { onRequest, exposeHeadRoute: false, schema: { tags, summary, produces, querystring: ItemExportQuery } },
    (request, reply) => sendExport(deps, request, reply, request.query),
  )

  const bodySummary = 'Export items, chosen by a filter or up to 10,000 ids'
  app.post(
    '/api/items/export',
    { onRequest, schema: { tags, summary: bodySummary, produces, body: ItemExportBody } },
    (request, reply) => sendExport(deps, request, reply, request.body),
  )
}

async function sendExport(
  { db, clock, lists }: ListingDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  query: ItemExportQuery,
): Promise<FastifyReply> {
  const { format } = query
  const reader = await lists.getDb()
  const kinds = await listItemsToExport(reader, query)
  checkExport(kinds, query)
  const now = clock()
  const chunks =
    format === 'csv'
      ? generateCsv(reader, kinds[0]!, request.siteOrigin)
      : generateWorkbook(await createItemSheets(reader, kinds, request.siteOrigin))
  const entry = { action: 'exported', subject: 'item', subjectId: '', subjectName: 'Items' } as const
  const detail = describeExport(kinds, query)
  await inTransaction(db, (tx) =>
    writeAuditEntry(tx, getActor(request), { ...entry, at: toIso(now), detail }),
  )
  reply
    .type(format === 'csv' ? 'text/csv; charset=utf-8' : XLSX_TYPE)
    .header(
      'content-disposition',
      `attachment; filename="${toFileName(kinds)}-${toBusinessDate(now)}.${format}"`,
    )
  return reply.send(Readable.from(chunks, { objectMode: false }))
}

/** Throws 400 for what one file cannot contain. */
function checkExport(kinds: KindOfItems[], { format, kind, ids }: ItemExportQuery): void {
  if (format === 'csv' && (kinds.length > 1 || !(kind || ids)))
    throw badRequest(
      'A CSV file has room for one type of items. Choose machines, spare parts or services, or export as Excel.',
    )
  if (format === 'xlsx' && kinds.some(({ rowIds }) => rowIds.length >= SHEET_ROWS))
    throw badRequest(
      `A sheet of Excel has room for ${(SHEET_ROWS - 1).toLocaleString('en-IN')} items. Choose fewer items, or export as CSV.`,
    )
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
  const { format, ids, search, category, featured, state, missing } = query
  const counts = kinds.map(({ kind, rowIds: { length } }) => {
    const { label, plural } = KIND_LABELS[kind]
    return `${length.toLocaleString('en-IN')} ${length === 1 ? label.toLowerCase() : plural}`
  })
  const filters = [
    ids && 'selected',
    state && ITEM_STATE_LABELS[state],
    category && `category ${category}`,
    featured && (featured === 'true' ? 'featured' : 'not featured'),
    missing && MISSING_FIELD_LABELS[missing],
    search && `found by ${search}`,
  ].filter(Boolean)
  const filter = filters.length > 0 ? `: ${filters.join(', ')}` : ''
  return `${counts.join(', ')} as ${format === 'csv' ? 'CSV' : 'Excel'}${filter}`
}
