import type { Db } from '#server/database/db.ts'
import { inTransaction } from '#server/database/transaction.ts'

/**
 * Notes a try before its password is looked at, so that many at once count as many. Answers the notes' ids and how often
 * each subject failed before, or undefined when one had its most since `since` already. Forgets what is older, and
 * sessions that have ended.
 */
export async function insertAttempts(
  db: Db,
  limits: { subject: string; max: number }[],
  { at, since }: { at: string; since: string },
): Promise<{ ids: number[]; failures: number[] } | undefined> {
  return inTransaction(db, async (transaction) => {
    await transaction.deleteFrom('sign_in_attempt').where('attempted_at', '<=', since).execute()
    await transaction.deleteFrom('session').where('expires_at', '<', at).execute()
    const failures: number[] = []
    for (const { subject, max } of limits) {
      const { count } = await transaction
        .selectFrom('sign_in_attempt')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where('subject', '=', subject)
        .executeTakeFirstOrThrow()
      if (count >= max) return undefined
      failures.push(count)
    }
    const attempts = await transaction
      .insertInto('sign_in_attempt')
      .values(limits.map(({ subject }) => ({ subject, attempted_at: at })))
      .returning('id')
      .execute()
    return { ids: attempts.map(({ id }) => id), failures }
  })
}

/** After a right password: this try was no failure, and `subject` starts anew. */
export async function clearAttempts(db: Db, ids: number[], subject: string): Promise<void> {
  await db
    .deleteFrom('sign_in_attempt')
    .where((eb) => eb.or([eb('id', 'in', ids), eb('subject', '=', subject)]))
    .execute()
}

/** After a try that was neither right nor wrong. */
export async function deleteAttempts(db: Db, ids: number[]): Promise<void> {
  await db.deleteFrom('sign_in_attempt').where('id', 'in', ids).execute()
}
