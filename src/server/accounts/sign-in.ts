import { setTimeout as sleep } from 'node:timers/promises'
import type { User } from '#contracts/account.ts'
import type { Db } from '#server/database/db.ts'
import { recordChange } from '#server/database/log.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { type Clock, minutesBefore, timestamp } from '#server/kernel/clock.ts'
import { networkOf } from '#server/kernel/http.ts'
import { hashSecret, newSecret } from '#server/kernel/ids.ts'
import { tooMany } from '#server/kernel/problem.ts'
import { passwordFits } from './password.ts'
import {
  absoluteEnd,
  codeNeeded,
  FAILURE_WINDOW_MINUTES,
  limitedCode,
  limitedSubjects,
  MOST_SESSIONS,
  TOO_MANY_CODES,
  TOO_MANY_LOGINS,
  waitMs,
  wrongCode,
  wrongLogin,
} from './rules.ts'
import { afterCode } from './second-factor.ts'
import { type Account, findAccount, findAccountByEmail, replaceSecondFactor } from './store.ts'
import { forgiveAttempt, noteAttempt, takeBackAttempt } from './store-attempts.ts'
import { deleteIdlestSessions, deleteSessionOf, insertSession } from './store-sessions.ts'

interface Parts {
  db: Db
  clock: Clock
}

/** Where a request comes from. */
export interface Sender {
  /** On the network. */
  address: string
  /** What the browser says it is. */
  agent: string
  /** The secret of the session this browser had so far. */
  session: string | undefined
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
  parts: Parts,
  given: { email: string; password: string; code: string | undefined },
  sender: Sender,
): Promise<NewSession> {
  const { db, clock } = parts
  const attempt = await beginTry(parts, given.email, sender.address)
  const account = await findAccountByEmail(db, given.email)
  if (!(await passwordFits(given.password, account?.passwordHash)) || !account) throw wrongLogin()
  if (account.secondFactor && !given.code) {
    // Wrong codes before stay counted, or else asking without one would begin the count anew.
    await takeBackAttempt(db, attempt.ids)
    throw codeNeeded()
  }
  const forgiveCode = await beginCode(parts, account, given.code)
  const session = await inTransaction(db, async (transaction) => {
    const present = await findAccount(transaction, account.id)
    if (!present || present.passwordHash !== account.passwordHash) throw wrongLogin()
    const detail = await useCode(transaction, present, given.code, clock())
    return openSession(transaction, present, { sender, detail, now: clock() })
  })
  await forgiveAttempt(db, attempt.ids, attempt.subject)
  await forgiveCode()
  return session
}

/** Notes a try of a code before it is looked at; call the answer when it was right. Throws 429 when there were too many. */
export async function beginCode(
  { db, clock }: Parts,
  { id, secondFactor }: Account,
  code: string | undefined,
): Promise<() => Promise<void>> {
  const limit = secondFactor && code ? limitedCode(id, code) : undefined
  if (!limit) return async () => undefined
  const attempt = await noteAttempt(db, [limit], timesOf(clock()))
  if (!attempt) throw tooMany(TOO_MANY_CODES, FAILURE_WINDOW_MINUTES * 60)
  return () => forgiveAttempt(db, attempt.ids, limit.subject)
}

const timesOf = (now: Date) => ({
  at: timestamp(now),
  since: timestamp(minutesBefore(now, FAILURE_WINDOW_MINUTES)),
})

/** Notes a try before anything is looked at. Throws 429 when there were too many; slow where an account is under attack. */
export async function beginTry(
  { db, clock }: Parts,
  email: string,
  address: string,
): Promise<{ ids: number[]; subject: string }> {
  const limits = limitedSubjects(email, networkOf(address))
  const attempt = await noteAttempt(db, limits, timesOf(clock()))
  if (!attempt) throw tooMany(TOO_MANY_LOGINS, FAILURE_WINDOW_MINUTES * 60)
  await sleep(waitMs(attempt.failures[2] ?? 0))
  return { ids: attempt.ids, subject: limits[0].subject }
}

/** Uses up a code where the account asks for one; answers what the log says of it. Throws 401. In the caller's transaction. */
export async function useCode(
  db: Db,
  { id, secondFactor }: Account,
  code: string | undefined,
  now: Date,
): Promise<string> {
  if (!secondFactor) return ''
  if (!code) throw codeNeeded()
  const after = afterCode(secondFactor, code, now)
  if (!after) throw wrongCode()
  await replaceSecondFactor(db, id, after)
  const left = after.recoveryHashes.length
  return left < secondFactor.recoveryHashes.length ? `with a recovery code, ${left} left` : ''
}

/**
 * In the caller's transaction. The session that the browser had so far ends, whose ever it was, and the one idle longest
 * of an account that is signed in at too many places.
 */
export async function openSession(
  db: Db,
  { id, username, email, role }: Account,
  { sender, detail, now }: { sender: Sender; detail: string; now: Date },
): Promise<NewSession> {
  if (sender.session) await deleteSessionOf(db, hashSecret(sender.session))
  await deleteIdlestSessions(db, id, MOST_SESSIONS - 1)
  const secret = newSecret()
  const expires = absoluteEnd(now)
  const at = timestamp(now)
  const token = await insertSession(db, {
    secretHash: hashSecret(secret),
    accountId: id,
    agent: sender.agent,
    at,
    expiresAt: timestamp(expires),
  })
  const by = { accountId: id, name: username }
  await recordChange(db, by, {
    at,
    action: 'signed in',
    subject: 'account',
    subjectId: id,
    subjectName: username,
    detail,
  })
  return { user: { id, username, email, role }, token, secret, expires }
}
