import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db.ts'
import { isPostgres } from '../sql-dialect.ts'

/*
 * Advisory locks of PostgreSQL, by name, among all processes that use the database. A lock belongs to a connection and ends
 * with it. On SQLite, where one process serves, the work runs without a lock.
 */

/**
 * Waits for the lock, then runs `work` on the connection that holds it. Several can hold a shared lock at a time, none beside
 * an exclusive one. Locks are given in the order of the requests.
 */
export async function withLock<Result>(
  db: Db,
  { name, isShared = false }: { name: string; isShared?: boolean },
  work: (connection: Db) => Promise<Result>,
): Promise<Result> {
  if (!isPostgres(db)) return work(db)
  const suffix = sql.raw(isShared ? '_shared' : '')
  return db.connection().execute(async (connection) => {
    await sql`select pg_advisory_lock${suffix}(${lockKey(name)})`.execute(connection)
    return work(connection).finally(() => unlock(connection, name, suffix))
  })
}

/**
 * Runs `work` unless another process holds the lock; returns whether it ran. The lock occupies one connection but no
 * transaction. When that connection is lost, another process may begin: running `work` twice must do no harm.
 */
export async function runExclusively(db: Db, name: string, work: () => Promise<void>): Promise<boolean> {
  if (!isPostgres(db)) {
    await work()
    return true
  }
  return db.connection().execute(async (connection) => {
    const { rows } = await sql<{ isOurs: boolean }>`
      select pg_try_advisory_lock(${lockKey(name)}) as "isOurs"`.execute(connection)
    if (!rows[0]?.isOurs) return false
    await work().finally(() => unlock(connection, name))
    return true
  })
}

/** Never rejects: a lost connection has lost its lock as well. */
async function unlock(connection: Db, name: string, suffix = sql.raw('')): Promise<void> {
  await sql`select pg_advisory_unlock${suffix}(${lockKey(name)})`.execute(connection).catch(() => undefined)
}

const lockKey = (name: string): RawBuilder<number> => sql`hashtextextended(${name}, 0)`
