import pg from 'pg'
import { DATABASE_UNAVAILABLE } from '#server/kernel/storage-error.ts'

export const MAX_CONNECTIONS = 10
const CONNECT_TIMEOUT_MS = 3000
/** No question of the site takes longer unless something is wrong. */
const STATEMENT_TIMEOUT_MS = 30_000
const LOCK_TIMEOUT_MS = 10_000
/** A transaction that was forgotten holds nobody up. */
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 60_000

/** Many short questions over tables that fit into memory: compiling one takes longer than answering it, and no disk turns. */
const SESSION_SETTINGS = 'set jit = off; set random_page_cost = 1.1'

/** Numbers of any width come as numbers: counts and paise stay below 2^53. */
const { builtins } = pg.types
const NUMERIC_TYPES: readonly number[] = [builtins.INT8, builtins.NUMERIC]
const types: pg.CustomTypesConfig = {
  getTypeParser: ((id: number, format?: 'text') =>
    NUMERIC_TYPES.includes(id)
      ? Number
      : pg.types.getTypeParser(id, format)) as typeof pg.types.getTypeParser,
}

/** PostgreSQL's codes for a server that stops, starts, or takes no more connections; all of class 08 beside them. */
const UNAVAILABLE_CODES = new Set(['57P01', '57P02', '57P03', '53300'])
const NETWORK_ERROR_CODE = /^(?:ECONN|EPIPE|ETIMEDOUT|EHOST|ENET|ENOTFOUND|EAI_)/
const CONNECTION_LOST_MESSAGE =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Client has encountered)/

export interface PoolSettings {
  /** Stands beside every connection in the server's list of activity. */
  name: string
  /** Statements may take as long as they do, as migrations and copying need, and there is one connection. */
  withoutTimeouts?: boolean
}

/** Connections to a PostgreSQL server, made as they are needed. */
export function openPool(url: string, { name, withoutTimeouts = false }: PoolSettings): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    application_name: name,
    max: withoutTimeouts ? 1 : MAX_CONNECTIONS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    types,
    onConnect: (client) => client.query(SESSION_SETTINGS),
    ...(!withoutTimeouts && {
      statement_timeout: STATEMENT_TIMEOUT_MS,
      lock_timeout: LOCK_TIMEOUT_MS,
      idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT_MS,
    }),
  })
  // Connections that break while they rest are taken out by the pool; those at work tell whoever uses them.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

/** Throws what went wrong; a server that is not there, or no longer, under one code of its own. */
export function rethrowConnectionError(error: unknown, onConnectionLost = () => {}): never {
  const { code = '', message = '' } = error as { code?: string; message?: string }
  const isUnavailable =
    UNAVAILABLE_CODES.has(code) ||
    code.startsWith('08') ||
    NETWORK_ERROR_CODE.test(code) ||
    CONNECTION_LOST_MESSAGE.test(message)
  if (!isUnavailable) throw error
  onConnectionLost()
  throw Object.assign(new Error('The database server cannot be reached.', { cause: error }), {
    code: DATABASE_UNAVAILABLE,
  })
}
