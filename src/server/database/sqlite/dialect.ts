import { statSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import {
  type DatabaseConnection,
  type Driver,
  Kysely,
  SqliteAdapter,
  SqliteDriver,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import { DATABASE_FILE_REPLACED } from '#server/kernel/http/storage-error.ts'
import type { Db } from '../db.ts'
import type { Tables } from '../tables.ts'
import { retryWhileLocked } from './file.ts'
import { withPreparedStatements } from './prepared-statements.ts'

/** Kysely on a database file that Node has opened. All migrations run in one transaction. */
export const toKysely = (sqlite: DatabaseSync): Db =>
  createKysely(new NodeSqliteDriver(sqlite), new TransactionalDdlAdapter())

/** Kysely for SQLite with this driver instead of its own. */
export const createKysely = (driver: Driver, adapter: SqliteAdapter): Db =>
  new Kysely<Tables>({
    dialect: {
      createDriver: () => driver,
      createAdapter: () => adapter,
      createQueryCompiler: () => new SqliteQueryCompiler(),
      createIntrospector: (db) => new SqliteIntrospector(db),
    },
  })

class TransactionalDdlAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true
  }
}

class NodeSqliteDriver extends SqliteDriver {
  readonly #sqlite: DatabaseSync
  readonly #assertNotReplaced: () => void

  constructor(sqlite: DatabaseSync) {
    super({ database: withPreparedStatements(sqlite) })
    this.#sqlite = sqlite
    this.#assertNotReplaced = createReplacementCheck(sqlite.location()!)
  }

  /**
   * Takes the write lock at the start and not at the first write, which could fail after other statements. Waits as long as
   * `busy_timeout` says, but without blocking this thread, and asks more often than SQLite does: the pauses between the
   * transactions of an import are short.
   */
  override async beginTransaction(): Promise<void> {
    this.#assertNotReplaced()
    const { timeout } = this.#sqlite.prepare('pragma busy_timeout').get() as { timeout: number }
    this.#sqlite.exec('pragma busy_timeout = 0')
    try {
      await retryWhileLocked(timeout, () => this.#sqlite.exec('begin immediate'))
    } finally {
      this.#sqlite.exec(`pragma busy_timeout = ${timeout}`)
    }
  }

  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    this.#assertNotReplaced()
    await super.commitTransaction(connection)
  }

  /** SQLite rolls back by itself when the disk is full; the error of a second rollback would hide that one. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#sqlite.isTransaction) await super.rollbackTransaction(connection)
  }
}

/**
 * The returned check throws DATABASE_FILE_REPLACED once another file, or none, is at the path of the database: the open
 * file has no name any more, and what is written to it ends with this process.
 */
function createReplacementCheck(file: string): () => void {
  const original = statSync(file)
  return () => {
    const current = statSync(file, { throwIfNoEntry: false })
    if (current?.ino === original.ino && current.dev === original.dev) return
    throw Object.assign(
      new Error('The database file was moved or replaced while the site was running. Restart the site.'),
      { code: DATABASE_FILE_REPLACED },
    )
  }
}
