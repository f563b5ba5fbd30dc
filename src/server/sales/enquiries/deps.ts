import type { Db, Tx } from '#server/database/db.ts'
import type { Guard } from '#server/kernel/http/guard.ts'
import type { AttachmentDeps } from '../attachments/attachments.ts'
import type { ConfirmingCompany } from '../emails/confirmation-email.ts'
import type { EnquiryEmail } from '../emails/notification-email.ts'
import type { OwnerCandidate } from './rules.ts'

export interface EnquiryDeps extends AttachmentDeps {
  guard: Guard
  publicUrl: string | undefined
  /** Holds uploads while they are received. */
  tmpDir: string
  /** Returns the company as the site content has it. */
  getCompany: () => Promise<ConfirmingCompany>
  /** Returns all members of staff. */
  listStaff: () => Promise<OwnerCandidate[]>
  /** Creates a link to the status page of an enquiry and returns its path. Only one that is emailed shows quotations. */
  createStatusPath: (tx: Tx, target: { enquiryId: string; isEmailed: boolean }, at: string) => Promise<string>
  /** Gives the quotations of an enquiry, or those of a customer, another customer. */
  moveQuotations: (
    tx: Tx,
    from: { enquiryId: string } | { customerId: string },
    customerId: string,
  ) => Promise<void>
  /** Returns whether staff have revoked a link to the status page of an enquiry. */
  hasRevokedLink: (db: Db, enquiryId: string) => Promise<boolean>
  /**
   * Queues an email in the caller's transaction and returns its id; undefined for a repeated `requestKey`. Undefined
   * where no email is configured.
   */
  sendMail:
    | ((
        tx: Tx,
        email: EnquiryEmail & { enquiryId: string; requestKey?: string },
        at: string,
      ) => Promise<string | undefined>)
    | undefined
  /** The address of staff that is notified of new enquiries; undefined: nothing is sent. */
  notifyEmail: string | undefined
}
