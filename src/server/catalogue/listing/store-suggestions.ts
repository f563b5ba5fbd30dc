import { sql } from 'kysely'
import type { Kind } from '#contracts/item.ts'
import type { Db } from '#server/database/db.ts'
import { selectHits, toContainsExpression } from '#server/database/item-search.ts'
import { getKeyRange } from '#server/database/search-order.ts'
import { findByIds, type StoredItem } from '../items/store.ts'
import type { SearchCriteria } from '../search/query-parsing.ts'
import { toTextSearch } from './item-filter.ts'

const KINDS: Kind[] = ['machine', 'spare', 'service']
const MAX_SUGGESTIONS = 6
/** Of what a search finds, so many are weighed, in the order of kinds and names. */
const MAX_RANKED = 200
/** A letter, which is too short for the text index, is looked for in so many names of each kind. */
const SCAN_LIMIT = 2000

interface Candidate {
  id: string
  kind: string
  name_sort: string
  search_codes: string
}

/** A few items, of one kind or any, that match: a whole code first, then names that begin with the words, then names, then texts. */
export async function findSuggestions(db: Db, criteria: SearchCriteria, kind?: Kind): Promise<StoredItem[]> {
  const found = [
    ...(await findByExactCode(db, criteria, kind)),
    ...(await findByPrefix(db, criteria, kind)),
    ...(await findBySubstring(db, criteria, kind)),
  ]
  const candidates = [...new Map(found.map((item) => [item.id, item])).values()]
  const ranked = candidates.map((item) => ({ id: item.id, rank: toRankKey(item, criteria) }))
  ranked.sort((a, b) => (a.rank < b.rank ? -1 : 1))
  return findByIds(
    db,
    ranked.slice(0, MAX_SUGGESTIONS).map(({ id }) => id),
  )
}

/** Sorts like the best first. */
function toRankKey(
  { kind, name_sort, search_codes }: Candidate,
  { text = '', code }: SearchCriteria,
): string {
  const ranks = [
    code !== undefined && search_codes.includes(`|${code}|`),
    name_sort.startsWith(text),
    name_sort.includes(text),
  ].map((hit) => (hit ? 0 : 1))
  return `${ranks.join('')}${KINDS.indexOf(kind as Kind)}${name_sort}`
}

async function findByExactCode(
  db: Db,
  { code }: SearchCriteria,
  kind: Kind | undefined,
): Promise<Candidate[]> {
  if (code === undefined) return []
  return selectHits(db, toContainsExpression(`|${code}|`, 'search_codes'), getKeyRange(kind))
    .select(['id', 'kind', 'name_sort', 'search_codes'])
    .limit(MAX_SUGGESTIONS)
    .execute()
}

/** Items whose names begin with the text, from the index of names. */
async function findByPrefix(db: Db, { text }: SearchCriteria, kind: Kind | undefined): Promise<Candidate[]> {
  if (text === undefined) return []
  const found = toKinds(kind).map((eachKind) =>
    selectPublishedOfKind(db, eachKind)
      .where('name_sort', '>=', text)
      .where('name_sort', '<', `${text}\u{10ffff}`)
      .limit(MAX_SUGGESTIONS)
      .execute(),
  )
  return (await Promise.all(found)).flat()
}

async function findBySubstring(
  db: Db,
  { hits: _, ...matching }: SearchCriteria,
  kind: Kind | undefined,
): Promise<Candidate[]> {
  const { expression, conditions } = toTextSearch(matching)
  if (expression)
    return selectHits(db, expression, getKeyRange(kind), MAX_RANKED)
      .select(['id', 'kind', 'name_sort', 'search_codes'])
      .orderBy(sql`item.hit_key`)
      .limit(MAX_RANKED)
      .execute()
  const found = toKinds(kind).map((eachKind) =>
    db
      .selectFrom(selectPublishedOfKind(db, eachKind).select('search_text').limit(SCAN_LIMIT).as('item'))
      .select(['id', 'kind', 'name_sort', 'search_codes'])
      .where((eb) => eb.and(conditions))
      .limit(MAX_RANKED)
      .execute(),
  )
  return (await Promise.all(found)).flat()
}

const toKinds = (kind: Kind | undefined) => (kind === undefined ? KINDS : [kind])

function selectPublishedOfKind(db: Db, kind: Kind) {
  return db
    .selectFrom('item')
    .select(['id', 'kind', 'name_sort', 'search_codes'])
    .where('unpublished_at', 'is', null)
    .where('kind', '=', kind)
    .orderBy('name_sort')
    .orderBy('id')
}
