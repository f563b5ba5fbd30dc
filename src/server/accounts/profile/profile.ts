import type { z } from 'zod'
import type { User } from '#contracts/account/account.ts'
import type { TotpEnrolment } from '#contracts/account/profile.ts'
import type { Db } from '#server/database/db.ts'
import { inTransaction } from '#server/database/transaction.ts'
import type { Clock } from '#server/kernel/clock.ts'
import { auditAccount } from '../audit.ts'
import {
  ownAccountDeleted,
  passwordChangedMeanwhile,
  secondFactorAlreadyOn,
  wrongCurrentPassword,
  wrongEnrolmentCode,
} from '../problems.ts'
import { registerPasswordAttempt } from '../sign-in/attempts.ts'
import { hashPassword, isCorrectPassword } from '../sign-in/password.ts'
import { checkNewPassword } from '../sign-in/password-strength.ts'
import { createRecoveryCodes, verifyTotp } from '../sign-in/totp.ts'
import { type Account, findAccount, replacePassword, replaceSecondFactor } from '../store.ts'
import { deleteOtherSessions } from '../store-sessions.ts'

interface ProfileDeps {
  db: Db
  clock: Clock
}

/** The session of the person who changes their own account, and the address they do it from. */
interface ProfileContext {
  session: { id: string; user: User }
  ip: string
}

/**
 * Changes the password and ends all other sessions of the account. Throws 400 for a wrong current or bad new password, 409
 * when the password was changed meanwhile, 429 after too many attempts.
 */
export async function changePassword(
  deps: ProfileDeps,
  context: ProfileContext,
  { password, newPassword }: { password: string; newPassword: string },
): Promise<void> {
  const { id: sessionId, user } = context.session
  await checkNewPassword(newPassword, [user.username, user.email])
  const verifiedHash = await verifyPassword(deps, context, password)
  const passwordHash = await hashPassword(newPassword)
  await inTransaction(deps.db, async (tx) => {
    const account = await getAccountWithHash(tx, user, verifiedHash)
    await replacePassword(tx, { id: user.id, passwordHash, retainedSessionId: sessionId })
    await auditAccount(tx, { account, action: 'changed', now: deps.clock(), detail: 'password changed' })
  })
}

/**
 * Turns the second factor on, ends all other sessions, and returns the recovery codes, of which only the hashes are stored. Throws 400 for a wrong
 * password or code, 409 when it is already on or the password was changed meanwhile, 429 after too many attempts.
 */
export async function enableSecondFactor(
  deps: ProfileDeps,
  context: ProfileContext,
  { password, secret, code }: z.infer<typeof TotpEnrolment>,
): Promise<string[]> {
  const verifiedHash = await verifyPassword(deps, context, password)
  const lastStep = verifyTotp(secret, code, deps.clock(), 0)
  if (lastStep === undefined) throw wrongEnrolmentCode()
  const { plainCodes, hashes } = createRecoveryCodes()
  await inTransaction(deps.db, async (tx) => {
    const account = await getAccountWithHash(tx, context.session.user, verifiedHash)
    if (account.secondFactor) throw secondFactorAlreadyOn()
    await replaceSecondFactor(tx, account.id, { secret, lastStep, recoveryHashes: hashes })
    await deleteOtherSessions(tx, { accountId: account.id, retainedId: context.session.id })
    const detail = 'two-step verification turned on'
    await auditAccount(tx, { account, action: 'changed', now: deps.clock(), detail })
  })
  return plainCodes
}

/**
 * Turns the second factor off; does nothing when it is off. Throws 400 for a wrong password, 409 when the password was
 * changed meanwhile, 429 after too many attempts.
 */
export async function disableOwnSecondFactor(
  deps: ProfileDeps,
  context: ProfileContext,
  password: string,
): Promise<void> {
  const verifiedHash = await verifyPassword(deps, context, password)
  await inTransaction(deps.db, async (tx) => {
    const account = await getAccountWithHash(tx, context.session.user, verifiedHash)
    if (!account.secondFactor) return
    await replaceSecondFactor(tx, account.id, undefined)
    const detail = 'two-step verification turned off'
    await auditAccount(tx, { account, action: 'changed', now: deps.clock(), detail })
  })
}

/** Returns the account of a session. Throws 409 when it was deleted. */
export async function getOwnAccount(db: Db, { id }: User): Promise<Account> {
  const account = await findAccount(db, id)
  if (!account) throw ownAccountDeleted()
  return account
}

/**
 * Returns the hash that the password matches. Attempts are counted like sign-ins, so that an open session cannot be used to
 * guess the password. Throws 400 and 429.
 */
async function verifyPassword(
  deps: ProfileDeps,
  { session, ip }: ProfileContext,
  password: string,
): Promise<string> {
  const attempt = await registerPasswordAttempt(deps, { email: session.user.email, ip })
  const { passwordHash } = await getOwnAccount(deps.db, session.user)
  if (!(await isCorrectPassword(password, passwordHash)) || passwordHash === undefined) {
    throw wrongCurrentPassword()
  }
  await attempt.succeed()
  return passwordHash
}

/** Returns the account of a session. Throws 409 when its password is no longer the one that was verified. */
async function getAccountWithHash(db: Db, user: User, verifiedHash: string): Promise<Account> {
  const account = await getOwnAccount(db, user)
  if (account.passwordHash !== verifiedHash) throw passwordChangedMeanwhile()
  return account
}
