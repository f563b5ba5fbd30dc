import type { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import type { User } from '#contracts/account/account.ts'
import type { Picture } from '#contracts/item/item.ts'
import type { SiteContent } from '#contracts/site-content/site-content.ts'
import type { Db, Tx } from '#server/database/db.ts'
import type { Clock } from '#server/kernel/clock.ts'
import type { Guard } from '#server/kernel/http/guard.ts'
import type { PdfRenderer } from '#server/kernel/pdf/pdf-renderer.ts'
import type { PictureFile, PictureStorage } from '#server/kernel/pdf/picture-files.ts'

/** The page that is the privacy notice. */
export interface PrivacyNotice {
  title: string
  path: string
}

export interface Email {
  to: string
  subject: string
  text: string
  replyTo?: string | undefined
}

interface NewEmail extends Email {
  id?: string | undefined
  enquiryId?: string
  quotationId?: string
  /** Of two emails with the same key, only the first is queued. */
  requestKey?: string | undefined
}

/** A part of a blob storage (media/storage/blob-storage.ts). Keys are '{file id}/file'. */
interface FileStorage {
  open(key: string): Promise<{ bytes: number; stream: Readable } | undefined>
  removeFiles(id: string): Promise<void>
}

/** The files of visitors. */
export interface AttachmentDeps {
  db: Db
  clock: Clock
  attachmentStorage: FileStorage & {
    putStream(key: string, stream: Readable, bytes: number): Promise<void>
    listUnmodifiedSince(before: Date): AsyncIterable<string>
  }
}

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

/** What the appendix of a quotation is read from. `origin` is the address of the site. */
export interface AppendixDeps {
  /** Reads what the data sheets of published items show. */
  readDataSheets: (itemIds: string[], origin: string) => Promise<DataSheet[]>
  /** Lists what visitors can download about these items. Items without documents are left out. */
  listDocuments: (itemIds: string[], origin: string) => Promise<ItemFiles[]>
}

/** What documents of quotations are made with. */
export interface DocumentDeps extends AppendixDeps {
  db: Db
  clock: Clock
  readSite: () => Promise<SiteContent>
  pdfRenderer: PdfRenderer
  documentStorage: Pick<FileStorage, 'removeFiles'> & {
    put(key: string, bytes: Uint8Array): Promise<void>
    open(key: string): Promise<{ stream: Readable } | undefined>
  }
  blobStorage: PictureStorage
  media: { describe(ids: string[], origin: string): Promise<ReadonlyMap<string, Picture>> }
}

/** What the sales module receives from outside. */
export interface SalesDeps extends AttachmentDeps, DocumentDeps {
  /** The database for reads that may take long. */
  reader: Db
  guard: Guard
  publicUrl: string | undefined
  /** Holds uploads while they are received. */
  tmpDir: string
  listAccounts: () => Promise<User[]>
  /** The published privacy notice. */
  readPrivacyNotice: () => Promise<PrivacyNotice | undefined>
  /** Names the notice that a form showed, by the version that it sent; '' if there was none. */
  describeShownNotice: (version: string | undefined) => Promise<string>
  /**
   * Queues an email in the caller's transaction and returns its id; undefined for a repeated request. Undefined where no email
   * is configured.
   */
  sendMail: ((tx: Tx, email: NewEmail, at: string) => Promise<string | undefined>) | undefined
  /** Counts the visit of a person who sent an enquiry as one that did. Does not throw. */
  countEnquiry: (request: FastifyRequest) => Promise<void>
  /** The address of staff for notifications; undefined: nothing is sent. */
  notifyEmail: string | undefined
}
