import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import { escapeLike } from './contains.ts'
import { byEngine, positionIn } from './engine.ts'
import type { Db } from './open.ts'
import type { Shelf } from './shelves.ts'
import type { ItemTable, Tables } from './tables.ts'

/*
 * 'Contains' over an item's folded name and description, and over its codes: what the engines do most differently. SQLite
 * asks its text index, which stands in the order of the shelves; PostgreSQL has an index of trigrams, or reads along.
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
    postgres: conditionOf(match),
  })
}

/** True where name, description or codes contain `folded`, in no order. */
export function itemContains(folded: string, column: Column = WORDS): RawBuilder<boolean> {
  return isIndexedTerm(folded, column) ? isMatched(matchOf(folded, column)) : containsShort(folded, column)
}

/**
 * What a match finds on a shelf, to select from as `item`. Ordered by `item.found_at` it comes in the order of names, and
 * SQLite reads no further than the limit.
 */
export function foundItems(
  db: Db,
  match: Match,
  { from, to }: Shelf,
): SelectQueryBuilder<Tables, 'item', object> {
  const found = byEngine<ItemTable>({
    sqlite: sql`(
      select item_text.rowid as found_at, item.*
      from item_text cross join item on item.place = item_text.rowid
      where item_text match ${expressionOf(match)} and item_text.rowid > ${from} and item_text.rowid < ${to}
    )`,
    // Not the column itself: in the order of its index PostgreSQL would read past all that is not found, of which there
    // may be much before the first that is. What is found is less, and counted anyway.
    postgres: sql`(
      select item.place + 0 as found_at, item.* from item where ${standing(match, { from, to })}
    )`,
  })
  return db.selectFrom(found.as('item'))
}

/** The items that a match finds on a shelf, up to so many, to be counted; SQLite looks at none of them. */
export const someFound = (db: Db, match: Match, shelf: Shelf, most: number) =>
  selectFound(db, match, shelf).select('place').limit(most)

/** Whether a match finds anything on a shelf. */
export async function findsAny(db: Db, match: Match, shelf: Shelf): Promise<boolean> {
  const found = await selectFound(db, match, shelf).select(sql`1`.as('one')).limit(1).executeTakeFirst()
  return found !== undefined
}

/** The places that a match finds on a shelf, by the index alone where it can. */
function selectFound(db: Db, match: Match, { from, to }: Shelf) {
  const found = byEngine<{ place: number }>({
    sqlite: sql`(
      select rowid as place from item_text
      where item_text match ${expressionOf(match)} and rowid > ${from} and rowid < ${to}
    )`,
    postgres: sql`(select item.place from item where ${standing(match, { from, to })})`,
  })
  return db.selectFrom(found.as('found'))
}

/* SQLite: an expression of the text index. */

const phrase = (folded: string) => `"${folded.replaceAll('"', '""')}"`

/** The phrases of the index, one of which stands wherever `text` does, which has at least two letters. */
const phrasesOf = (text: string): string[] =>
  [...text].length >= TRIGRAM ? [phrase(text)] : FOLLOWING.map((letter) => phrase(text + letter))

function expressionOf(match: Match): string {
  const clauses = match.map(({ column, each }) => {
    const groups = each.map((group) => `(${group.flatMap(phrasesOf).join(' OR ')})`)
    return `({${column}} : (${groups.join(' AND ')}))`
  })
  return clauses.join(' OR ')
}

/* PostgreSQL: conditions that its trigram index answers, where it has one. */

function conditionOf(match: Match): RawBuilder<boolean> {
  const either = (conditions: RawBuilder<boolean>[]) => sql<boolean>`(${sql.join(conditions, sql` or `)})`
  return either(
    match.map(({ column, each }) => {
      const contains = (text: string) =>
        sql<boolean>`${sql.ref(`item.${column}`)} like ${`%${escapeLike(text)}%`}`
      return sql.join(
        each.map((group) => either(group.map(contains))),
        sql` and `,
      ) as RawBuilder<boolean>
    }),
  )
}

const standing = (match: Match, { from, to }: Shelf) =>
  sql<boolean>`${conditionOf(match)} and item.place > ${from} and item.place < ${to}`
