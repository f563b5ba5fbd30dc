import { SET_PASSWORD_PATH } from '#contracts/account/set-password.ts'
import type { Tx } from '#server/database/db.ts'
import { subtractDays, toIso } from '#server/kernel/clock.ts'
import { hashSecret, newSecret } from '#server/kernel/ids.ts'
import { INVITE_EXPIRY_DAYS, RESET_EXPIRY_DAYS } from '../limits.ts'
import type { Account } from '../store.ts'
import { insertToken } from './store-account-tokens.ts'

/** Returns the link for a token. The secret is in the fragment, which browsers do not send, so that no server logs it. */
export const getSetPasswordUrl = (origin: string, secret: string) => `${origin}${SET_PASSWORD_PATH}#${secret}`

/** Stores a token to set a password, valid for 7 days for an invited account, otherwise for 24 hours. Only its hash is stored. */
export async function issueToken(
  tx: Tx,
  { account, now }: { account: Pick<Account, 'id' | 'passwordHash'>; now: Date },
): Promise<{ secret: string; expiresAt: string }> {
  const secret = newSecret()
  const purpose = account.passwordHash ? 'reset' : 'invite'
  const expiresAt = toIso(subtractDays(now, purpose === 'reset' ? -RESET_EXPIRY_DAYS : -INVITE_EXPIRY_DAYS))
  await insertToken(tx, {
    secretHash: hashSecret(secret),
    accountId: account.id,
    purpose,
    at: toIso(now),
    expiresAt,
  })
  return { secret, expiresAt }
}
