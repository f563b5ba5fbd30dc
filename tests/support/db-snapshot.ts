import { readdir } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Problem } from '#contracts/problem.ts'
import { withAnyTable } from '#server/database/batches.ts'
import type { Db } from '#server/database/db.ts'
import type { TableName } from '#server/database/tables.ts'
import type { Json } from './http-client.ts'
import type { TestSite } from './site.ts'

/** Returns rows, picture files and temporary uploads: what a request that is rejected before its pictures are stored must leave unchanged. */
export async function snapshotData(site: TestSite) {
  return { ...(await snapshotRows(site)), pictureFiles: await listMediaFiles(site.dataDir) }
}

/** Returns rows and temporary uploads: what every rejected request must leave unchanged. */
export async function snapshotRows({ db, dataDir }: TestSite) {
  return {
    items: await db.selectFrom('item').selectAll().orderBy('id').execute(),
    slugs: await db.selectFrom('item_slug').selectAll().orderBy('slug').execute(),
    media: await db.selectFrom('media').selectAll().orderBy('id').execute(),
    customers: await db.selectFrom('customer').selectAll().orderBy('id').execute(),
    enquiries: await db.selectFrom('enquiry').selectAll().orderBy('id').execute(),
    accounts: await db.selectFrom('account').selectAll().orderBy('id').execute(),
    uploads: await readdir(join(dataDir, 'tmp')),
  }
}

/** Returns the same with the revisions and the audit log. */
export async function snapshotWithHistory(site: TestSite) {
  return {
    ...(await snapshotData(site)),
    revisions: await site.db
      .selectFrom('item_revision')
      .selectAll()
      .orderBy('item_id')
      .orderBy('revision')
      .execute(),
    log: await site.db.selectFrom('audit_log').selectAll().orderBy('id').execute(),
  }
}

/** Expects an error with this status and unchanged data. Returns the message. */
export async function expectUnchanged(
  site: TestSite,
  send: () => Promise<Response>,
  status: number,
): Promise<Problem> {
  const before = await snapshotWithHistory(site)
  const reply = await send()
  const body: Problem = await reply.json()
  expect(reply.status, body.message).toBe(status)
  expect(await snapshotWithHistory(site)).toEqual(before)
  return body
}

/** Returns the rows of a table that have these values. */
export const findRows = (
  { db }: Pick<TestSite, 'db'>,
  table: TableName,
  values: Record<string, unknown>,
): Promise<Json[]> =>
  withAnyTable(db)
    .selectFrom(table)
    .selectAll()
    .where((eb) => eb.and(values))
    .execute()

/** Changes columns of the rows of a table that have these values. */
export const setRows = (
  { db }: Pick<TestSite, 'db'>,
  table: TableName,
  values: Record<string, unknown>,
  changes: Record<string, unknown>,
): Promise<unknown> =>
  withAnyTable(db)
    .updateTable(table)
    .set(changes)
    .where((eb) => eb.and(values))
    .execute()

/** Returns the sorted paths below the media folder. */
export async function listMediaFiles(dataDir: string): Promise<string[]> {
  const folder = join(dataDir, 'media')
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort()
}

/** Returns every row of every table as sorted text by table name, without full-text indexes, which are derived. */
export async function readAllRows(db: Db): Promise<Record<string, string[]>> {
  const { rows: tables } = await sql<{ name: string }>`
    select name from pragma_table_list where type = 'table' and name not like 'sqlite_%'`.execute(db)
  const all: Record<string, string[]> = {}
  for (const { name } of tables) {
    const { rows } = await sql`select * from ${sql.table(name)}`.execute(db)
    all[name] = rows.map((row) => JSON.stringify(row)).sort()
  }
  return all
}
