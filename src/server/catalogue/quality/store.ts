import type { Dismissal } from '#contracts/bulk-data/quality.ts'
import type { FindingType } from '#contracts/bulk-data/quality-types.ts'
import type { Kind } from '#contracts/item/kind.ts'
import type { Page } from '#contracts/page.ts'
import type { Db, Tx } from '#server/database/db.ts'
import { readPage } from '#server/database/page.ts'
import type { ScannedItem } from './sample.ts'

/** Items per read. One batch takes a few milliseconds, so that other requests do not wait. */
const BATCH_SIZE = 100

/** Yields the items that are not archived in the order of their row ids, in batches. */
export async function* iterateScannedItems(db: Db): AsyncGenerator<ScannedItem[]> {
  for (let after = 0; ; ) {
    const rows = await db
      .selectFrom('item')
      .select(['row_id', 'kind', 'category', 'name', 'code', 'hsn', 'price_paise', 'state'])
      .select(['images_json', 'specifications_json'])
      .where('row_id', '>', after)
      .orderBy('row_id')
      .limit(BATCH_SIZE)
      .execute()
    const last = rows.at(-1)
    if (!last) return
    after = last.row_id
    yield rows
      .filter(({ state }) => state !== 'archived')
      .map((row) => ({
        rowId: row.row_id,
        kind: row.kind,
        category: row.category,
        name: row.name,
        code: row.code,
        hsn: row.hsn,
        hasPrice: row.price_paise !== null,
        hasPicture: row.images_json !== '[]',
        isPublished: row.state === 'published',
        specifications: JSON.parse(row.specifications_json),
      }))
  }
}

/** Returns the keys of the dismissed findings. */
export async function listDismissedKeys(db: Db): Promise<Set<string>> {
  const rows = await db.selectFrom('quality_dismissal').select('key').execute()
  return new Set(rows.map(({ key }) => key))
}

/** Returns one page of the dismissed findings, the newest first, and the number of all. */
export async function listDismissals(
  db: Db,
  page: { limit: number; offset: number },
): Promise<Page<Dismissal>> {
  return readPage(db.selectFrom('quality_dismissal'), page, (rows) =>
    rows
      .select(['key', 'type', 'kind', 'title', 'reason', 'at', 'by_name as by'])
      .orderBy('at', 'desc')
      .orderBy('key')
      .execute(),
  )
}

interface NewDismissal {
  key: string
  type: FindingType
  kind: Kind
  title: string
  reason: string
  at: string
  by: { accountId?: string | undefined; name: string }
}

/** Stores a dismissal, or another reason of it. */
export async function saveDismissal(tx: Tx, { by, ...dismissal }: NewDismissal): Promise<void> {
  const values = { ...dismissal, account_id: by.accountId ?? null, by_name: by.name }
  await tx
    .insertInto('quality_dismissal')
    .values(values)
    .onConflict((conflict) => conflict.column('key').doUpdateSet(values))
    .execute()
}

/** Deletes a dismissal and returns its title; undefined if there is none. */
export async function deleteDismissal(tx: Tx, key: string): Promise<string | undefined> {
  const row = await tx
    .deleteFrom('quality_dismissal')
    .where('key', '=', key)
    .returning('title')
    .executeTakeFirst()
  return row?.title
}
