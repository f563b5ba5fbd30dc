import type { z } from 'zod'
import type { User } from '#contracts/account.ts'
import type { SecondFactorProof } from '#contracts/own-account.ts'
import type { Db } from '#server/database/db.ts'
import { recordChange } from '#server/database/log.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { type Clock, timestamp } from '#server/kernel/clock.ts'
import { Refusal } from '#server/kernel/problem.ts'
import { hashPassword, passwordFits } from './password.ts'
import { checkNewPassword } from './rules.ts'
import { newRecoveryCodes, stepOfCode } from './second-factor.ts'
import { beginTry } from './sign-in.ts'
import { type Account, findAccount, replacePassword, replaceSecondFactor } from './store.ts'
import { forgiveAttempt } from './store-attempts.ts'

interface Parts {
  db: Db
  clock: Clock
}

/** Who acts, and where. */
interface Own {
  session: { id: string; user: User }
  address: string
}

/**
 * Ends all other sessions of the account. Throws 400 for a wrong present or a bad new password, 409 when somebody else
 * changed it meanwhile, 429 after too many tries.
 */
export async function changePassword(
  parts: Parts,
  own: Own,
  { password, newPassword }: { password: string; newPassword: string },
): Promise<void> {
  const { id, user } = own.session
  checkNewPassword(newPassword, [user.username, user.email])
  const proved = await provePassword(parts, own, password)
  const passwordHash = await hashPassword(newPassword)
  await inTransaction(parts.db, async (transaction) => {
    await accountStillWith(transaction, user, proved)
    await replacePassword(transaction, user.id, passwordHash, id)
    await record(transaction, parts.clock, user, 'password changed')
  })
}

/**
 * Answers the recovery codes, which nobody can read again. Throws 400 for a wrong password or code, 409 when it is on
 * already or the password changed meanwhile, 429 after too many tries.
 */
export async function turnOnSecondFactor(
  parts: Parts,
  own: Own,
  { password, secret, code }: z.infer<typeof SecondFactorProof>,
): Promise<string[]> {
  const proved = await provePassword(parts, own, password)
  const { db, clock } = parts
  const { user } = own.session
  const step = stepOfCode(secret, code, clock(), 0)
  if (step === undefined) {
    throw new Refusal(400, 'wrong-code', 'This code is wrong. Please enter the one that the app shows now.')
  }
  const { shown, hashes } = newRecoveryCodes()
  await inTransaction(db, async (transaction) => {
    if ((await accountStillWith(transaction, user, proved)).secondFactor) {
      throw new Refusal(409, 'on-already', 'The second factor is on already.')
    }
    await replaceSecondFactor(transaction, user.id, { secret, lastStep: step, recoveryHashes: hashes })
    await record(transaction, clock, user, 'second factor turned on')
  })
  return shown
}

/**
 * The log says nothing when it was off already. Throws 400 for a wrong password, 409 when it changed meanwhile, 429 after
 * too many tries.
 */
export async function turnOffOwnSecondFactor(parts: Parts, own: Own, password: string): Promise<void> {
  const proved = await provePassword(parts, own, password)
  const { user } = own.session
  await inTransaction(parts.db, async (transaction) => {
    const { secondFactor } = await accountStillWith(transaction, user, proved)
    if (!secondFactor) return
    await replaceSecondFactor(transaction, user.id, undefined)
    await record(transaction, parts.clock, user, 'second factor turned off')
  })
}

/** The account behind a session, which goes with it. */
export async function ownAccount(db: Db, { id }: User): Promise<Account> {
  const account = await findAccount(db, id)
  if (!account) throw new Refusal(409, 'gone', 'This account is not there any more.')
  return account
}

/**
 * Answers the hash that the password fits. Counted like signing in: a session left open is no place to guess the password.
 * Never 401, which would end the session.
 */
async function provePassword(parts: Parts, { session, address }: Own, password: string): Promise<string> {
  const attempt = await beginTry(parts, session.user.email, address)
  const { passwordHash } = await ownAccount(parts.db, session.user)
  if (!(await passwordFits(password, passwordHash)) || passwordHash === undefined) {
    throw new Refusal(400, 'wrong-password', 'The present password is wrong.')
  }
  await forgiveAttempt(parts.db, attempt.ids, attempt.subject)
  return passwordHash
}

/** The account behind a session. Throws 409 when the password that was proved before the transaction is not its any more. */
async function accountStillWith(db: Db, user: User, proved: string): Promise<Account> {
  const account = await ownAccount(db, user)
  if (account.passwordHash !== proved) {
    throw new Refusal(
      409,
      'changed-meanwhile',
      'The password was changed in the meantime. Please enter the new one.',
    )
  }
  return account
}

function record(db: Db, clock: Clock, { id, username }: User, detail: string): Promise<void> {
  return recordChange(
    db,
    { accountId: id, name: username },
    {
      at: timestamp(clock()),
      action: 'changed',
      subject: 'account',
      subjectId: id,
      subjectName: username,
      detail,
    },
  )
}
