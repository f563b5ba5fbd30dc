import type { Db } from '#server/database/db.ts'
import { isPostgres } from '#server/database/engine.ts'
import type { Events } from '#server/kernel/events.ts'
import type { StoredItem } from './store.ts'
import { type ItemFilter, searchOf } from './store-conditions.ts'
import { countItems, listAndCount, listItems } from './store-lists.ts'

/** From so many items on, lists are read in threads of their own; smaller catalogues answer faster than a thread is asked. */
const LARGE = 5000
const MOST_COUNTS = 1000

/** How lists are read, however long they are. */
export interface Lists {
  /** What to ask for lists, counts and filters. */
  db(): Promise<Db>
  /** How many items match; counted once until something changes. */
  count(filter: ItemFilter): Promise<number>
  /** The items of a filter with a limit, and how many match. */
  page(filter: ItemFilter & { limit: number }): Promise<{ items: StoredItem[]; total: number }>
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

  function count(filter: ItemFilter): Promise<number> {
    const key = keyOf(filter)
    return counts.get(key) ?? keep(key, async () => countItems(await forLists(), filter))
  }

  function keep(key: string, toCount: () => Promise<number>): Promise<number> {
    if (counts.size >= MOST_COUNTS) counts.clear()
    const counting = toCount()
    counts.set(key, counting)
    counting.catch(() => counts.delete(key))
    return counting
  }

  async function page(filter: ItemFilter & { limit: number }) {
    const lists = await forLists()
    const key = keyOf(filter)
    if (isPostgres(lists) && isSearch(filter) && filter.limit > 0 && !filter.offset && !counts.has(key)) {
      const both = listAndCount(lists, filter)
      await keep(key, async () => (await both).total)
      return both
    }
    const [items, total] = await Promise.all([listItems(lists, filter), count(filter)])
    return { items, total }
  }

  return { db: forLists, count, page }
}

/** Where a search finds things follows from the rest until something changes. */
const keyOf = ({ sort: _, limit: __, offset: ___, ...filter }: ItemFilter) =>
  JSON.stringify(filter, (name, value) => (name === 'found' ? undefined : value))

const isSearch = (filter: ItemFilter) => searchOf(filter).match !== undefined
