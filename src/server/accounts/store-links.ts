import type { Db } from '#server/database/db.ts'

export interface Link {
  accountId: string
  purpose: 'invite' | 'reset'
}

/** Forgets links that are too old as well. */
export async function insertLink(
  db: Db,
  link: Link & { secretHash: string; at: string; expiresAt: string },
): Promise<void> {
  await db.deleteFrom('account_link').where('expires_at', '<=', link.at).execute()
  await db
    .insertInto('account_link')
    .values({
      secret_hash: link.secretHash,
      account_id: link.accountId,
      purpose: link.purpose,
      created_at: link.at,
      expires_at: link.expiresAt,
    })
    .execute()
}

/** The link if it is still good at this time. */
export async function findLink(db: Db, secretHash: string, at: string): Promise<Link | undefined> {
  const row = await db
    .selectFrom('account_link')
    .select(['account_id', 'purpose'])
    .where('secret_hash', '=', secretHash)
    .where('expires_at', '>', at)
    .executeTakeFirst()
  return row && { accountId: row.account_id, purpose: row.purpose === 'invite' ? 'invite' : 'reset' }
}

export async function deleteLinksOf(db: Db, accountId: string): Promise<void> {
  await db.deleteFrom('account_link').where('account_id', '=', accountId).execute()
}

/** How many links an account was given since then. */
export async function countLinksSince(db: Db, accountId: string, since: string): Promise<number> {
  const { count } = await db
    .selectFrom('account_link')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .where('created_at', '>', since)
    .executeTakeFirstOrThrow()
  return count
}
