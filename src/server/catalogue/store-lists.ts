import { type SelectQueryBuilder, sql } from 'kysely'
import type { Kind, Sort } from '#contracts/item.ts'
import { SHOWN } from '#contracts/limits.ts'
import { aside, isPostgres, positionIn } from '#server/database/engine.ts'
import type { Db } from '#server/database/open.ts'
import {
  containsShort,
  findsAny,
  firstFound,
  foundItems,
  type Match,
  matchOf,
  readPlaces,
  someFound,
} from '#server/database/search.ts'
import { shelfOf } from '#server/database/shelves.ts'
import type { Tables } from '#server/database/tables.ts'
import type { Matching } from './search.ts'
import { COLUMNS, findByRowIds, type StoredItem, toItem } from './store.ts'
import { conditions, type ItemFilter, narrowing, searchOf, toSearch } from './store-conditions.ts'

const MOST_ITEMS = 1_000_000_000
/** Of so many hits SQLite reads the places to tell them by; PostgreSQL, which looks at all of them anyway, of all it counts. */
const FEW = 1000
/** So many are read to learn whether a code of theirs is what was typed; of more the text index is asked. */
const READ_FOR_CODES = 50

/** One page of the items that match, or all of them. Drafts and archived items never do. */
export async function listItems(db: Db, filter: ItemFilter): Promise<StoredItem[]> {
  if (filter.limit === 0) return []
  const places = placesOfPage(filter)
  const rows = await inListOrder(db, places ? { kind: filter.kind, matching: { places } } : filter)
    .select(COLUMNS)
    .execute()
  return rows.map(toItem)
}

/**
 * The first page and how many items match, having looked once at all that a search finds: PostgreSQL would do so for the
 * page and again for the count, where SQLite reads neither further than it must.
 */
export async function listAndCount(
  db: Db,
  filter: Omit<ItemFilter, 'offset'>,
): Promise<{ items: StoredItem[]; total: number }> {
  const { match } = searchOf(filter)
  const { kind, limit } = filter
  if (placesOfPage(filter)) return { items: await listItems(db, filter), total: await countItems(db, filter) }
  if (match && limit !== undefined && isByPlace(filter)) {
    const { places, total } = await firstFound(db, match, shelfOf(kind), limit)
    const items = await listItems(db, { kind, limit, matching: { places } })
    return { items, total: Math.min(total, SHOWN.counted) }
  }
  const total = sql<number>`count(*) over ()`.as('total')
  const rows = await inListOrder(db, filter).select(['row_id', total]).execute()
  const items = await findByRowIds(
    db,
    rows.map(({ row_id }) => row_id),
  )
  return { items, total: Math.min(rows[0]?.total ?? 0, SHOWN.counted) }
}

/** The places of a page's items, where they are known and nothing but them tells what stands on it. */
function placesOfPage(filter: ItemFilter): number[] | undefined {
  const { limit, offset = 0, matching } = filter
  return limit === undefined || !isByPlace(filter)
    ? undefined
    : matching?.places?.slice(offset, offset + limit)
}

/** Whether a list stands in the order of places and nothing but a search narrows it. */
const isByPlace = (filter: ItemFilter) =>
  (filter.sort ?? 'name') === 'name' && !filter.matching?.isWholeCode && narrowing(filter).length === 0

/** The row ids of all that match, in their order: by them a list of any length can be read piece by piece. */
export async function listRowIds(db: Db, filter: ItemFilter): Promise<number[]> {
  const rows = await inListOrder(db, filter).select('row_id').execute()
  return rows.map(({ row_id }) => row_id)
}

function inListOrder(db: Db, filter: ItemFilter): SelectQueryBuilder<Tables, 'item', object> {
  const { match } = searchOf(filter)
  const { kind, limit, offset = 0, sort = 'name', matching } = filter
  const most = limit !== undefined && isByPlace(filter) ? offset + limit : undefined
  let query = match
    ? foundItems(db, match, shelfOf(kind), most).where((eb) => eb.and(narrowing(filter)))
    : db.selectFrom('item').where((eb) => eb.and(conditions(filter)))
  // Whoever types a whole part number means that part, wherever its name stands in the alphabet.
  if (matching?.isWholeCode)
    query = query.orderBy(sql`${positionIn(sql.ref('item.search_codes'), `|${matching.code}|`)} > 0`, 'desc')
  const isPlaced = match !== undefined || matching?.places !== undefined
  query =
    isPlaced && sort === 'name'
      ? query.orderBy(match ? sql`item.found_at` : 'item.place')
      : inOrder(query, sort)
  // SQLite knows no offset without a limit.
  return limit === undefined && offset === 0 ? query : query.limit(limit ?? MOST_ITEMS).offset(offset)
}

/** Whether what is looked for is the whole of a code of those at `places`, or of any of the kind. */
export async function hasWholeCode(
  db: Db,
  kind: Kind,
  { code, places }: { code: string; places: number[] | undefined },
): Promise<boolean> {
  const whole = `|${code}|`
  if (!places || places.length > READ_FOR_CODES)
    return findsAny(db, matchOf(whole, 'search_codes'), shelfOf(kind))
  const { short } = toSearch({ places })
  const found = await db
    .selectFrom('item')
    .select('row_id')
    .where((eb) => eb.and([...short, containsShort(whole, 'search_codes')]))
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** The places of all of a kind that is matched, in order; undefined where they are too many. */
export async function findPlaces(db: Db, kind: Kind, matching: Matching): Promise<number[] | undefined> {
  const { match } = toSearch(matching)
  if (!match) return (await anyMatch(db, kind, matching)) ? undefined : []
  const most = isPostgres(db) ? SHOWN.counted : FEW
  const found = await readPlaces(db, match, shelfOf(kind), most + 1)
  return found.length > most ? undefined : found.sort((a, b) => a - b)
}

/** How many items match, on all pages together; what a search finds is counted up to `SHOWN.counted` (decision 0136). */
export async function countItems(db: Db, filter: ItemFilter): Promise<number> {
  const { match } = searchOf(filter)
  const places = filter.matching?.places
  if (places && narrowing(filter).length === 0) return Math.min(places.length, SHOWN.counted)
  const counted = match
    ? db.selectFrom(foundToCount(db, match, filter).as('item'))
    : db.selectFrom('item').where((eb) => eb.and(conditions(filter)))
  const { total } = await counted
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}

function foundToCount(db: Db, match: Match, filter: ItemFilter) {
  const others = narrowing(filter)
  const shelf = shelfOf(filter.kind)
  if (others.length === 0) return someFound(db, match, shelf, SHOWN.counted)
  return foundItems(db, match, shelf)
    .select('place')
    .where((eb) => eb.and(others))
    .limit(SHOWN.counted)
}

/** Whether anything on offer, of this kind or any, is matched. */
export async function anyMatch(db: Db, kind: Kind | undefined, matching: Matching): Promise<boolean> {
  const { match, short } = toSearch(matching)
  if (match) return findsAny(db, match, shelfOf(kind))
  const found = await db
    .selectFrom('item')
    .select('row_id')
    .where('hidden_at', 'is', null)
    .where((eb) => eb.and(short))
    .$if(kind !== undefined, (query) => query.where(sql<boolean>`${aside('item.kind')} = ${kind}`))
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

function inOrder(
  query: SelectQueryBuilder<Tables, 'item', object>,
  sort: Sort,
): SelectQueryBuilder<Tables, 'item', object> {
  if (sort === 'price')
    return query.orderBy(sql`coalesce(item.price_paise, 0)`).orderBy('name_sort').orderBy('id')
  if (sort === 'featured') return query.orderBy('is_featured', 'desc').orderBy('name_sort').orderBy('id')
  return query.orderBy('name_sort').orderBy('id')
}
