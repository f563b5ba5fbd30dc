import type { Db } from '#server/database/db.ts'
import type { Clock } from '#server/kernel/clock.ts'
import type { Guard } from '#server/kernel/guard.ts'

export interface AccountDeps {
  db: Db
  clock: Clock
  guard: Guard
  publicUrl: string | undefined
  /** Leaves a letter for the post, in the caller's transaction; undefined where the site sends no e-mail. */
  sendMail?: ((db: Db, mail: { to: string; subject: string; text: string }) => Promise<void>) | undefined
}
