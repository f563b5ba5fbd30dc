import { type SelectQueryBuilder, sql } from 'kysely'
import type { Kind, Sort } from '#contracts/item.ts'
import { DISPLAY_LIMITS } from '#contracts/limits.ts'
import type { Db } from '#server/database/db.ts'
import { aside, isPostgres, positionIn } from '#server/database/engine.ts'
import {
  containsShort,
  eachOf,
  type Found,
  findsAny,
  firstFound,
  firstFoundWith,
  foundItems,
  isImplied,
  isWhole,
  type Match,
  matchOf,
  NOTHING,
  someFound,
} from '#server/database/search.ts'
import { shelfOf } from '#server/database/shelves.ts'
import type { Tables } from '#server/database/tables.ts'
import type { Matching } from './search.ts'
import { COLUMNS, findByRowIds, type StoredItem, toItem } from './store.ts'
import {
  conditions,
  type ItemFilter,
  isPlaced,
  matchingOf,
  narrowing,
  searchOf,
  toSearch,
} from './store-conditions.ts'

const MOST_ITEMS = 1_000_000_000
/** Of so many hits the places are read, to tell them and their pages by. */
const MOST_PLACES = 1000
/** So many are read to learn whether a code of theirs is what was typed; of more the text index is asked. */
const READ_FOR_CODES = 50
const SOMETHING: Found = { places: [], total: undefined }

/** One page of the items that match, or all of them. Drafts and archived items never do. */
export async function listItems(db: Db, filter: ItemFilter): Promise<StoredItem[]> {
  if (filter.limit === 0) return []
  const places = placesOfPage(filter)
  const rows = await (places ? inListOrder(db, standingAt(filter.kind, places)) : pageOf(db, filter))
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
  const known = await withPlaces(db, filter)
  if (placesOfPage(known)) return { items: await listItems(db, known), total: await countItems(db, known) }
  const total = sql<number>`count(*) over ()`.as('total')
  const rows = await inListOrder(db, filter).select(['row_id', total]).execute()
  const items = await findByRowIds(
    db,
    rows.map(({ row_id }) => row_id),
  )
  return { items, total: Math.min(rows[0]?.total ?? 0, DISPLAY_LIMITS.maxCount) }
}

/** The filter with the places of what is searched for, where its page can be cut from them and not from known ones. */
async function withPlaces(db: Db, filter: ItemFilter): Promise<ItemFilter> {
  const matching = matchingOf(filter)
  if (!matching || !isByPlace(filter) || placesOfPage(filter)) return filter
  return { ...filter, matching: { ...matching, found: await findPlaces(db, filter.kind, matching) } }
}

/** The places of a page's items, where they are known and nothing but them tells what stands on it. */
function placesOfPage(filter: ItemFilter): number[] | undefined {
  const { limit, offset = 0, matching } = filter
  if (limit === undefined || !matching?.found || !isByPlace(filter)) return undefined
  const { places } = matching.found
  const isKnown = isWhole(matching.found) || offset + limit <= places.length
  return isKnown ? places.slice(offset, offset + limit) : undefined
}

const standingAt = (kind: Kind, places: number[]): ItemFilter => ({
  kind,
  matching: { found: { places, total: places.length } },
})

/** Whether a list stands in the order of places and nothing but a search narrows it. */
const isByPlace = (filter: ItemFilter) =>
  (filter.sort ?? 'name') === 'name' && !filter.matching?.isWholeCode && narrowing(filter).length === 0

/** The row ids of all that match, in their order: by them a list of any length can be read piece by piece. */
export async function listRowIds(db: Db, filter: ItemFilter): Promise<number[]> {
  const rows = await inListOrder(db, filter).select('row_id').execute()
  return rows.map(({ row_id }) => row_id)
}

/** Reads no further than to the page's end, so that nobody can count by it. */
function pageOf(db: Db, filter: ItemFilter): SelectQueryBuilder<Tables, 'item', object> {
  const { limit, offset = 0 } = filter
  return inListOrder(db, filter, limit !== undefined && isByPlace(filter) ? offset + limit : undefined)
}

/** `most`: no more are found of what is searched for than so many. */
function inListOrder(db: Db, filter: ItemFilter, most?: number): SelectQueryBuilder<Tables, 'item', object> {
  const { match } = searchOf(filter)
  const { kind, limit, offset = 0, sort = 'name', matching } = filter
  let query = match
    ? foundItems(db, match, shelfOf(kind), most).where((eb) => eb.and(narrowing(filter)))
    : db.selectFrom('item').where((eb) => eb.and(conditions(filter)))
  // Whoever types a whole part number means that part, wherever its name stands in the alphabet.
  if (matching?.isWholeCode)
    query = query.orderBy(sql`${positionIn(sql.ref('item.search_codes'), `|${matching.code}|`)} > 0`, 'desc')
  query =
    isPlaced(filter) && sort === 'name'
      ? query.orderBy(match ? sql`item.found_at` : 'item.place')
      : inOrder(query, sort)
  // SQLite knows no offset without a limit.
  return limit === undefined && offset === 0 ? query : query.limit(limit ?? MOST_ITEMS).offset(offset)
}

/** Whether what is looked for is the whole of a code of what was found by it, or of any of the kind. */
export async function hasWholeCode(
  db: Db,
  kind: Kind,
  { code, found }: { code: string; found: Found },
): Promise<boolean> {
  const whole = `|${code}|`
  if (!isWhole(found) || found.places.length > READ_FOR_CODES)
    return findsAny(db, matchOf(whole, 'search_codes'), shelfOf(kind))
  const { short } = toSearch({ found })
  const having = await db
    .selectFrom('item')
    .select('row_id')
    .where((eb) => eb.and([...short, containsShort(whole, 'search_codes')]))
    .limit(1)
    .executeTakeFirst()
  return having !== undefined
}

/** What of a kind is matched; of what only reading through tells, no more than whether there is any. */
export async function findPlaces(db: Db, kind: Kind, matching: Matching): Promise<Found> {
  const { match } = toSearch(matching)
  if (match) return firstFound(db, match, shelfOf(kind), MOST_PLACES)
  return (await anyMatch(db, kind, matching)) ? SOMETHING : NOTHING
}

/**
 * What of a kind contains a text; and what holds every word of it, where that is learnt by the way: PostgreSQL looks at
 * the same items for either.
 */
export async function findText(
  db: Db,
  kind: Kind,
  text: string,
  words: string[][],
): Promise<{ byText: Found; byWords?: Found }> {
  const match = eachOf(words)
  if (!isPostgres(db) || words.length === 0 || !isImplied(match, text))
    return { byText: await findPlaces(db, kind, { text }) }
  const { all, containing } = await firstFoundWith(db, { match, folded: text }, shelfOf(kind), MOST_PLACES)
  return { byText: containing, byWords: all }
}

/** How many items match, on all pages together; what a search finds is counted up to `SHOWN.counted` (decision 0136). */
export async function countItems(db: Db, filter: ItemFilter): Promise<number> {
  const { match } = searchOf(filter)
  const known = filter.matching?.found?.total
  if (known !== undefined && narrowing(filter).length === 0) return Math.min(known, DISPLAY_LIMITS.maxCount)
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
  if (others.length === 0) return someFound(db, match, shelf, DISPLAY_LIMITS.maxCount)
  return foundItems(db, match, shelf)
    .select('place')
    .where((eb) => eb.and(others))
    .limit(DISPLAY_LIMITS.maxCount)
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
