import type { Db } from '#server/database/db.ts'
import { inTransaction } from '#server/database/transaction.ts'

/** Deletes all sessions and all links to set a password. */
export async function endSessions(db: Db): Promise<void> {
  await inTransaction(db, async (tx) => {
    await tx.deleteFrom('session').execute()
    await tx.deleteFrom('account_token').execute()
  })
}
