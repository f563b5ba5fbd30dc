import type { Db } from '#server/database/db.ts'
import { findMediaIds } from '#server/kernel/ids.ts'

const BATCH_SIZE = 500

/** The ids of all pictures that items show or, in kept revisions, have shown; some rows at a time. */
export async function* iteratePictureIds(db: Db): AsyncGenerator<string[]> {
  for (let after = 0; ; ) {
    const rows = await db
      .selectFrom('item')
      .select(['row_id', 'images_json'])
      .where('row_id', '>', after)
      .orderBy('row_id')
      .limit(BATCH_SIZE)
      .execute()
    const last = rows.at(-1)
    if (!last) break
    yield rows.flatMap(({ images_json }) => findMediaIds(images_json))
    after = last.row_id
  }
  for (let after = { item_id: '', revision: 0 }; ; ) {
    const rows = await db
      .selectFrom('item_revision')
      .select(['item_id', 'revision', 'draft_json'])
      .where((eb) =>
        eb.or([
          eb('item_id', '>', after.item_id),
          eb.and([eb('item_id', '=', after.item_id), eb('revision', '>', after.revision)]),
        ]),
      )
      .orderBy('item_id')
      .orderBy('revision')
      .limit(BATCH_SIZE)
      .execute()
    const last = rows.at(-1)
    if (!last) break
    yield rows.flatMap(({ draft_json }) => findMediaIds(draft_json))
    after = last
  }
}

/** The same, of the items that were changed since then alone. */
export async function listPictureIdsChangedSince(db: Db, since: string): Promise<string[]> {
  const items = await db
    .selectFrom('item')
    .select(['id', 'images_json'])
    .where('updated_at', '>=', since)
    .execute()
  const revisions = await db
    .selectFrom('item_revision')
    .select('draft_json')
    .where('item_id', 'in', db.selectFrom('item').select('id').where('updated_at', '>=', since))
    .execute()
  return [
    ...items.flatMap(({ images_json }) => findMediaIds(images_json)),
    ...revisions.flatMap(({ draft_json }) => findMediaIds(draft_json)),
  ]
}
