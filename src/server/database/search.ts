import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import { escapeLike } from './contains.ts'
import { byEngine, positionIn } from './engine.ts'
import type { Db } from './open.ts'
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
    // By themselves first: for the sake of a limit PostgreSQL would rather read along until it has met so many, and a word
    // may stand in the last names only.
    postgres: sql`(with found as materialized (${textsOf(match, shelf)}) select place from found)`,
  })
  return db.selectFrom(found.as('found')).select('place').limit(most)
}

/** Whether a match finds anything on a shelf. */
export async function findsAny(db: Db, match: Match, shelf: Shelf): Promise<boolean> {
  const found = await someFound(db, match, shelf, 1).executeTakeFirst()
  return found !== undefined
}

/** The places of `someFound`; as one text, for of thousands of rows each would cost more than finding it. */
export async function readPlaces(db: Db, match: Match, shelf: Shelf, most: number): Promise<number[]> {
  const joined = byEngine<string | null>({
    sqlite: sql`group_concat(place)`,
    postgres: sql`string_agg(place::text, ',')`,
  })
  const { places } = await db
    .selectFrom(someFound(db, match, shelf, most).as('found'))
    .select(joined.as('places'))
    .executeTakeFirstOrThrow()
  return places === null ? [] : places.split(',').map(Number)
}

/** The first places of what a match finds on a shelf, in their order, and how many there are; on PostgreSQL alone. */
export async function firstFound(db: Db, match: Match, shelf: Shelf, most: number) {
  const rows = await db
    .selectFrom(sql<{ place: number }>`(${textsOf(match, shelf)})`.as('found'))
    .select(['place', sql<number>`count(*) over ()`.as('total')])
    .orderBy('place')
    .limit(most)
    .execute()
  return { places: rows.map(({ place }) => place), total: rows[0]?.total ?? 0 }
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
  select row_id, place from item_text
  where ${conditionOf(match)} and place > ${from} and place < ${to}`
