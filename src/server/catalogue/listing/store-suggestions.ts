import { sql } from 'kysely'
import { Kind } from '#contracts/item.ts'
import type { Db } from '#server/database/db.ts'
import { getSearchIndex } from '#server/database/search/get-search-index.ts'
import { toContainsExpression } from '#server/database/search/search-expression.ts'
import { getKeyRange } from '#server/database/search/sort-keys.ts'
import { findByIds, type StoredItem } from '../items/store.ts'
import { type SearchCriteria, toExpression } from '../search/search-criteria.ts'
import { containsByScan } from '../search/store-hits.ts'
import { selectPublished } from './store-lists.ts'

export const MAX_SUGGESTIONS = 6
/** Of the hits of a search, this many are ranked: the first by kind and name. */
const MAX_RANKED = 200
/** A single character, which is too short for the index, is searched in this many items of each kind. */
const SCAN_LIMIT = 2000

const CANDIDATE_COLUMNS = ['id', 'kind', 'name_sort', 'search_codes'] as const
type Candidate = Record<(typeof CANDIDATE_COLUMNS)[number], string>

/**
 * Up to six published items of one kind, or of any, that match. First those with exactly this code, then those whose
 * name begins with the text, whose name contains it, and whose description does.
 */
export async function findSuggestions(db: Db, criteria: SearchCriteria, kind?: Kind): Promise<StoredItem[]> {
  const candidates = [
    ...(await findByExactCode(db, criteria, kind)),
    ...(await findByPrefix(db, criteria, kind)),
    ...(await findMatching(db, criteria, kind)),
  ]
  const rankKeys = new Map(candidates.map((item) => [item.id, toRankKey(item, criteria)]))
  const ranked = [...rankKeys].sort(([, a], [, b]) => (a < b ? -1 : 1))
  return findByIds(
    db,
    ranked.slice(0, MAX_SUGGESTIONS).map(([id]) => id),
  )
}

/** A text that sorts before those of less relevant items. */
function toRankKey({ kind, name_sort, search_codes }: Candidate, { text = '', code }: SearchCriteria) {
  const criteria = [
    code !== undefined && search_codes.includes(`|${code}|`),
    name_sort.startsWith(text),
    name_sort.includes(text),
  ]
  const ranks = criteria.map((isMet) => (isMet ? 0 : 1)).join('')
  return `${ranks}${Kind.options.indexOf(kind as Kind)}${name_sort}`
}

async function findByExactCode(db: Db, { code }: SearchCriteria, kind?: Kind): Promise<Candidate[]> {
  if (code === undefined) return []
  return getSearchIndex(db)
    .selectItems(toContainsExpression(`|${code}|`, 'search_codes'), getKeyRange(kind))
    .select(CANDIDATE_COLUMNS)
    .limit(MAX_SUGGESTIONS)
    .execute()
}

async function findByPrefix(db: Db, { text }: SearchCriteria, kind?: Kind): Promise<Candidate[]> {
  if (text === undefined) return []
  const byKind = toKinds(kind).map((each) =>
    selectByName(db, each)
      .where('name_sort', '>=', text)
      .where('name_sort', '<', `${text}\u{10ffff}`)
      .limit(MAX_SUGGESTIONS)
      .execute(),
  )
  return (await Promise.all(byKind)).flat()
}

async function findMatching(db: Db, criteria: SearchCriteria, kind?: Kind): Promise<Candidate[]> {
  const expression = toExpression(criteria)
  if (expression)
    return getSearchIndex(db)
      .selectItems(expression, getKeyRange(kind), MAX_RANKED)
      .select(CANDIDATE_COLUMNS)
      .orderBy(sql`item.hit_key`)
      .limit(MAX_RANKED)
      .execute()
  const byKind = toKinds(kind).map((each) =>
    db
      .selectFrom(selectByName(db, each).select('search_text').limit(SCAN_LIMIT).as('item'))
      .select(CANDIDATE_COLUMNS)
      .where(containsByScan('search_text', criteria.text ?? ''))
      .limit(MAX_RANKED)
      .execute(),
  )
  return (await Promise.all(byKind)).flat()
}

const toKinds = (kind: Kind | undefined) => (kind === undefined ? Kind.options : [kind])

const selectByName = (db: Db, kind: Kind) =>
  selectPublished(db, kind).select(CANDIDATE_COLUMNS).orderBy('name_sort').orderBy('id')
