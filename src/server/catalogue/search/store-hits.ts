import { type SqlBool, sql } from 'kysely'
import type { Kind } from '#contracts/item.ts'
import { LIMITS } from '#contracts/limits.ts'
import type { Db } from '#server/database/db.ts'
import { getSearchIndex } from '#server/database/search/get-search-index.ts'
import { type SearchExpression, toAllWordsExpression } from '#server/database/search/search-expression.ts'
import { isComplete, NO_HITS, type SearchHits } from '#server/database/search/search-index.ts'
import { getKeyRange, type KeyRange } from '#server/database/search/sort-keys.ts'
import { strpos, withoutIndex } from '#server/database/sql-dialect.ts'
import { SingleFlightCache } from '#server/http-cache/single-flight-cache.ts'
import { type SearchCriteria, toExpression } from './search-criteria.ts'

/** The sort keys of this many hits are fetched: the longest page. */
const MAX_HITS = LIMITS.listLimit
/** Up to this many hits are read to find an exact code among them; for more, the index is searched. */
const MAX_CODE_SCAN = 50
/** There are hits, but neither their keys nor their number is known. */
const UNCOUNTED_HITS: SearchHits = { sortKeys: [], total: undefined }
const MAX_CACHE_BYTES = 4 * 1024 * 1024
const BYTES_PER_KEY = 8
/** A key of the cache with what belongs to it, without the sort keys. */
const BYTES_PER_ENTRY = 500

/** The hits of each database, because one search looks up the same words up to fifteen times, and later ones do so again. */
let caches = new WeakMap<Db, SingleFlightCache<SearchHits>>()

/** To be called when content has changed. */
export function forgetHits(): void {
  caches = new WeakMap()
}

/** The first `max` hits; cached until content changes. */
function lookUp(db: Db, expression: SearchExpression, range: KeyRange, max: number): Promise<SearchHits> {
  let cache = caches.get(db)
  if (!cache) {
    const getSize = ({ sortKeys }: SearchHits) => BYTES_PER_ENTRY + sortKeys.length * BYTES_PER_KEY
    cache = new SingleFlightCache<SearchHits>({ maxBytes: MAX_CACHE_BYTES, getSize })
    caches.set(db, cache)
  }
  const key = JSON.stringify([expression, range, max])
  return cache.get(key, () => getSearchIndex(db).fetchHits(expression, range, max))
}

/** The published items of a kind that match; for text that is too short for the index, only whether there are any. */
export async function findHits(db: Db, kind: Kind, criteria: SearchCriteria): Promise<SearchHits> {
  const expression = toExpression(criteria)
  if (expression) return lookUp(db, expression, getKeyRange(kind), MAX_HITS)
  const row = await db
    .selectFrom('item')
    .select('row_id')
    .where('unpublished_at', 'is', null)
    .where(sql<SqlBool>`${withoutIndex('item.kind')} = ${kind}`)
    .$if(criteria.text !== undefined, (query) => query.where(containsByScan('search_text', criteria.text!)))
    .limit(1)
    .executeTakeFirst()
  return row ? UNCOUNTED_HITS : NO_HITS
}

/** Reads the text of every item: for terms that the index cannot look up, or where few items are left to read. */
export const containsByScan = (column: 'search_text' | 'search_codes', term: string) =>
  sql<SqlBool>`${strpos(sql.ref(`item.${column}`), term)} > 0`

/**
 * The published items of a kind that contain a text and, where the engine found them with the same query, those that
 * contain its words. `wordGroups`: the words, if there are several.
 */
export async function findTypedHits(
  db: Db,
  kind: Kind,
  text: string,
  wordGroups: string[][],
): Promise<{ phraseHits: SearchHits; wordHits?: SearchHits }> {
  if (wordGroups.length === 0) return { phraseHits: await findHits(db, kind, { text }) }
  const words = toAllWordsExpression(wordGroups)
  return getSearchIndex(db).fetchPhraseHits(text, words, getKeyRange(kind), MAX_HITS)
}

/** Whether published items of this kind, or of any, match. Takes criteria that the index can look up. */
export async function hasHits(db: Db, criteria: SearchCriteria, kind?: Kind): Promise<boolean> {
  const expression = toExpression(criteria)
  if (!expression) return false
  // With no keys to fetch, SQLite stops at the first hit.
  const { total } = await lookUp(db, expression, getKeyRange(kind), 0)
  return total !== 0
}

/** Whether an item of this kind has exactly this code; `hits` are the items with a code that contains it. */
export async function hasExactCode(db: Db, kind: Kind, code: string, hits: SearchHits): Promise<boolean> {
  const exactCode = `|${code}|`
  if (!isComplete(hits) || hits.sortKeys.length > MAX_CODE_SCAN) return hasHits(db, { code: exactCode }, kind)
  const row = await db
    .selectFrom('item')
    .select('row_id')
    .where('sort_key', 'in', hits.sortKeys)
    .where(containsByScan('search_codes', exactCode))
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
