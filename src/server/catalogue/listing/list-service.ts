import type { Db } from '#server/database/db.ts'
import { isPostgres } from '#server/database/sql-dialect.ts'
import type { Events } from '#server/kernel/events.ts'
import type { StoredItem } from '../items/store.ts'
import { getTextSearch, type ItemFilter } from './item-filter.ts'
import { countItems, listAndCount, listItems } from './store-lists.ts'

/** From so many items on, lists are read in threads of their own; smaller catalogues answer faster than a thread is asked. */
const WORKER_THRESHOLD_ITEMS = 5000
const MAX_CACHED_COUNTS = 1000

/** How lists are read, however long they are. */
export interface ListService {
  /** What to ask for lists, counts and filters. */
  getDb(): Promise<Db>
  /** How many items match; counted once until something changes. */
  count(filter: ItemFilter): Promise<number>
  /** The items of a filter with a limit, and how many match. */
  getPage(filter: ItemFilter & { limit: number }): Promise<{ items: StoredItem[]; total: number }>
}

/** `reader`: the same database in threads of its own. */
export function createListService({
  db,
  reader,
  events,
}: {
  db: Db
  reader: Db
  events: Events
}): ListService {
  const counts = new Map<string, Promise<number>>()
  events.on('content-changed', () => counts.clear())

  async function getListDb(): Promise<Db> {
    const newest = await db
      .selectFrom('item')
      .select('row_id')
      .orderBy('row_id', 'desc')
      .limit(1)
      .executeTakeFirst()
    return newest && newest.row_id > WORKER_THRESHOLD_ITEMS ? reader : db
  }

  function count(filter: ItemFilter): Promise<number> {
    const key = keyOf(filter)
    return counts.get(key) ?? cacheCount(key, async () => countItems(await getListDb(), filter))
  }

  function cacheCount(key: string, computeCount: () => Promise<number>): Promise<number> {
    if (counts.size >= MAX_CACHED_COUNTS) counts.clear()
    const pending = computeCount()
    counts.set(key, pending)
    pending.catch(() => counts.delete(key))
    return pending
  }

  async function getPage(filter: ItemFilter & { limit: number }) {
    const listDb = await getListDb()
    const key = keyOf(filter)
    if (isPostgres(listDb) && isSearch(filter) && filter.limit > 0 && !filter.offset && !counts.has(key)) {
      const pageAndTotal = listAndCount(listDb, filter)
      await cacheCount(key, async () => (await pageAndTotal).total)
      return pageAndTotal
    }
    const [items, total] = await Promise.all([listItems(listDb, filter), count(filter)])
    return { items, total }
  }

  return { getDb: getListDb, count, getPage }
}

/** Where a search finds things follows from the rest until something changes. */
const keyOf = ({ sort: _, limit: __, offset: ___, ...filter }: ItemFilter) =>
  JSON.stringify(filter, (name, value) => (name === 'hits' ? undefined : value))

const isSearch = (filter: ItemFilter) => getTextSearch(filter).expression !== undefined
