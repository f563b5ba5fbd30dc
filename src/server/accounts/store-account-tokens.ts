import type { Db } from '#server/database/db.ts'

export interface AccountToken {
  accountId: string
  purpose: 'invite' | 'reset'
}

/** Forgets links that are too old as well. */
export async function insertToken(
  db: Db,
  token: AccountToken & { secretHash: string; at: string; expiresAt: string },
): Promise<void> {
  await db.deleteFrom('account_token').where('expires_at', '<=', token.at).execute()
  await db
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

/** The link if it is still good at this time. */
export async function findToken(db: Db, secretHash: string, at: string): Promise<AccountToken | undefined> {
  const row = await db
    .selectFrom('account_token')
    .select(['account_id', 'purpose'])
    .where('secret_hash', '=', secretHash)
    .where('expires_at', '>', at)
    .executeTakeFirst()
  return row && { accountId: row.account_id, purpose: row.purpose === 'invite' ? 'invite' : 'reset' }
}

export async function deleteAccountTokens(db: Db, accountId: string): Promise<void> {
  await db.deleteFrom('account_token').where('account_id', '=', accountId).execute()
}

/** How many links an account was given since then. */
export async function countTokensSince(db: Db, accountId: string, since: string): Promise<number> {
  const { count } = await db
    .selectFrom('account_token')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .where('created_at', '>', since)
    .executeTakeFirstOrThrow()
  return count
}
