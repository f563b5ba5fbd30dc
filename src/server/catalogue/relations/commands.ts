import { KIND_LABELS } from '#contracts/item/kind.ts'
import type { NewRelation, RelationChange } from '#contracts/item/relation.ts'
import { RELATION_GROUPS, type RelationGroup, type RelationType } from '#contracts/item/relation-groups.ts'
import { writeAuditEntry } from '#server/database/audit-log.ts'
import type { Db, Tx } from '#server/database/db.ts'
import { inContentTransaction } from '#server/database/transaction.ts'
import { toIso } from '#server/kernel/clock.ts'
import type { Actor } from '#server/kernel/http/guard.ts'
import { badRequest, conflict, HttpProblem, notFound } from '#server/kernel/http/problem.ts'
import type { ItemDeps } from '../items/deps.ts'
import { EDITABLE_STATES, findByRowIdsAnyState, getItemOrThrow, type StoredItem } from '../items/store.ts'
import {
  deleteRelation,
  findRelation,
  findSame,
  getRowId,
  insertRelation,
  isReplacedBy,
  type RelatedStoredItem,
  type RelationDetails,
  type StoredRelation,
  updateRelation,
} from './store.ts'

interface AddInput extends NewRelation {
  actor: Actor
  /** The id of the item. */
  id: string
}

/**
 * Relates an item to another one, seen from either. Throws 404 if one of them does not exist or is archived, 400 if they
 * cannot be related in this way, and 409 if they are already.
 */
export function addRelation(
  deps: ItemDeps,
  { actor, id, group, item, ...details }: AddInput,
): Promise<RelatedStoredItem> {
  return inContentTransaction(deps, async (tx) => {
    const subject = await getItemOrThrow(tx, { key: id }, EDITABLE_STATES)
    const other = await getOther(tx, item)
    const pair = orient(group, subject, other)
    await assertCanRelate(tx, pair)
    const rows = { fromRowId: await getRowId(tx, pair.from.id), toRowId: await getRowId(tx, pair.to.id) }
    const relation = { type: pair.type, ...rows, ...details }
    if (await findSame(tx, relation)) throw alreadyRelated(subject, other)
    const stored = await insertRelation(tx, relation)
    await audit(
      deps,
      tx,
      actor,
      subject,
      `Added to '${RELATION_GROUPS[group].label}': ${formatRelation(other, details)}`,
    )
    return { relation: stored, item: other }
  })
}

async function getOther(db: Db, key: string): Promise<StoredItem> {
  try {
    return await getItemOrThrow(db, { key }, EDITABLE_STATES)
  } catch (error) {
    if (error instanceof HttpProblem && error.status === 404)
      throw badRequest('The other item does not exist, or it is archived. Choose another one.')
    throw error
  }
}

/** Two items in the order of their relation. */
interface ItemPair {
  type: RelationType
  from: StoredItem
  to: StoredItem
}

/** Returns the items of a group of `subject` in the order of their relation. */
export function orient(group: RelationGroup, subject: StoredItem, other: StoredItem): ItemPair {
  const { type, side } = RELATION_GROUPS[group]
  return side === 'to' ? { type, from: other, to: subject } : { type, from: subject, to: other }
}

/** Throws 400 if two items cannot be related in this way. */
export async function assertCanRelate(db: Db, { type, from, to }: ItemPair): Promise<void> {
  if (from.id === to.id) throw badRequest('An item cannot be related to itself.')
  if (type === 'fits' && (from.kind !== 'spare' || to.kind !== 'machine'))
    throw badRequest('Only a spare part can fit a machine.')
  const needsSameKind = type === 'replacedBy' || type === 'alternative'
  if (needsSameKind && from.kind !== to.kind)
    throw badRequest(
      `${from.name} is a ${nameKind(from)} and ${to.name} is a ${nameKind(to)}. ${type === 'replacedBy' ? 'A replacement' : 'An alternative'} must be of the same type.`,
    )
  if (type !== 'replacedBy') return
  if (await isReplacedBy(db, await getRowId(db, to.id), await getRowId(db, from.id)))
    throw badRequest(`${to.name} is itself replaced by ${from.name}, directly or through other items.`)
}

const nameKind = ({ kind }: StoredItem) => KIND_LABELS[kind].label.toLowerCase()

const alreadyRelated = (subject: StoredItem, other: StoredItem) =>
  conflict('already-related', `${subject.name} and ${other.name} are already related in this way.`)

interface ChangeInput extends RelationChange {
  actor: Actor
  id: string
  relationId: string
}

/** Changes what a relation states. Throws 404, and 409 if it was changed meanwhile or equals another one. */
export function changeRelation(
  deps: ItemDeps,
  { actor, id, relationId, revision, ...details }: ChangeInput,
): Promise<RelatedStoredItem> {
  return inContentTransaction(deps, async (tx) => {
    const { subject, relation, other } = await getUnchanged(tx, { id, relationId, revision })
    const same = await findSame(tx, { ...relation, ...details })
    if (same && same.id !== relation.id) throw alreadyRelated(subject, other)
    await updateRelation(tx, relation.id, details)
    await audit(deps, tx, actor, subject, `Relation changed: ${formatRelation(other, details)}`)
    return { relation: { ...relation, ...details, revision: relation.revision + 1 }, item: other }
  })
}

interface RemoveInput {
  actor: Actor
  id: string
  relationId: string
  revision: number | undefined
}

/** Removes a relation of an item. Throws 404, and 409 if it was changed meanwhile. */
export function removeRelation(deps: ItemDeps, { actor, ...target }: RemoveInput): Promise<void> {
  return inContentTransaction(deps, async (tx) => {
    const { subject, relation, other } = await getUnchanged(tx, target)
    await deleteRelation(tx, relation.id)
    await audit(deps, tx, actor, subject, `Relation removed: ${formatRelation(other, relation)}`)
  })
}

async function getUnchanged(
  tx: Tx,
  { id, relationId, revision }: { id: string; relationId: string; revision: number | undefined },
): Promise<{ subject: StoredItem; relation: StoredRelation; other: StoredItem }> {
  const subject = await getItemOrThrow(tx, { key: id }, EDITABLE_STATES)
  const rowId = await getRowId(tx, subject.id)
  const relation = await findRelation(tx, rowId, relationId)
  if (!relation) throw notFound('Relation')
  const otherRowId = relation.fromRowId === rowId ? relation.toRowId : relation.fromRowId
  if (revision !== undefined && revision !== relation.revision)
    throw conflict('changed-meanwhile', 'Someone else changed this relation while you were working on it.')
  return { subject, relation, other: (await findByRowIdsAnyState(tx, [otherRowId]))[0]! }
}

/** 'CL 25 Capstan Lathe (Headstock, position 12, quantity 2)'. */
function formatRelation({ name }: StoredItem, { assembly, position, quantity }: RelationDetails): string {
  const stated = [
    assembly,
    position && `position ${position}`,
    quantity === null ? '' : `quantity ${quantity}`,
  ].filter(Boolean)
  return stated.length > 0 ? `${name} (${stated.join(', ')})` : name
}

const audit = (
  deps: ItemDeps,
  tx: Tx,
  actor: Actor,
  { id, name }: StoredItem,
  detail: string,
): Promise<void> =>
  writeAuditEntry(tx, actor, {
    at: toIso(deps.clock()),
    action: 'changed',
    subject: 'item',
    subjectId: id,
    subjectName: name,
    detail,
    detailKind: 'relation',
  })
