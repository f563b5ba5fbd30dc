import { type Kysely, sql } from 'kysely'

/**
 * API keys belong to an account, end with it, and can have a last day. A key whose maker cannot be told by the name, because
 * the account was deleted or renamed or shares its name, ends.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('api_key')
    .addColumn('account_id', 'text', (c) => c.references('account.id').onDelete('cascade'))
    .execute()
  await db.schema.alterTable('api_key').addColumn('valid_until', 'text').execute()
  await sql`update api_key set account_id = (
    select min(id) from account where username = created_by having count(*) = 1
  )`.execute(db)
  await sql`delete from api_key where account_id is null`.execute(db)
}
