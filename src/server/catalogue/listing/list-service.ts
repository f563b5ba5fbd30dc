import { LRUCache } from 'lru-cache'
import type { Kind, ListQuery } from '#contracts/item.ts'
import type { Db } from '#server/database/db.ts'
import type { Events } from '#server/kernel/events.ts'
import { parsePhrase } from '../search/query-parsing.ts'
import { forgetHits } from '../search/store-hits.ts'
import type { ItemList } from './item-filter.ts'
import { RowSets } from './row-sets.ts'
import { countItems } from './store-lists.ts'
import { addKnownKeys, type OpenList, openApproximateList } from './understand-search.ts'

/** From about this many items on, lists are read by the reader: its worker threads cost more than a small list does. */
const MIN_ITEMS_FOR_READER = 5000
const MAX_CACHED_COUNTS = 1000

/** What lists of any length are read with. */
export interface ListService {
  /** The connection for lists, counts, filters and suggestions. */
  getDb(): Promise<Db>
  /** Interprets the parameters of a list. */
  open(kind: Kind, query: ListQuery): Promise<OpenList>
  /** How many items a list has on all pages; cached until content changes. */
  count(list: ItemList): Promise<number>
}

/** `reader` is the same database, read by worker threads (SQLite) or a replica (PostgreSQL). */
export function createListService(deps: { db: Db; reader: Db; events: Events }): ListService {
  const rowSets = new RowSets(deps.events)
  const counts = new LRUCache<string, Promise<number>>({ max: MAX_CACHED_COUNTS })
  deps.events.on('content-changed', () => {
    counts.clear()
    forgetHits()
  })

  async function getDb(): Promise<Db> {
    const newest = await deps.db
      .selectFrom('item')
      .select('row_id')
      .orderBy('row_id', 'desc')
      .limit(1)
      .executeTakeFirst()
    return newest && newest.row_id > MIN_ITEMS_FOR_READER ? deps.reader : deps.db
  }

  return {
    getDb,
    async open(kind, { search = '', approximate, ...query }) {
      const db = await getDb()
      const list = approximate
        ? await openApproximateList({ db, rowSets }, kind, search, query)
        : { db, rowSets, filter: { ...query, kind, criteria: parsePhrase(search) } }
      return addKnownKeys(list, query.specifications)
    },
    async count(list) {
      const { sort, limit, offset, nearest, ...filter } = list.filter
      const key = JSON.stringify({ ...filter, knownKeys: undefined })
      const cached = counts.get(key)
      if (cached) return cached
      const pending = countItems({ ...list, filter })
      counts.set(key, pending)
      pending.catch(() => counts.delete(key))
      return pending
    },
  }
}
