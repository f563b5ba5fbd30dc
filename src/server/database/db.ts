import type { Kysely, Transaction } from 'kysely'
import type { Tables } from './tables.ts'

/** A connection to the database, or a transaction in it. Functions that only read take it first. */
export type Db = Kysely<Tables>

/**
 * A transaction. Functions that write take it first, so that the compiler refuses a write outside `inTransaction`.
 * A `Tx` is also a `Db`.
 */
export type Tx = Transaction<Tables>
