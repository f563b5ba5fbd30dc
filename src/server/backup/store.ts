import type { Db } from '#server/database/open.ts'

/** Signs everybody out and makes links void that were sent to choose a password. */
export async function endSessions(db: Db): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await transaction.deleteFrom('session').execute()
    await transaction.deleteFrom('account_link').execute()
  })
}
