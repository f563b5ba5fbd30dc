import type { Db, Tx } from '#server/database/db.ts'
import { toCodeKey } from '../items/store.ts'
import type { StoredRelation } from './store.ts'

/** Returns the relations of these items from one side, by the name of the other item, with both items. */
export const listReferenceRows = (
  db: Db,
  ids: string[],
  { self, other }: { self: 'from' | 'to'; other: 'from' | 'to' },
) =>
  db
    .selectFrom('item as self')
    .innerJoin('item_relation', `item_relation.${self}_row_id`, 'self.row_id')
    .innerJoin('item as other', 'other.row_id', `item_relation.${other}_row_id`)
    .select(['self.id as selfId', 'other.id', 'other.code', 'other.name', 'type'])
    .select(['assembly', 'position', 'quantity'])
    .where('self.id', 'in', ids)
    .$if(self === 'to', (query) => query.where('type', '=', 'alternative'))
    .orderBy('other.name_sort')
    .orderBy('other.id')
    .orderBy('assembly')
    .orderBy('position')
    .execute()

/** Returns the items that have one of these folded texts as code or name. */
export const listTargetRows = (db: Db, keys: string[]) =>
  db
    .selectFrom('item')
    .select(['id', 'kind', 'code', 'name', 'code_key', 'name_sort'])
    .where((eb) => eb.or([eb('code_key', 'in', keys.map(toCodeKey)), eb('name_sort', 'in', keys)]))
    .execute()

/** Returns the relations of one type of an item; alternatives are the same from either side. */
export const listRelationsOfType = (tx: Tx, rowId: number, type: StoredRelation['type']) =>
  tx
    .selectFrom('item_relation')
    .selectAll()
    .where('type', '=', type)
    .where((eb) =>
      type === 'alternative'
        ? eb.or([eb('from_row_id', '=', rowId), eb('to_row_id', '=', rowId)])
        : eb('from_row_id', '=', rowId),
    )
    .execute()

/** Whether both items of a relation still exist. */
export async function haveBothItems(
  tx: Tx,
  { fromRowId, toRowId }: Pick<StoredRelation, 'fromRowId' | 'toRowId'>,
): Promise<boolean> {
  const items = await tx
    .selectFrom('item')
    .select('row_id')
    .where('row_id', 'in', [fromRowId, toRowId])
    .execute()
  return items.length === 2
}
