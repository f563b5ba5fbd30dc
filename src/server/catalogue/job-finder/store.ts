import type { Db } from '#server/database/db.ts'
import { toNameKey } from '../quality/similar-names.ts'

/** Returns those of the names that no machine has as a specification, in any spelling that means the same. */
export async function findUnknownSpecifications(db: Db, names: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('item_specification')
    .innerJoin('item', 'item.row_id', 'item_specification.item_row_id')
    .select('item_specification.label')
    .distinct()
    .where('item.kind', '=', 'machine')
    .execute()
  const known = new Set(rows.map(({ label }) => toNameKey(label)))
  return names.filter((name) => !known.has(toNameKey(name)))
}
