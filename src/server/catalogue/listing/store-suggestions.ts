import { KINDS, type Kind } from '#contracts/item/kind.ts'
import { LIMITS } from '#contracts/limits.ts'
import { isInNumbers } from '#server/database/sql-dialect.ts'
import type { Tables } from '#server/database/tables.ts'
import { findHits, type SearchCriteria } from '../search/store-hits.ts'
import type { ListSource, RowSet } from '../search/store-row-sets.ts'
import { sortRows } from './store-lists.ts'

/** Of the hits of a search, this many are ranked: the first by kind and name. */
const MAX_RANKED = 200

const CANDIDATE_COLUMNS = ['id', 'kind', 'name_sort', 'search_codes'] as const
type Candidate = Pick<Tables['item'], (typeof CANDIDATE_COLUMNS)[number]>

/**
 * The ids of up to six published items of these kinds that match. First those with exactly this code, then those whose name
 * begins with the text, whose name contains it, and whose description does.
 */
export async function findSuggestions(
  source: ListSource,
  criteria: SearchCriteria,
  kinds: readonly Kind[] = KINDS,
): Promise<string[]> {
  const { text, code } = criteria
  const ranked: number[] = []
  const others: number[] = []
  for (const kind of kinds) {
    const hits = await findHits(source, kind, criteria)
    if (hits.isEmpty()) continue
    ranked.push(...(await listFirst(source, kind, hits, MAX_RANKED - ranked.length)))
    if (code !== undefined) others.push(...(await findHits(source, kind, { code: `|${code}|` })).array())
    if (text !== undefined) others.push(...(await findByPrefix(source, text, kind)))
  }
  const rowIds = [...ranked, ...others]
  if (rowIds.length === 0) return []
  const candidates = await source.db
    .selectFrom('item')
    .select(CANDIDATE_COLUMNS)
    .where(isInNumbers('item.row_id', rowIds))
    .execute()
  const rankKeys = new Map(candidates.map((item) => [item.id, toRankKey(item, criteria)]))
  const sorted = [...rankKeys].sort(([, a], [, b]) => (a < b ? -1 : 1))
  return sorted.slice(0, LIMITS.suggestions).map(([id]) => id)
}

async function listFirst(source: ListSource, kind: Kind, rows: RowSet, max: number): Promise<number[]> {
  const found: number[] = []
  for (const rowId of await sortRows(source, kind, rows)) {
    if (found.length === max) break
    if (rows.has(rowId)) found.push(rowId)
  }
  return found
}

/** A text that sorts before those of less relevant items. */
function toRankKey({ kind, name_sort, search_codes }: Candidate, { text = '', code }: SearchCriteria) {
  const criteria = [
    code !== undefined && search_codes.includes(`|${code}|`),
    name_sort.startsWith(text),
    name_sort.includes(text),
  ]
  const ranks = criteria.map((isMet) => (isMet ? 0 : 1)).join('')
  return `${ranks}${KINDS.indexOf(kind)}${name_sort}`
}

/** The first published items of a kind whose folded name begins with a text, by name. */
export async function findByPrefix({ db }: ListSource, text: string, kind: Kind): Promise<number[]> {
  const rows = await db
    .selectFrom('item')
    .select('row_id')
    .where('unpublished_at', 'is', null)
    .where('kind', '=', kind)
    .where('name_sort', '>=', text)
    .where('name_sort', '<', `${text}\u{10ffff}`)
    .orderBy('name_sort')
    .orderBy('id')
    .limit(LIMITS.suggestions)
    .execute()
  return rows.map(({ row_id }) => row_id)
}
