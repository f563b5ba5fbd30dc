import { type RawBuilder, sql } from 'kysely'
import { DISPLAY_LIMITS } from '#contracts/catalogue/display-limits.ts'
import type { Kind } from '#contracts/item/kind.ts'
import type { Db } from '#server/database/db.ts'
import { isInNumbers } from '#server/database/sql-dialect.ts'
import { findByRowIds, type StoredItem } from '../items/store.ts'
import { findHits, getPublished, selectPublishedRows } from '../search/store-hits.ts'
import { intersect, type ListSource, type RowSet } from '../search/store-row-sets.ts'
import {
  type ItemFilter,
  type ItemList,
  listConditions,
  selectAlternatives,
  selectPricedAtZero,
} from './store-item-filter.ts'
import { SORT_ORDERS } from './store-sort-orders.ts'

/** SQLite accepts no offset without a limit. */
const NO_LIMIT = 1_000_000_000
/** Up to this many items are sorted by the database; of more, the order of the whole catalogue is followed. */
const MAX_SORTED = 1000

/** About the number of items; 0 without any. */
export async function getNewestRowId(db: Db): Promise<number> {
  const query = db.selectFrom('item').select('row_id').orderBy('row_id', 'desc').limit(1)
  return (await query.executeTakeFirst())?.row_id ?? 0
}

/** One page of the items of a list, or all of them. */
export const listItems = async (list: ItemList): Promise<StoredItem[]> =>
  findByRowIds(list.db, await listRowIds(list))

/** The row ids of what `listItems` returns, by which a long list can be read in batches. */
export async function listRowIds(list: ItemList): Promise<number[]> {
  const { kind, sort = 'name', limit = NO_LIMIT, offset = 0 } = list.filter
  if (limit === 0) return []
  if (!isAll(list.filter)) return listMembers(list, await getMembers(list), offset, limit)
  const { rows } = await sql<{ row_id: number }>`
    ${selectPublishedRows(kind)} order by ${SORT_ORDERS[sort]} limit ${limit} offset ${offset}`.execute(
    list.db,
  )
  return rows.map(({ row_id }) => row_id)
}

/** How many items a list has on all pages; of a search, at most 10,000 (decision 0136). */
export async function countItems(list: ItemList): Promise<number> {
  const { db, rowSets, filter } = list
  if (!isAll(filter)) {
    const count = (await getMembers(list)).size()
    const isSearch = Object.keys(filter.criteria ?? {}).length > 0
    return isSearch ? Math.min(count, DISPLAY_LIMITS.maxCount) : count
  }
  const query = sql`select count(*) as total from (${selectPublishedRows(filter.kind)}) as published`
  const { total } = await rowSets.getColumns(db, `${filter.kind} count`, ['total'], query)
  return total[0]!
}

/** Whether a list has all items of its kind. */
const isAll = (filter: ItemFilter): boolean => !filter.criteria && listConditions(filter).length === 0

/** The items that one parameter of a list leaves. The name is 'kind', 'search' or that of a condition. */
export interface ListPart {
  name: string
  rows: RowSet
}

/** Loads the sets of which a list is the intersection. */
export async function loadParts(list: ItemList): Promise<ListPart[]> {
  const { kind, criteria } = list.filter
  const conditions = listConditions(list.filter).map(async ({ name, value, rowIds }) => ({
    name,
    rows: await getRows(list, kind, [name, value], rowIds),
  }))
  return [
    criteria
      ? { name: 'search', rows: await findHits(list, kind, criteria) }
      : { name: 'kind', rows: await getPublished(list, kind) },
    ...(await Promise.all(conditions)),
  ]
}

async function getMembers(list: ItemList): Promise<RowSet> {
  const parts = await loadParts(list)
  return intersect(parts.map(({ rows }) => rows))
}

/** A page of these items: those that come first, then the others, each in the order of the list. */
async function listMembers(list: ItemList, members: RowSet, offset: number, limit: number) {
  const { kind, sort = 'name', criteria: { scores } = {} } = list.filter
  const sorted = await sortRows(list, kind, members, sort === 'price' ? 'price' : 'name')
  const getScore = (rowId: number) => scores?.get(rowId) ?? Number.NEGATIVE_INFINITY
  const ordered =
    scores && sort === 'name' ? [...sorted].sort((one, other) => getScore(other) - getScore(one)) : sorted
  const first = await loadFirst(list)
  const found: number[] = []
  for (const part of first.reduce(splitEach, [members]))
    for (const rowId of ordered) {
      if (found.length === offset + limit) break
      if (part.has(rowId)) found.push(rowId)
    }
  return found.slice(offset)
}

/** Splits each set into the items of `first` and the others. */
const splitEach = (sets: RowSet[], first: RowSet): RowSet[] =>
  sets.flatMap((rows) => [rows.new_intersection(first), rows.new_difference(first)])

/** What comes first: an exact code, then a size as searched, then featured items. */
async function loadFirst(list: ItemList): Promise<RowSet[]> {
  const { kind, criteria: { code } = {}, nearest = [], sort } = list.filter
  return Promise.all([
    ...(code === undefined ? [] : [findHits(list, kind, { code: `|${code}|` })]),
    ...(nearest.length === 0
      ? []
      : [getRows(list, kind, ['nearest', nearest], selectAlternatives(kind, nearest))]),
    ...(sort === 'featured' ? [getFeatured(list, kind)] : []),
  ])
}

/** The items of a list in an order, or the published items of its kind, others among them. */
export async function sortRows(
  source: ListSource,
  kind: Kind,
  members: RowSet,
  sort: 'name' | 'price' = 'name',
): Promise<Iterable<number>> {
  if (members.size() > MAX_SORTED)
    return (await (sort === 'price' ? getPriceOrder : getNameOrder)(source, kind)).row_id
  const rows = await source.db
    .selectFrom('item')
    .select('row_id')
    .where(isInNumbers('item.row_id', members.array()))
    .orderBy(SORT_ORDERS[sort])
    .execute()
  return rows.map(({ row_id }) => row_id)
}

const getNameOrder = ({ db, rowSets }: ListSource, kind: Kind) =>
  rowSets.getColumns(
    db,
    `${kind} name`,
    ['row_id'],
    sql`${selectPublishedRows(kind)} order by ${SORT_ORDERS.name}`,
  )

const getPriceOrder = ({ db, rowSets }: ListSource, kind: Kind) =>
  rowSets.getColumns(
    db,
    `${kind} price`,
    ['row_id', 'paise'],
    sql`
      select row_id, coalesce(price_paise, 0) as paise from item where unpublished_at is null and kind = ${kind}
      order by ${SORT_ORDERS.price}`,
  )

export const getFeatured = (source: ListSource, kind: Kind): Promise<RowSet> =>
  getRows(source, kind, 'featured', sql`${selectPublishedRows(kind)} and is_featured = 1`)

/** The lowest and the highest price of these items in paise. Null if none of them has a price. */
export async function findPriceBounds(source: ListSource, kind: Kind, rows: RowSet) {
  const { row_id: rowIds, paise } = await getPriceOrder(source, kind)
  const free = await getRows(source, kind, 'free', selectPricedAtZero(kind))
  const isPriced = (rowId: number, index: number) => rows.has(rowId) && (paise[index]! > 0 || free.has(rowId))
  const lowest = rowIds.findIndex(isPriced)
  return lowest < 0 ? null : { lowest: paise[lowest]!, highest: paise[rowIds.findLastIndex(isPriced)]! }
}

const getRows = ({ db, rowSets }: ListSource, kind: Kind, key: unknown, query: RawBuilder<unknown>) =>
  rowSets.get(db, JSON.stringify([kind, key]), query)
