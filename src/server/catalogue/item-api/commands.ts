import type { AuditAction } from '#contracts/account/audit-log.ts'
import type { BulkItemUpdate, BulkItemUpdateReply, ItemCopy } from '#contracts/item/admin-item.ts'
import { isCode } from '#contracts/item/code.ts'
import { COMMERCIAL_FIELDS } from '#contracts/item/commercial-fields.ts'
import { KINDS, type Kind } from '#contracts/item/kind.ts'
import { writeAuditEntry } from '#server/database/audit-log.ts'
import type { Db, Tx } from '#server/database/db.ts'
import { inContentTransaction } from '#server/database/transaction.ts'
import { toIso } from '#server/kernel/clock.ts'
import type { Actor } from '#server/kernel/http/guard.ts'
import type { UploadedFile } from '#server/kernel/http/multipart.ts'
import { badRequest, conflict, notFound } from '#server/kernel/http/problem.ts'
import { listDocuments } from '../documents/store.ts'
import { createEmptyDraft, ItemDraft } from '../item/draft.ts'
import { changePictures, normalizeCategory, toCopyName, toFilePlaceholder } from '../item/rules.ts'
import type { ItemDeps } from '../items/deps.ts'
import { diffItems, getStateBeforeArchive, toDraft } from '../items/history.ts'
import {
  deleteItem,
  EDITABLE_STATES,
  findByIdsAnyState,
  getItemByIdOrThrow,
  getItemOrThrow,
  type ItemKey,
  type ItemPatch,
  insertItem,
  patchItem,
  type StoredItem,
  updateItem,
} from '../items/store.ts'
import { listSnapshots, saveRevision } from '../items/store-history.ts'
import { listDrawings } from '../relations/drawings/store.ts'
import { copyRelations, getRowId } from '../relations/store.ts'
import { listCategories } from './store-admin.ts'

/* Every write of items, in a transaction with its revision and its audit entry. */

/** One change of an item that does not open it. */
type ItemChange = Omit<BulkItemUpdate, 'ids'>

interface ItemInput {
  actor: Actor
  kind: Kind
  /** The id or slug of the item to change; undefined for a new one. */
  key: string | undefined
  /** The revision that a change is based on; undefined if it does not matter. */
  revision?: number | undefined
  files: UploadedFile[]
  /**
   * Returns `existing` (an empty draft for a new item) with what was entered and the `added` images. It is called before
   * the upload with placeholders of the images, so that an invalid form is rejected without one. In the transaction it
   * receives the item as it is then, so that concurrent changes of other fields are retained. Throws HttpProblem.
   */
  buildDraft(existing: ItemDraft, added: string[]): ItemDraft
}

/**
 * Stores a new item, or changes a published item or a draft, with its pictures. If it fails, the database is unchanged
 * (row API-8). Throws 404 if there is no such item, and 409 if it has another revision than the change is based on.
 */
export async function saveItem(
  deps: ItemDeps,
  { actor, kind, key, revision, files, buildDraft }: ItemInput,
): Promise<StoredItem> {
  const getBefore = async (db: Db) =>
    key === undefined ? undefined : getUnchangedItem(db, { kind, key }, revision)
  const existing = (await getBefore(deps.db)) ?? createEmptyDraft(kind)
  const entered = buildDraft(existing, files.map(toFilePlaceholder)).category
  const category = entered === existing.category ? entered : await toExistingCategory(deps.db, kind, entered)
  const pictures = await deps.media.upload(files)
  return inContentTransaction(deps, async (tx) => {
    await pictures.saveRecords(tx)
    const before = await getBefore(tx)
    const draft = buildDraft(before ?? createEmptyDraft(kind), pictures.ids)
    const content = draft.category === entered ? { ...draft, category } : draft
    const at = toIso(deps.clock())
    const after = before
      ? await updateItem(tx, before, content, at)
      : await insertItem(tx, kind, content, { at })
    return recordChange(tx, actor, { before, after, action: before ? 'changed' : 'created' })
  })
}

interface PicturesInput {
  actor: Actor
  id: string
  revision: number
  mode: 'add' | 'replace'
  files: UploadedFile[]
}

/**
 * Adds pictures to an item of any kind, or replaces its pictures by them. An item that has these pictures already gets no
 * revision. If it fails, the database is unchanged. Throws 400 for more than six pictures, 404 if there is no such item
 * that can be edited, and 409 if it has another revision.
 */
export async function savePictures(
  deps: ItemDeps,
  { actor, id, revision, mode, files }: PicturesInput,
): Promise<StoredItem> {
  await getUnchangedItem(deps.db, { key: id }, revision)
  const pictures = await deps.media.upload(files)
  return inContentTransaction(deps, async (tx) => {
    await pictures.saveRecords(tx)
    const before = await getUnchangedItem(tx, { key: id }, revision)
    const content = changePictures(before.kind, before, mode, pictures.ids)
    if (diffItems(before, content).length === 0) return before
    const after = await updateItem(tx, before, content, toIso(deps.clock()))
    return recordChange(tx, actor, { before, after, action: 'changed' })
  })
}

/**
 * Sets the featured flag and nothing else (row API-7). An item that has it already costs one read: the admin sends the flags
 * of all items (row FTR-4), most of them unchanged. Throws 404.
 */
export async function setFeatured(
  deps: ItemDeps,
  { actor, target, featured }: { actor: Actor; target: ItemKey; featured: boolean },
): Promise<StoredItem> {
  const present = await getItemOrThrow(deps.db, target, EDITABLE_STATES)
  if (present.featured === featured) return present
  return inContentTransaction(deps, async (tx) => {
    const before = await getItemOrThrow(tx, target, EDITABLE_STATES)
    return patchContent(tx, { actor, at: toIso(deps.clock()) }, before, { featured })
  })
}

/**
 * Makes one change to many items, all or none. Returns those that it changed: items that already are as requested stay
 * unchanged, and so do archived items unless the change restores them. Throws 400 if one of them does not exist.
 */
export async function bulkUpdate(
  deps: ItemDeps,
  actor: Actor,
  { ids, category, ...change }: BulkItemUpdate,
): Promise<BulkItemUpdateReply> {
  const categories = new Map<Kind, string>()
  if (category)
    for (const kind of KINDS) categories.set(kind, await toExistingCategory(deps.db, kind, category))
  return inContentTransaction(deps, async (tx) => {
    const uniqueIds = [...new Set(ids)]
    const items = await findByIdsAnyState(tx, uniqueIds)
    if (items.length < uniqueIds.length)
      throw badRequest('One of these items no longer exists. Reload the list and try again.')
    const changed: BulkItemUpdateReply['changed'] = []
    for (const before of items) {
      const context = { actor, at: toIso(deps.clock()) }
      const itemChange = { ...change, category: categories.get(before.kind) }
      const after = await patchContent(tx, context, before, itemChange)
      if (after !== before) changed.push({ id: before.id, category: before.category })
    }
    return { changed }
  })
}

/**
 * Gives an item the content of an earlier revision. An archived item gets the state it had before it was archived. Throws
 * 404 if the revision is not retained, and 409 if somebody else has changed the item since `current`.
 */
export function restoreRevision(
  deps: ItemDeps,
  actor: Actor,
  { id, revision, current }: { id: string; revision: number; current?: number | undefined },
): Promise<StoredItem> {
  return inContentTransaction(deps, async (tx) => {
    const before = await getItemByIdOrThrow(tx, id)
    await assertUnchanged(tx, before, current)
    const snapshots = await listSnapshots(tx, id)
    const [snapshot, ...earlier] = snapshots.filter((candidate) => candidate.revision <= revision)
    if (snapshot?.revision !== revision) throw notFound('This revision')
    const after = await updateItem(tx, before, toDraft([snapshot, ...earlier]), toIso(deps.clock()))
    const detail = `As it was at revision ${revision}`
    return recordChange(tx, actor, { before, after, action: 'restored', detail })
  })
}

/**
 * Creates a draft with the content of an item of any state; both have the same pictures and fit the same machines. Part numbers and similar codes
 * identify one item and are not copied, nor are its documents and drawings, which are usually about that item. Throws 404.
 */
export function copyItem(
  deps: ItemDeps,
  actor: Actor,
  id: string,
): Promise<{ item: StoredItem } & Pick<ItemCopy, 'omittedCodes' | 'omittedFiles'>> {
  return inContentTransaction(deps, async (tx) => {
    const original = await getItemByIdOrThrow(tx, id)
    const specifications = original.specifications.filter((pair) => !isCode(pair))
    const commercial = { ...original.commercial, code: null }
    const changes = { name: toCopyName(original.name), specifications, commercial }
    const draft = ItemDraft.parse({ ...original, ...changes, featured: false, state: 'draft' })
    const after = await insertItem(tx, original.kind, draft, { at: toIso(deps.clock()) })
    await copyRelations(tx, original.id, after.id)
    const detail = `Copy of ${original.name}`
    const item = await recordChange(tx, actor, { before: undefined, after, action: 'created', detail })
    const omittedCodes = original.specifications.flatMap((pair, position) =>
      isCode(pair) ? [{ name: pair[0], position }] : [],
    )
    const hasCode = original.commercial.code !== null
    return {
      item,
      omittedCodes: hasCode ? [{ name: COMMERCIAL_FIELDS.code.label }, ...omittedCodes] : omittedCodes,
      omittedFiles: {
        documents: (await listDocuments(tx, original.id)).length,
        drawings: (await listDrawings(tx, await getRowId(tx, original.id))).length,
      },
    }
  })
}

/** Deletes an archived item permanently. Throws 404, and 409 if it is not archived. */
export function removeItem(deps: ItemDeps, actor: Actor, id: string): Promise<void> {
  return inContentTransaction(deps, async (tx) => {
    const item = await getItemByIdOrThrow(tx, id)
    if (item.state !== 'archived')
      throw conflict('not-archived', `${item.name} is not archived. Archive it first.`)
    await deleteItem(tx, id)
    const subject = { subject: 'item', subjectId: id, subjectName: item.name } as const
    await writeAuditEntry(tx, actor, { at: toIso(deps.clock()), action: 'deleted', ...subject })
  })
}

/** Throws 404, and 409 with the name of the last author if the item has another revision. */
async function getUnchangedItem(db: Db, target: ItemKey, revision: number | undefined): Promise<StoredItem> {
  const item = await getItemOrThrow(db, target, EDITABLE_STATES)
  await assertUnchanged(db, item, revision)
  return item
}

/** Throws 409 with the name of the last author if the item has another revision than the given one. */
async function assertUnchanged(db: Db, item: StoredItem, revision: number | undefined): Promise<void> {
  if (revision === undefined || revision === item.revision) return
  const [latest] = await listSnapshots(db, item.id)
  const author = latest?.by || 'Someone else'
  throw conflict('changed-meanwhile', `${author} changed ${item.name} while you were working on it.`)
}

/**
 * Returns an entered category in the spelling of an existing one, such as 'machine' for 'Machine': the public list of
 * machines compares it exactly. It is called before the transaction, which would otherwise conflict with concurrent
 * changes of other items.
 */
export const toExistingCategory = async (db: Db, kind: Kind, entered: string): Promise<string> =>
  normalizeCategory(
    kind,
    entered,
    (await listCategories(db, kind)).map(({ name }) => name),
  )

/** Makes one change to an item. Returns `before` if the item already is as requested. */
async function patchContent(
  tx: Tx,
  { actor, at }: { actor: Actor; at: string },
  before: StoredItem,
  change: ItemChange,
): Promise<StoredItem> {
  const isRestored = change.archived === false
  if (isRestored !== (before.state === 'archived')) return before
  const { patch, action } = await toPatch(tx, before, change)
  if (diffItems(before, { ...before, ...patch }).length === 0) return before
  const after = await patchItem(tx, before.id, patch, at)
  return recordChange(tx, actor, { before, after, action })
}

/** Returns the fields that a change sets, and its name in the audit log. */
async function toPatch(
  db: Db,
  { id }: StoredItem,
  { featured, published, archived, category }: ItemChange,
): Promise<{ patch: ItemPatch; action: AuditAction }> {
  if (featured !== undefined) return { patch: { featured }, action: featured ? 'featured' : 'unfeatured' }
  if (category !== undefined) return { patch: { category }, action: 'changed' }
  if (published) return { patch: { state: 'published' }, action: 'published' }
  if (published === false) return { patch: { state: 'draft' }, action: 'unpublished' }
  if (archived) return { patch: { state: 'archived' }, action: 'archived' }
  return { patch: { state: getStateBeforeArchive(await listSnapshots(db, id)) }, action: 'restored' }
}

interface WrittenItem {
  /** Undefined for a new item. */
  before: StoredItem | undefined
  after: StoredItem
  action: AuditAction
  /** By default the names of the changed fields. */
  detail?: string
}

/** Stores the revision and the audit entry of an item that was written, and returns the item. */
export async function recordChange(
  tx: Tx,
  actor: Actor,
  { before, after, action, detail }: WrittenItem,
): Promise<StoredItem> {
  await saveRevision(tx, actor, { before, after })
  const changedFields = before && action === 'changed' ? diffItems(before, after) : []
  await writeAuditEntry(tx, actor, {
    at: after.updatedAt,
    action,
    subject: 'item',
    subjectId: after.id,
    subjectName: after.name,
    detail: detail ?? changedFields.map(({ field }) => field).join(', '),
  })
  return after
}
