import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findApiKey } from '#server/accounts/store-api-keys.ts'
import { inspectDatabase } from '#server/backup/database-snapshot.ts'
import { findByIdsAnyState } from '#server/catalogue/items/store.ts'
import { listOtherChanges } from '#server/catalogue/items/store-history.ts'
import { listItems } from '#server/catalogue/listing/store-lists.ts'
import { findSimilarWords } from '#server/catalogue/search/derived-data.ts'
import type { DatabaseSettings, Db } from '#server/database/db.ts'
import { MIGRATIONS } from '#server/database/migrate.ts'
import { openDatabase } from '#server/database/open.ts'
import { openPostgres } from '#server/database/postgres/dialect.ts'
import { toKysely } from '#server/database/sqlite/dialect.ts'
import { DATABASE_FILE, openSqliteFile } from '#server/database/sqlite/file.ts'
import { listEnquiries } from '#server/enquiries/store-lists.ts'
import { PRIMARY_KEYS } from '#server/transfer/primary-keys.ts'
import { isOnPostgres } from '../support/db-engine.ts'
import { createListSource } from '../support/list-source.ts'
import { createDatabase } from '../support/postgres.ts'

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
  const db: Db = settings.databaseUrl
    ? openPostgres(settings.databaseUrl, { name: 'upgrade' })
    : toKysely(openSqliteFile(join(settings.dataDir, DATABASE_FILE)))
  const migrator = new Migrator({ db, provider: { getMigrations: async () => MIGRATIONS } })
  expect((await migrator.migrateTo(lastMigration)).error).toBeUndefined()
  await fill(db)
  await db.destroy()
}

async function insertItem(db: Db, { id, name }: { id: string; name: string }): Promise<void> {
  const folded = name.toLowerCase()
  await sql`insert into item (
      id, kind, slug, name, name_sort, description, category, features_json, specifications_json, images_json,
      is_featured, is_demo, revision, search_text, search_codes, created_at, updated_at
    ) values (
      ${id}, 'spare', ${id}, ${name}, ${folded}, 'Ø 12', 'Parts', '[]', '[]', '[]',
      0, 0, 1, ${`${folded}\nø 12`}, '', ${AT}, ${AT}
    )`.execute(db)
}

test('After the upgrade, a catalogue from before the search order is found by any characters, in the order of names', async () => {
  // More than one batch of the migration.
  const names = Array.from({ length: 1100 }, (_, index) => `Wheel ${String(1100 - index).padStart(4, '0')}`)
  await createOldDatabase('0003-office', async (db) => {
    for (const [index, name] of names.entries()) await insertItem(db, { id: `part-${index}`, name })
    await sql`insert into search_word (word) values ('wheel'), ('collet')`.execute(db)
  })
  const { db, close } = await openDatabase(settings)
  const findNames = async (search: string) =>
    (await listItems({ ...createListSource(db), filter: { kind: 'spare', criteria: { text: search } } })).map(
      ({ name }) => name,
    )
  const inOrder = names.toSorted()
  expect(await findNames('wh')).toEqual(inOrder)
  expect(await findNames('12')).toEqual(inOrder)
  expect(await findNames('ø')).toEqual(inOrder)
  expect(await findNames('wheel 0042')).toEqual(['Wheel 0042'])
  const countByWords = async (...words: string[]) =>
    (
      await listItems({
        ...createListSource(db),
        filter: { kind: 'spare', criteria: { wordGroups: words.map((word) => [word]) } },
      })
    ).length
  expect(await countByWords('w', '00')).toBe(99)
  expect(await countByWords('w', '9')).toBe(0)
  expect(await findSimilarWords(db, 'whele', 1)).toEqual(['wheel'])
  await close()
})

test('Migration 0008 retains the rows of every table and column that it renames', async () => {
  await createOldDatabase('0007-texts', async (db) => {
    await insertItem(db, { id: 'chuck', name: 'Chuck' })
    for (const statement of [
      `update item set place = 5, hidden_at = '${AT}', state = 'draft'`,
      `insert into item_spec select row_id, 'spare', 'bore.mm', 'Bore', 'mm', 12.5, '12-5', '12.5 mm' from item`,
      `insert into search_word values ('chu', 'chuck')`,
      `insert into derived values ('item', 1)`,
      `insert into search_miss values ('gasket', 2, '${AT}')`,
      `insert into sign_in_failure (subject, failed_at) values ('subject', '${AT}')`,
      `insert into account values ('a', 'a@x', 'anand', 'owner', 'hash', '${AT}', 'SECRET', 7, '["code"]')`,
      `insert into account_link values ('link', 'a', 'invite', '${AT}', '${AT}')`,
      `insert into session values ('s', 'session', 'a', '${AT}', '${AT}', '${AT}', 'Firefox')`,
      `insert into log_entry values ('l', '${AT}', 'a', 'anand', 'created', 'item', 'chuck', 'Chuck', '')`,
      `insert into outbox values ('o', 'to@x', null, 'Subject', 'Text', '${AT}', 3, '${AT}', null, 'refused')`,
    ])
      await sql.raw(statement).execute(db)
  })
  const { db, close } = await openDatabase(settings)
  const readRow = (table: keyof typeof PRIMARY_KEYS) => db.selectFrom(table).selectAll().executeTakeFirst()
  expect(await readRow('item')).toMatchObject({ id: 'chuck', sort_key: 5, unpublished_at: AT })
  expect(await readRow('item_specification')).toMatchObject({
    key: 'bore.mm',
    max_value: 12.5,
    value_slug: '12-5',
    text_value: '12.5 mm',
  })
  expect(await readRow('search_word')).toEqual({ ngram: 'chu', word: 'chuck' })
  expect(await readRow('derived_data_version')).toEqual({ name: 'item', version: 1 })
  expect(await readRow('zero_result_search')).toMatchObject({ term: 'gasket', count: 2 })
  expect(await readRow('sign_in_attempt')).toMatchObject({ subject: 'subject', attempted_at: AT })
  expect(await readRow('account')).toMatchObject({
    totp_last_step: 7,
    recovery_code_hashes_json: '["code"]',
  })
  expect(await readRow('account_token')).toMatchObject({ account_id: 'a', purpose: 'invite' })
  expect(await readRow('session')).toMatchObject({ user_agent: 'Firefox' })
  expect(await readRow('audit_log')).toMatchObject({ by_name: 'anand', action: 'created' })
  expect(await readRow('outbox')).toMatchObject({ attempts: 3, next_attempt_at: AT })
  await close()
})

test('API keys retain their scopes after migration 0008 splits the scope office.read', async () => {
  await createOldDatabase('0007-texts', async (db) => {
    await sql`insert into account values ('a', 'a@x', 'anand', 'owner', 'hash', ${AT}, 'SECRET', 7, '[]')`.execute(
      db,
    )
    for (const [id, scopes] of [
      ['reader', '["office.read","enquiries.read"]'],
      ['editor', '["catalogue.edit"]'],
    ])
      await sql`insert into api_key values (${id}, ${id}, ${`hash of ${id}`}, ${scopes}, 'anand', ${AT}, null)`.execute(
        db,
      )
  })
  const { db, close } = await openDatabase(settings)
  const findScopes = async (id: string) => (await findApiKey(db, `hash of ${id}`))?.scopes
  expect(await findScopes('reader')).toEqual(['dashboard.read', 'catalogue.read', 'enquiries.read'])
  expect(await findScopes('editor')).toEqual(['catalogue.edit'])
  await close()
})

test('Migration 0033 keeps the API keys whose account is certain by its name, and ends all others', async () => {
  await createOldDatabase('0026-list-columns', async (db) => {
    for (const [id, name] of [
      ['a', 'anand'],
      ['b', 'bala'],
      ['c', 'bala'],
    ])
      await sql`insert into account (id, email, username, role, password_hash, created_at)
        values (${id}, ${`${id}@x`}, ${name}, 'owner', 'hash', ${AT})`.execute(db)
    for (const name of ['anand', 'bala', 'deleted'])
      await sql`insert into api_key
        values (${name}, ${name}, ${`hash of ${name}`}, '["catalogue.read"]', ${name}, ${AT}, null)`.execute(
        db,
      )
  })
  const { db, close } = await openDatabase(settings)
  expect(await db.selectFrom('api_key').select(['id', 'account_id', 'valid_until']).execute()).toEqual([
    { id: 'anand', account_id: 'a', valid_until: null },
  ])
  await close()
})

test('Migration 0008 leaves no table, column or index with an old name', async () => {
  const { db, close } = await openDatabase(settings)
  const tables = await db.introspection.getTables()
  const names = tables.flatMap(({ name, columns }) => [name, ...columns.map((column) => column.name)])
  for (const table of Object.keys(PRIMARY_KEYS)) expect(names).toContain(table)
  const { rows } = await sql<{ name: string }>`${sql.raw(
    isOnPostgres
      ? `select indexname as name from pg_indexes where schemaname = 'public' and indexname not like '%_pkey'
         union select tgname from pg_trigger where not tgisinternal`
      : `select name from sqlite_master where type in ('index', 'trigger')`,
  )}`.execute(db)
  const oldName =
    /^(hidden_at|num|txt|part|agent|tries|.*(next_try|log_entry|spec_by|by_place|waiting|(?<!private)_link|_failure|_miss).*|capstan_(announce|file_text))$/
  expect([...names, ...rows.map(({ name }) => name)].filter((name) => oldName.test(name))).toEqual([])
  await close()
})

test('Migration 0009 gives every enquiry a reference with its date in India, under which staff find it', async () => {
  await createOldDatabase('0008-standard-names', async (db) => {
    await sql`insert into customer values ('c', 'Meera', 'Rao', 'm@x.in', '1', 'm@x.in', '', 0, ${AT})`.execute(
      db,
    )
    for (const [id, at] of [
      ['one', '2026-11-22T18:29:59.000Z'],
      ['two', '2026-11-22T18:30:00.000Z'],
      ['three', '2026-11-22T18:30:00.000Z'],
    ]) {
      await sql`insert into enquiry
        (id, customer_id, first_name, last_name, email, phone, service, message, status, is_demo, created_at)
        values (${id}, 'c', 'Meera', 'Rao', 'm@x.in', '1', '', 'Hello', 'new', 0, ${at})`.execute(db)
      await sql`insert into enquiry_search (enquiry_id, person, message) values (${id}, 'meera', 'hello')`.execute(
        db,
      )
    }
  })
  const { db, close } = await openDatabase(settings)
  const find = (search?: string) =>
    listEnquiries(db, { criteria: { search }, limit: 10, offset: 0, staff: [] }).then(({ items }) => items)
  const references = Object.fromEntries((await find()).map(({ id, reference }) => [id, reference]))
  expect(references.one).toMatch(/^E-261122-[2-9A-HJKMNP-Z]{4}$/)
  for (const id of ['two', 'three']) expect(references[id]).toMatch(/^E-261123-[2-9A-HJKMNP-Z]{4}$/)
  expect(new Set(Object.values(references)).size).toBe(3)
  for (const [id, reference] of Object.entries(references))
    expect(await find(reference)).toMatchObject([{ id, company: '', lines: [], attachments: [] }])
  await close()
})

test.runIf(isOnPostgres)(
  'An enquiry that an instance of the older version stores after migration 0009 has a reference',
  async () => {
    const { db, close } = await openDatabase(settings)
    await sql`insert into customer values ('c', 'Meera', 'Rao', 'm@x.in', '1', 'm@x.in', '', 0, ${AT})`.execute(
      db,
    )
    await sql`insert into enquiry
      (id, customer_id, first_name, last_name, email, phone, service, message, status, is_demo, created_at)
      values ('old', 'c', 'Meera', 'Rao', 'm@x.in', '1', '', 'Hello', 'new', 0, ${AT})`.execute(db)
    const { reference } = await db.selectFrom('enquiry').select('reference').executeTakeFirstOrThrow()
    expect(reference).toMatch(/^E-\d{6}-[2-9A-HJKMNP-Z]{4}$/)
    await close()
  },
)

test.skipIf(isOnPostgres)(
  'The database of a backup from before the attachments is read without them',
  async () => {
    await createOldDatabase('0008-standard-names', async () => undefined)
    const files: string[] = []
    const file = join(settings.dataDir, DATABASE_FILE)
    expect(inspectDatabase(file, (path) => files.push(path))).toMatchObject({
      schemaVersion: '0008-standard-names',
    })
    expect(files).toEqual([])
  },
)

test('The text index follows an item that is changed after the upgrade', async () => {
  await createOldDatabase('0007-texts', async (db) => {
    await insertItem(db, { id: 'chuck', name: 'Chuck' })
    await sql`update item set place = ${2 ** 51 + 5}`.execute(db)
  })
  const { db, close } = await openDatabase(settings)
  const countHits = async (search: string) =>
    (await listItems({ ...createListSource(db), filter: { kind: 'spare', criteria: { text: search } } }))
      .length
  expect(await countHits('chuck')).toBe(1)
  await db.updateTable('item').set({ search_text: ' collet\n' }).execute()
  expect([await countHits('chuck'), await countHits('collet')]).toEqual([0, 1])
  await db
    .updateTable('item')
    .set({ sort_key: 2 ** 51 + 9 })
    .execute()
  expect(await countHits('collet')).toBe(1)
  if (!isOnPostgres)
    await sql`insert into item_text(item_text, rank) values ('integrity-check', 1)`.execute(db)
  await close()
})

test('A database with an unfinished transfer of an older version is rejected', async () => {
  await createOldDatabase('0007-texts', async (db) => {
    await sql`create table unfinished_move (name text primary key, reached text not null)`.execute(db)
  })
  await expect(openDatabase(settings)).rejects.toThrow('A transfer into this database has not ended.')
})

test('After the upgrade, the first part number of an item is its code, and a second item keeps it as a specification', async () => {
  await createOldDatabase('0014-backup-confirmation', async (db) => {
    const specifications = {
      first: [
        ['Bore', '12 mm'],
        ['Part number', 'KMT-1 '],
        ['Length', '4 mm'],
      ],
      second: [
        ['Part No.', 'kmt-1'],
        ['Bore', '12 mm'],
        ['Length', '4 mm'],
      ],
      third: [
        ['Order code', 'Z 9'],
        ['Bore', '12 mm'],
      ],
      fourth: [
        ['Bore', '12 mm'],
        ['Length', '4 mm'],
      ],
    }
    for (const [id, pairs] of Object.entries(specifications)) {
      await insertItem(db, { id, name: `Part ${id}` })
      await sql`update item set specifications_json = ${JSON.stringify(pairs)} where id = ${id}`.execute(db)
    }
  })
  const { db, close } = await openDatabase(settings)
  const items = await findByIdsAnyState(db, ['first', 'second', 'third', 'fourth'])
  expect(items.map(({ commercial, specifications }) => [commercial.code, specifications])).toEqual([
    [
      'KMT-1',
      [
        ['Bore', '12 mm'],
        ['Length', '4 mm'],
      ],
    ],
    [
      null,
      [
        ['Part No.', 'kmt-1'],
        ['Bore', '12 mm'],
        ['Length', '4 mm'],
      ],
    ],
    // Two specifications are required.
    [
      'Z 9',
      [
        ['Order code', 'Z 9'],
        ['Bore', '12 mm'],
      ],
    ],
    [
      null,
      [
        ['Bore', '12 mm'],
        ['Length', '4 mm'],
      ],
    ],
  ])
  await close()
})

test('After the upgrade, machines that a part names exactly are relations, and other text stays a specification', async () => {
  await createOldDatabase('0020-item-documents', async (db) => {
    const specifications = {
      all: [
        ['Bore', '12 mm'],
        ['Fits', 'CL 25,  cl 40 CAPSTAN lathe'],
        ['Length', '4 mm'],
      ],
      some: [
        ['Bore', '12 mm'],
        ['Suits', 'CL 25, all older lathes; CL 40'],
        ['Length', '4 mm'],
      ],
      none: [['Fits', 'CL 250']],
      few: [
        ['Fits', 'CL 25'],
        ['Bore', '12 mm'],
      ],
    }
    for (const [id, pairs] of Object.entries(specifications)) {
      await insertItem(db, { id, name: `Part ${id}` })
      await sql`update item set specifications_json = ${JSON.stringify(pairs)} where id = ${id}`.execute(db)
    }
    for (const [id, code] of [
      ['l25', 'CL 25'],
      ['l40', 'CL 40'],
    ] as const) {
      await insertItem(db, { id, name: `${code} Capstan Lathe` })
      const key = code.toLowerCase()
      await sql`update item set kind = 'machine', code = ${code}, code_key = ${key} where id = ${id}`.execute(
        db,
      )
    }
    await sql`insert into item_specification
      select row_id, 'spare', 'fits', 'Fits', '', null, 'cl-25', 'CL 25' from item where id = 'all'`.execute(
      db,
    )
  })
  const { db, close } = await openDatabase(settings)
  const items = await findByIdsAnyState(db, ['all', 'some', 'none', 'few'])
  expect(items.map(({ specifications }) => specifications.map((pair) => pair.join(': ')))).toEqual([
    ['Bore: 12 mm', 'Length: 4 mm'],
    ['Bore: 12 mm', 'Suits: all older lathes', 'Length: 4 mm'],
    ['Fits: CL 250'],
    // Two specifications are required.
    ['Fits: CL 25', 'Bore: 12 mm'],
  ])
  const relations = await db
    .selectFrom('item_relation')
    .innerJoin('item as part', 'part.row_id', 'from_row_id')
    .innerJoin('item as machine', 'machine.row_id', 'to_row_id')
    .select(['part.id as part', 'machine.id as machine', 'type', 'item_relation.revision'])
    .orderBy('part')
    .orderBy('machine')
    .execute()
  expect(relations.map(({ part, machine, type }) => `${part} ${type} ${machine}`)).toEqual([
    'all fits l25',
    'all fits l40',
    'few fits l25',
    'some fits l25',
    'some fits l40',
  ])
  expect(await db.selectFrom('item_specification').select('key').execute()).toEqual([])
  await close()
})

test('After migration 0031, the history of an item has the documents of before, and other audit entries are texts', async () => {
  const entries = [
    ['item', 'changed', 'Document added: Manual', 'document'],
    ['item', 'changed', "Added to 'Spare parts': Gear", 'relation'],
    ['item', 'changed', 'Picture of an assembly drawing replaced: Bed', 'drawing'],
    ['item', 'created', 'Document holder', 'text'],
    ['quotation', 'changed', 'Document lost by Meera', 'text'],
  ] as const
  await createOldDatabase('0026-list-columns', async (db) => {
    for (const [index, [subject, action, detail]] of entries.entries())
      await sql`insert into audit_log values
        (${`entry ${index}`}, ${AT}, null, 'anand', ${action}, ${subject}, 'chuck', 'Chuck', ${detail})`.execute(
        db,
      )
    await sql`insert into outbox values ('o', 'to@x', null, 'Subject', 'Text', ${AT}, 3, ${AT}, null, 'refused')`.execute(
      db,
    )
  })
  const { db, close } = await openDatabase(settings)
  const rows = await db.selectFrom('audit_log').select(['detail', 'detail_kind']).orderBy('id').execute()
  expect(rows).toEqual(entries.map(([, , detail, detail_kind]) => ({ detail, detail_kind })))
  expect((await listOtherChanges(db, 'chuck')).length).toBe(3)
  expect(await db.selectFrom('outbox').selectAll().execute()).toMatchObject([
    { id: 'o', enquiry_id: null, quotation_id: null },
  ])
  await close()
})

test('After the upgrade, the revision of a withdrawn quotation returns to that state when it is discarded', async () => {
  await createOldDatabase('0026-list-columns', async (db) => {
    for (const [id, kind] of [
      ['q1', 'withdrawn'],
      ['q2', 'viewed'],
    ]) {
      await sql`insert into quotation (id, state, revision, issue_count, buyer_name, body_json, max_discount_bp, reason,
        search_text, created_at, updated_at) values (${id}, 'draft', 4, 1, 'Valves Ltd', '{}', 0, '', '', ${AT}, ${AT})`.execute(
        db,
      )
      for (const [number, event] of ['issued', kind, 'revised'].entries())
        await sql`insert into quotation_event (id, quotation_id, kind, at, by_name, issue_no, text)
          values (${`${id} ${number}`}, ${id}, ${event}, ${`2026-01-0${number + 1}T00:00:00.000Z`}, '', 1, '')`.execute(
          db,
        )
    }
  })
  const { db, close } = await openDatabase(settings)
  const rows = await db
    .selectFrom('quotation')
    .select(['id', 'state_before_revision'])
    .orderBy('id')
    .execute()
  expect(rows).toEqual([
    { id: 'q1', state_before_revision: 'withdrawn' },
    { id: 'q2', state_before_revision: 'sent' },
  ])
  await close()
})
