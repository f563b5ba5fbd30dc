import { type Expression, type SqlBool, sql } from 'kysely'
import type { AdminItemsQuery, ItemUsage } from '#contracts/admin-item.ts'
import type { Kind } from '#contracts/item.ts'
import type { Db } from '#server/database/db.ts'
import { INCOMPLETE_CONDITIONS } from '#server/database/incomplete-items.ts'
import {
  isIndexedTerm,
  itemContainsText,
  matchesExpression,
  toContainsExpression,
} from '#server/database/item-search.ts'
import { fold, toAlphanumericKey } from '#server/kernel/text.ts'
import { COMPATIBILITY_KEYS, getNameVariants } from '../listing/store-related.ts'
import { findByIdsAnyState, type StoredItem } from './store.ts'

const MAX_SPECIFICATION_NAMES = 200
/** So many items say which names are in use. */
const NAME_SAMPLE_SIZE = 2000
const MAX_CATEGORIES = 500
const MAX_REFERENCING_ITEMS = 10

/** One page of everything staff may see, and how many match in all. */
export async function listForAdmin(
  db: Db,
  query: AdminItemsQuery,
): Promise<{ items: StoredItem[]; total: number }> {
  const matching = db.selectFrom('item').where((eb) => eb.and(filterConditions(query)))
  const { total } = await matching
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const ids = await applySort(matching.select('id'), query.sort)
    .limit(query.limit)
    .offset(query.offset)
    .execute()
  return { items: await findInIdOrder(db, ids), total }
}

/** The ids of all that match, at most `most`, by name. */
export async function listIdsForAdmin(db: Db, query: AdminItemsQuery, max: number): Promise<string[]> {
  const rows = await db
    .selectFrom('item')
    .select('id')
    .where((eb) => eb.and(filterConditions(query)))
    .orderBy('name_sort')
    .orderBy('id')
    .limit(max)
    .execute()
  return rows.map(({ id }) => id)
}

/** Names of specifications in use for this kind, the most frequent first, as its newest items tell. */
export async function listSpecificationNames(db: Db, kind: Kind): Promise<string[]> {
  const rows = await db
    .selectFrom('item_specification')
    .select((eb) => ['label', eb.fn.countAll<number>().as('count')])
    .where(
      'item_row_id',
      'in',
      db
        .selectFrom('item')
        .select('row_id')
        .where('kind', '=', kind)
        .orderBy('row_id', 'desc')
        .limit(NAME_SAMPLE_SIZE),
    )
    .groupBy('label')
    .orderBy('count', 'desc')
    .orderBy('label')
    .limit(MAX_SPECIFICATION_NAMES)
    .execute()
  return rows.map(({ label }) => label)
}

/** Every category in use, of one kind or all. */
export async function listCategoryNames(db: Db, kind: Kind | undefined): Promise<string[]> {
  const rows = await db
    .selectFrom('item')
    .select('category')
    .distinct()
    .$if(kind !== undefined, (query) => query.where('kind', '=', kind!))
    .orderBy('category')
    .limit(MAX_CATEGORIES)
    .execute()
  return rows.map(({ category }) => category)
}

/** What would lose something if this item were gone. */
export async function getItemUses(db: Db, item: StoredItem): Promise<ItemUsage> {
  const { count } = await db
    .selectFrom('enquiry')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('item_id', '=', item.id)
    .executeTakeFirstOrThrow()
  return { enquiries: count, featured: item.featured, referencedBy: await listReferencingItems(db, item) }
}

/** Who names an item, by its slug or, a machine, by as much of its name as any part states. */
async function listReferencingItems(db: Db, item: StoredItem): Promise<string[]> {
  const exact = await listNamesOfItemsWithValue(db, item, item.slug)
  if (exact.length > 0 || item.kind !== 'machine') return exact
  for (const name of getNameVariants(item)) {
    const found = await listNamesOfItemsWithValue(db, item, name, COMPATIBILITY_KEYS)
    if (found.length > 0) return found
  }
  return []
}

async function listNamesOfItemsWithValue(
  db: Db,
  { id }: StoredItem,
  value: string,
  keys?: string[],
): Promise<string[]> {
  const rows = await db
    .selectFrom('item_specification')
    .innerJoin('item', 'item.row_id', 'item_specification.item_row_id')
    .select('item.name')
    .distinct()
    .where('item_specification.value_slug', '=', value)
    .$if(keys !== undefined, (query) => query.where('item_specification.key', 'in', keys!))
    .where('item.id', '!=', id)
    .orderBy('item.name')
    .limit(MAX_REFERENCING_ITEMS)
    .execute()
  return rows.map(({ name }) => name)
}

function filterConditions(query: AdminItemsQuery): Expression<SqlBool>[] {
  return [
    query.state ? sql<SqlBool>`state = ${query.state}` : sql<SqlBool>`state != 'archived'`,
    ...(query.kind ? [sql<SqlBool>`kind = ${query.kind}`] : []),
    ...(query.category ? [sql<SqlBool>`category = ${query.category}`] : []),
    ...(query.featured ? [sql<SqlBool>`is_featured = ${query.featured === 'true' ? 1 : 0}`] : []),
    ...(query.missing ? [INCOMPLETE_CONDITIONS[query.missing]] : []),
    ...searchConditions(query.search),
  ]
}

/** Name, description or a code contains the words; staff type part numbers without their gaps, too. */
function searchConditions(search = ''): Expression<SqlBool>[] {
  const text = fold(search)
  if (!text) return []
  const code = toAlphanumericKey(search)
  if (!isIndexedTerm(code, 'search_codes')) return [itemContainsText(text)]
  // In one: PostgreSQL would look each up by itself, and then read through all items for either.
  return [matchesExpression([...toContainsExpression(text), ...toContainsExpression(code, 'search_codes')])]
}

type Sortable<Query> = {
  orderBy(
    column: 'updated_at' | 'name_sort' | 'category' | 'id' | Expression<unknown>,
    direction?: 'desc',
  ): Query
}

function applySort<Query extends Sortable<Query>>(query: Query, sort: AdminItemsQuery['sort']): Query {
  if (sort === 'changed') return query.orderBy('updated_at', 'desc').orderBy('id', 'desc')
  if (sort === 'price') return query.orderBy(sql`coalesce(price_paise, 0)`).orderBy('name_sort').orderBy('id')
  if (sort === 'category') return query.orderBy('category').orderBy('name_sort').orderBy('id')
  return query.orderBy('name_sort').orderBy('id')
}

async function findInIdOrder(db: Db, ids: { id: string }[]): Promise<StoredItem[]> {
  const items = await findByIdsAnyState(
    db,
    ids.map(({ id }) => id),
  )
  const byId = new Map(items.map((item) => [item.id, item]))
  return ids.flatMap(({ id }) => byId.get(id) ?? [])
}
