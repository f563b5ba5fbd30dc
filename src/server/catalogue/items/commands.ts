import { DEFAULT_CATEGORIES, type Kind } from '#contracts/kind.ts'
import { inContentTransaction } from '#server/database/content-transaction.ts'
import type { Db } from '#server/database/db.ts'
import { toIso } from '#server/kernel/clock.ts'
import type { Actor } from '#server/kernel/guard.ts'
import type { UploadedFile } from '#server/kernel/multipart.ts'
import { conflict } from '#server/kernel/problem.ts'
import { addItem, patchContent, replaceContent } from './changes.ts'
import type { ItemDeps } from './deps.ts'
import type { ItemDraft } from './draft.ts'
import { checkImageCount, normalizeCategory } from './rules.ts'
import { EDITABLE_STATES, getItemOrThrow, type ItemKey, type StoredItem } from './store.ts'
import { listCategoryNames } from './store-admin.ts'
import { listSnapshots } from './store-history.ts'

interface NewItem {
  actor: Actor
  kind: Kind
  files: UploadedFile[]
  /**
   * Returns the item with these uploaded images. It is called before the upload, with no images, so that an invalid
   * form is rejected without one, and again in the transaction. Throws HttpProblem.
   */
  buildDraft(uploaded: string[]): ItemDraft
}

/** Stores a new item with its pictures. If it fails, the database is unchanged (row API-8). */
export async function createItem(
  deps: ItemDeps,
  { actor, kind, files, buildDraft }: NewItem,
): Promise<StoredItem> {
  const { images, category: entered } = buildDraft([])
  checkImageCount(kind, images.length + files.length)
  const category = await normalizeEnteredCategory(deps.db, kind, entered)
  const pictures = await deps.media.upload(files)
  return inContentTransaction(deps, async (tx) => {
    await pictures.saveRecords(tx)
    const draft = { ...buildDraft(pictures.ids), category }
    return addItem(tx, { actor, at: toIso(deps.clock()) }, kind, draft)
  })
}

interface ItemChange {
  actor: Actor
  target: ItemKey
  /** The revision that the change is based on; undefined if it does not matter. */
  revision?: number | undefined
  files: UploadedFile[]
  /**
   * Returns the changed item; see `NewItem`. In the transaction it receives the item as it is then, so that concurrent
   * changes of other fields are retained.
   */
  buildDraft(before: StoredItem, uploaded: string[]): ItemDraft
}

/**
 * Changes a published item or a draft. If it fails, the database is unchanged. Throws 404 if there is no such item, and
 * 409 if it has another revision than the change is based on.
 */
export async function changeItem(
  deps: ItemDeps,
  { actor, target, revision, files, buildDraft }: ItemChange,
): Promise<StoredItem> {
  const current = await getUnchangedItem(deps.db, target, revision)
  const { images, category: entered } = buildDraft(current, [])
  checkImageCount(target.kind, images.length + files.length)
  const category = await normalizeEnteredCategory(deps.db, target.kind, entered, current.category)
  const pictures = await deps.media.upload(files)
  return inContentTransaction(deps, async (tx) => {
    await pictures.saveRecords(tx)
    const before = await getUnchangedItem(tx, target, revision)
    const draft = buildDraft(before, pictures.ids)
    const content = draft.category === entered ? { ...draft, category } : draft
    return replaceContent(tx, { actor, at: toIso(deps.clock()) }, before, content)
  })
}

/** Sets the featured flag and nothing else (row API-7). Throws 404. */
export async function setFeatured(
  deps: ItemDeps,
  { actor, target, featured }: { actor: Actor; target: ItemKey; featured: boolean },
): Promise<StoredItem> {
  const { after } = await inContentTransaction(
    deps,
    async (tx) => {
      const before = await getItemOrThrow(tx, target, EDITABLE_STATES)
      if (before.featured === featured) return { before, after: before }
      return {
        before,
        after: await patchContent(tx, { actor, at: toIso(deps.clock()) }, before, { featured }),
      }
    },
    ({ before, after }) => before !== after,
  )
  return after
}

/** Throws 404, and 409 with the name of the last author if the item has another revision. */
async function getUnchangedItem(db: Db, target: ItemKey, revision: number | undefined): Promise<StoredItem> {
  const item = await getItemOrThrow(db, target, EDITABLE_STATES)
  if (revision === undefined || revision === item.revision) return item
  const [latest] = await listSnapshots(db, item.id)
  const author = latest?.by || 'Someone else'
  throw conflict('changed-meanwhile', `${author} changed ${item.name} while you were working on it.`)
}

/**
 * Returns an entered category in the spelling of an existing one, such as 'machine' for 'Machine': the public list of
 * machines compares it exactly. Reads the categories before the transaction, which would otherwise conflict with
 * concurrent changes of other items.
 */
async function normalizeEnteredCategory(
  db: Db,
  kind: Kind,
  entered: string,
  current = DEFAULT_CATEGORIES[kind],
): Promise<string> {
  return entered === current ? current : normalizeCategory(kind, entered, await listCategoryNames(db, kind))
}
