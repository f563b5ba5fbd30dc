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
import { faultOf } from '#server/kernel/store-fault.ts'
import type { Db } from './db.ts'
import { SiteQueryCompiler } from './engine.ts'
import { asAway, MOST_CONNECTIONS, openPool, type PoolSettings } from './postgres-pool.ts'
import type { Tables } from './tables.ts'

/** Where connections come from. */
interface Source {
  /** `again`: what the last one chosen could not answer. */
  choose(again?: boolean): pg.Pool
  end(): Promise<void>
}

/** The site's tables on a PostgreSQL server. Connects with the first question. */
export function openPostgres(url: string, settings: PoolSettings): Db {
  const pool = openPool(url, settings)
  return tablesOn({ choose: () => pool, end: () => pool.end() })
}

/** The site's tables wherever the source's connections lead. */
export const tablesOn = (source: Source): Db => new Kysely<Tables>({ dialect: new SiteDialect(source) })

class SiteDialect implements Dialect {
  readonly #source: Source
  constructor(source: Source) {
    this.#source = source
  }
  createDriver = () => new PoolDriver(this.#source)
  createAdapter = () => new PostgresAdapter()
  createQueryCompiler = () => new SiteQueryCompiler()
  createIntrospector = (db: Kysely<unknown>) => new PostgresIntrospector(db)
}

class PoolDriver implements Driver {
  readonly #source: Source
  constructor(source: Source) {
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
    const level = isolationLevel ? ` isolation level ${isolationLevel}` : ''
    await connection.executeQuery(CompiledQuery.raw(`begin${level}`))
    connection.isInTransaction = true
  }

  async commitTransaction(connection: PoolConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('commit'))
    connection.isInTransaction = false
  }

  /** A connection that cannot roll back is closed, and the server rolls back. */
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
  readonly #source: Source
  #client: pg.PoolClient | undefined
  isInTransaction = false
  isLost = false

  constructor(source: Source) {
    this.#source = source
  }

  async connect(again = false): Promise<void> {
    const chosen = this.#source.choose(again)
    this.#client = await chosen.connect().catch((error) => {
      const other = this.#source.choose(true)
      return other === chosen ? asAway(error) : other.connect().catch(asAway)
    })
    this.isLost = false
  }

  release(): void {
    this.#client?.release(this.isLost)
    this.#client = undefined
  }

  /**
   * A question that changes nothing is asked again where the connection was lost over it, or where a replica gave it up
   * for what came from its server. After a restart of the server every connection of the pool may be such a one.
   */
  async executeQuery<Row>(compiled: CompiledQuery): Promise<QueryResult<Row>> {
    for (let tried = 1; ; tried++) {
      try {
        return await this.#execute(compiled)
      } catch (error) {
        const isHarmless = compiled.query.kind === 'SelectQueryNode' && !this.isInTransaction
        const mayAskAgain = isHarmless && (this.isLost || faultOf(error) === 'crossed')
        if (!mayAskAgain || tried > MOST_CONNECTIONS) throw error
        this.release()
        await this.connect(true)
      }
    }
  }

  streamQuery(): never {
    throw new Error('The site reads in pieces of its own.')
  }

  async #execute<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    try {
      const { rows, rowCount, command } = await this.#client!.query(sql, [...parameters])
      const isChange = command !== 'SELECT' && rowCount !== null
      return { rows: rows ?? [], ...(isChange && { numAffectedRows: BigInt(rowCount) }) }
    } catch (error) {
      return asAway(error, () => {
        this.isLost = true
      })
    }
  }
}
