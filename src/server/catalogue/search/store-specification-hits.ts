import { sql } from 'kysely'
import type { Kind, Specifications } from '#contracts/item.ts'
import type { Db } from '#server/database/db.ts'
import { getSearchIndex } from '#server/database/search/get-search-index.ts'
import { toAllWordsExpression } from '#server/database/search/search-expression.ts'
import { getKeyRange } from '#server/database/search/sort-keys.ts'
import {
  type SpecificationTerm,
  toNameSlugs,
  toSpecificationText,
  toValuePrefixes,
  toValueSlugs,
} from './specification-terms.ts'

/** So many items with one of the values, and so many with one of the numbers in the text, are read and rated. */
const MAX_CANDIDATES = 500
const MAX_WORDS = 4

/** An item that may have the terms, with the text that decides. */
export interface SpecificationCandidate {
  sortKey: number
  text: string
}

/** The published items of a kind that have one of the terms as a value, or one of the numbers in name or description. */
export async function findSpecificationCandidates(
  db: Db,
  kind: Kind,
  terms: SpecificationTerm[],
): Promise<SpecificationCandidate[]> {
  const sortKeys = new Set([
    ...(await findByValues(db, kind, terms)),
    ...(await findByNumbersInText(db, kind, terms)),
  ])
  return readCandidates(db, [...sortKeys])
}

/** The published items of a kind that have all words of two to four but one in name or description: 'cnc training'. */
export async function findCandidatesByOtherWords(
  db: Db,
  kind: Kind,
  terms: SpecificationTerm[],
): Promise<SpecificationCandidate[]> {
  const words = terms.map(({ text }) => text)
  if (words.length < 2 || words.length > MAX_WORDS || terms.some(({ type }) => type !== 'word')) return []
  const hits = await Promise.all(
    words.map((word) => {
      const expression = toAllWordsExpression(words.filter((other) => other !== word).map((other) => [other]))
      return getSearchIndex(db).fetchHits(expression, getKeyRange(kind), MAX_CANDIDATES)
    }),
  )
  return readCandidates(db, [...new Set(hits.flatMap(({ sortKeys }) => sortKeys))])
}

async function readCandidates(db: Db, sortKeys: number[]): Promise<SpecificationCandidate[]> {
  if (sortKeys.length === 0) return []
  const rows = await db
    .selectFrom('item')
    .select(['sort_key', 'search_text', 'specifications_json'])
    .where('sort_key', 'in', sortKeys)
    .where('unpublished_at', 'is', null)
    .orderBy('sort_key')
    .execute()
  return rows.map(({ sort_key, search_text, specifications_json }) => ({
    sortKey: sort_key!,
    text: toSpecificationText(search_text, JSON.parse(specifications_json) as Specifications),
  }))
}

/**
 * Looks the values up under each key in turn: the index begins with the kind and the key, and there are few keys. The
 * recursion jumps from one key to the next, instead of reading all entries to find them.
 */
async function findByValues(db: Db, kind: Kind, terms: SpecificationTerm[]): Promise<number[]> {
  const slugs = toValueSlugs(terms)
  if (slugs.length === 0) return []
  const select = (condition: ReturnType<typeof sql>) => sql`
    select value.item_row_id from known_key cross join item_specification as value
    where value.kind = ${kind} and value.key = known_key.key and ${condition}`
  const names = toNameSlugs(terms)
  const queries = [
    ...names.map((name) => select(sql`(known_key.key = ${name} or known_key.key like ${`${name}.%`})`)),
    select(sql`value.value_slug in (${sql.join(slugs)})`),
    // '.' follows '-'.
    ...toValuePrefixes(terms).map((prefix) =>
      select(sql`value.value_slug >= ${`${prefix}-`} and value.value_slug < ${`${prefix}.`}`),
    ),
  ]
  const { rows } = await sql<{ sort_key: number }>`
    with recursive known_key(key) as (
      select min(key) from item_specification where kind = ${kind}
      union all
      select (select min(key) from item_specification where kind = ${kind} and key > known_key.key)
      from known_key where known_key.key is not null
    )
    select sort_key from item
    where row_id in (select item_row_id from (${sql.join(queries, sql` union all `)}) as hit limit ${MAX_CANDIDATES})`.execute(
    db,
  )
  return rows.map(({ sort_key }) => sort_key)
}

async function findByNumbersInText(db: Db, kind: Kind, terms: SpecificationTerm[]): Promise<number[]> {
  const words = terms.filter(({ type }) => type === 'word').map(({ text }) => text)
  const numbers = terms.filter(({ type }) => type !== 'word').map(({ text }) => ` ${text}`)
  if (numbers.length === 0) return []
  const expression = toAllWordsExpression([numbers, ...(words.length > 0 ? [words] : [])])
  const { sortKeys } = await getSearchIndex(db).fetchHits(expression, getKeyRange(kind), MAX_CANDIDATES)
  return sortKeys
}
