import { Kysely, PostgresDialect, type PostgresPoolClient } from 'kysely'
import type pg from 'pg'
import { classifyStorageError } from '#server/kernel/http/storage-error.ts'
import type { Db } from '../db.ts'
import { PostgresCompiler } from '../sql-dialect.ts'
import type { Tables } from '../tables.ts'
import {
  isConnectionError,
  MAX_CONNECTIONS,
  openPool,
  type PoolSettings,
  toUnavailableError,
} from './pool.ts'

/** Takes a connection from a pool. `isRetry`: a query failed on the previous connection. */
type Connect = (isRetry: boolean) => Promise<pg.PoolClient>

/** Opens the database on the PostgreSQL server at `url`. Connects with the first query. */
export const openPostgres = (url: string, settings: PoolSettings): Db => createKysely(openPool(url, settings))

/** Kysely on a pool, which ends with it. `connect` can take connections from another pool instead. */
export const createKysely = (pool: pg.Pool, connect: Connect = () => pool.connect()): Db =>
  new Kysely<Tables>({
    dialect: new PooledDialect({
      pool: { connect: () => openClient(connect), end: () => pool.end(), options: {} },
    }),
  })

class PooledDialect extends PostgresDialect {
  override createQueryCompiler() {
    return new PostgresCompiler()
  }
}

/**
 * Opens a connection that repeats a select outside a transaction on another connection: when its own was lost, or when a
 * replica cancelled the select because of a conflict with replayed changes. After a restart of the server every connection
 * of the pool may be lost.
 */
async function openClient(connect: Connect): Promise<PostgresPoolClient> {
  let isLost = false
  let client: pg.PoolClient | undefined
  async function reconnect(isRetry: boolean): Promise<void> {
    client = await connect(isRetry).catch((error) => Promise.reject(toUnavailableError(error)))
    isLost = false
  }
  function release(isBroken = false): void {
    client?.release(isBroken || isLost)
    client = undefined
  }
  async function query(sql: string, parameters: unknown[]) {
    for (let attempt = 1; ; attempt++) {
      try {
        return await client!.query(sql, parameters)
      } catch (error) {
        isLost ||= isConnectionError(error)
        const isRepeatable = /^\s*select\b/i.test(sql) && client?.getTransactionStatus() === 'I'
        const isTransient = isLost || classifyStorageError(error) === 'conflict'
        if (!isRepeatable || !isTransient || attempt > MAX_CONNECTIONS) throw toUnavailableError(error)
        release()
        await reconnect(true)
      }
    }
  }
  await reconnect(false)
  // The type has a second form of `query` for cursors, which Kysely uses to stream rows only.
  return { query, release } as unknown as PostgresPoolClient
}
