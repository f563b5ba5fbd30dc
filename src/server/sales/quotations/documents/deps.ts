import type { Readable } from 'node:stream'
import type { Picture } from '#contracts/item/item.ts'
import type { SiteContent } from '#contracts/site-content/site-content.ts'
import type { Db } from '#server/database/db.ts'
import type { Clock } from '#server/kernel/clock.ts'
import type { PdfRenderer } from '#server/kernel/pdf/pdf-renderer.ts'
import type { PictureFile, PictureStorage } from '#server/kernel/pdf/picture-files.ts'

/** The data sheet of an item as the appendix of a document. */
export interface DataSheet {
  /** What its template (kernel/pdf/data-sheet.typ) shows. */
  data: { title: string }
  pictures: (PictureFile | undefined)[]
}

/** The files of an item that visitors can download. */
export interface ItemFiles {
  /** The name of the item. */
  item: string
  documents: { title: string; summary: string; url: string }[]
}

/** What the appendix of a quotation needs. */
export interface AppendixDeps {
  publicUrl: string | undefined
  /** Reads what the data sheets of published items show. `origin` is that of the site. */
  readDataSheets: (itemIds: string[], origin: string) => Promise<DataSheet[]>
  /** Lists what visitors can download about these items. Items without documents are left out. */
  listDocuments: (itemIds: string[], origin: string) => Promise<ItemFiles[]>
}

/** What documents of quotations need. */
export interface QuotationDocumentDeps extends AppendixDeps {
  db: Db
  clock: Clock
  readSite: () => Promise<Pick<SiteContent, 'company'>>
  pdfRenderer: PdfRenderer
  /** The part of the blob storage (media/storage/blob-storage.ts) that documents use. Keys are '{file id}/file'. */
  documentStorage: {
    put(key: string, bytes: Uint8Array): Promise<void>
    open(key: string): Promise<{ stream: Readable } | undefined>
    removeFiles(id: string): Promise<void>
  }
  blobStorage: PictureStorage
  media: { describe(ids: string[], origin: string): Promise<ReadonlyMap<string, Picture>> }
}
