import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { Db } from './db.ts'
import type { KeyRange } from './search-order.ts'
import { perDialect, strpos } from './sql-dialect.ts'
import type { ItemTable, Tables } from './tables.ts'
import { escapeLike } from './text-contains.ts'

/*
 * 'Contains' over an item's folded name and description, and over its codes: what the engines do most differently. Both
 * have a table `item_text` of these beside the items. SQLite's is its text index, which stands in the order of the shelves;
 * PostgreSQL's has an index of trigrams, or is read through.
 */

const TEXT_COLUMN = 'search_text'
const CODES_COLUMN = 'search_codes'
type SearchColumn = typeof TEXT_COLUMN | typeof CODES_COLUMN
/** SQLite's trigram index knows no fewer letters; those of two are looked for with every letter that may follow. */
const TRIGRAM_LENGTH = 3
const MIN_INDEXED_LENGTH: Record<SearchColumn, number> = {
  [TEXT_COLUMN]: TRIGRAM_LENGTH - 1,
  [CODES_COLUMN]: TRIGRAM_LENGTH,
}
const NEXT_CHARACTERS = [...' \nabcdefghijklmnopqrstuvwxyz0123456789.,;:-/+°%"\'()×']
const NEXT_CHARACTER_SET = new Set(NEXT_CHARACTERS)

/**
 * What `search_text` holds of folded texts: every word stands behind a space, every text ends its line. Two letters
 * that stand before one of no `FOLLOWING` stand once more on a line of their own, so that they too have one behind them.
 */
export function toSearchText(...folded: string[]): string {
  const text = folded.map((part) => ` ${part}\n`).join('')
  const characters = [...text]
  const pairs = characters.flatMap((character, index) =>
    index < 2 || NEXT_CHARACTER_SET.has(character)
      ? []
      : [`${characters[index - 2]}${characters[index - 1]}\n`],
  )
  return text + [...new Set(pairs)].join('')
}

/** Whether the text index answers for this term. */
export const isIndexedTerm = (folded: string, column: SearchColumn = TEXT_COLUMN): boolean =>
  [...folded].length >= MIN_INDEXED_LENGTH[column]

/** What the texts of an item must contain: of one clause, from each group one text. All texts are long enough for the index. */
export type SearchExpression = SearchClause[]
interface SearchClause {
  column: SearchColumn
  wordGroups: string[][]
}

/** The match for what contains `folded`, which is long enough for the index. */
export const toContainsExpression = (
  folded: string,
  column: SearchColumn = TEXT_COLUMN,
): SearchExpression => [{ column, wordGroups: [[folded]] }]

/** The match for name and description that hold one word of every group; one under three letters at a word's beginning. */
export function toAllWordsExpression(wordGroups: string[][]): SearchExpression {
  const toIndexedWord = (word: string) => ([...word].length >= TRIGRAM_LENGTH ? word : ` ${word}`)
  return [{ column: TEXT_COLUMN, wordGroups: wordGroups.map((group) => group.map(toIndexedWord)) }]
}

/** True where an item contains a term that is too short for the index. */
export function containsShortTerm(folded: string, column: SearchColumn = TEXT_COLUMN): RawBuilder<boolean> {
  return sql<boolean>`${strpos(sql.ref(`item.${column}`), folded)} > 0`
}

/** True where a match finds an item, in no order. */
export function matchesExpression(expression: SearchExpression): RawBuilder<boolean> {
  return perDialect({
    sqlite: sql`item.sort_key in (select rowid from item_text where item_text match ${toFtsExpression(expression)})`,
    postgres: sql`item.row_id in (select item_text.row_id from item_text where ${toLikeCondition(expression)})`,
  })
}

/** True where name or description contain `folded`, in no order. */
export const itemContainsText = (folded: string): RawBuilder<boolean> =>
  isIndexedTerm(folded) ? matchesExpression(toContainsExpression(folded)) : containsShortTerm(folded)

/**
 * What a match finds on a shelf, to select from as `item`. Ordered by `item.hit_key` it comes in the order of names, and
 * SQLite reads no further than the limit. `most`: that limit, said to PostgreSQL before it reads the items.
 */
export function selectHits(
  db: Db,
  expression: SearchExpression,
  keyRange: KeyRange,
  max?: number,
): SelectQueryBuilder<Tables, 'item', object> {
  const hits = perDialect<ItemTable>({
    sqlite: sql`(
      select found.sort_key as hit_key, item.*
      from (${sqliteHits(expression, keyRange)}) as found cross join item on item.sort_key = found.sort_key
    )`,
    // Items are read when it is known which; their own `sort_key` would be another way to them, and a longer one.
    postgres: sql`(
      select found.sort_key as hit_key, item.*
      from (${postgresHits(expression, keyRange)} ${max === undefined ? sql`` : sql`order by sort_key limit ${max}`}) as found
      join item on item.row_id = found.row_id
    )`,
  })
  return db.selectFrom(hits.as('item'))
}

/** Where on a shelf a match finds something, up to so many places, in no order; no row of an item is looked at. */
export function selectHitKeys(db: Db, expression: SearchExpression, keyRange: KeyRange, max: number) {
  const hits = perDialect<{ sort_key: number }>({
    sqlite: sql`(${sqliteHits(expression, keyRange)})`,
    postgres: sql`(with ${postgresHitKeysCte(expression, keyRange)} select sort_key from found)`,
  })
  return db.selectFrom(hits.as('found')).select('sort_key').limit(max)
}

/** Whether a match finds anything on a shelf. */
export async function hasHits(db: Db, expression: SearchExpression, keyRange: KeyRange): Promise<boolean> {
  const hit = await selectHitKeys(db, expression, keyRange, 1).executeTakeFirst()
  return hit !== undefined
}

/** What a search finds on a shelf, learnt on the way. */
export interface SearchHits {
  /** The first places (shelves.ts), in their order. */
  sortKeys: number[]
  /** Of all; undefined where there are more than those, and nobody has counted. */
  total: number | undefined
}

export const NO_HITS: SearchHits = { sortKeys: [], total: 0 }

/** Whether nothing is found but what stands at the places. */
export const isComplete = ({ sortKeys, total }: SearchHits): boolean => sortKeys.length === total

/**
 * What a match finds, up to so many places. PostgreSQL, which looks at everything found in any case, counts it too; SQLite
 * reads no further than it must.
 */
export async function fetchHits(
  db: Db,
  expression: SearchExpression,
  keyRange: KeyRange,
  max: number,
): Promise<SearchHits> {
  const query = perDialect<JoinedHits>({
    sqlite: sql`
      select group_concat(sort_key) as places, null as total
      from (${sqliteHits(expression, keyRange)} order by rowid limit ${max + 1})`,
    postgres: sql`select ${joinSortKeys(max)} as places, count(*) as total from (${postgresHits(expression, keyRange)}) as found`,
  })
  const { rows } = await sql<JoinedHits>`${query}`.execute(db)
  return toSearchHits(rows[0]!, max)
}

/**
 * What a match finds and, of that, what contains `folded`: for PostgreSQL one look at the same texts. Only where nothing
 * contains it that the match does not find (`isImplied`).
 */
export async function fetchHitsWithPhrase(
  db: Db,
  { match, folded }: { match: SearchExpression; folded: string },
  keyRange: KeyRange,
  max: number,
): Promise<{ all: SearchHits; containing: SearchHits }> {
  const containsPhrase = toLikeCondition(toContainsExpression(folded))
  const { rows } = await sql<JoinedHits & { containing: string | null; total_containing: number }>`
    with found as materialized (select sort_key, ${containsPhrase} as is_meant from (${postgresHits(match, keyRange)}) as item_text)
    select ${joinSortKeys(max)} as places, count(*) as total,
      ${joinSortKeys(max, sql`filter (where is_meant)`)} as containing,
      count(*) filter (where is_meant) as total_containing
    from found`.execute(db)
  const { containing: places, total_containing: total, ...all } = rows[0]!
  return { all: toSearchHits(all, max), containing: toSearchHits({ places, total }, max) }
}

/** Whether every text that contains `folded` is found by this match too. */
export const subsumesText = (expression: SearchExpression, folded: string): boolean =>
  expression.some(
    ({ column, wordGroups }) =>
      column === TEXT_COLUMN && wordGroups.every((group) => group.some((text) => folded.includes(text))),
  )

/** Places as one text, for of thousands of rows each would cost more than finding it. */
interface JoinedHits {
  places: string | null
  /** Null: as many as there are places, unless these are too many. */
  total: number | null
}

function toSearchHits({ places: joinedKeys, total }: JoinedHits, max: number): SearchHits {
  const sortKeys = joinedKeys ? joinedKeys.split(',').map(Number) : []
  return {
    sortKeys: sortKeys.slice(0, max),
    total: total ?? (sortKeys.length > max ? undefined : sortKeys.length),
  }
}

/* SQLite: an expression of the text index. */

const quotePhrase = (folded: string) => `"${folded.replaceAll('"', '""')}"`

/** The phrases of the index, one of which stands wherever `text` does, which has at least two letters. */
const toIndexPhrases = (text: string): string[] =>
  [...text].length >= TRIGRAM_LENGTH
    ? [quotePhrase(text)]
    : NEXT_CHARACTERS.map((character) => quotePhrase(text + character))

const sqliteHits = (expression: SearchExpression, { from, to }: KeyRange) => sql`
  select rowid as sort_key from item_text
  where item_text match ${toFtsExpression(expression)} and rowid > ${from} and rowid < ${to}`

function toFtsExpression(expression: SearchExpression): string {
  const clauses = expression.map(({ column, wordGroups }) => {
    const groups = wordGroups.map((group) => `(${group.flatMap(toIndexPhrases).join(' OR ')})`)
    return `({${column}} : (${groups.join(' AND ')}))`
  })
  return clauses.join(' OR ')
}

/* PostgreSQL: conditions that an index of trigrams answers, where there is one. */

function toLikeCondition(expression: SearchExpression): RawBuilder<boolean> {
  const anyOf = (conditions: RawBuilder<boolean>[]) => sql<boolean>`(${sql.join(conditions, sql` or `)})`
  return anyOf(
    expression.map(({ column, wordGroups }) => {
      const contains = (text: string) =>
        sql<boolean>`${sql.ref(`item_text.${column}`)} like ${`%${escapeLike(text)}%`}`
      return sql.join(
        wordGroups.map((group) => anyOf(group.map(contains))),
        sql` and `,
      ) as RawBuilder<boolean>
    }),
  )
}

const postgresHits = (expression: SearchExpression, { from, to }: KeyRange) => sql`
  select row_id, sort_key, search_text, search_codes from item_text
  where ${toLikeCondition(expression)} and sort_key > ${from} and sort_key < ${to}`

/** By themselves first: for the sake of a limit PostgreSQL would read along until it has met so many, up to the last names. */
const postgresHitKeysCte = (expression: SearchExpression, keyRange: KeyRange) =>
  sql`found as materialized (select sort_key from (${postgresHits(expression, keyRange)}) as text)`

/** The first of the places, in their order. */
const joinSortKeys = (max: number, filter = sql``) =>
  sql`array_to_string((array_agg(sort_key order by sort_key) ${filter})[1:${sql.lit(max)}], ',')`
