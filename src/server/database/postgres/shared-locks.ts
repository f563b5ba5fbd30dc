import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db.ts'
import { advisoryLockKey, isPostgres } from '../sql-dialect.ts'

/** What this process is at, so that nobody else does anything to it `alone` (alone.ts) meanwhile. */
export interface SharedLocks {
  /** Waits until whoever is at it alone has ended. Once for each name until it is let go. */
  acquire(name: string): Promise<void>
  /** Never throws: what was held over a connection that is lost is not held any more. */
  release(name: string): Promise<void>
}

interface LockConnection {
  query(statement: RawBuilder<unknown>): Promise<unknown>
  close(): void
  lockCount: number
}

/** All holds of a process share one connection, which is open only as long as anything is held. */
export function createSharedLocks(db: Db): SharedLocks {
  if (!isPostgres(db)) return { acquire: async () => {}, release: async () => {} }
  const connectionByName = new Map<string, LockConnection>()
  let currentConnection: LockConnection | undefined

  return {
    async acquire(name) {
      currentConnection ??= openLockConnection(db)
      const connection = currentConnection
      connectionByName.set(name, connection)
      connection.lockCount++
      try {
        await connection.query(sql`select pg_advisory_lock_shared(${advisoryLockKey(name)})`)
      } catch (error) {
        // The next hold begins with a new one.
        if (currentConnection === connection) currentConnection = undefined
        throw error
      }
    },
    async release(name) {
      const connection = connectionByName.get(name)
      if (!connection) return
      connectionByName.delete(name)
      await connection
        .query(sql`select pg_advisory_unlock_shared(${advisoryLockKey(name)})`)
        .catch(() => undefined)
      connection.lockCount--
      if (connection.lockCount > 0) return
      if (currentConnection === connection) currentConnection = undefined
      connection.close()
    },
  }
}

function openLockConnection(db: Db): LockConnection {
  const closed = Promise.withResolvers<void>()
  const opened = Promise.withResolvers<Db>()
  db.connection()
    .execute(async (connection) => {
      opened.resolve(connection)
      await closed.promise
    })
    .catch(opened.reject)
  return {
    query: async (statement) => statement.execute(await opened.promise),
    close: () => closed.resolve(),
    lockCount: 0,
  }
}
