import type { ItemState } from '#contracts/admin-item.ts'
import type { AuditAction } from '#contracts/audit-log.ts'
import type { Kind } from '#contracts/item.ts'
import { RESOURCES } from '#contracts/resources.ts'
import { writeAuditEntry } from '#server/database/audit-log.ts'
import type { Db, Tx } from '#server/database/db.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { type Clock, subtractDays, toIso } from '#server/kernel/clock.ts'
import type { Events } from '#server/kernel/events.ts'
import type { Actor } from '#server/kernel/guard.ts'
import type { UploadedFile } from '#server/kernel/multipart.ts'
import { conflict, notFound } from '#server/kernel/problem.ts'
import { diffItems } from './history.ts'
import { checkImageCount, type ItemDraft } from './rules.ts'
import {
  findByIdsAnyState,
  findItem,
  type ItemPatch,
  insertItem,
  patchItem,
  type StoredItem,
  updateItem,
} from './store.ts'
import { listSnapshots, saveRevision } from './store-history.ts'

/** What an item was at any time since then can be looked up and restored. */
const HISTORY_RETENTION_DAYS = 730
/** What staff may open and change; an archived item has to be restored first. */
export const EDITABLE_STATES: readonly ItemState[] = ['published', 'draft']

export interface ItemCommandDeps {
  db: Db
  clock: Clock
  events: Events
  /** What a change needs of pictures; see media/media-service.ts. */
  media: {
    upload(files: UploadedFile[]): Promise<{ ids: string[]; saveRecords(tx: Tx): Promise<void> }>
  }
}

/**
 * What an item shall be, given what it is (nothing for a new one) and the pictures that come with the change. Called
 * twice: before the pictures are scaled, so that a wrong form is refused at once, and in the transaction, so that
 * nothing a colleague changed meanwhile is undone. Throws refusals.
 */
type DraftBuilder<Before> = (before: Before, added: string[]) => ItemDraft

/** One item, and the revision that whoever changes it has seen; undefined asks for no such check. */
export interface ItemTarget {
  kind: Kind
  key: string
  revision?: number | undefined
}

/** Stores a new item with its pictures. If it fails, the database is unchanged (row API-8). */
export async function createItem(
  deps: ItemCommandDeps,
  actor: Actor,
  kind: Kind,
  files: UploadedFile[],
  buildDraft: DraftBuilder<undefined>,
): Promise<StoredItem> {
  checkImages(kind, buildDraft(undefined, []), files)
  const at = toIso(deps.clock())
  return saveWithPictures(deps, files, async (transaction, added) => {
    const item = await insertItem(transaction, kind, buildDraft(undefined, added), { at })
    await recordRevision(deps, transaction, actor, { after: item, action: 'created' })
    return item
  })
}

/**
 * Changes the item with this id or slug, all or nothing. Throws 404 when there is none, and 409 when it has another
 * revision than the one the change is based on.
 */
export async function changeItem(
  deps: ItemCommandDeps,
  actor: Actor,
  target: ItemTarget,
  files: UploadedFile[],
  buildDraft: DraftBuilder<StoredItem>,
): Promise<StoredItem> {
  const { kind, key } = target
  const current = await getItemOrThrow(deps.db, kind, key, EDITABLE_STATES)
  await rejectStaleRevision(deps.db, current, target.revision)
  checkImages(kind, buildDraft(current, []), files)
  return saveWithPictures(deps, files, async (transaction, added) => {
    const before = await getItemOrThrow(transaction, kind, key, EDITABLE_STATES)
    await rejectStaleRevision(transaction, before, target.revision)
    const draft = buildDraft(before, added)
    checkImages(kind, draft, [])
    return replaceContent(deps, transaction, actor, before, draft)
  })
}

/** Sets the featured flag and nothing else (row API-7). Throws 404. */
export async function setFeatured(
  deps: ItemCommandDeps,
  actor: Actor,
  { kind, key }: ItemTarget,
  featured: boolean,
): Promise<StoredItem> {
  const [before, after] = await inTransaction(deps.db, async (transaction) => {
    const current = await getItemOrThrow(transaction, kind, key, EDITABLE_STATES)
    if (current.featured === featured) return [current, current]
    return [current, await applyPatch(deps, transaction, actor, current, { featured })]
  })
  if (after !== before) deps.events.emit('content-changed')
  return after
}

/** Replaces what staff say of an item, and notes who did. Runs in the caller's transaction. */
export async function replaceContent(
  deps: ItemCommandDeps,
  transaction: Tx,
  actor: Actor,
  before: StoredItem,
  draft: ItemDraft,
  audit: { action: AuditAction; detail?: string } = { action: 'changed' },
): Promise<StoredItem> {
  const after = await updateItem(transaction, before, draft, toIso(deps.clock()))
  await recordRevision(deps, transaction, actor, { before, after, ...audit })
  return after
}

/** Changes an item's marks, and notes who did. Runs in the caller's transaction. */
export async function applyPatch(
  deps: ItemCommandDeps,
  transaction: Tx,
  actor: Actor,
  before: StoredItem,
  patch: ItemPatch,
): Promise<StoredItem> {
  const after = await patchItem(transaction, before.id, patch, toIso(deps.clock()))
  await recordRevision(deps, transaction, actor, { before, after, action: getAuditAction(before, after) })
  return after
}

/** The item with this id or slug. Throws 404. */
export async function getItemOrThrow(
  db: Db,
  kind: Kind,
  key: string,
  states?: readonly ItemState[],
): Promise<StoredItem> {
  const item = await findItem(db, kind, key, states)
  if (!item) throw notFound(RESOURCES[kind].noun)
  return item
}

/** The item with this id, whatever its kind and state. Throws 404. */
export async function getItemByIdOrThrow(db: Db, id: string): Promise<StoredItem> {
  const [item] = await findByIdsAnyState(db, [id])
  if (!item) throw notFound('Item')
  return item
}

function getAuditAction(before: StoredItem, after: StoredItem): AuditAction {
  if (after.state === 'archived' && before.state !== 'archived') return 'archived'
  if (before.state === 'archived' && after.state !== 'archived') return 'restored'
  if (after.state !== before.state) return after.state === 'published' ? 'published' : 'unpublished'
  if (after.featured !== before.featured) return after.featured ? 'featured' : 'unfeatured'
  return 'changed'
}

async function recordRevision(
  { clock }: ItemCommandDeps,
  transaction: Tx,
  actor: Actor,
  change: { before?: StoredItem; after: StoredItem; action: AuditAction; detail?: string },
): Promise<void> {
  const { before, after, action } = change
  const since = toIso(subtractDays(clock(), HISTORY_RETENTION_DAYS))
  await saveRevision(transaction, actor, { ...(before && { before }), after, since })
  const fields = before ? diffItems(before, after).map(({ field }) => field) : []
  await writeAuditEntry(transaction, actor, {
    at: after.updatedAt,
    action,
    subject: 'item',
    subjectId: after.id,
    subjectName: after.name,
    detail: change.detail ?? (action === 'changed' ? fields.join(', ') : ''),
  })
}

/** Nobody's work is overwritten unseen: who bases a change on an old revision is told whose it would undo. */
async function rejectStaleRevision(db: Db, item: StoredItem, revision: number | undefined): Promise<void> {
  if (revision === undefined || revision === item.revision) return
  const [latest] = await listSnapshots(db, item.id)
  const author = latest?.by || 'Somebody else'
  throw conflict('changed-meanwhile', `${author} changed ${item.name} while you were working on it.`)
}

function checkImages(kind: Kind, draft: ItemDraft, files: UploadedFile[]): void {
  checkImageCount(kind, draft.images.length + files.length)
}

async function saveWithPictures(
  deps: ItemCommandDeps,
  files: UploadedFile[],
  write: (transaction: Tx, added: string[]) => Promise<StoredItem>,
): Promise<StoredItem> {
  const pictures = await deps.media.upload(files)
  const item = await inTransaction(deps.db, async (transaction) => {
    await pictures.saveRecords(transaction)
    return write(transaction, pictures.ids)
  })
  deps.events.emit('content-changed')
  return item
}
