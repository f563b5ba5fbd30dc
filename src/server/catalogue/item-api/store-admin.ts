import { type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import type { AdminItemsQuery, CategoryCount, ItemUsage } from '#contracts/item/admin-item.ts'
import type { Kind } from '#contracts/item/item.ts'
import type { Page } from '#contracts/page.ts'
import { INCOMPLETE_CONDITIONS } from '#server/database/conditions.ts'
import type { Db } from '#server/database/db.ts'
import { readPage } from '#server/database/page.ts'
import { isIndexed } from '#server/database/search/search-expression.ts'
import { selectMatches } from '#server/database/search/search-index.ts'
import { perDialect, strpos } from '#server/database/sql-dialect.ts'
import type { Tables } from '#server/database/tables.ts'
import { fold, toAlphanumericKey } from '#server/kernel/text.ts'
import { findByIdsAnyState, type StoredItem } from '../items/store.ts'
import { countPublications, countRequests } from '../items/store-uses.ts'
import { isIn } from '../listing/store-item-filter.ts'
import { COMPATIBILITY_KEYS, getNameVariants, selectItemsWithValue } from '../listing/store-related.ts'
import { toAdminSortOrder } from '../listing/store-sort-orders.ts'
import { listNamesOfRelatedItems } from '../relations/store.ts'
import { toExpression } from '../search/store-hits.ts'

const MAX_SPECIFICATION_NAMES = 200
/** The number of newest items whose specification names are listed. */
const NAME_SAMPLE_SIZE = 2000
const MAX_CATEGORIES = 500
const MAX_REFERENCING_ITEMS = 10

/** Returns one page of the items of the admin's list, and the number of all that match. */
export async function listForAdmin(db: Db, query: AdminItemsQuery): Promise<Page<StoredItem>> {
  return readPage(selectMatching(db, query), query, async (page) =>
    findByIdsAnyState(db, await listIds(page.orderBy(toAdminSortOrder(query.sort, query.order)))),
  )
}

/** The ids of the first `max` items that match, in the order of the list. */
export async function listIdsForAdmin(db: Db, query: AdminItemsQuery, max: number): Promise<string[]> {
  return listIds(selectMatching(db, query).orderBy(toAdminSortOrder(query.sort, query.order)).limit(max))
}

/** The row ids of all items that match, in the order of the list; with `ids` only of these items, in any state. */
export async function listRowIdsForAdmin(
  db: Db,
  query: AdminItemsFilter,
  ids: string[] | undefined,
): Promise<number[]> {
  const matching = selectMatching(db, query, ids)
    .select('row_id')
    .orderBy(toAdminSortOrder(query.sort, query.order))
  // As one text: converting 100,000 rows would hold up other requests.
  const { row_ids } = await db
    .selectFrom(matching.as('matching'))
    .select(ROW_IDS.as('row_ids'))
    .executeTakeFirstOrThrow()
  return row_ids ? row_ids.split(',').map(Number) : []
}

const ROW_IDS = perDialect<string | null>({
  sqlite: sql`group_concat(row_id)`,
  postgres: sql`string_agg(row_id::text, ',')`,
})

const listIds = async (items: ItemQuery): Promise<string[]> =>
  (await items.select('id').execute()).map(({ id }) => id)

/** Returns the specification names of the 2,000 newest items of a kind, the most frequent first. */
export async function listSpecificationNames(db: Db, kind: Kind): Promise<string[]> {
  const newest = db.selectFrom('item').select('row_id').where('kind', '=', kind).orderBy('row_id', 'desc')
  const rows = await db
    .selectFrom('item_specification')
    .select((eb) => ['label', eb.fn.countAll<number>().as('count')])
    .where('item_row_id', 'in', newest.limit(NAME_SAMPLE_SIZE))
    .groupBy('label')
    .orderBy('count', 'desc')
    .orderBy('label')
    .limit(MAX_SPECIFICATION_NAMES)
    .execute()
  return rows.map(({ label }) => label)
}

/**
 * Returns at most 500 categories in use, of one kind or of all kinds, in alphabetical order, each with the number of its
 * items that are not archived.
 */
export function listCategories(db: Db, kind: Kind | undefined): Promise<CategoryCount[]> {
  return db
    .selectFrom('item')
    .select((eb) => [
      'category as name',
      eb.cast<number>(eb.fn.sum(sql`case when state = 'archived' then 0 else 1 end`), 'integer').as('count'),
    ])
    .$if(kind !== undefined, (query) => query.where('kind', '=', kind!))
    .groupBy('category')
    .orderBy(sql`lower(category)`)
    .orderBy('category')
    .limit(MAX_CATEGORIES)
    .execute()
}

/** Returns where an item is used, to be shown before it is deleted. */
export async function getItemUses(db: Db, item: StoredItem): Promise<ItemUsage> {
  return {
    ...(await countRequests(db, item.id)),
    featured: item.featured,
    referencedBy: await listReferencingItems(db, item),
    publications: (await countPublications(db)).get(item.id) ?? 0,
  }
}

/**
 * Returns the names of items that are related to this one; without any, those of items whose specifications name this item by its slug, or a machine by the longest beginning of its
 * name that any of them contains.
 */
async function listReferencingItems(db: Db, item: StoredItem): Promise<string[]> {
  const related = await listNamesOfRelatedItems(db, item.id, MAX_REFERENCING_ITEMS)
  if (related.length > 0) return related
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
  const rows = await selectItemsWithValue(db, value, keys)
    .select('item.name')
    .distinct()
    .where('item.id', '!=', id)
    .orderBy('item.name')
    .limit(MAX_REFERENCING_ITEMS)
    .execute()
  return rows.map(({ name }) => name)
}

type ItemQuery = SelectQueryBuilder<Tables, 'item', object>
type AdminItemsFilter = Omit<AdminItemsQuery, 'limit' | 'offset'>

function selectMatching(db: Db, query: AdminItemsFilter, ids?: string[]): ItemQuery {
  const { state, kind, category, featured, missing } = query
  const columns = {
    ...(kind && { kind }),
    ...(category && { category }),
    ...(featured && { is_featured: Number(featured === 'true') }),
  }
  return selectSearched(db, query.search)
    .$if(state !== undefined || !ids, (items) =>
      items.where('state', state ? '=' : '!=', state ?? 'archived'),
    )
    .$if(ids !== undefined, (items) => items.where(isIn('item.id', ids!)))
    .where((eb) => eb.and(columns))
    .$if(missing !== undefined, (items) => items.where(INCOMPLETE_CONDITIONS[missing!]))
}

/** Items whose name, description or code contains the search. Part numbers may be typed without separators. */
function selectSearched(db: Db, search = ''): ItemQuery {
  const text = fold(search)
  if (!text) return db.selectFrom('item')
  const code = toAlphanumericKey(search)
  const expression = toExpression({ text, ...(isIndexed(code, 'search_codes') && { code }) })
  return db
    .selectFrom('item')
    .where(
      expression
        ? sql<SqlBool>`item.row_id in (${selectMatches(expression)})`
        : sql<SqlBool>`${strpos(sql.ref('item.search_text'), text)} > 0`,
    )
}
