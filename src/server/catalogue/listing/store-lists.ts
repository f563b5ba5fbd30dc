import { type RawBuilder, sql } from 'kysely'
import { DISPLAY_LIMITS } from '#contracts/display-limits.ts'
import type { Kind } from '#contracts/item.ts'
import type { Db } from '#server/database/db.ts'
import { getSearchIndex } from '#server/database/search/get-search-index.ts'
import type { ItemQuery } from '#server/database/search/search-index.ts'
import { getKeyRange } from '#server/database/search/sort-keys.ts'
import { strpos } from '#server/database/sql-dialect.ts'
import { ITEM_COLUMNS, type StoredItem, toItem } from '../items/store.ts'
import { containsByScan } from '../search/store-hits.ts'
import { hasOneOf, type ItemList, isIn, narrowingConditions } from './item-filter.ts'
import { type ListPlan, planList, planSource } from './list-plan.ts'
import { SORT_ORDERS } from './sort-orders.ts'

/** SQLite accepts no offset without a limit. */
const NO_LIMIT = 1_000_000_000

/** One page of the items of a list, or all of them. */
export async function listItems(list: ItemList): Promise<StoredItem[]> {
  if (list.filter.limit === 0) return []
  const rows = await selectPage(list).select(ITEM_COLUMNS).execute()
  return rows.map(toItem)
}

/** The row ids of what `listItems` returns, by which a long list can be read in batches. */
export async function listRowIds(list: ItemList): Promise<number[]> {
  const rows = await selectPage(list).select('row_id').execute()
  return rows.map(({ row_id }) => row_id)
}

/** How many items a list has on all pages. Of a search, at most 10,000 are counted (decision 0136). */
export async function countItems(list: ItemList): Promise<number> {
  const { db, filter, hits } = list
  const { kind, criteria } = filter
  const source = planSource(criteria, hits)
  const isSearchAlone = narrowingConditions(filter).length === 0
  if (isSearchAlone && hits?.total !== undefined) return Math.min(hits.total, DISPLAY_LIMITS.maxCount)
  if (isSearchAlone && source.kind === 'search')
    return getSearchIndex(db).countHits(source.expression, getKeyRange(kind), DISPLAY_LIMITS.maxCount)
  const items = selectItems(list).$if(source.kind === 'search', (query) =>
    query.limit(DISPLAY_LIMITS.maxCount),
  )
  const { total } = await db
    .selectFrom(items.select(sql`1`.as('one')).as('matching'))
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}

/** All items of a list, in no order. */
export const selectItems = (list: ItemList): ItemQuery =>
  selectPlanned(list, planSource(list.filter.criteria, list.hits))

/** The items of a page in the order of the list. */
function selectPage(list: ItemList): ItemQuery {
  const { kind, criteria, nearest, sort = 'name', limit, offset = 0 } = list.filter
  const plan = planList(list.filter, list.hits)
  const sortKey = sort === 'name' ? SORT_KEYS[plan.kind] : undefined
  const items = selectPlanned(list, plan)
    .$if(criteria?.exactCodeFirst === true, (query) =>
      query.orderBy(containsByScan('search_codes', `|${criteria?.code}|`), 'desc'),
    )
    .$if(criteria?.firstInName !== undefined, (query) =>
      query.orderBy(isInName(criteria!.firstInName!), 'desc'),
    )
    .$if((nearest?.length ?? 0) > 0, (query) => query.orderBy(hasOneOf(kind, nearest!), 'desc'))
    .orderBy(sortKey ?? SORT_ORDERS[sort])
  if (plan.kind === 'page-of-hits' || (limit === undefined && offset === 0)) return items
  return items.limit(limit ?? NO_LIMIT).offset(offset)
}

/** Whether the name contains one text of each group: 1 or 0, to sort by. */
function isInName(groups: string[][]) {
  const conditions = groups.map(
    (texts) =>
      sql`(${sql.join(
        texts.map((text) => sql`${strpos(sql.ref('item.name_sort'), text)} > 0`),
        sql` or `,
      )})`,
  )
  return sql<number>`case when ${sql.join(conditions, sql` and `)} then 1 else 0 end`
}

/** The columns that are in order of names, and that these sources are read by. */
const SORT_KEYS: Partial<Record<ListPlan['kind'], RawBuilder<unknown>>> = {
  'page-of-hits': sql`item.sort_key`,
  hits: sql`item.sort_key`,
  search: sql`item.hit_key`,
}

const selectPlanned = ({ db, filter }: ItemList, plan: ListPlan): ItemQuery =>
  selectSource(db, filter.kind, plan).where((eb) => eb.and(narrowingConditions(filter)))

function selectSource(db: Db, kind: Kind, plan: ListPlan): ItemQuery {
  switch (plan.kind) {
    case 'page-of-hits':
    case 'hits':
      return db.selectFrom('item').where(isIn('item.sort_key', plan.sortKeys))
    case 'search':
      return getSearchIndex(db).selectItems(plan.expression, getKeyRange(kind), plan.maxHits)
    case 'scan':
      return selectPublished(db, kind).where(containsByScan('search_text', plan.text))
    case 'filtered':
      return selectPublished(db, kind)
  }
}

/** The published items of a kind. */
export const selectPublished = (db: Db, kind: Kind): ItemQuery =>
  db.selectFrom('item').where('item.unpublished_at', 'is', null).where('item.kind', '=', kind)
