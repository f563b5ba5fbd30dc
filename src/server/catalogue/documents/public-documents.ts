import type { ItemDocument } from '#contracts/files/item-document.ts'
import type { Db } from '#server/database/db.ts'
import { findByIds } from '../items/store.ts'
import { toDocumentResponse } from './document-response.ts'
import { findDocuments } from './store.ts'

/** The documents of one item that visitors can download. */
export interface PublicDocuments {
  /** The name of the item. */
  item: string
  documents: ItemDocument[]
}

/** Returns the documents of published items, in this order. Other items, and those without documents, are left out. */
export async function listPublicDocuments(
  db: Db,
  itemIds: string[],
  origin: string,
): Promise<PublicDocuments[]> {
  const items = await findByIds(db, itemIds)
  const documents = await findDocuments(
    db,
    items.map(({ id }) => id),
  )
  return items.flatMap(({ id, name }) => {
    const rows = documents.get(id)
    return rows ? [{ item: name, documents: rows.map((row) => toDocumentResponse(row, origin)) }] : []
  })
}
