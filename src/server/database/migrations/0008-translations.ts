import { type Kysely, PostgresAdapter, sql } from 'kysely'

/**
 * Creates the table of the translations of what staff write (decision 0248). `hash` is that of the English text `source`.
 * `is_label`: it names specifications or categories. `is_reviewed`: a person has read it who knows the language.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  const text = isPostgres ? sql`text collate "C"` : sql`text`
  await sql`create table translation (
    language ${text} not null,
    hash ${text} not null,
    source ${text} not null,
    translation ${text} not null,
    is_label integer not null,
    is_reviewed integer not null,
    updated_at ${text} not null,
    by_name ${text} not null,
    constraint translation_key primary key (language, hash)
  )`.execute(db)
  if (isPostgres)
    await sql`create trigger capstan_notify_change after insert or update or delete on translation
      for each statement execute function capstan_notify_change()`.execute(db)
}
