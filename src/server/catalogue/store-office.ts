import { type Expression, type SqlBool, sql } from 'kysely'
import type { AdminItemsQuery, ItemUsage } from '#contracts/admin-item.ts'
import type { Kind } from '#contracts/item.ts'
import type { Db } from '#server/database/db.ts'
import { LACKING } from '#server/database/lacking.ts'
import { isIndexedTerm, isMatched, itemContains, matchOf } from '#server/database/search.ts'
import { fold, squeeze } from '#server/kernel/text.ts'
import { findEvery, type StoredItem } from './store.ts'
import { FITS_KEYS, namesInParts } from './store-related.ts'

const MOST_NAMES = 200
/** So many items say which names are in use. */
const NAMING_ITEMS = 2000
const MOST_CATEGORIES = 500
const NAMED_BY = 10

/** One page of everything staff may see, and how many match in all. */
export async function listForStaff(
  db: Db,
  query: AdminItemsQuery,
): Promise<{ items: StoredItem[]; total: number }> {
  const matching = db.selectFrom('item').where((eb) => eb.and(wanted(query)))
  const { total } = await matching
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const ids = await inOrder(matching.select('id'), query.sort)
    .limit(query.limit)
    .offset(query.offset)
    .execute()
  return { items: await inTheirOrder(db, ids), total }
}

/** The ids of all that match, at most `most`, by name. */
export async function listIdsForStaff(db: Db, query: AdminItemsQuery, most: number): Promise<string[]> {
  const rows = await db
    .selectFrom('item')
    .select('id')
    .where((eb) => eb.and(wanted(query)))
    .orderBy('name_sort')
    .orderBy('id')
    .limit(most)
    .execute()
  return rows.map(({ id }) => id)
}

/** Names of specifications in use for this kind, the most frequent first, as its newest items tell. */
export async function specificationNames(db: Db, kind: Kind): Promise<string[]> {
  const rows = await db
    .selectFrom('item_spec')
    .select((eb) => ['label', eb.fn.countAll<number>().as('count')])
    .where(
      'item_row_id',
      'in',
      db
        .selectFrom('item')
        .select('row_id')
        .where('kind', '=', kind)
        .orderBy('row_id', 'desc')
        .limit(NAMING_ITEMS),
    )
    .groupBy('label')
    .orderBy('count', 'desc')
    .orderBy('label')
    .limit(MOST_NAMES)
    .execute()
  return rows.map(({ label }) => label)
}

/** Every category in use, of one kind or all. */
export async function categoryNames(db: Db, kind: Kind | undefined): Promise<string[]> {
  const rows = await db
    .selectFrom('item')
    .select('category')
    .distinct()
    .$if(kind !== undefined, (query) => query.where('kind', '=', kind!))
    .orderBy('category')
    .limit(MOST_CATEGORIES)
    .execute()
  return rows.map(({ category }) => category)
}

/** What would lose something if this item were gone. */
export async function usesOf(db: Db, item: StoredItem): Promise<ItemUsage> {
  const { count } = await db
    .selectFrom('enquiry')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('item_id', '=', item.id)
    .executeTakeFirstOrThrow()
  return { enquiries: count, featured: item.featured, referencedBy: await namingItems(db, item) }
}

/** Who names an item, by its slug or, a machine, by as much of its name as any part states. */
async function namingItems(db: Db, item: StoredItem): Promise<string[]> {
  const exact = await itemsStating(db, item, item.slug)
  if (exact.length > 0 || item.kind !== 'machine') return exact
  for (const name of namesInParts(item)) {
    const found = await itemsStating(db, item, name, FITS_KEYS)
    if (found.length > 0) return found
  }
  return []
}

async function itemsStating(db: Db, { id }: StoredItem, value: string, keys?: string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('item_spec')
    .innerJoin('item', 'item.row_id', 'item_spec.item_row_id')
    .select('item.name')
    .distinct()
    .where('item_spec.value', '=', value)
    .$if(keys !== undefined, (query) => query.where('item_spec.key', 'in', keys!))
    .where('item.id', '!=', id)
    .orderBy('item.name')
    .limit(NAMED_BY)
    .execute()
  return rows.map(({ name }) => name)
}

function wanted(query: AdminItemsQuery): Expression<SqlBool>[] {
  return [
    query.state ? sql<SqlBool>`state = ${query.state}` : sql<SqlBool>`state != 'archived'`,
    ...(query.kind ? [sql<SqlBool>`kind = ${query.kind}`] : []),
    ...(query.category ? [sql<SqlBool>`category = ${query.category}`] : []),
    ...(query.featured ? [sql<SqlBool>`is_featured = ${query.featured === 'true' ? 1 : 0}`] : []),
    ...(query.lacking ? [LACKING[query.lacking]] : []),
    ...searched(query.search),
  ]
}

/** Name, description or a code contains the words; staff type part numbers without their gaps, too. */
function searched(search = ''): Expression<SqlBool>[] {
  const text = fold(search)
  if (!text) return []
  const code = squeeze(search)
  if (!isIndexedTerm(code, 'search_codes')) return [itemContains(text)]
  // In one: PostgreSQL would look each up by itself, and then read through all items for either.
  return [isMatched([...matchOf(text), ...matchOf(code, 'search_codes')])]
}

type Ordered<Query> = {
  orderBy(column: 'updated_at' | 'name_sort' | 'category' | 'id' | Expression<unknown>, way?: 'desc'): Query
}

function inOrder<Query extends Ordered<Query>>(query: Query, sort: AdminItemsQuery['sort']): Query {
  if (sort === 'changed') return query.orderBy('updated_at', 'desc').orderBy('id', 'desc')
  if (sort === 'price') return query.orderBy(sql`coalesce(price_paise, 0)`).orderBy('name_sort').orderBy('id')
  if (sort === 'category') return query.orderBy('category').orderBy('name_sort').orderBy('id')
  return query.orderBy('name_sort').orderBy('id')
}

async function inTheirOrder(db: Db, ids: { id: string }[]): Promise<StoredItem[]> {
  const items = await findEvery(
    db,
    ids.map(({ id }) => id),
  )
  const byId = new Map(items.map((item) => [item.id, item]))
  return ids.flatMap(({ id }) => byId.get(id) ?? [])
}
