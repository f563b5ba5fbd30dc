import { BUSINESS_UTC_OFFSET_MINUTES } from '#contracts/business-date.ts'
import { DOCUMENT_LANGUAGE_LABELS, DOCUMENT_TYPE_LABELS } from '#contracts/files/document-labels.ts'
import type { ItemDocument } from '#contracts/files/item-document.ts'
import { formatBytes } from '#contracts/format.ts'
import type { DocumentRow } from './store.ts'

/** 'Manual · English · PDF, 2.4 MB · 23 Nov 2026'. The site shows it as it is, so that browsers need no labels. */
function summarize({ type, language, format, bytes, created_at, replaced_at }: DocumentRow): string {
  const indianTime = Date.parse(replaced_at ?? created_at) + BUSINESS_UTC_OFFSET_MINUTES * 60_000
  return [
    DOCUMENT_TYPE_LABELS[type],
    ...(language ? [DOCUMENT_LANGUAGE_LABELS[language]] : []),
    `${format.toUpperCase()}, ${formatBytes(bytes)}`,
    // 'Mon, 23 Nov 2026 10:36:07 GMT'
    new Date(indianTime).toUTCString().slice(5, 16),
  ].join(' · ')
}

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
  summary: summarize(row),
  createdAt: row.created_at,
  updatedAt: row.replaced_at ?? row.created_at,
})
