import { LRUCache } from 'lru-cache'
import type { Db } from '#server/database/db.ts'
import type { SearchHits } from '#server/database/search/search-index.ts'
import type { Events } from '#server/kernel/events.ts'
import type { ItemFilter } from './item-filter.ts'
import { countItems } from './store-lists.ts'

/** From about this many items on, lists are read by the reader: its worker threads cost more than a small list does. */
const MIN_ITEMS_FOR_READER = 5000
const MAX_CACHED_COUNTS = 1000

/** What lists of any length are read with. */
export interface ListService {
  /** The connection for lists, counts, filters and suggestions. */
  getDb(): Promise<Db>
  /** How many items a filter has; cached until content changes. `hits` are those of its criteria, where they are known. */
  count(filter: ItemFilter, hits?: SearchHits): Promise<number>
}

/** `reader` is the same database, read by worker threads (SQLite) or a replica (PostgreSQL). */
export function createListService(deps: { db: Db; reader: Db; events: Events }): ListService {
  const counts = new LRUCache<string, Promise<number>>({ max: MAX_CACHED_COUNTS })
  deps.events.on('content-changed', () => counts.clear())

  async function getDb(): Promise<Db> {
    const newest = await deps.db
      .selectFrom('item')
      .select('row_id')
      .orderBy('row_id', 'desc')
      .limit(1)
      .executeTakeFirst()
    return newest && newest.row_id > MIN_ITEMS_FOR_READER ? deps.reader : deps.db
  }

  async function count({ sort, limit, offset, ...filter }: ItemFilter, hits?: SearchHits): Promise<number> {
    const key = JSON.stringify(filter)
    const cached = counts.get(key)
    if (cached) return cached
    const pending = getDb().then((db) => countItems(db, filter, hits))
    counts.set(key, pending)
    pending.catch(() => counts.delete(key))
    return pending
  }

  return { getDb, count }
}
