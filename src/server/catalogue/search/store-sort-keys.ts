import { sql } from 'kysely'
import type { Kind } from '#contracts/item.ts'
import type { Tx } from '#server/database/db.ts'
import { getKeyRange, getUnpublishedSortKey, type KeyRange } from '#server/database/search/sort-keys.ts'

/** Neighbours on each side that are moved if there is no gap; four times as many in every further attempt. */
const REBALANCE_WINDOW = 32
/** The smallest gap that moving leaves between neighbours. */
const MIN_GAP = 1024

interface NamedItem {
  kind: Kind
  name_sort: string
  id: string
  sort_key: number | null
}

/**
 * Gives an item the sort key for its name and state (database/search/sort-keys.ts). Must follow every change of either,
 * in the same transaction. A key that is already right is not changed.
 */
export async function assignSortKey(tx: Tx, rowId: number): Promise<void> {
  const { unpublished_at, ...item } = await tx
    .selectFrom('item')
    .select(['kind', 'name_sort', 'id', 'sort_key', 'unpublished_at'])
    .where('row_id', '=', rowId)
    .executeTakeFirstOrThrow()
  const sortKey = unpublished_at === null ? await computeSortKey(tx, item) : getUnpublishedSortKey(rowId)
  if (sortKey !== item.sort_key) await setSortKey(tx, rowId, sortKey)
}

/** What decides about the place of an item, without its id. */
export type NamePlace = Pick<NamedItem, 'kind' | 'name_sort'>

/** A new published item. `id` is its public id. */
export type NewPublishedItem = Pick<NamedItem, 'kind' | 'name_sort' | 'id'>

/**
 * Returns the sort keys of new published items by their ids, in one query per kind. Items of the same gap share it evenly,
 * also with those of `following`, the items that are inserted next if they are inserted in the order of kinds and names.
 * An item is missing where the gap is too small; `assignSortKey` must follow its insertion.
 */
export async function computeNewSortKeys(
  tx: Tx,
  items: NewPublishedItem[],
  following: NamePlace[],
): Promise<Map<string, number>> {
  const keys = new Map<string, number>()
  for (const [kind, ofKind] of Map.groupBy(items, (item) => item.kind)) {
    const gaps = await findGaps(tx, kind, ofKind)
    const sorted = ofKind.toSorted(compareNames)
    for (const [, sharing] of Map.groupBy(sorted, ({ id }) => gaps.get(id)!.from)) {
      const { from, to } = gaps.get(sharing[0]!.id)!
      const expected = sharing.at(-1) === sorted.at(-1) ? await countBefore(tx, to, kind, following) : 0
      const divide = (count: number) => Math.floor((to - from) / (count + 1))
      const distance = divide(sharing.length + expected) || divide(sharing.length)
      if (distance === 0) continue
      for (const [index, { id }] of sharing.entries()) keys.set(id, from + (index + 1) * distance)
    }
  }
  return keys
}

/** Counts the items that will be inserted below this sort key. */
async function countBefore(tx: Tx, sortKey: number, kind: Kind, following: NamePlace[]): Promise<number> {
  if (following[0]?.kind !== kind) return 0
  const next = await tx
    .selectFrom('item')
    .select('name_sort')
    .where('sort_key', '=', sortKey)
    .executeTakeFirst()
  const count = following.findIndex(
    (item) => item.kind !== kind || (next !== undefined && item.name_sort >= next.name_sort),
  )
  return count < 0 ? following.length : count
}

/** Returns the keys of the neighbours of each new item, which bound the keys that it can have. */
async function findGaps(tx: Tx, kind: Kind, items: NewPublishedItem[]): Promise<Map<string, KeyRange>> {
  const { from, to } = getKeyRange(kind)
  const selectKey = (comparison: '<' | '>', direction: 'asc' | 'desc') => sql`(
    select sort_key from item
    where unpublished_at is null and kind = ${kind} and sort_key is not null
      and (name_sort, id) ${sql.raw(comparison)} (new_item.name_sort, new_item.id)
    order by name_sort ${sql.raw(direction)}, id ${sql.raw(direction)} limit 1)`
  const values = sql.join(items.map(({ id, name_sort }) => sql`(${id}, ${name_sort})`))
  const { rows } = await sql<{ id: string; low: number | null; high: number | null }>`
    with new_item(id, name_sort) as (values ${values})
    select id, ${selectKey('<', 'desc')} as low, ${selectKey('>', 'asc')} as high from new_item`.execute(tx)
  return new Map(rows.map(({ id, low, high }) => [id, { from: low ?? from, to: high ?? to }]))
}

/** In the order of the databases, which compare the bytes of UTF-8. */
const compareNames = (a: NewPublishedItem, b: NewPublishedItem): number =>
  Buffer.compare(Buffer.from(a.name_sort), Buffer.from(b.name_sort)) ||
  Buffer.compare(Buffer.from(a.id), Buffer.from(b.id))

/** The middle between the keys of the neighbours, unless the present key is between them. */
async function computeSortKey(tx: Tx, item: NamedItem): Promise<number> {
  const { from, to } = getKeyRange(item.kind)
  const [before] = await findNeighbours(tx, item, 'before', 1)
  const [after] = await findNeighbours(tx, item, 'after', 1)
  const [low, high] = [before?.sort_key ?? from, after?.sort_key ?? to]
  if (item.sort_key !== null && low < item.sort_key && item.sort_key < high) return item.sort_key
  if (high - low > 1) return Math.floor((low + high) / 2)
  await rebalance(tx, item)
  return computeSortKey(tx, item)
}

/** Spreads the keys of the items around a name evenly, in the smallest window that leaves gaps between them. */
async function rebalance(tx: Tx, item: NamedItem): Promise<void> {
  const { from, to } = getKeyRange(item.kind)
  for (let windowSize = REBALANCE_WINDOW; ; windowSize *= 4) {
    const before = await findNeighbours(tx, item, 'before', windowSize)
    const after = await findNeighbours(tx, item, 'after', windowSize)
    // The outermost items bound the window and keep their keys, except at the ends of the key range.
    const low = before.length === windowSize ? before.pop()!.sort_key : from
    const high = after.length === windowSize ? after.pop()!.sort_key : to
    const moved = [...before.reverse(), ...after]
    const gap = Math.floor((high - low) / (moved.length + 1))
    if (gap < MIN_GAP) continue
    // Keys are unique: all are removed before the first new one is set.
    for (const { row_id } of moved) await setSortKey(tx, row_id, null)
    for (const [index, { row_id }] of moved.entries()) await setSortKey(tx, row_id, low + (index + 1) * gap)
    return
  }
}

/** Published items of the same kind on one side of a name, the nearest first. */
async function findNeighbours(
  tx: Tx,
  { kind, name_sort, id }: NamedItem,
  side: 'before' | 'after',
  limit: number,
) {
  const direction = side === 'before' ? 'desc' : 'asc'
  const comparison = side === 'before' ? sql.raw('<') : sql.raw('>')
  return tx
    .selectFrom('item')
    .select('row_id')
    .select((eb) => eb.ref('sort_key').$notNull().as('sort_key'))
    .where('unpublished_at', 'is', null)
    .where('kind', '=', kind)
    .where(sql<boolean>`(name_sort, id) ${comparison} (${name_sort}, ${id})`)
    .where('sort_key', 'is not', null)
    .orderBy('name_sort', direction)
    .orderBy('id', direction)
    .limit(limit)
    .execute()
}

async function setSortKey(tx: Tx, rowId: number, sortKey: number | null): Promise<void> {
  await tx.updateTable('item').set({ sort_key: sortKey }).where('row_id', '=', rowId).execute()
}
