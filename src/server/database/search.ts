import { type RawBuilder, sql } from 'kysely'

/** SQLite's trigram index knows nothing shorter. */
const SHORTEST_INDEXED = 3

const isIndexed = (folded: string) => [...folded].length >= SHORTEST_INDEXED

/** True where an item's folded name or description contains `folded`. With `itemOfKind`, the one branch between the engines. */
export function itemContains(folded: string): RawBuilder<boolean> {
  if (!isIndexed(folded)) return sql<boolean>`instr(item.search_text, ${folded}) > 0`
  const phrase = `"${folded.replaceAll('"', '""')}"`
  return sql<boolean>`item.row_id in (select rowid from item_text where item_text match ${phrase})`
}

/**
 * True for items of this kind. Beside an indexed term it must not choose the index (SQLite's unary plus): the few hits of
 * the text index are then looked at, not the whole kind.
 */
export function itemOfKind(kind: string, folded: string): RawBuilder<boolean> {
  return isIndexed(folded) ? sql<boolean>`+item.kind = ${kind}` : sql<boolean>`item.kind = ${kind}`
}
