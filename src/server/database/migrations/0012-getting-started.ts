import type { Kysely } from 'kysely'

/** Stores for each account whether it has hidden the steps of getting started. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('account')
    .addColumn('is_checklist_dismissed', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
}
