import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { insertAccount, listAccounts } from '#server/accounts/store.ts'
import type { Db } from '#server/database/db.ts'
import { openSqlite } from '#server/database/sqlite/open.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { createSessionCookie } from '../../support/fixtures/accounts.ts'
import { createJpeg, createMachine } from '../../support/fixtures/items.ts'
import { expectOk } from '../../support/http-client.ts'
import { PROJECT } from '../../support/project.ts'
import { startSite } from '../../support/site.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'capstan-storage-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** Runs TypeScript in a child process in the project and returns its output. Rejects when it fails. */
async function runInProcess(script: string): Promise<string> {
  const run = promisify(execFile)
  const { stdout } = await run(process.execPath, ['--input-type=module-typescript', '-e', script], {
    cwd: PROJECT,
    env: { ...process.env, NODE_OPTIONS: '', NODE_NO_WARNINGS: '1' },
  })
  return stdout
}
const createDatabaseScript = (work: string) => `
  import { openSqlite } from '#server/database/sqlite/open.ts'
  import { insertAccount } from '#server/accounts/store.ts'
import { inTransaction } from '#server/database/transaction.ts'
  import { addFirstAdmin, seedNewSite } from '#server/setup/bootstrap.ts'
  import { readConfig } from '#server/config.ts'
  const db = await openSqlite(${JSON.stringify(folder)})
  ${work}
  await db.destroy()`

async function withOpenDatabase<Result>(work: (db: Db) => Promise<Result>): Promise<Result> {
  const db = await openSqlite(folder)
  try {
    return await work(db)
  } finally {
    await db.destroy()
  }
}
const readSchema = (db: Db) =>
  sql`select name, sql from sqlite_master order by name`.execute(db).then(({ rows }) => rows)
const createAccountRow = (email: string) => ({
  email,
  role: 'sales' as const,
  passwordHash: 'x',
  at: new Date().toISOString(),
})

describe('Opening the database', () => {
  test('A missing data folder is created', async () => {
    folder = join(folder, 'deep', 'down')
    expect(await withOpenDatabase(listAccounts)).toEqual([])
  })

  test('Opening the database a second time changes nothing', async () => {
    const before = await withOpenDatabase(async (db) => {
      await inTransaction(db, (tx) => insertAccount(tx, createAccountRow('a@works.example')))
      return { tables: await readSchema(db), accounts: await listAccounts(db) }
    })
    expect(before.accounts).toHaveLength(1)
    expect(
      await withOpenDatabase(async (db) => ({
        tables: await readSchema(db),
        accounts: await listAccounts(db),
      })),
    ).toEqual(before)
  })

  test('Opening a database of a newer version fails with one line of explanation', async () => {
    await withOpenDatabase(async (db) => {
      await inTransaction(db, (tx) => insertAccount(tx, createAccountRow('a@works.example')))
      await sql`insert into kysely_migration (name, timestamp) values ('9999-later', '2030-01-01')`.execute(
        db,
      )
    })
    await expect(openSqlite(folder)).rejects.toThrow(
      /^This database was written by a newer version of Capstan \(migration 9999-later\)\. Start that version.*\.$/,
    )
    await expect(runInProcess(createDatabaseScript(''))).rejects.toThrow(/newer version of Capstan/)
  })

  test.each([
    [
      'a file that is not a database',
      (file: string) => writeFile(file, 'these are words, and many of them. '.repeat(40)),
    ],
    ['a folder instead of the database file', (file: string) => mkdir(file)],
  ])('Opening %s fails with one line of explanation', async (_target, spoil) => {
    await spoil(join(folder, 'capstan.sqlite'))
    await expect(openSqlite(folder)).rejects.toThrow(
      /^The database .*capstan\.sqlite cannot be opened: .*\.$/,
    )
  })
})

describe('Two processes with one data folder', () => {
  const writes = (name: string) =>
    createDatabaseScript(`
      for (let count = 0; count < 40; count++) {
        await db.transaction().execute(async (transaction) => {
          const known = await transaction.selectFrom('account').select('id').execute()
          await insertAccount(transaction, { email: \`${name}-\${count}-after-\${known.length}\`, role: 'sales', passwordHash: 'x', at: '' })
        })
      }`)

  test('Two processes that write from the start lose no write', async () => {
    await Promise.all(['a', 'b', 'c'].map((name) => runInProcess(writes(name))))
    const accounts = await withOpenDatabase(listAccounts)
    expect(accounts).toHaveLength(120)
    const seen = accounts.map(({ email }) => Number(email.split('-').at(-1))).sort((a, b) => a - b)
    expect(seen).toEqual(Array.from({ length: 120 }, (_, count) => count))
  })

  test('Two processes that start together on a new folder create one administrator', async () => {
    const settings = `{ DATA_DIR: ${JSON.stringify(folder)}, DEMO: 'off', ADMIN_PASSWORD: 'first start' }`
    const start = createDatabaseScript(`
      await new Promise((resolve) => setTimeout(resolve, ${Date.now() + 2500} - Date.now()))
      const config = readConfig(${settings})
      await seedNewSite({ config, db, demoFolder: '' })
      await addFirstAdmin(config, db)`)
    await Promise.all([1, 2, 3].map(() => runInProcess(start)))
    expect(await withOpenDatabase(listAccounts)).toMatchObject([{ email: 'owner@localhost', role: 'owner' }])
  })
})

test('[API-9, API-10] Items, pictures and sessions survive a restart', async () => {
  const first = await startSite({ DATA_DIR: folder })
  const cookie = await createSessionCookie(first)
  const before = await createMachine(await first.signIn('editor'), {}, [await createJpeg(1)])
  await first.close()

  const second = await startSite({ DATA_DIR: folder })
  const after = await expectOk(second.fetch(`/api/products/${before.id}`))
  expect(after.name).toBe(before.name)
  expect((await fetch(after.images[0])).status).toBe(200)
  expect((await second.fetch('/api/auth/me', { headers: { cookie } })).status).toBe(200)
  expect(await expectOk(second.fetch('/api/products?search=hexagon'))).toEqual([after])
  await second.close()
})
