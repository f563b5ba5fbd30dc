import { sql } from 'kysely'
import type { Kind } from '#contracts/item.ts'
import type { Db } from '#server/database/db.ts'
import { foundItems, matchOf } from '#server/database/search.ts'
import { shelfOf } from '#server/database/shelves.ts'
import type { Matching } from './search.ts'
import { findByIds, type StoredItem } from './store.ts'
import { toSearch } from './store-conditions.ts'

const KINDS: Kind[] = ['machine', 'spare', 'service']
const SUGGESTED = 6
/** Of what a search finds, so many are weighed, in the order of kinds and names. */
const WEIGHED = 200
/** A letter, which is too short for the text index, is looked for in so many names of each kind. */
const READ_THROUGH = 2000

interface Candidate {
  id: string
  kind: string
  name_sort: string
  search_codes: string
}

/** A few items, of one kind or any, that match: a whole code first, then names that begin with the words, then names, then texts. */
export async function findSuggested(db: Db, matching: Matching, kind?: Kind): Promise<StoredItem[]> {
  const found = [
    ...(await withWholeCode(db, matching, kind)),
    ...(await beginning(db, matching, kind)),
    ...(await containing(db, matching, kind)),
  ]
  const candidates = [...new Map(found.map((item) => [item.id, item])).values()]
  const ranked = candidates.map((item) => ({ id: item.id, rank: rankOf(item, matching) }))
  ranked.sort((a, b) => (a.rank < b.rank ? -1 : 1))
  return findByIds(
    db,
    ranked.slice(0, SUGGESTED).map(({ id }) => id),
  )
}

/** Sorts like the best first. */
function rankOf({ kind, name_sort, search_codes }: Candidate, { text = '', code }: Matching): string {
  const misses = [
    code !== undefined && search_codes.includes(`|${code}|`),
    name_sort.startsWith(text),
    name_sort.includes(text),
  ].map((hit) => (hit ? 0 : 1))
  return `${misses.join('')}${KINDS.indexOf(kind as Kind)}${name_sort}`
}

async function withWholeCode(db: Db, { code }: Matching, kind: Kind | undefined): Promise<Candidate[]> {
  if (code === undefined) return []
  return foundItems(db, matchOf(`|${code}|`, 'search_codes'), shelfOf(kind))
    .select(['id', 'kind', 'name_sort', 'search_codes'])
    .limit(SUGGESTED)
    .execute()
}

/** Items whose names begin with the text, from the index of names. */
async function beginning(db: Db, { text }: Matching, kind: Kind | undefined): Promise<Candidate[]> {
  if (text === undefined) return []
  const found = kinds(kind).map((each) =>
    ofKind(db, each)
      .where('name_sort', '>=', text)
      .where('name_sort', '<', `${text}\u{10ffff}`)
      .limit(SUGGESTED)
      .execute(),
  )
  return (await Promise.all(found)).flat()
}

async function containing(
  db: Db,
  { found: _, ...matching }: Matching,
  kind: Kind | undefined,
): Promise<Candidate[]> {
  const { match, short } = toSearch(matching)
  if (match)
    return foundItems(db, match, shelfOf(kind), WEIGHED)
      .select(['id', 'kind', 'name_sort', 'search_codes'])
      .orderBy(sql`item.found_at`)
      .limit(WEIGHED)
      .execute()
  const found = kinds(kind).map((each) =>
    db
      .selectFrom(ofKind(db, each).select('search_text').limit(READ_THROUGH).as('item'))
      .select(['id', 'kind', 'name_sort', 'search_codes'])
      .where((eb) => eb.and(short))
      .limit(WEIGHED)
      .execute(),
  )
  return (await Promise.all(found)).flat()
}

const kinds = (kind: Kind | undefined) => (kind === undefined ? KINDS : [kind])

function ofKind(db: Db, kind: Kind) {
  return db
    .selectFrom('item')
    .select(['id', 'kind', 'name_sort', 'search_codes'])
    .where('hidden_at', 'is', null)
    .where('kind', '=', kind)
    .orderBy('name_sort')
    .orderBy('id')
}
