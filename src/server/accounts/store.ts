import type { AccountSummary, Role, User } from '#contracts/account/account.ts'
import type { Db, Tx } from '#server/database/db.ts'
import { countMatches } from '#server/database/page.ts'
import { newId } from '#server/kernel/ids.ts'

export interface SecondFactor {
  /** base32. */
  secret: string
  /** The last time step whose code was used. */
  lastStep: number
  /** Hashes of the unused recovery codes. */
  recoveryHashes: string[]
}

export interface Account extends User {
  /** Undefined until the invitation is accepted. */
  passwordHash: string | undefined
  secondFactor: SecondFactor | undefined
}

const ACCOUNT_COLUMNS = [
  'id',
  'email',
  'username',
  'role',
  'password_hash',
  'totp_secret',
  'totp_last_step',
  'recovery_code_hashes_json',
] as const

export async function findAccountByEmail(db: Db, email: string): Promise<Account | undefined> {
  const row = await db
    .selectFrom('account')
    .select(ACCOUNT_COLUMNS)
    .where('email', '=', email)
    .executeTakeFirst()
  return row && toAccount(row)
}

export async function findAccount(db: Db, id: string): Promise<Account | undefined> {
  const row = await db.selectFrom('account').select(ACCOUNT_COLUMNS).where('id', '=', id).executeTakeFirst()
  return row && toAccount(row)
}

/** Returns all accounts by email address. */
export async function listAccounts(db: Db): Promise<User[]> {
  const rows = await db.selectFrom('account').select(ACCOUNT_COLUMNS).orderBy('email').execute()
  return rows.map(toUser)
}

/** Returns all accounts by name. `seenAt` is the last request of a current session, or the last sign-in. */
export async function listAccountSummaries(db: Db): Promise<AccountSummary[]> {
  const rows = await db
    .selectFrom('account')
    .select(ACCOUNT_COLUMNS)
    .select((eb) => [
      eb
        .selectFrom('session')
        .select((session) => session.fn.max('seen_at').as('seen'))
        .whereRef('session.account_id', '=', 'account.id')
        .as('seen_at'),
      eb
        .selectFrom('audit_log')
        .select((entry) => entry.fn.max('at').as('at'))
        .where('subject', '=', 'account')
        .where('action', '=', 'signed in')
        .whereRef('subject_id', '=', 'account.id')
        .as('signed_in_at'),
    ])
    .orderBy('username')
    .orderBy('email')
    .execute()
  return rows.map((row) => {
    const { passwordHash, secondFactor, ...user } = toAccount(row)
    const times = [row.seen_at, row.signed_in_at].filter((time) => time !== null).sort()
    return {
      ...user,
      state: passwordHash ? 'active' : 'invited',
      secondFactor: secondFactor !== undefined,
      seenAt: times.at(-1) ?? null,
    }
  })
}

/** Returns the number of owners with a password, apart from this account. */
export async function countOtherOwners(db: Db, id: string): Promise<number> {
  return countMatches(
    db
      .selectFrom('account')
      .where('role', '=', 'owner')
      .where('password_hash', '!=', '')
      .where('id', '!=', id),
  )
}

/** Stores an account; without a password hash it is an invited one. Throws the database's unique violation when the email address is taken. */
export async function insertAccount(
  tx: Tx,
  account: { email: string; username?: string; role: Role; passwordHash?: string; at: string },
): Promise<User> {
  const { email, role, passwordHash = '', at } = account
  const user = { id: newId(), email, username: account.username ?? email.split('@')[0]!, role }
  await tx
    .insertInto('account')
    .values({ ...user, password_hash: passwordHash, created_at: at })
    .execute()
  return user
}

export async function updateAccount(
  tx: Tx,
  { id, username, role }: Pick<User, 'id' | 'username' | 'role'>,
): Promise<void> {
  await tx.updateTable('account').set({ username, role }).where('id', '=', id).execute()
}

/** Deletes an account with its sessions, tokens and API keys. */
export async function deleteAccount(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('account').where('id', '=', id).execute()
}

/** Sets the password, and deletes the tokens of the account and its sessions except the retained one. */
export async function replacePassword(
  tx: Tx,
  {
    id,
    passwordHash,
    retainedSessionId = '',
  }: { id: string; passwordHash: string; retainedSessionId?: string },
): Promise<void> {
  await tx.updateTable('account').set({ password_hash: passwordHash }).where('id', '=', id).execute()
  await tx.deleteFrom('session').where('account_id', '=', id).where('id', '!=', retainedSessionId).execute()
  await tx.deleteFrom('account_token').where('account_id', '=', id).execute()
}

/**
 * Sets the password of somebody who does not have the present one, and ends all other access to the account: whoever had
 * taken it over may have created API keys (decision 0206). Returns the number of deleted keys.
 */
export async function resetPassword(tx: Tx, account: { id: string; passwordHash: string }): Promise<number> {
  await replacePassword(tx, account)
  const { numDeletedRows } = await tx
    .deleteFrom('api_key')
    .where('account_id', '=', account.id)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** Stores the second factor; undefined turns it off. */
export async function replaceSecondFactor(
  tx: Tx,
  id: string,
  factor: SecondFactor | undefined,
): Promise<void> {
  await tx
    .updateTable('account')
    .set({
      totp_secret: factor?.secret ?? null,
      totp_last_step: factor?.lastStep ?? 0,
      recovery_code_hashes_json: JSON.stringify(factor?.recoveryHashes ?? []),
    })
    .where('id', '=', id)
    .execute()
}

interface AccountRow {
  id: string
  email: string
  username: string
  role: string
  password_hash: string
  totp_secret: string | null
  totp_last_step: number
  recovery_code_hashes_json: string
}

function toAccount(row: AccountRow): Account {
  return {
    ...toUser(row),
    passwordHash: row.password_hash || undefined,
    secondFactor:
      row.totp_secret === null
        ? undefined
        : {
            secret: row.totp_secret,
            lastStep: row.totp_last_step,
            recoveryHashes: JSON.parse(row.recovery_code_hashes_json) as string[],
          },
  }
}

export function toUser(row: { id: string; email: string; username: string; role: string }): User {
  return { id: row.id, username: row.username, email: row.email, role: row.role as Role }
}
