import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { Db } from './open.ts'
import type { Shelf } from './shelves.ts'
import type { ItemTable, Tables } from './tables.ts'

/*
 * 'Contains' over an item's folded name and description, and over its codes: the one thing the engines do differently.
 * A match is an expression of the text index.
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

const phrase = (folded: string) => `"${folded.replaceAll('"', '""')}"`

/** The phrases of the index, one of which stands wherever `text` does, which has at least two letters. */
const phrasesOf = (text: string): string[] =>
  [...text].length >= TRIGRAM ? [phrase(text)] : FOLLOWING.map((letter) => phrase(text + letter))

/** The match for what contains `folded`, which is long enough for the index. */
export const matchOf = (folded: string, column: Column = WORDS): string =>
  `{${column}} : (${phrasesOf(folded).join(' OR ')})`

/** The match for what fits one of several. */
export const anyOf = (matches: string[]): string => matches.map((match) => `(${match})`).join(' OR ')

/** The match for name and description that hold one word of every group; one under three letters at a word's beginning. */
export function eachOf(groups: string[][]): string {
  const asIndexed = (word: string) => phrasesOf([...word].length >= TRIGRAM ? word : ` ${word}`)
  const words = groups.map((group) => `(${group.flatMap(asIndexed).join(' OR ')})`)
  return `{${WORDS}} : (${words.join(' AND ')})`
}

/** True where an item contains a term that is too short for the index. */
export function containsShort(folded: string, column: Column = WORDS): RawBuilder<boolean> {
  return sql<boolean>`instr(${sql.ref(`item.${column}`)}, ${folded}) > 0`
}

/** True where the index finds an item, in no order. */
export function isMatched(match: string): RawBuilder<boolean> {
  return sql<boolean>`item.place in (select rowid from item_text where item_text match ${match})`
}

/** True where name, description or codes contain `folded`, in no order. */
export function itemContains(folded: string, column: Column = WORDS): RawBuilder<boolean> {
  return isIndexedTerm(folded, column) ? isMatched(matchOf(folded, column)) : containsShort(folded, column)
}

/**
 * What the index finds on a shelf, to select from as `item`. Ordered by `item.found_at` it is read in the order of names
 * and no further than its limit.
 */
export function foundItems(
  db: Db,
  match: string,
  { from, to }: Shelf,
): SelectQueryBuilder<Tables, 'item', object> {
  const found = sql<ItemTable>`(
    select item_text.rowid as found_at, item.*
    from item_text cross join item on item.place = item_text.rowid
    where item_text match ${match} and item_text.rowid > ${from} and item_text.rowid < ${to}
  )`
  return db.selectFrom(found.as('item'))
}

/** How many items the index finds on a shelf, without a look at any of them. */
export async function countFound(db: Db, match: string, { from, to }: Shelf): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from item_text
    where item_text match ${match} and rowid > ${from} and rowid < ${to}`.execute(db)
  return rows[0]?.total ?? 0
}

/** Whether the index finds anything on a shelf. */
export async function findsAny(db: Db, match: string, { from, to }: Shelf): Promise<boolean> {
  const { rows } = await sql`
    select 1 from item_text where item_text match ${match} and rowid > ${from} and rowid < ${to} limit 1`.execute(
    db,
  )
  return rows.length > 0
}
