import type { ItemState } from '#contracts/admin-item.ts'
import type { AuditAction } from '#contracts/audit-log.ts'
import type { Kind } from '#contracts/item.ts'
import { RESOURCES } from '#contracts/resources.ts'
import type { Db } from '#server/database/db.ts'
import { recordChange } from '#server/database/log.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { type Clock, daysBefore, timestamp } from '#server/kernel/clock.ts'
import type { Events } from '#server/kernel/events.ts'
import type { Actor } from '#server/kernel/guard.ts'
import type { UploadedFile } from '#server/kernel/multipart.ts'
import { conflict, notFound } from '#server/kernel/problem.ts'
import { differences } from './history.ts'
import { checkImageCount, type ItemDraft } from './rules.ts'
import {
  findEvery,
  findItem,
  type ItemMark,
  insertItem,
  markItem,
  type StoredItem,
  updateItem,
} from './store.ts'
import { keepRevision, listSnapshots } from './store-history.ts'

/** What an item was at any time since then can be looked up and restored. */
const HISTORY_DAYS = 730
/** What staff may open and change; an archived item has to be restored first. */
export const EDITABLE: readonly ItemState[] = ['published', 'draft']

export interface ChangeParts {
  db: Db
  clock: Clock
  events: Events
  /** What a change needs of pictures; see media/library.ts. */
  media: {
    withPictures<Result>(
      files: UploadedFile[],
      use: (pictures: { ids: string[]; saveRecords(transaction: Db): Promise<void> }) => Promise<Result>,
    ): Promise<Result>
  }
}

/**
 * What an item shall be, given what it is (nothing for a new one) and the pictures that come with the change. Called
 * twice: before the pictures are scaled, so that a wrong form is refused at once, and in the transaction, so that
 * nothing a colleague changed meanwhile is undone. Throws refusals.
 */
type DraftOf<Before> = (before: Before, added: string[]) => ItemDraft

/** One item, and the revision that whoever changes it has seen; undefined asks for no such check. */
export interface Target {
  kind: Kind
  key: string
  revision?: number | undefined
}

/** Stores a new item: pictures, their records and the item, or nothing at all (row API-8). */
export async function createItem(
  parts: ChangeParts,
  by: Actor,
  kind: Kind,
  files: UploadedFile[],
  draftOf: DraftOf<undefined>,
): Promise<StoredItem> {
  checkImages(kind, draftOf(undefined, []), files)
  const at = timestamp(parts.clock())
  return saving(parts, files, async (transaction, added) => {
    const item = await insertItem(transaction, kind, draftOf(undefined, added), { at })
    await note(parts, transaction, by, { after: item, action: 'created' })
    return item
  })
}

/**
 * Changes the item with this id or slug, all or nothing. Throws 404 when there is none, and 409 when it has another
 * revision than the one the change is based on.
 */
export async function changeItem(
  parts: ChangeParts,
  by: Actor,
  target: Target,
  files: UploadedFile[],
  draftOf: DraftOf<StoredItem>,
): Promise<StoredItem> {
  const { kind, key } = target
  const seen = await presentItem(parts.db, kind, key, EDITABLE)
  await refuseStale(parts.db, seen, target.revision)
  checkImages(kind, draftOf(seen, []), files)
  return saving(parts, files, async (transaction, added) => {
    const before = await presentItem(transaction, kind, key, EDITABLE)
    await refuseStale(transaction, before, target.revision)
    const draft = draftOf(before, added)
    checkImages(kind, draft, [])
    return replace(parts, transaction, by, before, draft)
  })
}

/** Sets the featured flag and nothing else (row API-7). Throws 404. */
export async function flagItem(
  parts: ChangeParts,
  by: Actor,
  { kind, key }: Target,
  featured: boolean,
): Promise<StoredItem> {
  const [before, after] = await inTransaction(parts.db, async (transaction) => {
    const present = await presentItem(transaction, kind, key, EDITABLE)
    if (present.featured === featured) return [present, present]
    return [present, await mark(parts, transaction, by, present, { featured })]
  })
  if (after !== before) parts.events.emit('content')
  return after
}

/** Replaces what staff say of an item, and notes who did. Runs in the caller's transaction. */
export async function replace(
  parts: ChangeParts,
  transaction: Db,
  by: Actor,
  before: StoredItem,
  draft: ItemDraft,
  how: { action: AuditAction; detail?: string } = { action: 'changed' },
): Promise<StoredItem> {
  const after = await updateItem(transaction, before, draft, timestamp(parts.clock()))
  await note(parts, transaction, by, { before, after, ...how })
  return after
}

/** Changes an item's marks, and notes who did. Runs in the caller's transaction. */
export async function mark(
  parts: ChangeParts,
  transaction: Db,
  by: Actor,
  before: StoredItem,
  change: ItemMark,
): Promise<StoredItem> {
  const after = await markItem(transaction, before.id, change, timestamp(parts.clock()))
  await note(parts, transaction, by, { before, after, action: actionOf(before, after) })
  return after
}

/** The item with this id or slug. Throws 404. */
export async function presentItem(
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
export async function anyItem(db: Db, id: string): Promise<StoredItem> {
  const [item] = await findEvery(db, [id])
  if (!item) throw notFound('Item')
  return item
}

function actionOf(before: StoredItem, after: StoredItem): AuditAction {
  if (after.state === 'archived' && before.state !== 'archived') return 'archived'
  if (before.state === 'archived' && after.state !== 'archived') return 'restored'
  if (after.state !== before.state) return after.state === 'published' ? 'published' : 'unpublished'
  if (after.featured !== before.featured) return after.featured ? 'featured' : 'unfeatured'
  return 'changed'
}

async function note(
  { clock }: ChangeParts,
  transaction: Db,
  by: Actor,
  change: { before?: StoredItem; after: StoredItem; action: AuditAction; detail?: string },
): Promise<void> {
  const { before, after, action } = change
  const since = timestamp(daysBefore(clock(), HISTORY_DAYS))
  await keepRevision(transaction, by, { ...(before && { before }), after, since })
  const fields = before ? differences(before, after).map(({ field }) => field) : []
  await recordChange(transaction, by, {
    at: after.updatedAt,
    action,
    subject: 'item',
    subjectId: after.id,
    subjectName: after.name,
    detail: change.detail ?? (action === 'changed' ? fields.join(', ') : ''),
  })
}

/** Nobody's work is overwritten unseen: who bases a change on an old revision is told whose it would undo. */
async function refuseStale(db: Db, item: StoredItem, revision: number | undefined): Promise<void> {
  if (revision === undefined || revision === item.revision) return
  const [latest] = await listSnapshots(db, item.id)
  const who = latest?.by || 'Somebody else'
  throw conflict('changed-meanwhile', `${who} changed ${item.name} while you were working on it.`)
}

function checkImages(kind: Kind, draft: ItemDraft, files: UploadedFile[]): void {
  checkImageCount(kind, draft.images.length + files.length)
}

async function saving(
  parts: ChangeParts,
  files: UploadedFile[],
  write: (transaction: Db, added: string[]) => Promise<StoredItem>,
): Promise<StoredItem> {
  const item = await parts.media.withPictures(files, (pictures) =>
    inTransaction(parts.db, async (transaction) => {
      await pictures.saveRecords(transaction)
      return write(transaction, pictures.ids)
    }),
  )
  parts.events.emit('content')
  return item
}
