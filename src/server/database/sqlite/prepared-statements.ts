import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import type { SqliteDatabase, SqliteStatement } from 'kysely'
import { LRUCache } from 'lru-cache'

const MAX_STATEMENTS = 500

/** Returns `sqlite` as Kysely and the read workers use it; the statements that were used last stay prepared. */
export function withPreparedStatements(sqlite: DatabaseSync): SqliteDatabase {
  const statements = new LRUCache<string, SqliteStatement>({
    max: MAX_STATEMENTS,
    memoMethod: (text) => prepare(sqlite, text),
  })
  return { close: () => sqlite.close(), prepare: (text) => statements.memo(text) }
}

function prepare(sqlite: DatabaseSync, text: string): SqliteStatement {
  const statement = sqlite.prepare(text)
  return {
    reader: statement.columns().length > 0,
    all: (values) => statement.all(...(values as SQLInputValue[])),
    run: (values) => statement.run(...(values as SQLInputValue[])),
    iterate: (values) => statement.iterate(...(values as SQLInputValue[])),
  }
}
