import type { Db, Tx } from '#server/database/db.ts'
import { countMatches } from '#server/database/page.ts'

export interface AccountToken {
  accountId: string
  purpose: 'invite' | 'reset'
}

/** Stores a token, and deletes expired ones. */
export async function insertToken(
  tx: Tx,
  token: AccountToken & { secretHash: string; at: string; expiresAt: string },
): Promise<void> {
  await tx.deleteFrom('account_token').where('expires_at', '<=', token.at).execute()
  await tx
    .insertInto('account_token')
    .values({
      secret_hash: token.secretHash,
      account_id: token.accountId,
      purpose: token.purpose,
      created_at: token.at,
      expires_at: token.expiresAt,
    })
    .execute()
}

/** Returns a token that has not expired at the time `at`. */
export async function findToken(
  db: Db,
  { secretHash, at }: { secretHash: string; at: string },
): Promise<AccountToken | undefined> {
  const row = await db
    .selectFrom('account_token')
    .select(['account_id', 'purpose'])
    .where('secret_hash', '=', secretHash)
    .where('expires_at', '>', at)
    .executeTakeFirst()
  return row && { accountId: row.account_id, purpose: row.purpose === 'invite' ? 'invite' : 'reset' }
}

export async function deleteAccountTokens(tx: Tx, accountId: string): Promise<void> {
  await tx.deleteFrom('account_token').where('account_id', '=', accountId).execute()
}

/** Returns the number of tokens of an account that were created after `since`. */
export async function countTokensSince(
  db: Db,
  { accountId, since }: { accountId: string; since: string },
): Promise<number> {
  return countMatches(
    db.selectFrom('account_token').where('account_id', '=', accountId).where('created_at', '>', since),
  )
}
