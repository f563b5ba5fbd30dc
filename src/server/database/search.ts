import { type RawBuilder, sql } from 'kysely'

/** SQLite's trigram index knows nothing shorter. */
const SHORTEST_INDEXED = 3

const isIndexed = (folded: string) => [...folded].length >= SHORTEST_INDEXED
const phrase = (folded: string) => `"${folded.replaceAll('"', '""')}"`

type Column = 'search_text' | 'search_codes'

/** True where an item's folded name or description, or one of its codes, contains `folded`. With `itemOfKind`, the one branch between the engines. */
export function itemContains(folded: string, column: Column = 'search_text'): RawBuilder<boolean> {
  if (!isIndexed(folded)) return sql<boolean>`instr(${sql.ref(`item.${column}`)}, ${folded}) > 0`
  const match = `{${column}} : ${phrase(folded)}`
  return sql<boolean>`item.row_id in (select rowid from item_text where item_text match ${match})`
}

/** True where name and description hold one word of every group; words under three letters must begin one. */
export function itemContainsEach(groups: string[][]): RawBuilder<boolean> {
  const indexed = groups.filter((group) => group.every(isIndexed))
  const short = groups.filter((group) => !group.every(isIndexed))
  const match = `{search_text} : (${indexed.map((group) => `(${group.map(phrase).join(' OR ')})`).join(' AND ')})`
  const conditions = [
    ...(indexed.length > 0
      ? [sql<boolean>`item.row_id in (select rowid from item_text where item_text match ${match})`]
      : []),
    ...short.map((group) => sql<boolean>`(${sql.join(group.map(beginsWord), sql` or `)})`),
  ]
  return sql<boolean>`(${sql.join(conditions, sql` and `)})`
}

const beginsWord = (word: string) =>
  sql<boolean>`instr(' ' || replace(item.search_text, char(10), ' '), ${` ${word}`}) > 0`

/**
 * True for items of this kind. Beside an indexed term it must not choose the index (SQLite's unary plus): the few hits of
 * the text index are then looked at, not the whole kind.
 */
export function itemOfKind(kind: string, indexedSearch: boolean): RawBuilder<boolean> {
  return indexedSearch ? sql<boolean>`+item.kind = ${kind}` : sql<boolean>`item.kind = ${kind}`
}

/** Whether the text index answers for this term. */
export const isIndexedTerm = isIndexed
