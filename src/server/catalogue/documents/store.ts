import type { Selectable, Updateable } from 'kysely'
import type { Db, Tx } from '#server/database/db.ts'
import type { Tables } from '#server/database/tables.ts'

export type DocumentRow = Selectable<Tables['item_document']>

/** SQLite accepts 32,766 values in one statement. */
const IDS_PER_QUERY = 10_000

/** Returns the documents of these items in their order, by the id of the item. Items without documents are left out. */
export async function findDocuments(db: Db, itemIds: string[]): Promise<Map<string, DocumentRow[]>> {
  const found = new Map<string, DocumentRow[]>()
  for (let start = 0; start < itemIds.length; start += IDS_PER_QUERY) {
    const rows = await db
      .selectFrom('item_document')
      .selectAll()
      .where('item_id', 'in', itemIds.slice(start, start + IDS_PER_QUERY))
      .where('deleted_at', 'is', null)
      .orderBy('item_id')
      .orderBy('position')
      .orderBy('id')
      .execute()
    for (const row of rows) {
      const documents = found.get(row.item_id)
      if (documents) documents.push(row)
      else found.set(row.item_id, [row])
    }
  }
  return found
}

/** Returns the documents of one item in their order. */
export const listDocuments = async (db: Db, itemId: string): Promise<DocumentRow[]> =>
  (await findDocuments(db, [itemId])).get(itemId) ?? []

/** Returns a document with the state of its item, also a deleted one. */
export function findDocument(
  db: Db,
  id: string,
): Promise<(DocumentRow & Pick<Tables['item'], 'state'>) | undefined> {
  return db
    .selectFrom('item_document')
    .innerJoin('item', 'item.id', 'item_document.item_id')
    .selectAll('item_document')
    .select('item.state')
    .where('item_document.id', '=', id)
    .executeTakeFirst()
}

export async function insertDocument(tx: Tx, row: DocumentRow): Promise<void> {
  await tx.insertInto('item_document').values(row).execute()
}

/** Changes these columns of a document and returns it. */
export const updateDocument = (
  tx: Tx,
  id: string,
  columns: Updateable<Tables['item_document']>,
): Promise<DocumentRow> =>
  tx.updateTable('item_document').set(columns).where('id', '=', id).returningAll().executeTakeFirstOrThrow()

/** Stores the order of the documents of an item. */
export async function saveOrder(tx: Tx, documents: DocumentRow[]): Promise<void> {
  for (const [position, document] of documents.entries())
    if (document.position !== position) await updateDocument(tx, document.id, { position })
}

/** Removes the documents that were deleted before this time. */
export async function removeDeletedBefore(tx: Tx, before: string): Promise<void> {
  await tx.deleteFrom('item_document').where('deleted_at', '<', before).execute()
}

/** Whether a document has this file, also a deleted one, a document of a quotation, or a page. */
export async function isUsed(db: Db, blobId: string): Promise<boolean> {
  const row = await db
    .selectFrom('item_document')
    .select('id')
    .where('blob_id', '=', blobId)
    .unionAll(db.selectFrom('quotation_document').select('file_id as id').where('file_id', '=', blobId))
    .unionAll(db.selectFrom('site_file').select('id').where('id', '=', blobId))
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
