import type { User } from '#contracts/account/account.ts'
import type { Db, Tx } from '#server/database/db.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { type Clock, toIso } from '#server/kernel/clock.ts'
import { hashSecret, newSecret } from '#server/kernel/ids.ts'
import { auditAccount } from '../audit.ts'
import { MAX_SESSIONS } from '../limits.ts'
import { codeRequired, wrongCode, wrongCredentials } from '../problems.ts'
import { getSessionExpiry } from '../rules.ts'
import { type Account, findAccount, findAccountByEmail, replaceSecondFactor } from '../store.ts'
import { deleteLeastRecentSessions, deleteSessionBySecret, insertSession } from '../store-sessions.ts'
import { registerCodeAttempt, registerPasswordAttempt } from './attempts.ts'
import { isCorrectPassword } from './password.ts'
import { markCodeUsed } from './totp.ts'

interface Credentials {
  email: string
  password: string
  code: string | undefined
}

/** Where a request comes from. */
export interface ClientInfo {
  ip: string
  /** The User-Agent header. */
  userAgent: string
  /** The secret of the session that this browser has had so far. */
  sessionSecret: string | undefined
}

/** A session that was just created; only the cookie contains the secret. */
export interface NewSession {
  user: User
  token: string
  secret: string
  expires: Date
}

/**
 * Creates a session. Throws 401 for wrong credentials without telling which one is wrong, 401 for a missing or wrong code
 * of an account with a second factor, and 429 after too many attempts.
 */
export async function signIn(
  deps: { db: Db; clock: Clock },
  credentials: Credentials,
  client: ClientInfo,
): Promise<NewSession> {
  const { db, clock } = deps
  const { email, code } = credentials
  const passwordAttempt = await registerPasswordAttempt(deps, { email, ip: client.ip })
  const account = await findAccountByCredentials(db, credentials)
  if (account.secondFactor && !code) {
    // Only this attempt is withdrawn: otherwise a sign-in without a code would reset the count of wrong passwords.
    await passwordAttempt.withdraw()
    throw codeRequired()
  }
  const codeAttempt = await registerCodeAttempt(deps, { account, code })
  const session = await inTransaction(db, async (tx) => {
    const current = await findAccount(tx, account.id)
    if (!current || current.passwordHash !== account.passwordHash) throw wrongCredentials()
    const now = clock()
    const detail = await consumeCode(tx, { account: current, code, now })
    return createSession(tx, { account: current, client, detail, now })
  })
  await passwordAttempt.succeed()
  await codeAttempt.succeed()
  return session
}

async function findAccountByCredentials(db: Db, { email, password }: Credentials): Promise<Account> {
  const account = await findAccountByEmail(db, email)
  // The password is compared for unknown addresses too, so that the time does not tell which accounts exist.
  const isCorrect = await isCorrectPassword(password, account?.passwordHash)
  if (!account || !isCorrect) throw wrongCredentials()
  return account
}

/**
 * Marks a code as used if the account has a second factor. Returns the detail for the audit log, '' or how many recovery
 * codes are left. Throws 401.
 */
export async function consumeCode(
  tx: Tx,
  { account, code, now }: { account: Account; code: string | undefined; now: Date },
): Promise<string> {
  const { id, secondFactor } = account
  if (!secondFactor) return ''
  if (!code) throw codeRequired()
  const updated = markCodeUsed(secondFactor, code, now)
  if (!updated) throw wrongCode()
  await replaceSecondFactor(tx, id, updated)
  const remaining = updated.recoveryHashes.length
  return remaining < secondFactor.recoveryHashes.length ? `with a recovery code, ${remaining} left` : ''
}

/** Stores a session and ends the one that the browser had before, and the oldest beyond `MAX_SESSIONS` of the account. */
export async function createSession(
  tx: Tx,
  { account, client, detail, now }: { account: Account; client: ClientInfo; detail: string; now: Date },
): Promise<NewSession> {
  const { id, username, email, role } = account
  if (client.sessionSecret) await deleteSessionBySecret(tx, hashSecret(client.sessionSecret))
  await deleteLeastRecentSessions(tx, { accountId: id, max: MAX_SESSIONS - 1 })
  const secret = newSecret()
  const expires = getSessionExpiry(now)
  const token = await insertSession(tx, {
    secretHash: hashSecret(secret),
    accountId: id,
    userAgent: client.userAgent,
    at: toIso(now),
    expiresAt: toIso(expires),
  })
  await auditAccount(tx, { account, action: 'signed in', now, detail })
  return { user: { id, username, email, role }, token, secret, expires }
}
