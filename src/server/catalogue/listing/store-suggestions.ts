import { sql } from 'kysely'
import { KINDS, type Kind } from '#contracts/kind.ts'
import { LIMITS } from '#contracts/limits.ts'
import type { Db } from '#server/database/db.ts'
import { getSearchIndex } from '#server/database/search/get-search-index.ts'
import { type SearchExpression, toContainsExpression } from '#server/database/search/search-expression.ts'
import type { SearchHits } from '#server/database/search/search-index.ts'
import { getKeyRange } from '#server/database/search/sort-keys.ts'
import type { Tables } from '#server/database/tables.ts'
import { type SearchCriteria, toExpression } from '../search/search-criteria.ts'
import { isIn } from './item-filter.ts'
import { selectPublished } from './store-sources.ts'

/** Of the hits of a search, this many are ranked: the first by kind and name. */
const MAX_RANKED = 200

const CANDIDATE_COLUMNS = ['id', 'kind', 'name_sort', 'search_codes'] as const
type Candidate = Pick<Tables['item'], (typeof CANDIDATE_COLUMNS)[number]>

/**
 * The ids of up to six published items of one kind, or of any, that match; the text is long enough for the search index. First
 * those with exactly this code, then those whose name begins with the text, whose name contains it, and whose
 * description does. `hits`: those of the criteria, if they are known.
 */
export async function findSuggestions(
  db: Db,
  criteria: SearchCriteria,
  kind?: Kind,
  hits?: SearchHits,
): Promise<string[]> {
  if (criteria.specificationTerms !== undefined) return findBySortKeys(db, hits?.sortKeys ?? [])
  const { text, code } = criteria
  const expression = toExpression(criteria)
  const candidates = (
    await Promise.all([
      code === undefined ? [] : findHits(db, toContainsExpression(`|${code}|`, 'search_codes'), kind),
      // Without an expression every item matches: every name begins with ''.
      text === undefined && expression ? [] : findByPrefix(db, text ?? '', kind),
      expression ? findHits(db, expression, kind) : [],
    ])
  ).flat()
  const rankKeys = new Map(candidates.map((item) => [item.id, toRankKey(item, criteria)]))
  const ranked = [...rankKeys].sort(([, a], [, b]) => (a < b ? -1 : 1))
  return ranked.slice(0, LIMITS.suggestions).map(([id]) => id)
}

async function findBySortKeys(db: Db, sortKeys: number[]): Promise<string[]> {
  const rows = await db
    .selectFrom('item')
    .select('id')
    .where(isIn('sort_key', sortKeys.slice(0, LIMITS.suggestions)))
    .orderBy('sort_key')
    .execute()
  return rows.map(({ id }) => id)
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

function findHits(db: Db, expression: SearchExpression, kind?: Kind): Promise<Candidate[]> {
  return getSearchIndex(db)
    .selectItems(expression, getKeyRange(kind), MAX_RANKED)
    .select(CANDIDATE_COLUMNS)
    .orderBy(sql`item.hit_key`)
    .limit(MAX_RANKED)
    .execute()
}

async function findByPrefix(db: Db, text: string, kind?: Kind): Promise<Candidate[]> {
  const byKind = (kind === undefined ? KINDS : [kind]).map((each) =>
    selectPublished(db, each)
      .select(CANDIDATE_COLUMNS)
      .where('name_sort', '>=', text)
      .where('name_sort', '<', `${text}\u{10ffff}`)
      .orderBy('name_sort')
      .orderBy('id')
      .limit(LIMITS.suggestions)
      .execute(),
  )
  return (await Promise.all(byKind)).flat()
}
