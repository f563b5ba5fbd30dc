import type { Db } from '../db.ts'
import { isPostgres } from '../sql-dialect.ts'
import { createPostgresSearchIndex } from './postgres-search-index.ts'
import type { SearchIndex } from './search-index.ts'
import { createSqliteSearchIndex } from './sqlite-search-index.ts'

/** The search index of the database engine that `db` is connected to. */
export const getSearchIndex = (db: Db): SearchIndex =>
  isPostgres(db) ? createPostgresSearchIndex(db) : createSqliteSearchIndex(db)
