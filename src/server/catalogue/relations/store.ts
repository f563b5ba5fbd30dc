import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import {
  RELATION_GROUP_NAMES,
  RELATION_GROUPS,
  type RelationGroup,
  type RelationType,
} from '#contracts/item/relation-groups.ts'
import type { ItemState } from '#contracts/item/state.ts'
import type { Db, Tx } from '#server/database/db.ts'
import { countMatches } from '#server/database/page.ts'
import type { Tables } from '#server/database/tables.ts'
import { newId } from '#server/kernel/ids.ts'
import { findByRowIdsAnyState, type StoredItem } from '../items/store.ts'
import { toRelationSortKey } from './sort-key.ts'

/** What a relation states. */
export interface RelationDetails {
  assembly: string
  position: string
  quantity: number | null
}

export interface StoredRelation extends RelationDetails {
  id: string
  revision: number
  type: RelationType
  fromRowId: number
  toRowId: number
}

/** A relation of an item with the item at its other end. */
export interface RelatedStoredItem {
  relation: Pick<StoredRelation, 'id' | 'revision'> & RelationDetails & { drawing?: string | null }
  item: StoredItem
}

export interface GroupOfItems {
  total: number
  items: RelatedStoredItem[]
}

const MAX_ASSEMBLY_PARTS = 500

/** Which items are listed: visitors see published ones only. */
type States = readonly ItemState[]

/** Returns the internal key of an item. */
export async function getRowId(db: Db, id: string): Promise<number> {
  const { row_id } = await db
    .selectFrom('item')
    .select('row_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return row_id
}

/** Returns the internal keys of the items with these ids. */
export async function findRowIds(db: Db, ids: string[]): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('item').select(['id', 'row_id']).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, row_id }) => [id, row_id]))
}

/** Returns the first related items of each group that is not empty: two queries, and one more for each group. */
export async function findRelations(
  db: Db,
  rowId: number,
  states: States,
  limit: number,
): Promise<Partial<Record<RelationGroup, GroupOfItems>>> {
  const found: Partial<Record<RelationGroup, GroupOfItems>> = {}
  for (const [group, total] of await countGroups(db, rowId, states))
    found[group] = { total, items: await listRelated(db, rowId, { group, states, limit, offset: 0 }) }
  return found
}

/** Returns the number of related items of each group that is not empty, in the order of the groups. */
async function countGroups(db: Db, rowId: number, states: States): Promise<[RelationGroup, number][]> {
  const sides = await Promise.all(
    (['from', 'to'] as const).map((side) =>
      db
        .selectFrom('item_relation')
        .innerJoin('item', 'item.row_id', `item_relation.${side === 'from' ? 'to' : 'from'}_row_id`)
        .select(({ fn }) => ['type', fn.countAll<number>().as('count')])
        .where(`item_relation.${side}_row_id`, '=', rowId)
        .where(isInState(states))
        .groupBy('type')
        .execute(),
    ),
  )
  const count = (type: RelationType, index: 0 | 1) =>
    sides[index]!.find((row) => row.type === type)?.count ?? 0
  return RELATION_GROUP_NAMES.flatMap((group): [RelationGroup, number][] => {
    const { type, side } = RELATION_GROUPS[group]
    const total = (side === 'to' ? 0 : count(type, 0)) + (side === 'from' ? 0 : count(type, 1))
    return total > 0 ? [[group, total]] : []
  })
}

/** Whether a table item has one of these states. The index of published items is used where it can be. */
const isInState = (states: States) => (eb: ExpressionBuilder<Tables, 'item'>) =>
  states.length === 1 && states[0] === 'published'
    ? eb('item.unpublished_at', 'is', null)
    : eb('item.state', 'in', [...states])

interface GroupPage {
  group: RelationGroup
  states: States
  limit: number
  offset: number
}

/** Returns one page of a group with its total. */
export async function listGroup(db: Db, rowId: number, page: GroupPage): Promise<GroupOfItems> {
  const total = await countMatches(selectGroup(db, rowId, page))
  return { total, items: total > page.offset ? await listRelated(db, rowId, page) : [] }
}

/** Reads the keys of a page first: sorting complete rows of thousands of parts would take several times as long. */
function listRelated(db: Db, rowId: number, page: GroupPage): Promise<RelatedStoredItem[]> {
  return readRelated(db, selectGroup(db, rowId, page).limit(page.limit).offset(page.offset))
}

/** The parts of one assembly of a machine that have a position. */
export const listAssemblyParts = (
  db: Db,
  rowId: number,
  { assembly, states }: { assembly: string; states: States },
): Promise<RelatedStoredItem[]> =>
  readRelated(
    db,
    selectGroup(db, rowId, { group: 'parts', states })
      .where('item_relation.assembly', '=', assembly)
      .where('item_relation.position', '!=', '')
      .limit(MAX_ASSEMBLY_PARTS),
  )

async function readRelated(db: Db, related: ReturnType<typeof selectGroup>): Promise<RelatedStoredItem[]> {
  const rows = await related
    .leftJoin('assembly_drawing', (join) =>
      join
        .onRef('assembly_drawing.item_row_id', '=', 'item_relation.to_row_id')
        .onRef('assembly_drawing.assembly', '=', 'item_relation.assembly'),
    )
    .select(['assembly_drawing.id as drawing'])
    .select([
      'item_relation.id',
      'item_relation.revision',
      'item_relation.assembly',
      'item_relation.position',
      'item_relation.quantity',
      'item.row_id',
      'item.id as item_id',
    ])
    .orderBy('item_relation.sort_key')
    .orderBy('item.name_sort')
    .orderBy('item_relation.id')
    .execute()
  const items = await findByRowIdsAnyState(db, [...new Set(rows.map(({ row_id }) => row_id))])
  const byId = new Map(items.map((item) => [item.id, item]))
  return rows.map(({ item_id, row_id: _, ...relation }) => ({ relation, item: byId.get(item_id)! }))
}

/** The relations of a group with the items at their other end. */
function selectGroup(db: Db, rowId: number, { group, states }: Pick<GroupPage, 'group' | 'states'>) {
  const { type, side } = RELATION_GROUPS[group]
  const from = sql<SqlBool>`item_relation.from_row_id = ${rowId}`
  const to = sql<SqlBool>`item_relation.to_row_id = ${rowId}`
  const isOfItem: Record<typeof side, Expression<SqlBool>> = { from, to, both: sql`(${from} or ${to})` }
  const otherEnd = {
    from: sql`item_relation.to_row_id`,
    to: sql`item_relation.from_row_id`,
    both: sql`item_relation.from_row_id + item_relation.to_row_id - ${sql.lit(rowId)}`,
  }
  return db
    .selectFrom('item_relation')
    .innerJoin('item', (join) => join.on(sql<SqlBool>`item.row_id = ${otherEnd[side]}`))
    .where('item_relation.type', '=', type)
    .where(isOfItem[side])
    .where(isInState(states))
}

/** Returns the relation with this id if it is one of this item. */
export async function findRelation(db: Db, rowId: number, id: string): Promise<StoredRelation | undefined> {
  const relation = await findById(db, id)
  return relation?.fromRowId === rowId || relation?.toRowId === rowId ? relation : undefined
}

export async function findById(db: Db, id: string): Promise<StoredRelation | undefined> {
  const row = await db.selectFrom('item_relation').selectAll().where('id', '=', id).executeTakeFirst()
  return row && toStoredRelation(row)
}

const toStoredRelation = (row: Tables['item_relation']): StoredRelation => ({
  id: row.id,
  revision: row.revision,
  type: row.type,
  fromRowId: row.from_row_id,
  toRowId: row.to_row_id,
  assembly: row.assembly,
  position: row.position,
  quantity: row.quantity,
})

/** Returns the relation between these items with this type, assembly and position; alternatives in both directions. */
export async function findSame(
  db: Db,
  { type, fromRowId, toRowId, assembly, position }: Omit<StoredRelation, 'id' | 'revision' | 'quantity'>,
): Promise<StoredRelation | undefined> {
  const pairs =
    type === 'alternative'
      ? [
          [fromRowId, toRowId],
          [toRowId, fromRowId],
        ]
      : [[fromRowId, toRowId]]
  const row = await db
    .selectFrom('item_relation')
    .selectAll()
    .where('type', '=', type)
    .where('assembly', '=', assembly)
    .where('position', '=', position)
    .where((eb) => eb.or(pairs.map(([from, to]) => eb.and({ from_row_id: from!, to_row_id: to! }))))
    .executeTakeFirst()
  return row && toStoredRelation(row)
}

/** Whether following the replacements of an item leads to the other one. */
export async function isReplacedBy(db: Db, rowId: number, otherRowId: number): Promise<boolean> {
  const { rows } = await sql<{ found: number }>`
    with recursive successor(row_id) as (
      select to_row_id from item_relation where from_row_id = ${rowId} and type = 'replacedBy'
      union
      select item_relation.to_row_id from item_relation
      join successor on item_relation.from_row_id = successor.row_id and item_relation.type = 'replacedBy'
    )
    select 1 as found from successor where row_id = ${otherRowId}`.execute(db)
  return rows.length > 0
}

export async function insertRelation(
  tx: Tx,
  relation: Omit<StoredRelation, 'id' | 'revision'>,
): Promise<StoredRelation> {
  const stored = { ...relation, id: newId(), revision: 1 }
  await insertRelations(tx, [stored])
  return stored
}

/** Stores relations as they are. */
export async function insertRelations(tx: Tx, relations: StoredRelation[]): Promise<void> {
  if (relations.length === 0) return
  await tx
    .insertInto('item_relation')
    .values(
      relations.map(({ id, type, fromRowId, toRowId, assembly, position, quantity, revision }) => ({
        id,
        from_row_id: fromRowId,
        to_row_id: toRowId,
        type,
        assembly,
        position,
        sort_key: toRelationSortKey({ assembly, position }),
        quantity,
        revision,
      })),
    )
    .execute()
}

/** Changes what a relation states. */
export async function updateRelation(tx: Tx, id: string, details: RelationDetails): Promise<void> {
  await tx
    .updateTable('item_relation')
    .set({ ...details, sort_key: toRelationSortKey(details) })
    .set((eb) => ({ revision: eb('revision', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

export async function deleteRelation(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('item_relation').where('id', '=', id).execute()
}

/** Gives a copy of an item the machines, accessories and alternatives of the original. */
export async function copyRelations(tx: Tx, fromId: string, toId: string): Promise<void> {
  const [fromRowId, toRowId] = [await getRowId(tx, fromId), await getRowId(tx, toId)]
  const rows = await tx
    .selectFrom('item_relation')
    .selectAll()
    .where('from_row_id', '=', fromRowId)
    .where('type', '!=', 'replacedBy')
    .execute()
  const copies = rows.map((row) => ({
    ...toStoredRelation(row),
    id: newId(),
    fromRowId: toRowId,
    revision: 1,
  }))
  await insertRelations(tx, copies)
}

/** Returns the names of items that are related to an item of their own accord, such as the parts of a machine. */
export async function listNamesOfRelatedItems(db: Db, id: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('item_relation')
    .innerJoin('item', 'item.row_id', 'item_relation.from_row_id')
    .select('item.name')
    .distinct()
    .where('item_relation.to_row_id', '=', await getRowId(db, id))
    .orderBy('item.name')
    .limit(limit)
    .execute()
  return rows.map(({ name }) => name)
}
