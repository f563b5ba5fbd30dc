import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { DISPLAY_LIMITS } from '#contracts/display-limits.ts'
import { getSearchIndex } from '#server/database/search/get-search-index.ts'
import type { ItemQuery } from '#server/database/search/search-index.ts'
import { getKeyRange } from '#server/database/search/sort-keys.ts'
import { isInNumbers, strpos, withoutIndex } from '#server/database/sql-dialect.ts'
import { findByRowIds, ITEM_COLUMNS, type StoredItem, toItem } from '../items/store.ts'
import { containsByScan } from '../search/store-hits.ts'
import { hasOneOf, type ItemFilter, type ItemList, isNarrowed, narrowingConditions } from './item-filter.ts'
import { getMembers, listInOrder } from './list-members.ts'
import { type ListPlan, planList, planSource } from './list-plan.ts'
import type { RowSet } from './row-sets.ts'
import { SORT_ORDERS } from './sort-orders.ts'
import { selectSource } from './store-sources.ts'

/** SQLite accepts no offset without a limit. */
const NO_LIMIT = 1_000_000_000
/** Up to this many items are sorted by the database; of more, the order of the whole catalogue is followed. */
const MAX_SORTED = 500

/** One page of the items of a list, or all of them. */
export async function listItems(list: ItemList): Promise<StoredItem[]> {
  if (list.filter.limit === 0) return []
  if (isNarrowed(list.filter)) return findByRowIds(list.db, await listRowIds(list))
  const rows = await selectPage(list).select(ITEM_COLUMNS).execute()
  return rows.map(toItem)
}

/** The row ids of what `listItems` returns, by which a long list can be read in batches. */
export async function listRowIds(list: ItemList): Promise<number[]> {
  const { filter } = list
  const members = isNarrowed(filter) ? await getMembers(list) : undefined
  const count = members?.size()
  if (members && count! > MAX_SORTED && !hasOwnOrder(filter)) return listInOrder(list, members)
  const query = members && count! <= MAX_SORTED ? selectSorted(list, members) : selectPage(list)
  const rows = await query.select('row_id').execute()
  return rows.map(({ row_id }) => row_id)
}

/** How many items a list has on all pages. Of a search, at most 10,000 are counted (decision 0136). */
export async function countItems(list: ItemList): Promise<number> {
  const { db, filter, hits } = list
  const { kind, criteria } = filter
  const source = planSource(criteria, hits)
  if (isNarrowed(filter)) {
    const count = (await getMembers(list)).size()
    return source.kind === 'search' ? Math.min(count, DISPLAY_LIMITS.maxCount) : count
  }
  if (hits?.total !== undefined) return Math.min(hits.total, DISPLAY_LIMITS.maxCount)
  if (source.kind === 'search')
    return getSearchIndex(db).countHits(source.expression, getKeyRange(kind), DISPLAY_LIMITS.maxCount)
  const { total } = await selectSource(db, kind, source)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}

/** The items of a page in the order of the list. */
function selectPage({ db, filter, hits }: ItemList): ItemQuery {
  const plan = planList(filter, hits)
  const items = selectSource(db, filter.kind, plan).where((eb) => eb.and(narrowingConditions(filter)))
  return sortPage(items, filter, plan)
}

/** The same, of a list whose items are known. */
const selectSorted = ({ db, filter }: ItemList, members: RowSet): ItemQuery =>
  sortPage(
    db
      .selectFrom('item')
      .where(isInNumbers('item.row_id', members.array()))
      .where(sql<SqlBool>`${withoutIndex('item.unpublished_at')} is null`),
    filter,
  )

/** `plan`: where the items are read from, unless their row ids are known. */
function sortPage(items: ItemQuery, filter: ItemFilter, plan?: ListPlan): ItemQuery {
  const { kind, criteria, nearest, sort = 'name', limit, offset = 0 } = filter
  const sortKey = plan && sort === 'name' ? SORT_KEYS[plan.kind] : undefined
  const sorted = items
    .$if(criteria?.exactCodeFirst === true, (query) =>
      query.orderBy(containsByScan('search_codes', `|${criteria?.code}|`), 'desc'),
    )
    .$if(criteria?.firstInName !== undefined, (query) =>
      query.orderBy(isInName(criteria!.firstInName!), 'desc'),
    )
    .$if((nearest?.length ?? 0) > 0, (query) => query.orderBy(hasOneOf(kind, nearest!), 'desc'))
    .orderBy(sortKey ?? SORT_ORDERS[sort])
  if (plan?.kind === 'page-of-hits' || (limit === undefined && offset === 0)) return sorted
  return sorted.limit(limit ?? NO_LIMIT).offset(offset)
}

/** Whether a search decides the order too, which only the texts of the items tell. */
const hasOwnOrder = ({ criteria }: ItemFilter): boolean =>
  criteria?.exactCodeFirst === true || criteria?.firstInName !== undefined

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
