import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  type QueryResult,
  type TransactionSettings,
} from 'kysely'
import type pg from 'pg'
import { classifyStorageError } from '#server/kernel/storage-error.ts'
import type { Db } from '../db.ts'
import { PostgresCompiler } from '../sql-dialect.ts'
import type { Tables } from '../tables.ts'
import { MAX_CONNECTIONS, openPool, type PoolSettings, rethrowConnectionError } from './pool.ts'

/** Provides the pool that a query uses: the primary server's or a replica's. */
interface PoolSource {
  /** `isRetry`: the query failed on the pool that was picked before. */
  pick(isRetry?: boolean): pg.Pool
  end(): Promise<void>
}

/** Opens the database on the PostgreSQL server at `url`. Connects with the first query. */
export function openPostgres(url: string, settings: PoolSettings): Db {
  const pool = openPool(url, settings)
  return createKysely({ pick: () => pool, end: () => pool.end() })
}

/** Kysely on the pools of `source`. */
export const createKysely = (source: PoolSource): Db =>
  new Kysely<Tables>({ dialect: new PostgresPoolDialect(source) })

class PostgresPoolDialect implements Dialect {
  readonly #source: PoolSource
  constructor(source: PoolSource) {
    this.#source = source
  }
  createDriver = () => new PoolDriver(this.#source)
  createAdapter = () => new PostgresAdapter()
  createQueryCompiler = () => new PostgresCompiler()
  createIntrospector = (db: Kysely<unknown>) => new PostgresIntrospector(db)
}

class PoolDriver implements Driver {
  readonly #source: PoolSource
  constructor(source: PoolSource) {
    this.#source = source
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<PoolConnection> {
    const connection = new PoolConnection(this.#source)
    await connection.connect()
    return connection
  }

  async releaseConnection(connection: PoolConnection): Promise<void> {
    connection.release()
  }

  async beginTransaction(connection: PoolConnection, { isolationLevel }: TransactionSettings): Promise<void> {
    const isolationClause = isolationLevel ? ` isolation level ${isolationLevel}` : ''
    await connection.executeQuery(CompiledQuery.raw(`begin${isolationClause}`))
    connection.isInTransaction = true
  }

  async commitTransaction(connection: PoolConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('commit'))
    connection.isInTransaction = false
  }

  /** Closes a connection that cannot roll back; the server then rolls back. */
  async rollbackTransaction(connection: PoolConnection): Promise<void> {
    try {
      await connection.executeQuery(CompiledQuery.raw('rollback'))
    } catch {
      connection.isLost = true
    }
    connection.isInTransaction = false
  }

  async destroy(): Promise<void> {
    await this.#source.end()
  }
}

class PoolConnection implements DatabaseConnection {
  readonly #source: PoolSource
  #client: pg.PoolClient | undefined
  isInTransaction = false
  isLost = false

  constructor(source: PoolSource) {
    this.#source = source
  }

  async connect(isRetry = false): Promise<void> {
    const pool = this.#source.pick(isRetry)
    this.#client = await pool.connect().catch((error) => {
      const fallbackPool = this.#source.pick(true)
      return fallbackPool === pool
        ? rethrowConnectionError(error)
        : fallbackPool.connect().catch(rethrowConnectionError)
    })
    this.isLost = false
  }

  release(): void {
    this.#client?.release(this.isLost)
    this.#client = undefined
  }

  /**
   * Repeats a select outside a transaction when its connection was lost, or when a replica cancelled it because of a
   * conflict with replayed changes. After a restart of the server every connection of the pool may be lost.
   */
  async executeQuery<Row>(compiled: CompiledQuery): Promise<QueryResult<Row>> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#execute(compiled)
      } catch (error) {
        const isReadOnly = compiled.query.kind === 'SelectQueryNode' && !this.isInTransaction
        const isRetryable = isReadOnly && (this.isLost || classifyStorageError(error) === 'conflict')
        if (!isRetryable || attempt > MAX_CONNECTIONS) throw error
        this.release()
        await this.connect(true)
      }
    }
  }

  streamQuery(): never {
    throw new Error('The PostgreSQL dialect does not stream rows.')
  }

  async #execute<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    try {
      const { rows, rowCount, command } = await this.#client!.query(sql, [...parameters])
      const isChange = command !== 'SELECT' && rowCount !== null
      return { rows: rows ?? [], ...(isChange && { numAffectedRows: BigInt(rowCount) }) }
    } catch (error) {
      return rethrowConnectionError(error, () => {
        this.isLost = true
      })
    }
  }
}
