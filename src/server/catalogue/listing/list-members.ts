import { type RawBuilder, sql } from 'kysely'
import { TypedFastBitSet } from 'typedfastbitset'
import type { Kind } from '#contracts/kind.ts'
import { perDialect } from '#server/database/sql-dialect.ts'
import {
  type ItemList,
  type ListSource,
  listNarrowings,
  selectAlternatives,
  selectPricedAtZero,
} from './item-filter.ts'
import { planSource } from './list-plan.ts'
import { intersect, type RowSet } from './row-sets.ts'
import { SORT_ORDERS } from './sort-orders.ts'
import { selectSource } from './store-sources.ts'

/** The items that one parameter of a list leaves. The name is 'kind', 'search' or that of a narrowing. */
export interface ListPart {
  name: string
  rows: RowSet
}

/** Loads the sets of which a list is the intersection. */
export async function loadParts(list: ItemList): Promise<ListPart[]> {
  const { db, filter, hits } = list
  const { kind, criteria } = filter
  const narrowings = listNarrowings(filter).map(async ({ name, value, condition, rowIds }) => ({
    name,
    rows: await getRows(list, [name, value], rowIds ?? sql`${selectPublishedRows(kind)} and ${condition}`),
  }))
  const searched = criteria && selectSource(db, kind, planSource(criteria, hits)).select('row_id')
  return [
    { name: 'kind', rows: await getPublished(list) },
    ...(searched ? [{ name: 'search', rows: await getRows(list, criteria, sql`${searched}`) }] : []),
    ...(await Promise.all(narrowings)),
  ]
}

/** The items of a list. */
export async function getMembers(list: ItemList): Promise<RowSet> {
  const parts = await loadParts(list)
  return intersect(parts.map(({ rows }) => rows))
}

/** The published items of the kind of a list by category, in the order of the categories. */
export const getCategories = ({ db, rowSets, filter: { kind } }: ItemList): Promise<Map<string, RowSet>> =>
  rowSets.getGroups(
    db,
    `${kind} category`,
    sql`select category as name, row_id from item where unpublished_at is null and kind = ${kind}`,
  )

async function getPublished(list: ItemList): Promise<RowSet> {
  const all = new TypedFastBitSet()
  for (const rows of (await getCategories(list)).values()) all.union(rows)
  return all
}

/** The featured items of the kind of a list. */
export const getFeatured = (list: ItemList): Promise<RowSet> =>
  getRows(list, 'featured', sql`${selectPublishedRows(list.filter.kind)} and is_featured = 1`)

/** The parts that fit each machine, by its row id. */
export const getPartsByMachine = ({ db, rowSets }: ListSource): Promise<Map<string, RowSet>> =>
  rowSets.getGroups(
    db,
    'fits',
    sql`select to_row_id as name, from_row_id as row_id from item_relation where type = 'fits'`,
  )

/** The lowest and the highest price of these items in paise. Null if none of them has a price. */
export async function findPriceBounds(list: ItemList, rows: RowSet) {
  const { row_id: rowIds, paise } = await getPriceOrder(list)
  const free = await getRows(list, 'free', selectPricedAtZero(list.filter.kind))
  const isPriced = (rowId: number, index: number) => rows.has(rowId) && (paise[index]! > 0 || free.has(rowId))
  const lowest = rowIds.findIndex(isPriced)
  return lowest < 0 ? null : { lowest: paise[lowest]!, highest: paise[rowIds.findLastIndex(isPriced)]! }
}

/** The row ids of the page of a list with these items, in an order that does not depend on a search. */
export async function listInOrder(list: ItemList, members: RowSet): Promise<number[]> {
  const { kind, sort = 'name', nearest = [], offset = 0, limit = members.size() } = list.filter
  const { row_id: rowIds } = sort === 'price' ? await getPriceOrder(list) : await getNameOrder(list)
  const first = [
    ...(nearest.length > 0
      ? [await getRows(list, ['nearest', nearest], selectAlternatives(kind, nearest))]
      : []),
    ...(sort === 'featured' ? [await getFeatured(list)] : []),
  ]
  const found: number[] = []
  for (const part of first.reduce(splitEach, [members]))
    for (const rowId of rowIds) {
      if (found.length === offset + limit) break
      if (part.has(rowId)) found.push(rowId)
    }
  return found.slice(offset)
}

/** Splits each set into the items of `first` and the others. */
const splitEach = (sets: RowSet[], first: RowSet): RowSet[] =>
  sets.flatMap((rows) => [rows.new_intersection(first), rows.new_difference(first)])

/** In the order of names. Sort keys have the same order, and are in an index of PostgreSQL that has all these columns. */
const byName = perDialect({ sqlite: SORT_ORDERS.name, postgres: sql`item.sort_key` })

const getNameOrder = ({ db, rowSets, filter: { kind } }: ItemList) =>
  rowSets.getColumns(db, `${kind} name`, ['row_id'], sql`${selectPublishedRows(kind)} order by ${byName}`)

const getPriceOrder = ({ db, rowSets, filter: { kind } }: ItemList) =>
  rowSets.getColumns(
    db,
    `${kind} price`,
    ['row_id', 'paise'],
    sql`
      select row_id, coalesce(price_paise, 0) as paise from item where unpublished_at is null and kind = ${kind}
      order by coalesce(item.price_paise, 0), ${byName}`,
  )

const selectPublishedRows = (kind: Kind) =>
  sql`select row_id from item where unpublished_at is null and kind = ${kind}`

const getRows = ({ db, rowSets, filter: { kind } }: ItemList, key: unknown, query: RawBuilder<unknown>) =>
  rowSets.get(db, JSON.stringify([kind, key]), query)
