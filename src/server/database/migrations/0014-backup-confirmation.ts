import type { Kysely } from 'kysely'

/** Stores for each account whether it has said that PostgreSQL is backed up. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('account')
    .addColumn('is_backup_confirmed', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
}
