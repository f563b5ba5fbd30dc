import { type Kysely, sql } from 'kysely'

/** Stores for each account which steps of getting started it has confirmed; so far that was one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('account')
    .addColumn('confirmed_steps', 'text', (c) => c.notNull().defaultTo(''))
    .execute()
  await sql`update account set confirmed_steps = 'databaseBackup' where is_backup_confirmed = 1`.execute(db)
}
