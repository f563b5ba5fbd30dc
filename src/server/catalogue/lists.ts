import type { Db } from '#server/database/open.ts'
import type { Events } from '#server/kernel/events.ts'
import { countItems } from './store.ts'
import type { ItemFilter } from './store-conditions.ts'

/** From so many items on, lists are read in threads of their own; smaller catalogues answer faster than a thread is asked. */
const LARGE = 5000
const MOST_COUNTS = 1000

/** How lists are read, however long they are. */
export interface Lists {
  /** What to ask for lists, counts and filters. */
  db(): Promise<Db>
  /** How many items match; counted once until something changes. */
  count(filter: ItemFilter): Promise<number>
}

/** `reader`: the same database in threads of its own. */
export function openLists({ db, reader, events }: { db: Db; reader: Db; events: Events }): Lists {
  const counts = new Map<string, Promise<number>>()
  events.on('content', () => counts.clear())

  async function forLists(): Promise<Db> {
    const newest = await db
      .selectFrom('item')
      .select('row_id')
      .orderBy('row_id', 'desc')
      .limit(1)
      .executeTakeFirst()
    return newest && newest.row_id > LARGE ? reader : db
  }

  function count({ sort: _, limit: __, offset: ___, ...filter }: ItemFilter): Promise<number> {
    const key = JSON.stringify(filter)
    const known = counts.get(key)
    if (known) return known
    if (counts.size >= MOST_COUNTS) counts.clear()
    const counting = forLists().then((lists) => countItems(lists, filter))
    counts.set(key, counting)
    counting.catch(() => counts.delete(key))
    return counting
  }

  return { db: forLists, count }
}
