import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  PostgresDialect,
  type QueryResult,
  type TransactionSettings,
} from 'kysely'
import pg from 'pg'
import { DATABASE_AWAY } from '#server/kernel/store-fault.ts'
import { SiteQueryCompiler } from './engine.ts'
import type { Db } from './open.ts'
import type { Tables } from './tables.ts'

const MOST_CONNECTIONS = 10
const CONNECT_MS = 3000
/** No question of the site takes longer unless something is wrong. */
const STATEMENT_MS = 30_000
const LOCK_MS = 10_000
/** A transaction that was forgotten holds nobody up. */
const IDLE_IN_TRANSACTION_MS = 60_000

/** Many short questions over tables that fit into memory: compiling one takes longer than answering it, and no disk turns. */
const PLANNING = 'set jit = off; set random_page_cost = 1.1'

/** Numbers of any width come as numbers: counts and paise stay below 2^53. */
const { builtins } = pg.types
const NUMBERS: readonly number[] = [builtins.INT8, builtins.NUMERIC]
const types: pg.CustomTypesConfig = {
  getTypeParser: ((id: number, format?: 'text') =>
    NUMBERS.includes(id) ? Number : pg.types.getTypeParser(id, format)) as typeof pg.types.getTypeParser,
}

/** PostgreSQL's codes for a server that stops, starts, or takes no more connections; all of class 08 beside them. */
const AWAY = new Set(['57P01', '57P02', '57P03', '53300'])
const NETWORK = /^(?:ECONN|EPIPE|ETIMEDOUT|EHOST|ENET|ENOTFOUND|EAI_)/
const LOST = /^(?:Connection terminated|timeout exceeded when trying to connect|Client has encountered)/

/**
 * The site's tables on a PostgreSQL server. `name` stands beside every connection in the server's list of activity.
 * `patient`: statements may take as long as they do, as migrations and copying need. Connects with the first question.
 */
export function openPostgres(
  url: string,
  { name, patient = false }: { name: string; patient?: boolean },
): Db {
  const pool = new pg.Pool({
    connectionString: url,
    application_name: name,
    max: patient ? 1 : MOST_CONNECTIONS,
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
    types,
    ...(!patient && {
      statement_timeout: STATEMENT_MS,
      lock_timeout: LOCK_MS,
      idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
    }),
  })
  // Connections that break while they rest are taken out by the pool; those at work tell whoever uses them.
  pool.on('error', () => {})
  pool.on('connect', (client) => {
    client.on('error', () => {})
    client.query(PLANNING).catch(() => {})
  })
  return new Kysely<Tables>({ dialect: new SiteDialect({ pool }, pool) })
}

class SiteDialect extends PostgresDialect {
  readonly #pool: pg.Pool
  constructor(config: ConstructorParameters<typeof PostgresDialect>[0], pool: pg.Pool) {
    super(config)
    this.#pool = pool
  }
  override createDriver = (): Driver => new PoolDriver(this.#pool)
  override createQueryCompiler = () => new SiteQueryCompiler()
}

class PoolDriver implements Driver {
  readonly #pool: pg.Pool
  constructor(pool: pg.Pool) {
    this.#pool = pool
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<PoolConnection> {
    const connection = new PoolConnection(this.#pool)
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
    await this.#pool.end()
  }
}

class PoolConnection implements DatabaseConnection {
  readonly #pool: pg.Pool
  #client: pg.PoolClient | undefined
  isInTransaction = false
  isLost = false

  constructor(pool: pg.Pool) {
    this.#pool = pool
  }

  async connect(): Promise<void> {
    this.#client = await this.#pool.connect().catch(asAway)
    this.isLost = false
  }

  release(): void {
    this.#client?.release(this.isLost)
    this.#client = undefined
  }

  /** A question that changes nothing is asked once more where the connection was lost over it. */
  async executeQuery<Row>(compiled: CompiledQuery): Promise<QueryResult<Row>> {
    try {
      return await this.#execute(compiled)
    } catch (error) {
      if (!this.isLost || this.isInTransaction || compiled.query.kind !== 'SelectQueryNode') throw error
      this.release()
      await this.connect()
      return this.#execute(compiled)
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

/** Throws what went wrong; a server that is not there, or no longer, under one code of its own. */
function asAway(error: unknown, onLost = () => {}): never {
  const { code = '', message = '' } = error as { code?: string; message?: string }
  const isAway = AWAY.has(code) || code.startsWith('08') || NETWORK.test(code) || LOST.test(message)
  if (!isAway) throw error
  onLost()
  throw Object.assign(new Error('The database server cannot be reached.', { cause: error }), {
    code: DATABASE_AWAY,
  })
}
