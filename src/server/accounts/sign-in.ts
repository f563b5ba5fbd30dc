import { setTimeout as sleep } from 'node:timers/promises'
import type { User } from '#contracts/account.ts'
import { writeAuditEntry } from '#server/database/audit-log.ts'
import type { Db } from '#server/database/db.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { type Clock, subtractMinutes, toIso } from '#server/kernel/clock.ts'
import { toClientNetwork } from '#server/kernel/http.ts'
import { hashSecret, newSecret } from '#server/kernel/ids.ts'
import { tooManyRequests } from '#server/kernel/problem.ts'
import { isCorrectPassword } from './password.ts'
import {
  ATTEMPT_WINDOW_MINUTES,
  codeRequired,
  getAttemptLimits,
  getCodeAttemptLimit,
  getSessionExpiry,
  getThrottleDelayMs,
  invalidCode,
  invalidCredentials,
  MAX_SESSIONS,
  TOO_MANY_CODES,
  TOO_MANY_LOGINS,
} from './rules.ts'
import { type Account, findAccount, findAccountByEmail, replaceSecondFactor } from './store.ts'
import { clearAttempts, deleteAttempts, insertAttempts } from './store-attempts.ts'
import { deleteLeastRecentSessions, deleteSessionBySecret, insertSession } from './store-sessions.ts'
import { markCodeUsed } from './totp.ts'

interface SignInDeps {
  db: Db
  clock: Clock
}

/** Where a request comes from. */
export interface ClientInfo {
  /** On the network. */
  ip: string
  /** What the browser says it is. */
  userAgent: string
  /** The secret of the session this browser had so far. */
  sessionSecret: string | undefined
}

/** A session that was just begun; the secret is for the cookie alone. */
export interface NewSession {
  user: User
  token: string
  secret: string
  expires: Date
}

/**
 * Begins a session for whom e-mail, password and, where the account asks for one, code belong to.
 * Throws 401 without saying which of e-mail and password was wrong, and 429 after too many tries.
 */
export async function signIn(
  deps: SignInDeps,
  credentials: { email: string; password: string; code: string | undefined },
  client: ClientInfo,
): Promise<NewSession> {
  const { db, clock } = deps
  const attempt = await registerAttempt(deps, credentials.email, client.ip)
  const account = await findAccountByEmail(db, credentials.email)
  if (!(await isCorrectPassword(credentials.password, account?.passwordHash)) || !account)
    throw invalidCredentials()
  if (account.secondFactor && !credentials.code) {
    // Wrong codes before stay counted, or else asking without one would begin the count anew.
    await deleteAttempts(db, attempt.ids)
    throw codeRequired()
  }
  const clearCodeAttempts = await registerCodeAttempt(deps, account, credentials.code)
  const session = await inTransaction(db, async (transaction) => {
    const currentAccount = await findAccount(transaction, account.id)
    if (!currentAccount || currentAccount.passwordHash !== account.passwordHash) throw invalidCredentials()
    const detail = await consumeCode(transaction, currentAccount, credentials.code, clock())
    return createSession(transaction, currentAccount, { client, detail, now: clock() })
  })
  await clearAttempts(db, attempt.ids, attempt.subject)
  await clearCodeAttempts()
  return session
}

/** Notes a try of a code before it is looked at; call the answer when it was right. Throws 429 when there were too many. */
export async function registerCodeAttempt(
  { db, clock }: SignInDeps,
  { id, secondFactor }: Account,
  code: string | undefined,
): Promise<() => Promise<void>> {
  const limit = secondFactor && code ? getCodeAttemptLimit(id, code) : undefined
  if (!limit) return async () => undefined
  const attempt = await insertAttempts(db, [limit], getAttemptWindow(clock()))
  if (!attempt) throw tooManyRequests(TOO_MANY_CODES, ATTEMPT_WINDOW_MINUTES * 60)
  return () => clearAttempts(db, attempt.ids, limit.subject)
}

const getAttemptWindow = (now: Date) => ({
  at: toIso(now),
  since: toIso(subtractMinutes(now, ATTEMPT_WINDOW_MINUTES)),
})

/** Notes a try before anything is looked at. Throws 429 when there were too many; slow where an account is under attack. */
export async function registerAttempt(
  { db, clock }: SignInDeps,
  email: string,
  ip: string,
): Promise<{ ids: number[]; subject: string }> {
  const limits = getAttemptLimits(email, toClientNetwork(ip))
  const attempt = await insertAttempts(db, limits, getAttemptWindow(clock()))
  if (!attempt) throw tooManyRequests(TOO_MANY_LOGINS, ATTEMPT_WINDOW_MINUTES * 60)
  await sleep(getThrottleDelayMs(attempt.failures[2] ?? 0))
  return { ids: attempt.ids, subject: limits[0].subject }
}

/** Uses up a code where the account asks for one; answers what the log says of it. Throws 401. In the caller's transaction. */
export async function consumeCode(
  db: Db,
  { id, secondFactor }: Account,
  code: string | undefined,
  now: Date,
): Promise<string> {
  if (!secondFactor) return ''
  if (!code) throw codeRequired()
  const after = markCodeUsed(secondFactor, code, now)
  if (!after) throw invalidCode()
  await replaceSecondFactor(db, id, after)
  const remaining = after.recoveryHashes.length
  return remaining < secondFactor.recoveryHashes.length ? `with a recovery code, ${remaining} left` : ''
}

/**
 * In the caller's transaction. The session that the browser had so far ends, whose ever it was, and the one idle longest
 * of an account that is signed in at too many places.
 */
export async function createSession(
  db: Db,
  { id, username, email, role }: Account,
  { client, detail, now }: { client: ClientInfo; detail: string; now: Date },
): Promise<NewSession> {
  if (client.sessionSecret) await deleteSessionBySecret(db, hashSecret(client.sessionSecret))
  await deleteLeastRecentSessions(db, id, MAX_SESSIONS - 1)
  const secret = newSecret()
  const expires = getSessionExpiry(now)
  const at = toIso(now)
  const token = await insertSession(db, {
    secretHash: hashSecret(secret),
    accountId: id,
    userAgent: client.userAgent,
    at,
    expiresAt: toIso(expires),
  })
  const by = { accountId: id, name: username }
  await writeAuditEntry(db, by, {
    at,
    action: 'signed in',
    subject: 'account',
    subjectId: id,
    subjectName: username,
    detail,
  })
  return { user: { id, username, email, role }, token, secret, expires }
}
