import { type Kysely, PostgresAdapter, sql } from 'kysely'

/**
 * Creates the table of the documents and videos that staff put on pages and into articles (decision 0244). `id` is the hash of the
 * content. `created_at`: when it was last uploaded. `file_ids` of a publication: those of its files, between line feeds.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  const text = isPostgres ? sql`text collate "C"` : sql`text`
  await sql`create table site_file (
    id ${text} primary key,
    file_name ${text} not null,
    bytes integer not null,
    created_at ${text} not null
  )`.execute(db)
  await sql`alter table publication add column file_ids ${text} not null default ''`.execute(db)
}
