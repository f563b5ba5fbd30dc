import { type Kysely, PostgresAdapter, sql } from 'kysely'

/** Adds which privacy notice the form of an enquiry or a review showed (decision 0241); '' for none. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  const text = isPostgres ? sql`text collate "C"` : sql`text`
  for (const table of ['enquiry', 'review'])
    await sql`alter table ${sql.table(table)} add column notice ${text} not null default ''`.execute(db)
}
