import { afterAll, beforeAll, expect, test } from 'vitest'
import { PERSONAL_DATA } from '#server/personal-data-rules.ts'
import { startSite, type TestSite } from '../support/site.ts'

/** Tables of the migrations, and those of SQLite's full-text indexes, which contain what their table contains. */
const INTERNAL_TABLE = /^(?:kysely_|sqlite_|(?:enquiry|item)_text(?:_|$))/

let site: TestSite
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site.close())

const byName = ([one]: [string, unknown], [other]: [string, unknown]) => (one < other ? -1 : 1)

test('The list of personal data has every table and every column of the database', async () => {
  const tables = await site.db.introspection.getTables()
  const schema = tables
    .filter(({ name, isView }) => !isView && !INTERNAL_TABLE.test(name))
    .map(({ name, columns }): [string, string[]] => [name, columns.map((column) => column.name).toSorted()])
  const listed = Object.entries(PERSONAL_DATA).map(([name, rule]): [string, string[]] => [
    name,
    'without' in rule ? rule.columns.split(' ').toSorted() : Object.keys(rule.columns).toSorted(),
  ])
  expect(listed.toSorted(byName)).toEqual(schema.toSorted(byName))
})
