import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { Db } from './open.ts'
import type { Shelf } from './shelves.ts'
import type { ItemTable, Tables } from './tables.ts'

/*
 * 'Contains' over an item's folded name and description, and over its codes: the one thing the engines do differently.
 * A match is an expression of the text index.
 */

/** SQLite's trigram index knows nothing shorter. */
const SHORTEST_INDEXED = 3
const WORDS = 'search_text'
const CODES = 'search_codes'
type Column = typeof WORDS | typeof CODES

/** Whether the text index answers for this term. */
export const isIndexedTerm = (folded: string): boolean => [...folded].length >= SHORTEST_INDEXED

const phrase = (folded: string) => `"${folded.replaceAll('"', '""')}"`

/** The match for what contains `folded`, which is long enough for the index. */
export const matchOf = (folded: string, column: Column = WORDS): string => `{${column}} : ${phrase(folded)}`

/** The match for what fits one of several. */
export const anyOf = (matches: string[]): string => matches.map((match) => `(${match})`).join(' OR ')

/** The match for name and description that hold one word of every group. */
export function eachOf(groups: string[][]): string {
  const words = groups.map((group) => `(${group.map(phrase).join(' OR ')})`)
  return `{${WORDS}} : (${words.join(' AND ')})`
}

/** True where an item contains a term that is too short for the index. */
export function containsShort(folded: string, column: Column = WORDS): RawBuilder<boolean> {
  return sql<boolean>`instr(${sql.ref(`item.${column}`)}, ${folded}) > 0`
}

/** True where a word of name or description begins with a term that is too short for the index. */
export function beginsWord(folded: string): RawBuilder<boolean> {
  return sql<boolean>`instr(' ' || replace(item.${sql.ref(WORDS)}, char(10), ' '), ${` ${folded}`}) > 0`
}

/** True where the index finds an item, in no order. */
export function isMatched(match: string): RawBuilder<boolean> {
  return sql<boolean>`item.place in (select rowid from item_text where item_text match ${match})`
}

/** True where name, description or codes contain `folded`, in no order. */
export function itemContains(folded: string, column: Column = WORDS): RawBuilder<boolean> {
  return isIndexedTerm(folded) ? isMatched(matchOf(folded, column)) : containsShort(folded, column)
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
