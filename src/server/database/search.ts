import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import { escapeLike } from './contains.ts'
import type { Db } from './db.ts'
import { byEngine, positionIn } from './engine.ts'
import type { Shelf } from './shelves.ts'
import type { ItemTable, Tables } from './tables.ts'

/*
 * 'Contains' over an item's folded name and description, and over its codes: what the engines do most differently. Both
 * have a table `item_text` of these beside the items. SQLite's is its text index, which stands in the order of the shelves;
 * PostgreSQL's has an index of trigrams, or is read through.
 */

const WORDS = 'search_text'
const CODES = 'search_codes'
type Column = typeof WORDS | typeof CODES
/** SQLite's trigram index knows no fewer letters; those of two are looked for with every letter that may follow. */
const TRIGRAM = 3
const SHORTEST_INDEXED: Record<Column, number> = { [WORDS]: TRIGRAM - 1, [CODES]: TRIGRAM }
const FOLLOWING = [...' \nabcdefghijklmnopqrstuvwxyz0123456789.,;:-/+°%"\'()×']
const IS_FOLLOWING = new Set(FOLLOWING)

/**
 * What `search_text` holds of folded texts: every word stands behind a space, every text ends its line. Two letters
 * that stand before one of no `FOLLOWING` stand once more on a line of their own, so that they too have one behind them.
 */
export function searchText(...folded: string[]): string {
  const text = folded.map((each) => ` ${each}\n`).join('')
  const letters = [...text]
  const pairs = letters.flatMap((letter, at) =>
    at < 2 || IS_FOLLOWING.has(letter) ? [] : [`${letters[at - 2]}${letters[at - 1]}\n`],
  )
  return text + [...new Set(pairs)].join('')
}

/** Whether the text index answers for this term. */
export const isIndexedTerm = (folded: string, column: Column = WORDS): boolean =>
  [...folded].length >= SHORTEST_INDEXED[column]

/** What the texts of an item must contain: of one clause, from each group one text. All texts are long enough for the index. */
export type Match = Clause[]
interface Clause {
  column: Column
  each: string[][]
}

/** The match for what contains `folded`, which is long enough for the index. */
export const matchOf = (folded: string, column: Column = WORDS): Match => [{ column, each: [[folded]] }]

/** The match for name and description that hold one word of every group; one under three letters at a word's beginning. */
export function eachOf(groups: string[][]): Match {
  const asIndexed = (word: string) => ([...word].length >= TRIGRAM ? word : ` ${word}`)
  return [{ column: WORDS, each: groups.map((group) => group.map(asIndexed)) }]
}

/** True where an item contains a term that is too short for the index. */
export function containsShort(folded: string, column: Column = WORDS): RawBuilder<boolean> {
  return sql<boolean>`${positionIn(sql.ref(`item.${column}`), folded)} > 0`
}

/** True where a match finds an item, in no order. */
export function isMatched(match: Match): RawBuilder<boolean> {
  return byEngine({
    sqlite: sql`item.place in (select rowid from item_text where item_text match ${expressionOf(match)})`,
    postgres: sql`item.row_id in (select item_text.row_id from item_text where ${conditionOf(match)})`,
  })
}

/** True where name or description contain `folded`, in no order. */
export const itemContains = (folded: string): RawBuilder<boolean> =>
  isIndexedTerm(folded) ? isMatched(matchOf(folded)) : containsShort(folded)

/**
 * What a match finds on a shelf, to select from as `item`. Ordered by `item.found_at` it comes in the order of names, and
 * SQLite reads no further than the limit. `most`: that limit, said to PostgreSQL before it reads the items.
 */
export function foundItems(
  db: Db,
  match: Match,
  shelf: Shelf,
  most?: number,
): SelectQueryBuilder<Tables, 'item', object> {
  const found = byEngine<ItemTable>({
    sqlite: sql`(
      select found.place as found_at, item.*
      from (${placesOf(match, shelf)}) as found cross join item on item.place = found.place
    )`,
    // Items are read when it is known which; their own `place` would be another way to them, and a longer one.
    postgres: sql`(
      select found.place as found_at, item.*
      from (${textsOf(match, shelf)} ${most === undefined ? sql`` : sql`order by place limit ${most}`}) as found
      join item on item.row_id = found.row_id
    )`,
  })
  return db.selectFrom(found.as('item'))
}

/** Where on a shelf a match finds something, up to so many places, in no order; no row of an item is looked at. */
export function someFound(db: Db, match: Match, shelf: Shelf, most: number) {
  const found = byEngine<{ place: number }>({
    sqlite: sql`(${placesOf(match, shelf)})`,
    postgres: sql`(with ${allFound(match, shelf)} select place from found)`,
  })
  return db.selectFrom(found.as('found')).select('place').limit(most)
}

/** Whether a match finds anything on a shelf. */
export async function findsAny(db: Db, match: Match, shelf: Shelf): Promise<boolean> {
  const found = await someFound(db, match, shelf, 1).executeTakeFirst()
  return found !== undefined
}

/** What a search finds on a shelf, learnt on the way. */
export interface Found {
  /** The first places (shelves.ts), in their order. */
  places: number[]
  /** Of all; undefined where there are more than those, and nobody has counted. */
  total: number | undefined
}

export const NOTHING: Found = { places: [], total: 0 }

/** Whether nothing is found but what stands at the places. */
export const isWhole = ({ places, total }: Found): boolean => places.length === total

/**
 * What a match finds, up to so many places. PostgreSQL, which looks at everything found in any case, counts it too; SQLite
 * reads no further than it must.
 */
export async function firstFound(db: Db, match: Match, shelf: Shelf, most: number): Promise<Found> {
  const asked = byEngine<Joined>({
    sqlite: sql`
      select group_concat(place) as places, null as total
      from (${placesOf(match, shelf)} order by rowid limit ${most + 1})`,
    postgres: sql`select ${joined(most)} as places, count(*) as total from (${textsOf(match, shelf)}) as found`,
  })
  const { rows } = await sql<Joined>`${asked}`.execute(db)
  return toFound(rows[0]!, most)
}

/**
 * What a match finds and, of that, what contains `folded`: for PostgreSQL one look at the same texts. Only where nothing
 * contains it that the match does not find (`isImplied`).
 */
export async function firstFoundWith(
  db: Db,
  { match, folded }: { match: Match; folded: string },
  shelf: Shelf,
  most: number,
): Promise<{ all: Found; containing: Found }> {
  const contained = conditionOf(matchOf(folded))
  const { rows } = await sql<Joined & { containing: string | null; total_containing: number }>`
    with found as materialized (select place, ${contained} as is_meant from (${textsOf(match, shelf)}) as item_text)
    select ${joined(most)} as places, count(*) as total,
      ${joined(most, sql`filter (where is_meant)`)} as containing,
      count(*) filter (where is_meant) as total_containing
    from found`.execute(db)
  const { containing: places, total_containing: total, ...all } = rows[0]!
  return { all: toFound(all, most), containing: toFound({ places, total }, most) }
}

/** Whether every text that contains `folded` is found by this match too. */
export const isImplied = (match: Match, folded: string): boolean =>
  match.some(
    ({ column, each }) =>
      column === WORDS && each.every((group) => group.some((text) => folded.includes(text))),
  )

/** Places as one text, for of thousands of rows each would cost more than finding it. */
interface Joined {
  places: string | null
  /** Null: as many as there are places, unless these are too many. */
  total: number | null
}

function toFound({ places: text, total }: Joined, most: number): Found {
  const places = text ? text.split(',').map(Number) : []
  return { places: places.slice(0, most), total: total ?? (places.length > most ? undefined : places.length) }
}

/* SQLite: an expression of the text index. */

const phrase = (folded: string) => `"${folded.replaceAll('"', '""')}"`

/** The phrases of the index, one of which stands wherever `text` does, which has at least two letters. */
const phrasesOf = (text: string): string[] =>
  [...text].length >= TRIGRAM ? [phrase(text)] : FOLLOWING.map((letter) => phrase(text + letter))

const placesOf = (match: Match, { from, to }: Shelf) => sql`
  select rowid as place from item_text
  where item_text match ${expressionOf(match)} and rowid > ${from} and rowid < ${to}`

function expressionOf(match: Match): string {
  const clauses = match.map(({ column, each }) => {
    const groups = each.map((group) => `(${group.flatMap(phrasesOf).join(' OR ')})`)
    return `({${column}} : (${groups.join(' AND ')}))`
  })
  return clauses.join(' OR ')
}

/* PostgreSQL: conditions that an index of trigrams answers, where there is one. */

function conditionOf(match: Match): RawBuilder<boolean> {
  const either = (conditions: RawBuilder<boolean>[]) => sql<boolean>`(${sql.join(conditions, sql` or `)})`
  return either(
    match.map(({ column, each }) => {
      const contains = (text: string) =>
        sql<boolean>`${sql.ref(`item_text.${column}`)} like ${`%${escapeLike(text)}%`}`
      return sql.join(
        each.map((group) => either(group.map(contains))),
        sql` and `,
      ) as RawBuilder<boolean>
    }),
  )
}

const textsOf = (match: Match, { from, to }: Shelf) => sql`
  select row_id, place, search_text, search_codes from item_text
  where ${conditionOf(match)} and place > ${from} and place < ${to}`

/** By themselves first: for the sake of a limit PostgreSQL would read along until it has met so many, up to the last names. */
const allFound = (match: Match, shelf: Shelf) =>
  sql`found as materialized (select place from (${textsOf(match, shelf)}) as text)`

/** The first of the places, in their order. */
const joined = (most: number, which = sql``) =>
  sql`array_to_string((array_agg(place order by place) ${which})[1:${sql.lit(most)}], ',')`
