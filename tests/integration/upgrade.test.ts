import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Kysely, sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { listItems } from '#server/catalogue/listing/store-lists.ts'
import { findSimilarWords } from '#server/catalogue/search/derived-data.ts'
import { up as start } from '#server/database/migrations/0001-initial.ts'
import { up as finding } from '#server/database/migrations/0002-search.ts'
import { up as office } from '#server/database/migrations/0003-admin.ts'
import { NodeSqliteDialect, openSqliteFile } from '#server/database/sqlite/dialect.ts'
import { DATABASE_FILE, openSqlite } from '#server/database/sqlite/open.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'capstan-upgrade-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const MIGRATIONS = {
  '0001-start': { up: start },
  '0002-finding': { up: finding },
  '0003-office': { up: office },
}
const AT = '2026-01-02T00:00:00.000Z'

/** The data folder of a site that ended before the text index stood in the order of names. */
async function createOldSite(names: string[]): Promise<void> {
  const db = new Kysely<unknown>({
    dialect: new NodeSqliteDialect(openSqliteFile(join(folder, DATABASE_FILE))),
  })
  const migrator = new Migrator({ db, provider: { getMigrations: async () => MIGRATIONS } })
  expect((await migrator.migrateToLatest()).error).toBeUndefined()
  for (const [index, name] of names.entries()) {
    const folded = name.toLowerCase()
    await sql`insert into item (
        id, kind, slug, name, name_sort, description, category, features_json, specifications_json, images_json,
        is_featured, is_demo, revision, search_text, search_codes, created_at, updated_at
      ) values (
        ${`part-${index}`}, 'spare', ${`part-${index}`}, ${name}, ${folded}, 'Ø 12', 'Parts', '[]', '[]', '[]',
        0, 0, 1, ${`${folded}\nø 12`}, '', ${AT}, ${AT}
      )`.execute(db)
  }
  await sql`insert into search_word (word) values ('wheel'), ('collet')`.execute(db)
  await db.destroy()
}

test('a catalogue of an older version is found by any letters, in the order of names', async () => {
  // More than are rewritten at once.
  const names = Array.from({ length: 1100 }, (_, index) => `Wheel ${String(1100 - index).padStart(4, '0')}`)
  await createOldSite(names)
  const db = await openSqlite(folder)
  const found = async (search: string) =>
    (await listItems(db, { kind: 'spare', search })).map(({ name }) => name)
  const inOrder = names.toSorted()
  expect(await found('wh')).toEqual(inOrder)
  expect(await found('12')).toEqual(inOrder)
  expect(await found('ø')).toEqual(inOrder)
  expect(await found('wheel 0042')).toEqual(['Wheel 0042'])
  const countByWords = async (...words: string[]) =>
    (await listItems(db, { kind: 'spare', criteria: { wordGroups: words.map((word) => [word]) } })).length
  expect(await countByWords('w', '00')).toBe(99)
  expect(await countByWords('w', '9')).toBe(0)
  expect(await findSimilarWords(db, 'whele', 1)).toEqual(['wheel'])
  await db.destroy()
})
