import type { StaffMember } from '#contracts/enquiry.ts'
import type { Db, Tx } from '#server/database/db.ts'
import type { Clock } from '#server/kernel/clock.ts'
import type { Guard } from '#server/kernel/guard.ts'
import type { NotificationEmail } from './notification-email.ts'

export interface EnquiryDeps {
  db: Db
  clock: Clock
  guard: Guard
  publicUrl: string | undefined
  /** Returns everyone who can own an enquiry. */
  listStaff: () => Promise<StaffMember[]>
  /** Queues an email in the caller's transaction; undefined where no email is configured. */
  sendMail: ((tx: Tx, email: NotificationEmail, at: string) => Promise<void>) | undefined
  /** The address of staff that is notified of new enquiries; undefined: nothing is sent. */
  notifyEmail: string | undefined
}
