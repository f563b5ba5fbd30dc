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
  /** Queues an email to staff in the transaction that stores the enquiry; undefined where no email is configured. */
  notify: ((tx: Tx, email: NotificationEmail, at: string) => Promise<void>) | undefined
}
