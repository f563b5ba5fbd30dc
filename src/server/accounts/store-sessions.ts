import type { User } from '#contracts/account.ts'
import type { Db } from '#server/database/db.ts'
import { newId } from '#server/kernel/ids.ts'
import { toUser } from './store.ts'

export interface Session {
  id: string
  user: User
  seenAt: string
  expiresAt: string
}

export async function insertSession(
  db: Db,
  session: { secretHash: string; accountId: string; userAgent: string; at: string; expiresAt: string },
): Promise<string> {
  const id = newId()
  await db
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

/** With the account as it is now: another role counts from the next request on. */
export async function findSession(db: Db, secretHash: string): Promise<Session | undefined> {
  const row = await db
    .selectFrom('session')
    .innerJoin('account', 'account.id', 'session.account_id')
    .select(['session.id as session_id', 'seen_at', 'expires_at', 'account.id', 'email', 'username', 'role'])
    .where('secret_hash', '=', secretHash)
    .executeTakeFirst()
  return row && { id: row.session_id, user: toUser(row), seenAt: row.seen_at, expiresAt: row.expires_at }
}

/** An account's sessions, also those that have ended by themselves; the latest first. */
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

export async function touchSession(db: Db, id: string, at: string): Promise<void> {
  await db.updateTable('session').set({ seen_at: at }).where('id', '=', id).execute()
}

/** Answers whether there was such a session of this account. */
export async function deleteSession(db: Db, accountId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('session')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0
}

/** Answers how many there were. */
export async function deleteOtherSessions(db: Db, accountId: string, retainedId: string): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('session')
    .where('account_id', '=', accountId)
    .where('id', '!=', retainedId)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** Ends the session that a browser's secret belongs to, if there is one. */
export async function deleteSessionBySecret(db: Db, secretHash: string): Promise<void> {
  await db.deleteFrom('session').where('secret_hash', '=', secretHash).execute()
}

/** Leaves the account the `most` sessions that were used last. */
export async function deleteLeastRecentSessions(db: Db, accountId: string, max: number): Promise<void> {
  const retained = db
    .selectFrom('session')
    .select('id')
    .where('account_id', '=', accountId)
    .orderBy('seen_at', 'desc')
    .orderBy('id')
    .limit(max)
  await db.deleteFrom('session').where('account_id', '=', accountId).where('id', 'not in', retained).execute()
}
