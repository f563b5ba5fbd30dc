import type { Kysely, Transaction } from 'kysely'
import type { Tables } from './tables.ts'

/** A connection to the database, or a transaction in it. Functions that only read take it first. */
export type Db = Kysely<Tables>

/**
 * A transaction. Functions that write take it first, so that the compiler refuses a write outside `inTransaction`.
 * A `Tx` is also a `Db`.
 */
export type Tx = Transaction<Tables>

/** The application_name of the connections of an import on PostgreSQL. */
export const IMPORT_CONNECTION_NAME = 'import'
/** Public pages show applied rows at most this late; each invalidation makes the site render them again. */
export const IMPORT_INVALIDATION_INTERVAL_MS = 1000

/** Where the data is stored: in an SQLite file in `dataDir`, or on the PostgreSQL server at `databaseUrl`. */
export interface DatabaseSettings {
  dataDir: string
  /** Contains a password and is never logged. */
  databaseUrl?: string | undefined
  /** A read replica of that server for slow queries. Contains a password and is never logged. */
  databaseReadUrl?: string | undefined
}

/** An open database on either engine. */
export interface Database {
  db: Db
  /** A read-only connection to the same data for slow queries, which do not block those of `db`. */
  reader: Db
  /** Writes a row and rolls back. Rejects when that fails, or when another program holds the lock for longer than `timeoutMs`. */
  probe(timeoutMs: number): Promise<void>
  /** Sets the maximum time to wait for another program's write on SQLite; PostgreSQL connections have a fixed limit. */
  setLockTimeout(milliseconds: number): Promise<void>
  getSizeInBytes(): Promise<number>
  /** To be called after every change of public data by any process: until a replica has it, `reader` does not use it. */
  notifyChange(): void
  /** Calls back when another process has changed public data, or may have. */
  onRemoteChange(listener: () => void): void
  close(): Promise<void>
}
