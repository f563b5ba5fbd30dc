import type { Readable } from 'node:stream'
import type { FileFormat } from '#contracts/files/file-formats.ts'
import type { SiteContent } from '#contracts/site-content/site-content.ts'
import type { Db, Tx } from '#server/database/db.ts'
import type { Clock } from '#server/kernel/clock.ts'
import type { Actor, Guard } from '#server/kernel/http/guard.ts'
import type { AppendixDeps } from './documents/deps.ts'

/** A member of staff who can be responsible for quotations. */
export interface QuotationOwner {
  id: string
  name: string
  /** Gets messages about the quotation. */
  email: string
}

/** The buyer of an enquiry or a customer. Missing texts are ''. */
interface BuyerSource {
  enquiryId: string | null
  customerId: string
  buyer: { name: string; company: string; gstin: string; email: string; phone: string; place: string }
}

export interface QuotationEmail {
  id?: string
  to: string
  subject: string
  text: string
  replyTo?: string
  /** Of two emails with the same key, only the first is queued. */
  requestKey?: string
}

/** Who makes a change, and when (UTC). A customer has no account. */
export interface Change {
  by: Pick<Actor, 'accountId' | 'name'>
  at: string
}

export interface QuotationDeps extends AppendixDeps {
  db: Db
  clock: Clock
  guard: Guard
  readSite: () => Promise<Pick<SiteContent, 'company' | 'prices' | 'contact'>>
  listOwners: () => Promise<QuotationOwner[]>
  /** Returns the buyer of an enquiry or, without one, of a customer; undefined if there is none. */
  findBuyer: (
    db: Db,
    ids: { enquiry?: string | null | undefined; customer?: string | null | undefined },
  ) => Promise<BuyerSource | undefined>
  /** Sets the status of an enquiry unless it is won or lost. */
  advanceEnquiry: (tx: Tx, change: Change & { id: string; status: 'quoted' | 'won' }) => Promise<void>
  /**
   * Queues an email in the caller's transaction and returns its id; undefined for a repeated request. Undefined where no email
   * is configured.
   */
  sendMail:
    | ((tx: Tx, email: QuotationEmail & { quotationId: string }, at: string) => Promise<string | undefined>)
    | undefined
  /** Makes an uploaded file the purchase order of a quotation. Throws 400 if it is unknown or used. */
  assignFile: (tx: Tx, ids: { fileId: string; quotationId: string }) => Promise<{ id: string; name: string }>
  /** Opens the file of a quotation; undefined if there is none. */
  openFile: (ids: {
    quotationId: string
    id: string
  }) => Promise<{ name: string; type: FileFormat; bytes: number; stream: Readable } | undefined>
  /** The address of staff for notifications; undefined: nothing is sent. */
  notifyEmail: string | undefined
}
