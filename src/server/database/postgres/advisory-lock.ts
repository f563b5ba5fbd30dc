import { sql } from 'kysely'
import type { Db } from '../db.ts'
import { advisoryLockKey, isPostgres } from '../sql-dialect.ts'

/**
 * Does `work` unless another process that serves the same data is at what bears this name; answers whether it was done.
 * Holds one connection meanwhile, and no transaction. Whoever is killed, or loses that connection, lets another begin:
 * `work` must do no harm when done twice.
 */
export async function runExclusively(db: Db, name: string, work: () => Promise<void>): Promise<boolean> {
  if (!isPostgres(db)) {
    await work()
    return true
  }
  return db.connection().execute(async (connection) => {
    const { rows } = await sql<{ isOurs: boolean }>`
      select pg_try_advisory_lock(${advisoryLockKey(name)}) as "isOurs"`.execute(connection)
    if (!rows[0]?.isOurs) return false
    try {
      await work()
    } finally {
      // With a connection that is lost, the lock is gone already.
      await sql`select pg_advisory_unlock(${advisoryLockKey(name)})`
        .execute(connection)
        .catch(() => undefined)
    }
    return true
  })
}
