import pg from 'pg'
import { DATABASE_UNAVAILABLE } from '#server/kernel/http/storage-error.ts'

export const MAX_CONNECTIONS = 10
const CONNECT_TIMEOUT_MS = 3000
/** Every query of the site takes less. */
const STATEMENT_TIMEOUT_MS = 30_000
const LOCK_TIMEOUT_MS = 10_000
/** Ends transactions that a defect has left open, with their locks. */
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 60_000

/** For many short queries on tables that fit into memory: compiling a query takes longer than running it. */
const SESSION_SETTINGS = 'set jit = off; set random_page_cost = 1.1'
/**
 * For the many transactions of an import. Until the server has statistics of the new rows, it takes them for few: it would
 * read and sort all items of a kind for each row instead of reading one from the index.
 */
const IMPORT_SETTINGS = 'set synchronous_commit = off; set enable_sort = off'

// 64-bit integers and decimals are parsed as numbers: counts and paise stay below 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number)

/** SQLSTATEs of a server that stops, starts or accepts no more connections; all of class 08 are added to them. */
const UNAVAILABLE_CODES = new Set(['57P01', '57P02', '57P03', '53300'])
const NETWORK_ERROR_CODE = /^(?:ECONN|EPIPE|ETIMEDOUT|EHOST|ENET|ENOTFOUND|EAI_)/
const CONNECTION_LOST_MESSAGE =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Client has encountered)/

export interface PoolSettings {
  /** The application_name of every connection in pg_stat_activity. */
  name: string
  /** For migrations and transfers: one connection, whose statements have no time limit. */
  withoutTimeouts?: boolean
  /** For imports. Commits do not wait for the disk: a power failure of the server can undo those of the last second. */
  forImport?: boolean
}

/** Opens a pool of connections to a PostgreSQL server, which are made when they are needed. */
export function openPool(
  url: string,
  { name, withoutTimeouts = false, forImport = false }: PoolSettings,
): pg.Pool {
  const settings = forImport ? `${SESSION_SETTINGS}; ${IMPORT_SETTINGS}` : SESSION_SETTINGS
  const pool = new pg.Pool({
    connectionString: url,
    application_name: name,
    max: withoutTimeouts ? 1 : MAX_CONNECTIONS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    onConnect: (client) => client.query(settings),
    ...(!withoutTimeouts && {
      statement_timeout: STATEMENT_TIMEOUT_MS,
      lock_timeout: LOCK_TIMEOUT_MS,
      idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT_MS,
    }),
  })
  // The pool removes idle connections that break; on a connection in use the query rejects.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

/** Whether a driver error says that the server is unreachable or has closed the connection. */
export function isConnectionError(error: unknown): boolean {
  const { code = '', message = '' } = error as { code?: string; message?: string }
  return (
    UNAVAILABLE_CODES.has(code) ||
    code.startsWith('08') ||
    NETWORK_ERROR_CODE.test(code) ||
    CONNECTION_LOST_MESSAGE.test(message)
  )
}

/** Replaces a connection error by one with the code DATABASE_UNAVAILABLE; returns other errors as they are. */
export const toUnavailableError = (error: unknown): unknown =>
  isConnectionError(error)
    ? Object.assign(new Error('The database server cannot be reached.', { cause: error }), {
        code: DATABASE_UNAVAILABLE,
      })
    : error
