import { sql } from 'kysely'
import type { Db } from '#server/database/db.ts'

/** Whether this run uses PostgreSQL (vitest.postgres.config.ts). */
export const isOnPostgres = Boolean(process.env.TEST_DATABASE)

/** Creates a trigger that runs `statement` on every `event`. Returns a function that drops it. */
export async function createTrigger(
  db: Db,
  event: `${'before' | 'after'} ${'insert' | 'update' | 'delete'} on ${string}`,
  statement: string,
  { condition = 'true' } = {},
): Promise<() => Promise<void>> {
  const [, , , table] = event.split(' ')
  if (!isOnPostgres) {
    await sql.raw(`create trigger meddler ${event} when ${condition} begin ${statement}; end`).execute(db)
    return async () => void (await sql`drop trigger meddler`.execute(db))
  }
  const body = `begin ${statement}; return coalesce(new, old); end`
  await sql
    .raw(`create or replace function meddle() returns trigger language plpgsql as $$ ${body} $$`)
    .execute(db)
  await sql
    .raw(`create trigger meddler ${event} for each row when (${condition}) execute function meddle()`)
    .execute(db)
  return async () => void (await sql.raw(`drop trigger meddler on ${table}`).execute(db))
}

/** Returns a trigger statement that fails with this message. */
export const raiseError = (message: string): string =>
  isOnPostgres ? `raise exception '${message}'` : `select raise(abort, '${message}')`
