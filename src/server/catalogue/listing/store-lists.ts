import { type SelectQueryBuilder, sql } from 'kysely'
import type { Kind } from '#contracts/kind.ts'
import { DISPLAY_LIMITS } from '#contracts/limits.ts'
import type { Sort } from '#contracts/sort.ts'
import type { Db } from '#server/database/db.ts'
import {
  containsShortTerm,
  fetchHits,
  fetchHitsWithPhrase,
  hasHits,
  isComplete,
  NO_HITS,
  type SearchExpression,
  type SearchHits,
  selectHitKeys,
  selectHits,
  subsumesText,
  toAllWordsExpression,
  toContainsExpression,
} from '#server/database/item-search.ts'
import { getKeyRange } from '#server/database/search-order.ts'
import { isPostgres, strpos, withoutIndex } from '#server/database/sql-dialect.ts'
import type { Tables } from '#server/database/tables.ts'
import { findByRowIds, ITEM_COLUMNS, type StoredItem, toItem } from '../items/store.ts'
import type { SearchCriteria } from '../search/query-parsing.ts'
import {
  getSearchCriteria,
  getTextSearch,
  type ItemFilter,
  narrowingConditions,
  toTextSearch,
  usesSearchKeys,
  whereConditions,
} from './item-filter.ts'

const NO_LIMIT = 1_000_000_000
/** Of so many hits the places are read, to tell them and their pages by. */
const MAX_HITS = 1000
/** So many are read to learn whether a code of theirs is what was typed; of more the text index is asked. */
const MAX_CODE_SCAN = 50
const UNCOUNTED_HITS: SearchHits = { sortKeys: [], total: undefined }

/** One page of the items that match, or all of them. Drafts and archived items never do. */
export async function listItems(db: Db, filter: ItemFilter): Promise<StoredItem[]> {
  if (filter.limit === 0) return []
  const sortKeys = getPageSortKeys(filter)
  const rows = await (sortKeys
    ? selectOrdered(db, toSortKeyFilter(filter.kind, sortKeys))
    : selectPage(db, filter)
  )
    .select(ITEM_COLUMNS)
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
  const filterWithHits = await withHits(db, filter)
  if (getPageSortKeys(filterWithHits))
    return { items: await listItems(db, filterWithHits), total: await countItems(db, filterWithHits) }
  const total = sql<number>`count(*) over ()`.as('total')
  const rows = await selectOrdered(db, filter).select(['row_id', total]).execute()
  const items = await findByRowIds(
    db,
    rows.map(({ row_id }) => row_id),
  )
  return { items, total: Math.min(rows[0]?.total ?? 0, DISPLAY_LIMITS.maxCount) }
}

/** The filter with the places of what is searched for, where its page can be cut from them and not from known ones. */
async function withHits(db: Db, filter: ItemFilter): Promise<ItemFilter> {
  const criteria = getSearchCriteria(filter)
  if (!criteria || !isKeyOrdered(filter) || getPageSortKeys(filter)) return filter
  return { ...filter, criteria: { ...criteria, hits: await findHits(db, filter.kind, criteria) } }
}

/** The places of a page's items, where they are known and nothing but them tells what stands on it. */
function getPageSortKeys(filter: ItemFilter): number[] | undefined {
  const { limit, offset = 0, criteria } = filter
  if (limit === undefined || !criteria?.hits || !isKeyOrdered(filter)) return undefined
  const { sortKeys } = criteria.hits
  const isKnown = isComplete(criteria.hits) || offset + limit <= sortKeys.length
  return isKnown ? sortKeys.slice(offset, offset + limit) : undefined
}

const toSortKeyFilter = (kind: Kind, sortKeys: number[]): ItemFilter => ({
  kind,
  criteria: { hits: { sortKeys, total: sortKeys.length } },
})

/** Whether a list stands in the order of places and nothing but a search narrows it. */
const isKeyOrdered = (filter: ItemFilter) =>
  (filter.sort ?? 'name') === 'name' &&
  !filter.criteria?.isExactCode &&
  narrowingConditions(filter).length === 0

/** The row ids of all that match, in their order: by them a list of any length can be read piece by piece. */
export async function listRowIds(db: Db, filter: ItemFilter): Promise<number[]> {
  const rows = await selectOrdered(db, filter).select('row_id').execute()
  return rows.map(({ row_id }) => row_id)
}

/** Reads no further than to the page's end, so that nobody can count by it. */
function selectPage(db: Db, filter: ItemFilter): SelectQueryBuilder<Tables, 'item', object> {
  const { limit, offset = 0 } = filter
  return selectOrdered(db, filter, limit !== undefined && isKeyOrdered(filter) ? offset + limit : undefined)
}

/** `most`: no more are found of what is searched for than so many. */
function selectOrdered(
  db: Db,
  filter: ItemFilter,
  maxHits?: number,
): SelectQueryBuilder<Tables, 'item', object> {
  const { expression } = getTextSearch(filter)
  const { kind, limit, offset = 0, sort = 'name', criteria } = filter
  let query = expression
    ? selectHits(db, expression, getKeyRange(kind), maxHits).where((eb) =>
        eb.and(narrowingConditions(filter)),
      )
    : db.selectFrom('item').where((eb) => eb.and(whereConditions(filter)))
  // Whoever types a whole part number means that part, wherever its name stands in the alphabet.
  if (criteria?.isExactCode)
    query = query.orderBy(sql`${strpos(sql.ref('item.search_codes'), `|${criteria.code}|`)} > 0`, 'desc')
  query =
    usesSearchKeys(filter) && sort === 'name'
      ? query.orderBy(expression ? sql`item.hit_key` : 'item.sort_key')
      : applySort(query, sort)
  // SQLite knows no offset without a limit.
  return limit === undefined && offset === 0 ? query : query.limit(limit ?? NO_LIMIT).offset(offset)
}

/** Whether what is looked for is the whole of a code of what was found by it, or of any of the kind. */
export async function hasExactCode(
  db: Db,
  kind: Kind,
  { code, found: hits }: { code: string; found: SearchHits },
): Promise<boolean> {
  const exactCode = `|${code}|`
  if (!isComplete(hits) || hits.sortKeys.length > MAX_CODE_SCAN)
    return hasHits(db, toContainsExpression(exactCode, 'search_codes'), getKeyRange(kind))
  const { conditions } = toTextSearch({ hits })
  const row = await db
    .selectFrom('item')
    .select('row_id')
    .where((eb) => eb.and([...conditions, containsShortTerm(exactCode, 'search_codes')]))
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** What of a kind is matched; of what only reading through tells, no more than whether there is any. */
export async function findHits(db: Db, kind: Kind, criteria: SearchCriteria): Promise<SearchHits> {
  const { expression } = toTextSearch(criteria)
  if (expression) return fetchHits(db, expression, getKeyRange(kind), MAX_HITS)
  return (await hasMatches(db, kind, criteria)) ? UNCOUNTED_HITS : NO_HITS
}

/**
 * What of a kind contains a text; and what holds every word of it, where that is learnt by the way: PostgreSQL looks at
 * the same items for either.
 */
export async function findTextHits(
  db: Db,
  kind: Kind,
  text: string,
  words: string[][],
): Promise<{ byText: SearchHits; byWords?: SearchHits }> {
  const expression = toAllWordsExpression(words)
  if (!isPostgres(db) || words.length === 0 || !subsumesText(expression, text))
    return { byText: await findHits(db, kind, { text }) }
  const { all: allHits, containing: phraseHits } = await fetchHitsWithPhrase(
    db,
    { match: expression, folded: text },
    getKeyRange(kind),
    MAX_HITS,
  )
  return { byText: phraseHits, byWords: allHits }
}

/** How many items match, on all pages together; what a search finds is counted up to `SHOWN.counted` (decision 0136). */
export async function countItems(db: Db, filter: ItemFilter): Promise<number> {
  const { expression } = getTextSearch(filter)
  const knownTotal = filter.criteria?.hits?.total
  if (knownTotal !== undefined && narrowingConditions(filter).length === 0)
    return Math.min(knownTotal, DISPLAY_LIMITS.maxCount)
  const matchingItems = expression
    ? db.selectFrom(selectCountableHits(db, expression, filter).as('item'))
    : db.selectFrom('item').where((eb) => eb.and(whereConditions(filter)))
  const { total } = await matchingItems
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}

function selectCountableHits(db: Db, expression: SearchExpression, filter: ItemFilter) {
  const otherConditions = narrowingConditions(filter)
  const keyRange = getKeyRange(filter.kind)
  if (otherConditions.length === 0) return selectHitKeys(db, expression, keyRange, DISPLAY_LIMITS.maxCount)
  return selectHits(db, expression, keyRange)
    .select('sort_key')
    .where((eb) => eb.and(otherConditions))
    .limit(DISPLAY_LIMITS.maxCount)
}

/** Whether anything on offer, of this kind or any, is matched. */
export async function hasMatches(db: Db, kind: Kind | undefined, criteria: SearchCriteria): Promise<boolean> {
  const { expression, conditions } = toTextSearch(criteria)
  if (expression) return hasHits(db, expression, getKeyRange(kind))
  const row = await db
    .selectFrom('item')
    .select('row_id')
    .where('unpublished_at', 'is', null)
    .where((eb) => eb.and(conditions))
    .$if(kind !== undefined, (query) => query.where(sql<boolean>`${withoutIndex('item.kind')} = ${kind}`))
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

function applySort(
  query: SelectQueryBuilder<Tables, 'item', object>,
  sort: Sort,
): SelectQueryBuilder<Tables, 'item', object> {
  if (sort === 'price')
    return query.orderBy(sql`coalesce(item.price_paise, 0)`).orderBy('name_sort').orderBy('id')
  if (sort === 'featured') return query.orderBy('is_featured', 'desc').orderBy('name_sort').orderBy('id')
  return query.orderBy('name_sort').orderBy('id')
}
