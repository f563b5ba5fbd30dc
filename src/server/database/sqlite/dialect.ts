import { statSync } from 'node:fs'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { SqliteAdapter, type SqliteDatabase, SqliteDialect, type SqliteStatement } from 'kysely'
import { DATABASE_FILE_REPLACED } from '#server/kernel/storage-error.ts'

const MAX_PREPARED_STATEMENTS = 500
const WRITE_STATEMENT = /^\s*(?:begin|insert|update|delete|replace)\b/i

/**
 * Kysely on Node's own SQLite. Mends two traps: a transaction takes its write lock at `begin`, not at the first
 * write (which could fail half-way), and migrations run inside one transaction.
 */
export class NodeSqliteDialect extends SqliteDialect {
  constructor(sqlite: DatabaseSync) {
    super({ database: withPreparedStatements(sqlite) })
  }

  override createAdapter() {
    return new TransactionalDdlAdapter()
  }
}

/** Opens the file, creating it if need be, with every write on disk before it is acknowledged. */
export function openSqliteFile(file: string): DatabaseSync {
  const sqlite = new DatabaseSync(file, { timeout: 10_000, enableForeignKeyConstraints: true })
  sqlite.exec(`
    pragma journal_mode = wal;
    pragma synchronous = full;
    pragma cache_size = -65536;
    pragma mmap_size = 268435456;
    pragma temp_store = memory;
  `)
  return sqlite
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
    // SQLite has rolled back by itself when the disk was full; a second rollback would hide that error.
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
 * Throws DATABASE_MOVED once the file has another in its place, or none: what is written to it then would be gone with
 * this process.
 */
function createReplacementCheck(sqlite: DatabaseSync): () => void {
  const file = sqlite.location()
  if (!file) return () => {}
  const original = statSync(file)
  return () => {
    const current = statSync(file, { throwIfNoEntry: false })
    if (current?.ino === original.ino && current.dev === original.dev) return
    throw Object.assign(
      new Error('The database file was moved or replaced while the site ran. Restart the site.'),
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

/** A parameter as SQLite knows it. */
export function toSqliteValue(value: unknown): SQLInputValue {
  if (value === undefined) return null
  if (typeof value === 'boolean') return Number(value)
  if (value instanceof Date) return value.toISOString()
  return value as SQLInputValue
}
