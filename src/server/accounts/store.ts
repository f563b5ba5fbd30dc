import type { Role, User } from '#contracts/account.ts'
import type { Db } from '#server/database/open.ts'
import { newId } from '#server/kernel/ids.ts'

export interface Account extends User {
  passwordHash: string
}

export interface Session {
  id: string
  user: User
  seenAt: string
  expiresAt: string
}

const ACCOUNT = ['id', 'email', 'username', 'role', 'password_hash'] as const

export async function findAccountByEmail(db: Db, email: string): Promise<Account | undefined> {
  const row = await db.selectFrom('account').select(ACCOUNT).where('email', '=', email).executeTakeFirst()
  return row && { ...toUser(row), passwordHash: row.password_hash }
}

/** Everyone who may sign in, by e-mail. */
export async function listAccounts(db: Db): Promise<User[]> {
  const rows = await db.selectFrom('account').select(ACCOUNT).orderBy('email').execute()
  return rows.map(toUser)
}

/** Throws the database's unique violation when the e-mail is taken. */
export async function insertAccount(
  db: Db,
  account: { email: string; role: Role; passwordHash: string; at: string },
): Promise<User> {
  const user = {
    id: newId(),
    email: account.email,
    username: account.email.split('@')[0]!,
    role: account.role,
  }
  await db
    .insertInto('account')
    .values({ ...user, password_hash: account.passwordHash, created_at: account.at })
    .execute()
  return user
}

/** Sets the password and ends every session of the account. Answers whether there is such an account. */
export async function replacePassword(db: Db, email: string, passwordHash: string): Promise<boolean> {
  const account = await db
    .updateTable('account')
    .set({ password_hash: passwordHash })
    .where('email', '=', email)
    .returning('id')
    .executeTakeFirst()
  if (!account) return false
  await db.deleteFrom('session').where('account_id', '=', account.id).execute()
  return true
}

export async function insertSession(
  db: Db,
  session: { secretHash: string; accountId: string; at: string; expiresAt: string },
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
    })
    .execute()
  return id
}

export async function findSession(db: Db, secretHash: string): Promise<Session | undefined> {
  const row = await db
    .selectFrom('session')
    .innerJoin('account', 'account.id', 'session.account_id')
    .select(['session.id as session_id', 'seen_at', 'expires_at', 'account.id', 'email', 'username', 'role'])
    .where('secret_hash', '=', secretHash)
    .executeTakeFirst()
  return row && { id: row.session_id, user: toUser(row), seenAt: row.seen_at, expiresAt: row.expires_at }
}

export async function touchSession(db: Db, id: string, at: string): Promise<void> {
  await db.updateTable('session').set({ seen_at: at }).where('id', '=', id).execute()
}

export async function deleteSession(db: Db, id: string): Promise<void> {
  await db.deleteFrom('session').where('id', '=', id).execute()
}

/**
 * Notes a try before its password is looked at, so that many at once count as many. Answers the notes' ids and how often
 * each subject failed before, or undefined when one had its most since `since` already. Forgets what is older, and
 * sessions that have ended.
 */
export async function noteAttempt(
  db: Db,
  limits: { subject: string; most: number }[],
  { at, since }: { at: string; since: string },
): Promise<{ ids: number[]; failures: number[] } | undefined> {
  return db.transaction().execute(async (transaction) => {
    await transaction.deleteFrom('sign_in_failure').where('failed_at', '<=', since).execute()
    await transaction.deleteFrom('session').where('expires_at', '<', at).execute()
    const failures: number[] = []
    for (const { subject, most } of limits) {
      const { count } = await transaction
        .selectFrom('sign_in_failure')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where('subject', '=', subject)
        .executeTakeFirstOrThrow()
      if (count >= most) return undefined
      failures.push(count)
    }
    const notes = await transaction
      .insertInto('sign_in_failure')
      .values(limits.map(({ subject }) => ({ subject, failed_at: at })))
      .returning('id')
      .execute()
    return { ids: notes.map(({ id }) => id), failures }
  })
}

/** After a right password: this try was no failure, and `subject` starts anew. */
export async function forgiveAttempt(db: Db, ids: number[], subject: string): Promise<void> {
  await db
    .deleteFrom('sign_in_failure')
    .where((eb) => eb.or([eb('id', 'in', ids), eb('subject', '=', subject)]))
    .execute()
}

function toUser(row: { id: string; email: string; username: string; role: string }): User {
  return { id: row.id, username: row.username, email: row.email, role: row.role as Role }
}
