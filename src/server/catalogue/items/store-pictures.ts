import type { Db } from '#server/database/db.ts'
import { findMediaIds } from '#server/kernel/ids.ts'
import { listDrawingPictures } from '../drawings/store.ts'

/** An item has up to 50 revisions of some kB each. */
const ITEM_BATCH_SIZE = 100

/** Iterates over the media ids of all drawings, items and their retained revisions, in batches of 100 items. */
export async function* iteratePictureIds(db: Db): AsyncGenerator<string[]> {
  yield await listDrawingPictures(db)
  for (let after = 0; ; ) {
    const items = await selectItems(db)
      .where('row_id', '>', after)
      .orderBy('row_id')
      .limit(ITEM_BATCH_SIZE)
      .execute()
    const last = items.at(-1)
    if (!last) return
    yield await listPictureIds(db, items)
    after = last.row_id
  }
}

/** Returns the media ids of the items that were changed since this time, and of their revisions. */
export async function listPictureIdsChangedSince(db: Db, since: string): Promise<string[]> {
  const items = await selectItems(db).where('updated_at', '>=', since).execute()
  return [...(await listDrawingPictures(db)), ...(await listPictureIds(db, items))]
}

const selectItems = (db: Db) => db.selectFrom('item').select(['row_id', 'id', 'images_json'])

async function listPictureIds(db: Db, items: { id: string; images_json: string }[]): Promise<string[]> {
  if (items.length === 0) return []
  const itemIds = items.map(({ id }) => id)
  const revisions = await db
    .selectFrom('item_revision')
    .select('draft_json')
    .where('item_id', 'in', itemIds)
    .execute()
  const texts = [
    ...items.map((item) => item.images_json),
    ...revisions.map((revision) => revision.draft_json),
  ]
  return texts.flatMap(findMediaIds)
}
