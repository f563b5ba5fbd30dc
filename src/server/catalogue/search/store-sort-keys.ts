import { sql } from 'kysely'
import type { Kind } from '#contracts/item.ts'
import type { Db } from '#server/database/db.ts'
import { getKeyRange, getUnpublishedSortKey } from '#server/database/search-order.ts'

/** So many neighbours on either side are moved first when there is no room between two; four times as many each time. */
const REBALANCE_WINDOW = 32
/** Room that moving makes for those who come later. */
const MIN_GAP = 1024

interface NamedItem {
  kind: Kind
  name_sort: string
  id: string
}

/**
 * Gives an item the place in the text index that its name and state call for (database/search-order.ts); nothing happens where
 * it stands right. After every change of either, in the same transaction.
 */
export async function assignSortKey(db: Db, rowId: number): Promise<void> {
  const item = await db
    .selectFrom('item')
    .select(['kind', 'name_sort', 'id', 'unpublished_at', 'sort_key'])
    .where('row_id', '=', rowId)
    .executeTakeFirstOrThrow()
  const named = { ...item, kind: item.kind as Kind }
  const sortKey =
    item.unpublished_at === null ? await computeSortKey(db, named) : getUnpublishedSortKey(rowId)
  if (sortKey !== item.sort_key) await setSortKey(db, rowId, sortKey)
}

async function computeSortKey(db: Db, item: NamedItem & { sort_key: number | null }): Promise<number> {
  const { from, to } = getKeyRange(item.kind)
  const [before] = await findNeighbours(db, item, 'before', 1)
  const [after] = await findNeighbours(db, item, 'after', 1)
  const [low, high] = [before?.sort_key ?? from, after?.sort_key ?? to]
  if (item.sort_key !== null && low < item.sort_key && item.sort_key < high) return item.sort_key
  if (high - low > 1) return Math.floor((low + high) / 2)
  await rebalance(db, item)
  return computeSortKey(db, item)
}

/** Moves the items around a name apart, as many of them as it takes. */
async function rebalance(db: Db, item: NamedItem): Promise<void> {
  const { from, to } = getKeyRange(item.kind)
  for (let windowSize = REBALANCE_WINDOW; ; windowSize *= 4) {
    const before = await findNeighbours(db, item, 'before', windowSize)
    const after = await findNeighbours(db, item, 'after', windowSize)
    // The outermost stay where they are, but for the ends of the shelf.
    const low = before.length === windowSize ? before.pop()!.sort_key : from
    const high = after.length === windowSize ? after.pop()!.sort_key : to
    const moved = [...before.reverse(), ...after]
    const gap = Math.floor((high - low) / (moved.length + 1))
    if (gap < MIN_GAP) continue
    // First out of the way: no two may ever stand in one place.
    for (const { row_id } of moved) await setSortKey(db, row_id, null)
    for (const [index, { row_id }] of moved.entries()) await setSortKey(db, row_id, low + (index + 1) * gap)
    return
  }
}

/** The nearest placed items of the shelf on one side of a name, the nearest first. */
async function findNeighbours(
  db: Db,
  { kind, name_sort, id }: NamedItem,
  side: 'before' | 'after',
  limit: number,
) {
  const direction = side === 'before' ? 'desc' : 'asc'
  const comparison = side === 'before' ? sql.raw('<') : sql.raw('>')
  const rows = await db
    .selectFrom('item')
    .select(['row_id', 'sort_key'])
    .where('unpublished_at', 'is', null)
    .where('kind', '=', kind)
    .where(sql<boolean>`(name_sort, id) ${comparison} (${name_sort}, ${id})`)
    .where('sort_key', 'is not', null)
    .orderBy('name_sort', direction)
    .orderBy('id', direction)
    .limit(limit)
    .execute()
  return rows as { row_id: number; sort_key: number }[]
}

async function setSortKey(db: Db, rowId: number, sortKey: number | null): Promise<void> {
  await db.updateTable('item').set({ sort_key: sortKey }).where('row_id', '=', rowId).execute()
}
