import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { listItems } from '#server/catalogue/listing/store-lists.ts'
import type { DatabaseSettings, Db } from '#server/database/db.ts'
import { MIGRATIONS } from '#server/database/migrate.ts'
import { openDatabase } from '#server/database/open.ts'
import { openPostgres } from '#server/database/postgres/dialect.ts'
import { toKysely } from '#server/database/sqlite/dialect.ts'
import { DATABASE_FILE, openSqliteFile } from '#server/database/sqlite/file.ts'
import { createListSource } from '../../support/list-source.ts'
import { isOnPostgres } from '../../support/postgres/db-engine.ts'
import { createDatabase } from '../../support/postgres/postgres.ts'

const AT = '2026-01-02T00:00:00.000Z'
let settings: DatabaseSettings

beforeEach(async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'capstan-upgrade-'))
  const emptyTemplate = isOnPostgres && new URL('/template0', process.env.TEST_DATABASE).href
  settings = { dataDir, ...(emptyTemplate && { databaseUrl: await createDatabase(emptyTemplate) }) }
})
afterEach(() => rm(settings.dataDir, { recursive: true, force: true }))

/** Creates the database of an older version, up to the migration with this key, and calls `fill` with it. */
async function createOldDatabase(lastMigration: string, fill: (db: Db) => Promise<void>): Promise<void> {
  const db = openOldDatabase()
  const migrator = new Migrator({ db, provider: { getMigrations: async () => MIGRATIONS } })
  expect((await migrator.migrateTo(lastMigration)).error).toBeUndefined()
  await fill(db)
  await db.destroy()
}

const openOldDatabase = (): Db =>
  settings.databaseUrl
    ? openPostgres(settings.databaseUrl, { name: 'upgrade' })
    : toKysely(openSqliteFile(join(settings.dataDir, DATABASE_FILE)))

async function insertItem(db: Db, { id, name }: { id: string; name: string }): Promise<void> {
  const folded = name.toLowerCase()
  await sql`insert into item (
      id, kind, slug, name, name_sort, description, category, features_json, specifications_json, images_json,
      is_featured, is_demo, revision, state, search_text, search_codes, created_at, updated_at
    ) values (
      ${id}, 'spare', ${id}, ${name}, ${folded}, 'Ø 12', 'Parts', '[]', '[]', '[]',
      0, 0, 1, 'published', ${`${folded}\nø 12`}, '', ${AT}, ${AT}
    )`.execute(db)
}

test('After the upgrade, a database of an older version has its rows and the schema of a new one', async () => {
  await createOldDatabase('0001-baseline', (db) => insertItem(db, { id: 'chuck', name: 'Chuck' }))
  const { db, close } = await openDatabase(settings)
  expect(await db.selectFrom('item').select('name').execute()).toEqual([{ name: 'Chuck' }])
  const { rows } = await sql<{ name: string }>`${sql.raw(
    isOnPostgres
      ? `select indexname as name from pg_indexes where schemaname = 'public'`
      : `select name from sqlite_master where type = 'index'`,
  )}`.execute(db)
  expect(rows).toContainEqual({ name: 'quotation_unconfirmed' })
  await close()
})

test('A migration that fails leaves the database of the older version as it was', async () => {
  await createOldDatabase('0001-baseline', (db) =>
    sql`create index quotation_unconfirmed on quotation (number)`.execute(db).then(() => undefined),
  )
  await expect(openDatabase(settings)).rejects.toThrow(/quotation_unconfirmed/)
  const db = openOldDatabase()
  const applied = await sql<{ name: string }>`select name from kysely_migration`.execute(db)
  expect(applied.rows).toEqual([{ name: '0001-baseline' }])
  await db.destroy()
})

test('The text index follows an item that was written before the upgrade', async () => {
  await createOldDatabase('0001-baseline', (db) => insertItem(db, { id: 'chuck', name: 'Chuck' }))
  const { db, close } = await openDatabase(settings)
  const countHits = async (search: string) =>
    (await listItems({ ...createListSource(db), filter: { kind: 'spare', criteria: { text: search } } }))
      .length
  expect(await countHits('chuck')).toBe(1)
  await db.updateTable('item').set({ search_text: ' collet\n' }).execute()
  expect([await countHits('chuck'), await countHits('collet')]).toEqual([0, 1])
  if (!isOnPostgres)
    await sql`insert into item_text(item_text, rank) values ('integrity-check', 1)`.execute(db)
  await close()
})
