import { SET_PASSWORD_PATH } from '#contracts/set-password.ts'
import type { Db } from '#server/database/db.ts'
import { subtractDays, toIso } from '#server/kernel/clock.ts'
import { hashSecret, newSecret } from '#server/kernel/ids.ts'
import { HttpProblem } from '#server/kernel/problem.ts'
import type { Account } from './store.ts'
import { insertToken } from './store-account-tokens.ts'

const INVITE_EXPIRY_DAYS = 7
const RESET_EXPIRY_DAYS = 1

export const MAIL_SENT_MESSAGE =
  'If there is an account with this e-mail address, a link to choose a new password is on its way. The e-mail says how long it is good.'
export const NO_MAIL_MESSAGE = 'This site sends no e-mail. Please ask an owner of the site for a new link.'

/** 410 for a link that is wrong, too old or used up, with what to do. */
export const tokenExpired = () =>
  new HttpProblem(
    410,
    'link-gone',
    'This link does not work any more: it was used already, or it is too old. Please ask an owner of the site for a new one.',
  )

/** Where a link leads; what only its receiver may know stands in the fragment, so that no log has it. */
export const getSetPasswordUrl = (origin: string, secret: string) => `${origin}${SET_PASSWORD_PATH}#${secret}`

/** Gives an account a link to choose a password: 7 days for those who never had one, else 24 hours. */
export async function issueToken(
  db: Db,
  account: Pick<Account, 'id' | 'passwordHash'>,
  now: Date,
): Promise<{ secret: string; expiresAt: string }> {
  const secret = newSecret()
  const purpose = account.passwordHash ? 'reset' : 'invite'
  const expiresAt = toIso(subtractDays(now, purpose === 'reset' ? -RESET_EXPIRY_DAYS : -INVITE_EXPIRY_DAYS))
  await insertToken(db, {
    secretHash: hashSecret(secret),
    accountId: account.id,
    purpose,
    at: toIso(now),
    expiresAt,
  })
  return { secret, expiresAt }
}
