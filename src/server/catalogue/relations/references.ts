import { IMPORT_FIELDS, RELATION_FIELDS, type RelationField } from '#contracts/import-fields.ts'
import { KIND_LABELS, type Kind } from '#contracts/kind.ts'
import { RELATION_GROUPS, type RelationGroup } from '#contracts/relation-groups.ts'
import type { Db, Tx } from '#server/database/db.ts'
import { fold } from '#server/kernel/text.ts'
import { findByIdsAnyState, toCodeKey } from '../items/store.ts'
import { assertCanRelate, orient } from './commands.ts'
import {
  deleteRelation,
  findRowIds,
  findSame,
  insertRelation,
  insertRelations,
  type StoredRelation,
} from './store.ts'

/* Relations as cells of a file: codes, or else names, of other items. */

const GROUPS: Record<RelationField, RelationGroup> = {
  fits: 'machines',
  replacedBy: 'replacedBy',
  accessories: 'accessories',
  alternatives: 'alternatives',
}
const SEPARATOR = '; '

/** The items that a cell names. */
export interface ReferenceValue {
  text: string
  ids: string[]
}

/** The relations of an item by column. */
export type References = Partial<Record<RelationField, ReferenceValue>>

/** What a row of an import has changed. */
export interface ChangedRelations {
  added: string[]
  removed: StoredRelation[]
}

const getField = (type: StoredRelation['type']): RelationField =>
  RELATION_FIELDS.find((field) => RELATION_GROUPS[GROUPS[field]].type === type)!

/** Returns the items that these items are related to, from their side, in one query for each side. */
export async function listReferences(db: Db, ids: string[]): Promise<Map<string, References>> {
  const found = new Map<string, References>()
  if (ids.length === 0) return found
  for (const [self, other] of [
    ['from', 'to'],
    ['to', 'from'],
  ] as const) {
    const rows = await db
      .selectFrom('item as self')
      .innerJoin('item_relation', `item_relation.${self}_row_id`, 'self.row_id')
      .innerJoin('item as other', 'other.row_id', `item_relation.${other}_row_id`)
      .select(['self.id as selfId', 'other.id', 'other.code', 'other.name', 'type'])
      .where('self.id', 'in', ids)
      .$if(self === 'to', (query) => query.where('type', '=', 'alternative'))
      .orderBy('other.name_sort')
      .orderBy('other.id')
      .execute()
    for (const { selfId, id, code, name, type } of rows) {
      const field = getField(type)
      const references = found.get(selfId) ?? {}
      const value = references[field] ?? { text: '', ids: [] }
      if (!value.ids.includes(id)) {
        value.text += `${value.text && SEPARATOR}${code ?? name}`
        value.ids.push(id)
      }
      found.set(selfId, { ...references, [field]: value })
    }
  }
  return found
}

/** Returns the text of each cell. */
export const toReferenceText = (references: References = {}): Partial<Record<RelationField, string>> =>
  Object.fromEntries(Object.entries(references).map(([field, { text }]) => [field, text]))

/** An item to which a cell may refer. */
interface Target {
  id: string
  kind: Kind
  code: string | null
  name: string
}

/** The items to which cells may refer, by the folded code or name. */
export type Targets = ReadonlyMap<string, Target[]>

/** Reads the items that these cells name. A name with commas is looked up as a whole and in parts. */
export async function findTargets(db: Db, texts: string[]): Promise<Targets> {
  const keys = [...new Set(texts.flatMap((text) => splitReferences(text).flatMap(withParts)).map(fold))]
  if (keys.length === 0) return new Map()
  const rows = await db
    .selectFrom('item')
    .select(['id', 'kind', 'code', 'name', 'code_key', 'name_sort'])
    .where((eb) => eb.or([eb('code_key', 'in', keys.map(toCodeKey)), eb('name_sort', 'in', keys)]))
    .execute()
  const targets = new Map<string, Target[]>()
  const add = (key: string, target: Target) => targets.set(key, [...(targets.get(key) ?? []), target])
  for (const row of rows) {
    if (row.code_key !== null) add(`code ${row.code_key}`, row)
    add(`name ${row.name_sort}`, row)
  }
  return targets
}

const splitReferences = (text: string): string[] =>
  text
    .split(/[;\n]/)
    .map((each) => each.trim())
    .filter(Boolean)

const splitByComma = (text: string): string[] =>
  text
    .split(',')
    .map((each) => each.trim())
    .filter(Boolean)

const withParts = (text: string): string[] => [text, ...splitByComma(text)]

/** Returns the items that a cell of an item of this kind names, or the end of the sentence that says which it does not. */
export function resolveReferences(
  targets: Targets,
  { field, kind, id, text }: { field: RelationField; kind: Kind; id: string | undefined; text: string },
): ReferenceValue | { problem: string } {
  const { kind: ownKind, otherKind, type } = RELATION_GROUPS[GROUPS[field]]
  const { label } = IMPORT_FIELDS[field]
  if (ownKind && ownKind !== kind && text)
    return { problem: `only ${KIND_LABELS[ownKind].plural} have a value in the column '${label}'` }
  const wanted = otherKind ?? (type === 'accessory' ? undefined : kind)
  const noun = wanted ? KIND_LABELS[wanted].label.toLowerCase() : 'item'
  const find = (name: string) => {
    const ofKind = (each: Target) => wanted === undefined || each.kind === wanted
    const byCode = targets.get(`code ${toCodeKey(name)}`)?.filter(ofKind) ?? []
    return byCode.length > 0 ? byCode : (targets.get(`name ${fold(name)}`)?.filter(ofKind) ?? [])
  }
  const names = splitReferences(text).flatMap((name) => (find(name).length > 0 ? [name] : splitByComma(name)))
  const items = new Map<string, Target>()
  for (const name of names) {
    const [target, ...others] = find(name)
    if (!target) return { problem: `no ${noun} has the code or name '${name}'` }
    if (others.length > 0)
      return { problem: `${others.length + 1} items have the name '${name}'. Please enter a code` }
    if (target.id === id) return { problem: 'an item cannot be related to itself' }
    items.set(target.id, target)
  }
  return {
    text: [...items.values()].map(({ code, name }) => code ?? name).join(SEPARATOR),
    ids: [...items.keys()],
  }
}

/** Throws 400 if an item cannot be related to one of these that it is not related to yet. */
export async function assertReferences(db: Db, id: string, references: References): Promise<void> {
  const [subject] = await findByIdsAnyState(db, [id])
  const present = (await listReferences(db, [id])).get(id) ?? {}
  for (const [field, { ids }] of Object.entries(references) as [RelationField, ReferenceValue][]) {
    const added = ids.filter((each) => !present[field]?.ids.includes(each))
    for (const other of await findByIdsAnyState(db, added))
      await assertCanRelate(db, orient(GROUPS[field], subject!, other))
  }
}

/**
 * Relates an item to exactly these items in the given columns, and returns what changed. Relations that remain keep
 * assembly, position and quantity. Items that no longer exist are left out.
 */
export async function setReferences(tx: Tx, id: string, references: References): Promise<ChangedRelations> {
  const changed: ChangedRelations = { added: [], removed: [] }
  for (const [field, { ids }] of Object.entries(references) as [RelationField, ReferenceValue][]) {
    const { type } = RELATION_GROUPS[GROUPS[field]]
    const rowIds = await findRowIds(tx, [id, ...ids])
    const self = rowIds.get(id)!
    const wanted = new Set(ids.flatMap((each) => rowIds.get(each) ?? []))
    const rows = await tx
      .selectFrom('item_relation')
      .selectAll()
      .where('type', '=', type)
      .where((eb) =>
        type === 'alternative'
          ? eb.or([eb('from_row_id', '=', self), eb('to_row_id', '=', self)])
          : eb('from_row_id', '=', self),
      )
      .execute()
    const present = new Set<number>()
    for (const { id: relationId, from_row_id: fromRowId, to_row_id: toRowId, ...row } of rows) {
      const other = fromRowId === self ? toRowId : fromRowId
      present.add(other)
      if (wanted.has(other)) continue
      const { assembly, position, quantity, revision } = row
      changed.removed.push({
        ...{ id: relationId, type, fromRowId, toRowId, assembly, position, quantity, revision },
      })
      await deleteRelation(tx, relationId)
    }
    for (const toRowId of wanted) {
      if (present.has(toRowId)) continue
      const relation = { type, fromRowId: self, toRowId, assembly: '', position: '', quantity: null }
      changed.added.push((await insertRelation(tx, relation)).id)
    }
  }
  return changed
}

/** Undoes what `setReferences` changed, as far as the items still exist. */
export async function restoreReferences(tx: Tx, { added, removed }: ChangedRelations): Promise<void> {
  for (const id of added) await deleteRelation(tx, id)
  for (const relation of removed) {
    const items = await tx
      .selectFrom('item')
      .select('row_id')
      .where('row_id', 'in', [relation.fromRowId, relation.toRowId])
      .execute()
    if (items.length === 2 && !(await findSame(tx, relation))) await insertRelations(tx, [relation])
  }
}
