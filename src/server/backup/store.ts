import type { Db } from '#server/database/db.ts'
import { inTransaction } from '#server/database/transaction.ts'

/** Signs everybody out and makes links void that were sent to choose a password. */
export async function endSessions(db: Db): Promise<void> {
  await inTransaction(db, async (transaction) => {
    await transaction.deleteFrom('session').execute()
    await transaction.deleteFrom('account_token').execute()
  })
}
