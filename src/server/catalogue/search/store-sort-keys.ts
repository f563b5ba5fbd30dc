import { sql } from 'kysely'
import type { Kind } from '#contracts/item.ts'
import type { Tx } from '#server/database/db.ts'
import { getKeyRange, getUnpublishedSortKey } from '#server/database/search/sort-keys.ts'

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
