import { sql } from 'kysely'
import type { Kind } from '#contracts/item.ts'
import type { Db } from '#server/database/db.ts'
import { hiddenPlace, shelfOf } from '#server/database/shelves.ts'

/** So many neighbours on either side are moved first when there is no room between two; four times as many each time. */
const NEIGHBOURS = 32
/** Room that moving makes for those who come later. */
const LEAST_ROOM = 1024

interface Named {
  kind: Kind
  name_sort: string
  id: string
}

/**
 * Gives an item the place in the text index that its name and state call for (database/shelves.ts); nothing happens where
 * it stands right. After every change of either, in the same transaction.
 */
export async function placeItem(db: Db, rowId: number): Promise<void> {
  const item = await db
    .selectFrom('item')
    .select(['kind', 'name_sort', 'id', 'hidden_at', 'place'])
    .where('row_id', '=', rowId)
    .executeTakeFirstOrThrow()
  const named = { ...item, kind: item.kind as Kind }
  const place = item.hidden_at === null ? await placeByName(db, named) : hiddenPlace(rowId)
  if (place !== item.place) await setPlace(db, rowId, place)
}

async function placeByName(db: Db, item: Named & { place: number | null }): Promise<number> {
  const { from, to } = shelfOf(item.kind)
  const [before] = await neighbours(db, item, 'before', 1)
  const [after] = await neighbours(db, item, 'after', 1)
  const [low, high] = [before?.place ?? from, after?.place ?? to]
  if (item.place !== null && low < item.place && item.place < high) return item.place
  if (high - low > 1) return Math.floor((low + high) / 2)
  await makeRoom(db, item)
  return placeByName(db, item)
}

/** Moves the items around a name apart, as many of them as it takes. */
async function makeRoom(db: Db, item: Named): Promise<void> {
  const { from, to } = shelfOf(item.kind)
  for (let reach = NEIGHBOURS; ; reach *= 4) {
    const before = await neighbours(db, item, 'before', reach)
    const after = await neighbours(db, item, 'after', reach)
    // The outermost stay where they are, but for the ends of the shelf.
    const low = before.length === reach ? before.pop()!.place : from
    const high = after.length === reach ? after.pop()!.place : to
    const moved = [...before.reverse(), ...after]
    const room = Math.floor((high - low) / (moved.length + 1))
    if (room < LEAST_ROOM) continue
    // First out of the way: no two may ever stand in one place.
    for (const { row_id } of moved) await setPlace(db, row_id, null)
    for (const [index, { row_id }] of moved.entries()) await setPlace(db, row_id, low + (index + 1) * room)
    return
  }
}

/** The nearest placed items of the shelf on one side of a name, the nearest first. */
async function neighbours(db: Db, { kind, name_sort, id }: Named, side: 'before' | 'after', most: number) {
  const way = side === 'before' ? 'desc' : 'asc'
  const beyond = side === 'before' ? sql.raw('<') : sql.raw('>')
  const rows = await db
    .selectFrom('item')
    .select(['row_id', 'place'])
    .where('hidden_at', 'is', null)
    .where('kind', '=', kind)
    .where(sql<boolean>`(name_sort, id) ${beyond} (${name_sort}, ${id})`)
    .where('place', 'is not', null)
    .orderBy('name_sort', way)
    .orderBy('id', way)
    .limit(most)
    .execute()
  return rows as { row_id: number; place: number }[]
}

async function setPlace(db: Db, rowId: number, place: number | null): Promise<void> {
  await db.updateTable('item').set({ place }).where('row_id', '=', rowId).execute()
}
