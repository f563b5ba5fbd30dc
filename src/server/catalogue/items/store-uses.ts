import { type RawBuilder, sql } from 'kysely'
import type { AuditDetailKind } from '#contracts/account/audit-log.ts'
import type { ItemUse } from '#contracts/item/uses.ts'
import { isUntouchedDemoEnquiry } from '#server/database/conditions.ts'
import type { Db, Tx } from '#server/database/db.ts'
import { perDialect } from '#server/database/sql-dialect.ts'

/** Ids per query; SQLite allows 32,766 parameters. */
const BATCH_SIZE = 5000

/** A relation of an item, from its side. */
export interface UsedRelation {
  id: string
  revision: number
  other: { isDemo: boolean; createdAt: string }
}

interface UsesOptions {
  /** The items in quotations, see `findQuotedItems`. */
  quoted: ReadonlySet<string>
  /** Relations that are no use. */
  isOwnRelation(relation: UsedRelation): boolean
}

/** Returns what was added to items, also documents whose deletion can still be undone, and what refers to them. */
export async function findItemUses(
  db: Db,
  ids: string[],
  { quoted, isOwnRelation }: UsesOptions,
): Promise<Map<string, ItemUse[]>> {
  const uses = new Map<string, ItemUse[]>()
  const shown = await countPublications(db)
  const add = (use: ItemUse, found: Iterable<string>) => {
    for (const id of new Set(found)) uses.set(id, [...(uses.get(id) ?? []), use])
  }
  for (let start = 0; start < ids.length; start += BATCH_SIZE) {
    const batch = ids.slice(start, start + BATCH_SIZE)
    add('documents', await findWithDocuments(db, batch))
    add('drawings', await findWithDrawings(db, batch))
    const related = [...(await listRelations(db, batch, 'from')), ...(await listRelations(db, batch, 'to'))]
    add(
      'relations',
      related.filter(({ relation }) => !isOwnRelation(relation)).map(({ itemId }) => itemId),
    )
    add('enquiries', await findEnquired(db, batch))
    add(
      'quotations',
      batch.filter((id) => quoted.has(id)),
    )
    add(
      'publications',
      batch.filter((id) => shown.has(id)),
    )
  }
  return uses
}

async function findWithDocuments(db: Db, ids: string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('item_document')
    .select('item_id as id')
    .distinct()
    .where('item_id', 'in', ids)
    .execute()
  return rows.map(({ id }) => id)
}

/** Enquiries of the demo on which nobody has worked are no use. */
async function findEnquired(db: Db, ids: string[]): Promise<string[]> {
  const ofLines = db
    .selectFrom('enquiry_line')
    .innerJoin('enquiry', 'enquiry.id', 'enquiry_line.enquiry_id')
    .select('enquiry_line.item_id as id')
    .where('enquiry_line.item_id', 'in', ids)
    .where((eb) => eb.not(isUntouchedDemoEnquiry))
  const rows = await db
    .selectFrom('enquiry')
    .select('item_id as id')
    .where('item_id', 'in', ids)
    .where((eb) => eb.not(isUntouchedDemoEnquiry))
    .union(ofLines)
    .execute()
  return rows.flatMap(({ id }) => id ?? [])
}

async function findWithDrawings(db: Db, ids: string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('item')
    .innerJoin('assembly_drawing', 'assembly_drawing.item_row_id', 'item.row_id')
    .select('item.id')
    .where('item.id', 'in', ids)
    .execute()
  return rows.map(({ id }) => id)
}

async function listRelations(
  db: Db,
  ids: string[],
  side: 'from' | 'to',
): Promise<{ itemId: string; relation: UsedRelation }[]> {
  const otherSide = side === 'from' ? 'to' : 'from'
  const rows = await db
    .selectFrom('item as self')
    .innerJoin('item_relation', `item_relation.${side}_row_id`, 'self.row_id')
    .innerJoin('item as other', 'other.row_id', `item_relation.${otherSide}_row_id`)
    .select(['self.id as itemId', 'item_relation.id', 'item_relation.revision'])
    .select(['other.is_demo as isDemo', 'other.created_at as createdAt'])
    .where('self.id', 'in', ids)
    .execute()
  return rows.map(({ itemId, id, revision, isDemo, createdAt }) => ({
    itemId,
    relation: { id, revision, other: { isDemo: isDemo === 1, createdAt } },
  }))
}

/** Returns the items that pages and articles show, in every state, with the number of those. */
export async function countPublications(db: Db): Promise<Map<string, number>> {
  const rows = await db.selectFrom('publication').select('item_ids').where('item_ids', '<>', '').execute()
  const counts = new Map<string, number>()
  for (const { item_ids } of rows)
    for (const id of new Set(item_ids.split('\n').filter(Boolean))) counts.set(id, (counts.get(id) ?? 0) + 1)
  return counts
}

/** Counts the enquiries and the quotations of which an item is part. */
export async function countRequests(db: Db, id: string): Promise<{ enquiries: number; quotations: number }> {
  const ofLines = db.selectFrom('enquiry_line').select('enquiry_id as id').where('item_id', '=', id)
  const enquiries = await db
    .selectFrom(db.selectFrom('enquiry').select('id').where('item_id', '=', id).union(ofLines).as('found'))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  const quotations = await sql<{ count: number }>`
    select count(distinct quotation_id) as count from (${selectQuotedItems('')}) as quoted where id = ${id}`.execute(
    db,
  )
  return { enquiries: enquiries.count, quotations: quotations.rows[0]!.count }
}

/** Returns the ids of the items in the lines of quotations that were changed since a time, drafts and issues. */
export async function findQuotedItems(db: Db, since = ''): Promise<Set<string>> {
  const { rows } = await sql<{ id: string | null }>`
    select distinct id from (${selectQuotedItems(since)}) as quoted`.execute(db)
  return new Set(rows.flatMap(({ id }) => id ?? []))
}

function selectQuotedItems(since: string): RawBuilder<unknown> {
  const lines = (body: string) =>
    perDialect({
      sqlite: sql`json_each(${sql.ref(body)}, '$.lines') as line`,
      postgres: sql`jsonb_array_elements(${sql.ref(body)}::jsonb -> 'lines') as line(value)`,
    })
  const item = perDialect<string | null>({
    sqlite: sql`json_extract(line.value, '$.item')`,
    postgres: sql`line.value ->> 'item'`,
  })
  return sql`
    select quotation.id as quotation_id, ${item} as id from quotation, ${lines('quotation.body_json')}
    where quotation.updated_at >= ${since}
    union
    select quotation.id as quotation_id, ${item} as id from quotation
    join quotation_issue on quotation_issue.quotation_id = quotation.id, ${lines('quotation_issue.body_json')}
    where quotation.updated_at >= ${since}`
}

/** Returns the items that are marked as those of the demo. */
export const listDemoItems = (db: Db) =>
  db
    .selectFrom('item')
    .select(['id', 'name', 'slug', 'revision', 'created_at'])
    .where('is_demo', '=', 1)
    .orderBy('name_sort')
    .execute()

/** Makes all items that are marked as those of the demo ones of the firm. */
export async function unmarkDemoItems(tx: Tx): Promise<void> {
  await tx.updateTable('item').set({ is_demo: 0 }).where('is_demo', '=', 1).execute()
}

/** Returns what staff have changed of each item of the demo besides its content. */
export async function findEditedParts(db: Db): Promise<Map<string, Set<AuditDetailKind>>> {
  const rows = await db
    .selectFrom('audit_log')
    .innerJoin('item', 'item.id', 'audit_log.subject_id')
    .select(['subject_id as id', 'detail_kind as kind'])
    .distinct()
    .where('subject', '=', 'item')
    .where('is_demo', '=', 1)
    .where('detail_kind', 'in', ['document', 'drawing', 'relation'])
    .execute()
  const parts = new Map<string, Set<AuditDetailKind>>()
  for (const { id, kind } of rows) parts.set(id, (parts.get(id) ?? new Set()).add(kind as AuditDetailKind))
  return parts
}
