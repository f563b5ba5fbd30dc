import type { Db } from '#server/database/db.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { type Clock, subtractMinutes, toIso } from '#server/kernel/clock.ts'
import { hashSecret } from '#server/kernel/ids.ts'
import { auditAccount, describeDeletedKeys } from '../audit.ts'
import type { AccountDeps } from '../deps.ts'
import { MAX_SET_PASSWORD_EMAILS_PER_HOUR } from '../limits.ts'
import { codeRequired, invalidToken } from '../problems.ts'
import { registerCodeAttempt, registerPasswordAttempt } from '../sign-in/attempts.ts'
import { hashPassword } from '../sign-in/password.ts'
import { checkNewPassword } from '../sign-in/password-strength.ts'
import { type ClientInfo, consumeCode, createSession, type NewSession } from '../sign-in/sign-in.ts'
import { type Account, findAccount, findAccountByEmail, resetPassword } from '../store.ts'
import { getSetPasswordUrl, issueToken } from './account-tokens.ts'
import { createSetPasswordEmail } from './set-password-email.ts'
import { type AccountToken, countTokensSince, findToken } from './store-account-tokens.ts'

interface SetPasswordDeps {
  db: Db
  clock: Clock
}

/** Returns a valid token with its account. Throws 410. */
export async function getTokenOrThrow(
  { db, clock }: SetPasswordDeps,
  secret: string,
): Promise<AccountToken & { account: Account }> {
  const token = await findToken(db, { secretHash: hashSecret(secret), at: toIso(clock()) })
  const account = token && (await findAccount(db, token.accountId))
  if (!account) throw invalidToken()
  return { ...token, account }
}

/**
 * Sets the password, deletes the account's sessions, tokens and API keys, and signs in. Requires the code of a second factor,
 * which a link must not bypass. Throws 410; 400 for a bad password, and 401 or 429 for the code, after which the token
 * stays valid.
 */
export async function setPassword(
  deps: SetPasswordDeps,
  { secret, password, code }: { secret: string; password: string; code: string | undefined },
  client: ClientInfo,
): Promise<NewSession> {
  const { db, clock } = deps
  const { account } = await getTokenOrThrow(deps, secret)
  await checkNewPassword(password, [account.username, account.email])
  if (account.secondFactor && !code) throw codeRequired()
  const passwordAttempt =
    account.secondFactor && (await registerPasswordAttempt(deps, { email: account.email, ip: client.ip }))
  const codeAttempt = await registerCodeAttempt(deps, { account, code })
  const passwordHash = await hashPassword(password)
  const session = await inTransaction(db, async (tx) => {
    // Read again, because another request may have used the token meanwhile.
    const { account: current, purpose } = await getTokenOrThrow({ db: tx, clock }, secret)
    const now = clock()
    const detail = await consumeCode(tx, { account: current, code, now })
    const keys = await resetPassword(tx, { id: current.id, passwordHash })
    await auditAccount(tx, {
      account: current,
      action: 'changed',
      now,
      detail:
        purpose === 'invite'
          ? 'accepted the invitation'
          : `set a new password with a link${describeDeletedKeys(keys)}`,
    })
    return createSession(tx, { account: current, client, detail, now })
  })
  await passwordAttempt?.succeed()
  await codeAttempt.succeed()
  return session
}

/** Sends a set-password link to an account; earlier links stay valid. Does nothing for an unknown address or after 3 emails within an hour. */
export async function sendSetPasswordEmail(
  { db, clock }: SetPasswordDeps,
  {
    email,
    origin,
    sendMail,
  }: { email: string; origin: string; sendMail: NonNullable<AccountDeps['sendMail']> },
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const account = await findAccountByEmail(tx, email)
    if (!account) return
    const now = clock()
    const since = toIso(subtractMinutes(now, 60))
    if ((await countTokensSince(tx, { accountId: account.id, since })) >= MAX_SET_PASSWORD_EMAILS_PER_HOUR)
      return
    const { secret, expiresAt } = await issueToken(tx, { account, now })
    await sendMail(
      tx,
      createSetPasswordEmail(account, { url: getSetPasswordUrl(origin, secret), expiresAt, now }),
    )
  })
}
