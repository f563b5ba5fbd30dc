import type { ItemDocument } from '#contracts/item-document.ts'
import type { DocumentRow } from './store.ts'

/** Converts a document to its response. Its id alone decides where the URL leads, so that it stays valid. */
export const toDocumentResponse = (row: DocumentRow, origin: string): ItemDocument => ({
  id: row.id,
  title: row.title,
  type: row.type,
  ...(row.language !== null && { language: row.language }),
  format: row.format,
  fileName: row.file_name,
  bytes: row.bytes,
  url: `${origin}/documents/${row.id}/${encodeURIComponent(row.file_name)}`,
  createdAt: row.created_at,
  updatedAt: row.replaced_at ?? row.created_at,
})
