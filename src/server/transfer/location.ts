import { resolve } from 'node:path'
import { sql } from 'kysely'
import type { DatabaseSettings, Db } from '#server/database/db.ts'
import { hasUnfinishedTransfer } from '#server/database/migrate.ts'

/** The application_name of the connections of a transfer; that of a site begins with 'capstan '. */
export const APPLICATION_NAME = 'capstan-transfer'

/** 'the folder /srv/data' or 'the database capstan on db.example.in', without the secret parts of the URL. */
export function formatLocation({ dataDir, databaseUrl }: DatabaseSettings): string {
  if (!databaseUrl) return `the folder ${resolve(dataDir)}`
  const { pathname, host } = new URL(databaseUrl)
  return `the database ${pathname.slice(1)} on ${host || 'this machine'}`
}

/** For a location at the beginning of a sentence. */
export const capitalize = (text: string) => text.replace(/^./, (first) => first.toUpperCase())

export interface DatabaseState {
  tables: ReadonlySet<string>
  /** The key of the last migration; undefined when this is not the database of a site. */
  schemaVersion: string | undefined
  /** The database is the target of a transfer that has not ended. */
  isUnfinished: boolean
}

/** Reads the tables and the schema version of a database. */
export async function getDatabaseState(db: Db): Promise<DatabaseState> {
  const found = await db.introspection.getTables({ withInternalKyselyTables: true })
  const tables = new Set(found.filter(({ isView }) => !isView).map(({ name }) => name))
  const isUnfinished = hasUnfinishedTransfer(tables)
  if (!tables.has('kysely_migration')) return { tables, schemaVersion: undefined, isUnfinished }
  const { rows } = await sql<{
    name: string | null
  }>`select max(name) as name from kysely_migration`.execute(db)
  return { tables, schemaVersion: rows[0]?.name ?? undefined, isUnfinished }
}
