import { writeAuditEntry } from '#server/database/audit-log.ts'
import type { Db } from '#server/database/db.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { type Clock, subtractMinutes, toIso } from '#server/kernel/clock.ts'
import { hashSecret } from '#server/kernel/ids.ts'
import { getSetPasswordUrl, issueToken, tokenExpired } from './account-tokens.ts'
import type { AccountDeps } from './deps.ts'
import { hashPassword } from './password.ts'
import { checkNewPassword, codeRequired } from './rules.ts'
import {
  type ClientInfo,
  consumeCode,
  createSession,
  type NewSession,
  registerAttempt,
  registerCodeAttempt,
} from './sign-in.ts'
import { type Account, findAccount, findAccountByEmail, replacePassword } from './store.ts'
import { type AccountToken, countTokensSince, findToken } from './store-account-tokens.ts'
import { clearAttempts } from './store-attempts.ts'

interface SetPasswordDeps {
  db: Db
  clock: Clock
}

/** Letters to one person within an hour, whoever asks for them. */
const MAX_EMAILS_PER_HOUR = 3

/** Whom the link is for. Throws 410 when it is not good, or no more. */
export async function getTokenOrThrow(
  { db, clock }: SetPasswordDeps,
  secret: string,
): Promise<AccountToken & { account: Account }> {
  const token = await findToken(db, hashSecret(secret), toIso(clock()))
  const account = token && (await findAccount(db, token.accountId))
  if (!account) throw tokenExpired()
  return { ...token, account }
}

/**
 * Sets the password, ends the account's sessions and links, and signs in. A second factor is asked for here as well: a
 * link alone must not get past it. Throws 410, 400 for a bad password, 401 and 429 for the code; the link stays good then.
 */
export async function setPassword(
  deps: SetPasswordDeps,
  input: { secret: string; password: string; code: string | undefined },
  client: ClientInfo,
): Promise<NewSession> {
  const { db, clock } = deps
  const { account } = await getTokenOrThrow(deps, input.secret)
  checkNewPassword(input.password, [account.username, account.email])
  if (account.secondFactor && !input.code) throw codeRequired()
  const attempt = account.secondFactor && (await registerAttempt(deps, account.email, client.ip))
  const clearCodeAttempts = await registerCodeAttempt(deps, account, input.code)
  const passwordHash = await hashPassword(input.password)
  const session = await inTransaction(db, async (transaction) => {
    // Somebody else may have used the link meanwhile.
    const { account: present, purpose } = await getTokenOrThrow({ db: transaction, clock }, input.secret)
    const now = clock()
    const detail = await consumeCode(transaction, present, input.code, now)
    await replacePassword(transaction, present.id, passwordHash)
    await writeAuditEntry(
      transaction,
      { accountId: present.id, name: present.username },
      {
        at: toIso(now),
        action: 'changed',
        subject: 'account',
        subjectId: present.id,
        subjectName: present.username,
        detail: purpose === 'invite' ? 'accepted the invitation' : 'chose a new password by a link',
      },
    )
    return createSession(transaction, present, { client, detail, now })
  })
  if (attempt) await clearAttempts(db, attempt.ids, attempt.subject)
  await clearCodeAttempts()
  return session
}

/** Sends a link to whom the address belongs, if to anybody. Links that were given before stay good. */
export async function sendSetPasswordEmail(
  { db, clock }: SetPasswordDeps,
  email: string,
  origin: string,
  sendMail: NonNullable<AccountDeps['sendMail']>,
): Promise<void> {
  await inTransaction(db, async (transaction) => {
    const account = await findAccountByEmail(transaction, email)
    const now = clock()
    if (!account) return
    const sentCount = await countTokensSince(transaction, account.id, toIso(subtractMinutes(now, 60)))
    if (sentCount >= MAX_EMAILS_PER_HOUR) return
    const { secret, expiresAt } = await issueToken(transaction, account, now)
    await sendMail(transaction, {
      to: account.email,
      subject: 'Choose a new password',
      text: formatEmailBody(
        account.username,
        getSetPasswordUrl(origin, secret),
        formatTimeLeft(expiresAt, now),
      ),
    })
  })
}

/** In whole hours, from two days on in whole days. */
function formatTimeLeft(expiresAt: string, now: Date): string {
  const hours = Math.round((Date.parse(expiresAt) - now.getTime()) / 3_600_000)
  return hours < 48 ? `${hours} hours` : `${Math.floor(hours / 24)} days`
}

const formatEmailBody = (username: string, url: string, validity: string) => `Hello ${username},

somebody, probably you, asked for a new password for ${new URL(url).origin}.
Choose it here within ${validity}:

${url}

If it was not you, there is nothing to do: the password stays as it is.
`
