import type { User } from '#contracts/account/account.ts'
import type { Db, Tx } from '#server/database/db.ts'
import { newId } from '#server/kernel/ids.ts'
import { toUser } from './store.ts'

export interface Session {
  id: string
  user: User
  seenAt: string
  expiresAt: string
}

/** Stores a session and returns its id. */
export async function insertSession(
  tx: Tx,
  session: { secretHash: string; accountId: string; userAgent: string; at: string; expiresAt: string },
): Promise<string> {
  const id = newId()
  await tx
    .insertInto('session')
    .values({
      id,
      secret_hash: session.secretHash,
      account_id: session.accountId,
      created_at: session.at,
      seen_at: session.at,
      expires_at: session.expiresAt,
      user_agent: session.userAgent,
    })
    .execute()
  return id
}

/** Returns a session with its account as it is now, so that a new role applies from the next request on. */
export async function findSession(db: Db, secretHash: string): Promise<Session | undefined> {
  const row = await db
    .selectFrom('session')
    .innerJoin('account', 'account.id', 'session.account_id')
    .select(['session.id as session_id', 'seen_at', 'expires_at', 'account.id', 'email', 'username', 'role'])
    .where('secret_hash', '=', secretHash)
    .executeTakeFirst()
  return row && { id: row.session_id, user: toUser(row), seenAt: row.seen_at, expiresAt: row.expires_at }
}

/** Returns the sessions of an account, expired ones included, the last used first. */
export async function listSessions(db: Db, accountId: string) {
  const rows = await db
    .selectFrom('session')
    .select(['id', 'created_at', 'seen_at', 'expires_at', 'user_agent'])
    .where('account_id', '=', accountId)
    .orderBy('seen_at', 'desc')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    startedAt: row.created_at,
    seenAt: row.seen_at,
    expiresAt: row.expires_at,
    userAgent: row.user_agent,
  }))
}

/** Stores the time of the last request of a session. */
export async function touchSession(tx: Tx, { id, at }: { id: string; at: string }): Promise<void> {
  await tx.updateTable('session').set({ seen_at: at }).where('id', '=', id).execute()
}

/** Returns whether the account had this session. */
export async function deleteSession(
  tx: Tx,
  { accountId, id }: { accountId: string; id: string },
): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('session')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0
}

/** Deletes all sessions of an account except one. Returns the number of deleted sessions. */
export async function deleteOtherSessions(
  tx: Tx,
  { accountId, retainedId }: { accountId: string; retainedId: string },
): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('session')
    .where('account_id', '=', accountId)
    .where('id', '!=', retainedId)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

export async function deleteSessionBySecret(tx: Tx, secretHash: string): Promise<void> {
  await tx.deleteFrom('session').where('secret_hash', '=', secretHash).execute()
}

/** Deletes all sessions of an account except the `max` that were used last. */
export async function deleteLeastRecentSessions(
  tx: Tx,
  { accountId, max }: { accountId: string; max: number },
): Promise<void> {
  const retained = tx
    .selectFrom('session')
    .select('id')
    .where('account_id', '=', accountId)
    .orderBy('seen_at', 'desc')
    .orderBy('id')
    .limit(max)
  await tx.deleteFrom('session').where('account_id', '=', accountId).where('id', 'not in', retained).execute()
}
