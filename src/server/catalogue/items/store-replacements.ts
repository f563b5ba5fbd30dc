import type { Replacement } from '#contracts/item/item.ts'
import type { Db } from '#server/database/db.ts'
import type { StoredItem } from './store.ts'

/**
 * Returns the published items that replace those of these that are discontinued, by the id of the replaced item: one query, or
 * none if none is discontinued.
 */
export async function findReplacements(
  db: Db,
  items: readonly Pick<StoredItem, 'id' | 'commercial'>[],
): Promise<Map<string, Replacement[]>> {
  const ids = items.filter(({ commercial }) => commercial.availability === 'discontinued').map(({ id }) => id)
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('item as replaced')
    .innerJoin('item_relation', 'item_relation.from_row_id', 'replaced.row_id')
    .innerJoin('item', 'item.row_id', 'item_relation.to_row_id')
    .select(['replaced.id as replaced_id', 'item.kind', 'item.id', 'item.name'])
    .where('replaced.id', 'in', ids)
    .where('item_relation.type', '=', 'replacedBy')
    .where('item.unpublished_at', 'is', null)
    .orderBy('item_relation.sort_key')
    .orderBy('item.name_sort')
    .orderBy('item_relation.id')
    .execute()
  const found = new Map<string, Replacement[]>()
  for (const { replaced_id, ...replacement } of rows)
    found.set(replaced_id, [...(found.get(replaced_id) ?? []), replacement])
  return found
}
