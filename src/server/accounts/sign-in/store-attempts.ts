import type { Tx } from '#server/database/db.ts'
import { countMatches } from '#server/database/page.ts'
import type { AttemptLimit } from '../rules.ts'

/**
 * Stores one attempt for each limit, and returns their ids and the earlier attempts of each subject. Returns undefined,
 * without storing anything, when a limit is reached. Deletes attempts up to the time `since`, and expired sessions.
 */
export async function insertAttempts(
  tx: Tx,
  { limits, at, since }: { limits: AttemptLimit[]; at: string; since: string },
): Promise<{ ids: number[]; failures: number[] } | undefined> {
  await tx.deleteFrom('sign_in_attempt').where('attempted_at', '<=', since).execute()
  await tx.deleteFrom('session').where('expires_at', '<', at).execute()
  const failures: number[] = []
  for (const { subject, max } of limits) {
    const count = await countMatches(tx.selectFrom('sign_in_attempt').where('subject', '=', subject))
    if (count >= max) return undefined
    failures.push(count)
  }
  const attempts = await tx
    .insertInto('sign_in_attempt')
    .values(limits.map(({ subject }) => ({ subject, attempted_at: at })))
    .returning('id')
    .execute()
  return { ids: attempts.map(({ id }) => id), failures }
}

/** Deletes these attempts and all of this subject. */
export async function clearAttempts(
  tx: Tx,
  { ids, subject }: { ids: number[]; subject: string },
): Promise<void> {
  await tx
    .deleteFrom('sign_in_attempt')
    .where((eb) => eb.or([eb('id', 'in', ids), eb('subject', '=', subject)]))
    .execute()
}

export async function deleteAttempts(tx: Tx, ids: number[]): Promise<void> {
  await tx.deleteFrom('sign_in_attempt').where('id', 'in', ids).execute()
}
