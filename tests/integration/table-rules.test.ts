import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readBatches } from '#server/database/batches.ts'
import { TABLES } from '#server/database/tables.ts'
import { TABLE_RULES } from '#server/personal-data/store-table-rules.ts'
import { createJpeg, createMachine } from '../support/fixtures/items.ts'
import { createIssuedQuotation, LINE } from '../support/fixtures/quotations.ts'
import { isOnPostgres } from '../support/postgres/db-engine.ts'
import { startSite, type TestSite } from '../support/site.ts'

/** Tables of the migrations, and those of SQLite's full-text indexes, which contain what their table contains. */
const INTERNAL_TABLE = /^(?:kysely_|sqlite_|(?:enquiry|item)_text(?:_|$))/

let site: TestSite
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site.close())

const byName = ([one]: [string, unknown], [other]: [string, unknown]) => (one < other ? -1 : 1)

test('The rules of tables have every table and every column of the database', async () => {
  const tables = await site.db.introspection.getTables()
  const schema = tables
    .filter(({ name, isView }) => !isView && !INTERNAL_TABLE.test(name))
    .map(({ name, columns }): [string, string[]] => [name, columns.map((column) => column.name).toSorted()])
  const listed = Object.entries(TABLE_RULES).map(([name, rule]): [string, string[]] => {
    const texts =
      'without' in rule
        ? [rule.columns]
        : [rule.exported, rule.internal, ...Object.keys({ ...rule.erased, ...rule.erasedInternal })]
    return [name, texts.flatMap((text) => text?.split(' ') ?? []).toSorted()]
  })
  expect(listed.toSorted(byName)).toEqual(schema.toSorted(byName))
})

test.runIf(isOnPostgres)(
  'The tables of public data, and no others, notify all instances of changes',
  async () => {
    const { rows } = await sql<{ name: string }>`select tgrelid::regclass::text as name from pg_trigger
    where tgname = 'capstan_notify_change'`.execute(site.db)
    const listed = Object.entries(TABLE_RULES).filter(([, rule]) => rule.isPublic)
    expect(rows.map(({ name }) => name).toSorted()).toEqual(listed.map(([name]) => name).toSorted())
  },
)

test('Every column that refers to a picture protects it from the sweep', async () => {
  const staff = await site.signIn()
  const machine = await createMachine(staff, {}, [await createJpeg(1, 400, 300)])
  await createIssuedQuotation(staff, { lines: [{ ...LINE, item: machine.id }] })
  const { id } = await site.db.selectFrom('media').select('id').executeTakeFirstOrThrow()
  const found = new Set<string>()
  for (const table of TABLES.filter((name) => name !== 'media'))
    for await (const rows of readBatches(site.db, table))
      for (const row of rows)
        for (const [column, value] of Object.entries(row))
          if (String(value).includes(id)) found.add(`${table}.${column}`)
  const listed = Object.entries(TABLE_RULES).flatMap(([table, { pictures }]) =>
    (pictures?.columns ?? []).map((column) => `${table}.${column}`),
  )
  expect(found).toContain('item.images_json')
  expect([...found].filter((name) => !listed.includes(name))).toEqual([])
})
