import type { Db, Tx } from '#server/database/db.ts'
import type { Clock } from '#server/kernel/clock.ts'
import type { Guard } from '#server/kernel/http/guard.ts'

export interface AccountDeps {
  db: Db
  clock: Clock
  guard: Guard
  publicUrl: string | undefined
  /** Queues an email in the caller's transaction; undefined where no email is configured. */
  sendMail?: ((tx: Tx, mail: { to: string; subject: string; text: string }) => Promise<unknown>) | undefined
}
