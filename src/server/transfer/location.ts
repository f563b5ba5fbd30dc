import { resolve } from 'node:path'
import { sql } from 'kysely'
import type { DatabaseSettings, Db } from '#server/database/db.ts'
import { hasUnfinishedTransfer } from '#server/database/migrate.ts'

/** Stands beside its connections in a server's list of activity. Those of sites begin with 'capstan '. */
export const APPLICATION_NAME = 'capstan-transfer'

/** 'the folder /srv/data' or 'the database capstan on db.example.in': nothing of an address that is secret. */
export function formatLocation({ dataDir, databaseUrl }: DatabaseSettings): string {
  if (!databaseUrl) return `the folder ${resolve(dataDir)}`
  const { pathname, host } = new URL(databaseUrl)
  return `the database ${pathname.slice(1)} on ${host || 'this machine'}`
}

export interface DatabaseState {
  tables: ReadonlySet<string>
  /** The last migration; undefined: this is no database of a site. */
  schemaVersion: string | undefined
  /** A move into it has begun and not ended. */
  isUnfinished: boolean
}

/** Which tables a database has, and of which version they are. */
export async function getDatabaseState(db: Db): Promise<DatabaseState> {
  const found = await db.introspection.getTables({ withInternalKyselyTables: true })
  const tables = new Set(found.filter(({ isView }) => !isView).map(({ name }) => name))
  const isUnfinished = hasUnfinishedTransfer(tables)
  if (!tables.has('kysely_migration')) return { tables, schemaVersion: undefined, isUnfinished }
  const { rows } = await sql<{
    level: string | null
  }>`select max(name) as level from kysely_migration`.execute(db)
  return { tables, schemaVersion: rows[0]?.level ?? undefined, isUnfinished }
}
