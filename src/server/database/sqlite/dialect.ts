import { statSync } from 'node:fs'
import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import { SqliteAdapter, type SqliteDatabase, SqliteDialect, type SqliteStatement } from 'kysely'
import { DATABASE_FILE_REPLACED } from '#server/kernel/storage-error.ts'

const MAX_PREPARED_STATEMENTS = 500
const WRITE_STATEMENT = /^\s*(?:begin|insert|update|delete|replace)\b/i

/**
 * Kysely on Node's own SQLite, with two differences: a transaction takes the write lock at `begin` and not at its first
 * write, which could fail after other statements, and all migrations run in one transaction.
 */
export class NodeSqliteDialect extends SqliteDialect {
  constructor(sqlite: DatabaseSync) {
    super({ database: withPreparedStatements(sqlite) })
  }

  override createAdapter() {
    return new TransactionalDdlAdapter()
  }
}

class TransactionalDdlAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true
  }
}

function withPreparedStatements(sqlite: DatabaseSync): SqliteDatabase {
  const prepared = new Map<string, SqliteStatement>()
  const assertNotReplaced = createReplacementCheck(sqlite)
  const prepare = (text: string): SqliteStatement => {
    const statement = sqlite.prepare(text === 'begin' ? 'begin immediate' : text)
    // SQLite rolls back by itself when the disk is full; the error of a second rollback would hide that one.
    if (text === 'rollback') return rollbackIfInTransaction(sqlite, statement)
    const check = WRITE_STATEMENT.test(text) ? assertNotReplaced : () => {}
    return {
      reader: statement.columns().length > 0,
      all: (values) => {
        check()
        return statement.all(...values.map(toSqliteValue))
      },
      run: (values) => {
        check()
        return statement.run(...values.map(toSqliteValue))
      },
      iterate: (values) => statement.iterate(...values.map(toSqliteValue)),
    }
  }
  return {
    close: () => sqlite.close(),
    prepare(text) {
      const cached = prepared.get(text)
      if (cached) return cached
      const created = prepare(text)
      const [oldest] = prepared.keys()
      if (oldest !== undefined && prepared.size >= MAX_PREPARED_STATEMENTS) prepared.delete(oldest)
      prepared.set(text, created)
      return created
    },
  }
}

/**
 * The returned check throws DATABASE_FILE_REPLACED once another file, or none, is at the path of the database: the open
 * file has no name any more, and what is written to it ends with this process.
 */
function createReplacementCheck(sqlite: DatabaseSync): () => void {
  const file = sqlite.location()
  if (!file) return () => {}
  const original = statSync(file)
  return () => {
    const current = statSync(file, { throwIfNoEntry: false })
    if (current?.ino === original.ino && current.dev === original.dev) return
    throw Object.assign(
      new Error('The database file was moved or replaced while the site was running. Restart the site.'),
      {
        code: DATABASE_FILE_REPLACED,
      },
    )
  }
}

function rollbackIfInTransaction(sqlite: DatabaseSync, rollback: StatementSync): SqliteStatement {
  const noChanges = { changes: 0, lastInsertRowid: 0 }
  return {
    reader: false,
    all: () => [],
    run: () => (sqlite.isTransaction ? rollback.run() : noChanges),
    iterate: () => [][Symbol.iterator](),
  }
}

/** Converts a query parameter to a type that SQLite accepts. */
export function toSqliteValue(value: unknown): SQLInputValue {
  if (value === undefined) return null
  if (typeof value === 'boolean') return Number(value)
  if (value instanceof Date) return value.toISOString()
  return value as SQLInputValue
}
