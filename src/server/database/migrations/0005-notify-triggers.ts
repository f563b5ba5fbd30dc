import { type Kysely, sql } from 'kysely'
import { isPostgres } from './frozen.ts'

/** The tables of public data. */
const PUBLIC_TABLES = ['item', 'item_slug', 'media', 'review', 'site_content']

/** Creates triggers that notify all processes of a change of public data on PostgreSQL. */
export async function up(db: Kysely<unknown>): Promise<void> {
  if (!isPostgres(db)) return
  await sql`create function capstan_announce() returns trigger language plpgsql as $$
    begin
      perform pg_notify('capstan_content', current_setting('application_name'));
      return null;
    end $$`.execute(db)
  for (const table of PUBLIC_TABLES) {
    await sql`create trigger capstan_announce after insert or update or delete on ${sql.ref(table)}
      for each statement execute function capstan_announce()`.execute(db)
  }
}
