import type { z } from 'zod'
import type { User } from '#contracts/account.ts'
import type { TotpEnrolment } from '#contracts/profile.ts'
import { writeAuditEntry } from '#server/database/audit-log.ts'
import type { Db } from '#server/database/db.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { type Clock, toIso } from '#server/kernel/clock.ts'
import { HttpProblem } from '#server/kernel/problem.ts'
import { hashPassword, isCorrectPassword } from './password.ts'
import { checkNewPassword } from './rules.ts'
import { registerAttempt } from './sign-in.ts'
import { type Account, findAccount, replacePassword, replaceSecondFactor } from './store.ts'
import { clearAttempts } from './store-attempts.ts'
import { createRecoveryCodes, verifyTotp } from './totp.ts'

interface ProfileDeps {
  db: Db
  clock: Clock
}

/** Who acts, and where. */
interface ProfileContext {
  session: { id: string; user: User }
  ip: string
}

/**
 * Ends all other sessions of the account. Throws 400 for a wrong present or a bad new password, 409 when somebody else
 * changed it meanwhile, 429 after too many tries.
 */
export async function changePassword(
  deps: ProfileDeps,
  context: ProfileContext,
  { password, newPassword }: { password: string; newPassword: string },
): Promise<void> {
  const { id, user } = context.session
  checkNewPassword(newPassword, [user.username, user.email])
  const verifiedHash = await verifyPassword(deps, context, password)
  const passwordHash = await hashPassword(newPassword)
  await inTransaction(deps.db, async (transaction) => {
    await getAccountWithHash(transaction, user, verifiedHash)
    await replacePassword(transaction, user.id, passwordHash, id)
    await auditAccountChange(transaction, deps.clock, user, 'password changed')
  })
}

/**
 * Answers the recovery codes, which nobody can read again. Throws 400 for a wrong password or code, 409 when it is on
 * already or the password changed meanwhile, 429 after too many tries.
 */
export async function enableSecondFactor(
  deps: ProfileDeps,
  context: ProfileContext,
  { password, secret, code }: z.infer<typeof TotpEnrolment>,
): Promise<string[]> {
  const verifiedHash = await verifyPassword(deps, context, password)
  const { db, clock } = deps
  const { user } = context.session
  const step = verifyTotp(secret, code, clock(), 0)
  if (step === undefined) {
    throw new HttpProblem(
      400,
      'wrong-code',
      'This code is wrong. Please enter the one that the app shows now.',
    )
  }
  const { plainCodes, hashes } = createRecoveryCodes()
  await inTransaction(db, async (transaction) => {
    if ((await getAccountWithHash(transaction, user, verifiedHash)).secondFactor) {
      throw new HttpProblem(409, 'on-already', 'The second factor is on already.')
    }
    await replaceSecondFactor(transaction, user.id, { secret, lastStep: step, recoveryHashes: hashes })
    await auditAccountChange(transaction, clock, user, 'second factor turned on')
  })
  return plainCodes
}

/**
 * The log says nothing when it was off already. Throws 400 for a wrong password, 409 when it changed meanwhile, 429 after
 * too many tries.
 */
export async function disableOwnSecondFactor(
  deps: ProfileDeps,
  context: ProfileContext,
  password: string,
): Promise<void> {
  const verifiedHash = await verifyPassword(deps, context, password)
  const { user } = context.session
  await inTransaction(deps.db, async (transaction) => {
    const { secondFactor } = await getAccountWithHash(transaction, user, verifiedHash)
    if (!secondFactor) return
    await replaceSecondFactor(transaction, user.id, undefined)
    await auditAccountChange(transaction, deps.clock, user, 'second factor turned off')
  })
}

/** The account behind a session, which goes with it. */
export async function getOwnAccount(db: Db, { id }: User): Promise<Account> {
  const account = await findAccount(db, id)
  if (!account) throw new HttpProblem(409, 'gone', 'This account is not there any more.')
  return account
}

/**
 * Answers the hash that the password fits. Counted like signing in: a session left open is no place to guess the password.
 * Never 401, which would end the session.
 */
async function verifyPassword(
  deps: ProfileDeps,
  { session, ip }: ProfileContext,
  password: string,
): Promise<string> {
  const attempt = await registerAttempt(deps, session.user.email, ip)
  const { passwordHash } = await getOwnAccount(deps.db, session.user)
  if (!(await isCorrectPassword(password, passwordHash)) || passwordHash === undefined) {
    throw new HttpProblem(400, 'wrong-password', 'The present password is wrong.')
  }
  await clearAttempts(deps.db, attempt.ids, attempt.subject)
  return passwordHash
}

/** The account behind a session. Throws 409 when the password that was proved before the transaction is not its any more. */
async function getAccountWithHash(db: Db, user: User, verifiedHash: string): Promise<Account> {
  const account = await getOwnAccount(db, user)
  if (account.passwordHash !== verifiedHash) {
    throw new HttpProblem(
      409,
      'changed-meanwhile',
      'The password was changed in the meantime. Please enter the new one.',
    )
  }
  return account
}

function auditAccountChange(db: Db, clock: Clock, { id, username }: User, detail: string): Promise<void> {
  return writeAuditEntry(
    db,
    { accountId: id, name: username },
    {
      at: toIso(clock()),
      action: 'changed',
      subject: 'account',
      subjectId: id,
      subjectName: username,
      detail,
    },
  )
}
