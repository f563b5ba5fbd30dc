import { type Kysely, sql } from 'kysely'

/** The largest discount follows from the lines and the present exchange rates, and is calculated where it is needed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table quotation drop column max_discount_bp`.execute(db)
}
