import type { Kind } from '#contracts/item.ts'
import { RESOURCES } from '#contracts/resources.ts'
import type { Db } from '#server/database/open.ts'
import { type Clock, timestamp } from '#server/kernel/clock.ts'
import type { Events } from '#server/kernel/events.ts'
import type { UploadedFile } from '#server/kernel/multipart.ts'
import { notFound } from '#server/kernel/problem.ts'
import { checkImageCount, type ItemDraft } from './rules.ts'
import { findItem, insertItem, type StoredItem, setFeatured, updateItem } from './store.ts'

export interface ChangeParts {
  db: Db
  clock: Clock
  events: Events
  /** What a change needs of pictures; see media/library.ts. */
  media: {
    withPictures<Result>(
      files: UploadedFile[],
      use: (pictures: { ids: string[]; keep(transaction: Db): Promise<void> }) => Promise<Result>,
    ): Promise<Result>
  }
}

/**
 * What an item shall be, given what it is (nothing for a new one) and the pictures that come with the change. Called
 * twice: before the pictures are scaled, so that a wrong form is refused at once, and in the transaction, so that
 * nothing a colleague changed meanwhile is undone. Throws refusals.
 */
type DraftOf<Before> = (before: Before, added: string[]) => ItemDraft

/** Stores a new item: pictures, their records and the item, or nothing at all (row API-8). */
export async function createItem(
  parts: ChangeParts,
  kind: Kind,
  files: UploadedFile[],
  draftOf: DraftOf<undefined>,
): Promise<StoredItem> {
  checkImages(kind, draftOf(undefined, []), files)
  const at = timestamp(parts.clock())
  return saving(parts, files, (transaction, added) =>
    insertItem(transaction, kind, draftOf(undefined, added), { at }),
  )
}

/** Changes the item with this id or slug, all or nothing. Throws 404 when there is none. */
export async function changeItem(
  parts: ChangeParts,
  kind: Kind,
  key: string,
  files: UploadedFile[],
  draftOf: DraftOf<StoredItem>,
): Promise<StoredItem> {
  checkImages(kind, draftOf(await presentItem(parts.db, kind, key), []), files)
  const at = timestamp(parts.clock())
  return saving(parts, files, async (transaction, added) => {
    const before = await presentItem(transaction, kind, key)
    const draft = draftOf(before, added)
    checkImages(kind, draft, [])
    return updateItem(transaction, before, draft, at)
  })
}

/** Sets the featured flag and nothing else (row API-7). Throws 404. */
export async function flagItem(
  parts: ChangeParts,
  kind: Kind,
  key: string,
  featured: boolean,
): Promise<StoredItem> {
  const present = await presentItem(parts.db, kind, key)
  if (present.featured === featured) return present
  const item = await setFeatured(parts.db, kind, present.id, featured, timestamp(parts.clock()))
  if (!item) throw notFound(RESOURCES[kind].noun)
  parts.events.emit('content')
  return item
}

/** The item with this id or slug. Throws 404. */
export async function presentItem(db: Db, kind: Kind, key: string): Promise<StoredItem> {
  const item = await findItem(db, kind, key)
  if (!item) throw notFound(RESOURCES[kind].noun)
  return item
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
    parts.db.transaction().execute(async (transaction) => {
      await pictures.keep(transaction)
      return write(transaction, [...new Set(pictures.ids)])
    }),
  )
  parts.events.emit('content')
  return item
}
