import { type RawBuilder, sql } from 'kysely'

/** SQLite's trigram index knows nothing shorter. */
const SHORTEST_INDEXED = 3

/** True where an item's folded name or description contains `folded`. The one branch between the engines. */
export function itemContains(folded: string): RawBuilder<boolean> {
  if ([...folded].length < SHORTEST_INDEXED) return sql<boolean>`instr(item.search_text, ${folded}) > 0`
  const phrase = `"${folded.replaceAll('"', '""')}"`
  return sql<boolean>`item.row_id in (select rowid from item_text where item_text match ${phrase})`
}
