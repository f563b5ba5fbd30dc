import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { SqliteAdapter, type SqliteDatabase, SqliteDialect, type SqliteStatement } from 'kysely'

const PREPARED_STATEMENTS = 500

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
  const prepare = (text: string): SqliteStatement => {
    const statement = sqlite.prepare(text === 'begin' ? 'begin immediate' : text)
    // SQLite has rolled back by itself when the disk was full; a second rollback would hide that error.
    if (text === 'rollback') return onlyInTransaction(sqlite, statement)
    return {
      reader: statement.columns().length > 0,
      all: (values) => statement.all(...values.map(toSqlite)),
      run: (values) => statement.run(...values.map(toSqlite)),
      iterate: (values) => statement.iterate(...values.map(toSqlite)),
    }
  }
  return {
    close: () => sqlite.close(),
    prepare(text) {
      const known = prepared.get(text)
      if (known) return known
      const made = prepare(text)
      const [oldest] = prepared.keys()
      if (oldest !== undefined && prepared.size >= PREPARED_STATEMENTS) prepared.delete(oldest)
      prepared.set(text, made)
      return made
    },
  }
}

function onlyInTransaction(sqlite: DatabaseSync, rollback: StatementSync): SqliteStatement {
  const nothing = { changes: 0, lastInsertRowid: 0 }
  return {
    reader: false,
    all: () => [],
    run: () => (sqlite.isTransaction ? rollback.run() : nothing),
    iterate: () => [][Symbol.iterator](),
  }
}

/** A parameter as SQLite knows it. */
export function toSqlite(value: unknown): SQLInputValue {
  if (value === undefined) return null
  if (typeof value === 'boolean') return Number(value)
  if (value instanceof Date) return value.toISOString()
  return value as SQLInputValue
}
