import { type Kysely, sql } from 'kysely'

/** Finds the accepted quotations whose order staff have not confirmed, which every screen of staff counts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index quotation_unconfirmed on quotation (state)
    where confirmed_at is null and state = 'accepted'`.execute(db)
}
