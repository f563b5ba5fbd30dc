import { cp, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openSource } from '#server/transfer/store-source.ts'
import { createJpeg, createMachine } from '../../support/fixtures/items.ts'
import { queryPostgres } from '../../support/postgres/postgres.ts'
import { startSite } from '../../support/site.ts'
import {
  createBucketFolder,
  createServerDatabase,
  dataDir,
  expectTransfer,
  expectTransferError,
  folder,
  fullData,
  readFolderRows,
  setUpTransferTests,
} from '../../support/transfer.ts'

setUpTransferTests()

let served: Promise<string> | undefined
/** Returns the database of a site that several tests use. */
const getServedDatabase = () => {
  served ??= createServerDatabase().then(async (to) => {
    await expectTransfer(['--to', to])
    return to
  })
  return served
}

describe('Rejected transfers', () => {
  test('A transfer without a source is rejected and leaves the target unchanged', async () => {
    const to = await createServerDatabase()
    const nowhere = join(folder, 'nowhere')
    expect(await expectTransferError(['--to', to], { DATA_DIR: nowhere })).toBe(
      'There is no site in FOLDER/nowhere (DATA_DIR).',
    )
    expect(await expectTransferError(['--to', join(folder, 'new')], { DATABASE_URL: to })).toMatch(
      /^There is no site in the database site_\d+ on \S+\.$/,
    )
    expect(
      await queryPostgres(to, `select * from information_schema.tables where table_schema = 'public'`),
    ).toEqual([])
  })

  test('A transfer to a target with other content is rejected', async () => {
    const to = await createServerDatabase()
    await queryPostgres(to, 'create table something (id text)')
    expect(await expectTransferError(['--to', to])).toMatch(
      /^The database \S+ on \S+ contains tables of another program\. Choose an empty database\.$/,
    )
    await queryPostgres(to, 'drop table something')
    await expectTransfer(['--to', to])
    expect(await expectTransferError(['--to', to])).toMatch(
      /^The database \S+ on \S+ already contains a site\. Empty it, or choose another target\.$/,
    )
    const full = join(folder, 'full')
    await cp(fullData.folder, full, { recursive: true })
    expect(await expectTransferError(['--to', full])).toBe(
      'The folder FOLDER/full already contains a site. Empty it, or choose another target.',
    )
    expect(await readFolderRows(full)).toEqual(await readFolderRows(fullData.folder))
  })

  test('A transfer to a bucket with pictures of another site is rejected', async () => {
    const media = createBucketFolder()
    const site = await startSite({ MEDIA_URL: media })
    await createMachine(await site.signIn(), {}, [await createJpeg(99, 400, 300)])
    await site.close()
    const back = join(folder, 'back')
    expect(await expectTransferError(['--to', back, '--media', media])).toMatch(
      /^The target for the pictures contains files that are not of this site \([0-9a-f]{32}\)/,
    )
    expect(await readdir(back)).toEqual([])
  })

  test('A transfer of data of another version is rejected', async () => {
    const to = await createServerDatabase()
    const change = (statement: string) => {
      const database = new DatabaseSync(join(dataDir, 'capstan.sqlite'))
      database.exec(statement)
      database.close()
    }
    change(`insert into kysely_migration values ('9999-later', '')`)
    expect(await expectTransferError(['--to', to])).toContain(
      'written by a newer version of Capstan (migration 9999-later)',
    )
    change(`delete from kysely_migration where name > '0002'`)
    expect(await expectTransferError(['--to', to])).toContain(
      'written by an older version of Capstan (migration 0001-baseline)',
    )
    expect(
      await queryPostgres(to, `select * from information_schema.tables where table_schema = 'public'`),
    ).toEqual([])
  })

  test('A transfer of the folder of a running site is rejected without --live', async () => {
    const to = await createServerDatabase()
    const site = await startSite({ DATA_DIR: dataDir })
    onTestFinished(() => site.close())
    expect(await expectTransferError(['--to', to])).toBe(
      'A site or another transfer is running on FOLDER/data. Stop it first, or use --live to rehearse while the site is running.',
    )
    const output = await expectTransfer(['--to', to, '--live'])
    expect(output).toContain('This was a rehearsal')
    expect(output).not.toContain('DATABASE_URL')
    await createMachine(await site.signIn())
  })

  test('A transfer of the database of a running site is rejected without --live', async () => {
    const to = await getServedDatabase()
    const site = await startSite({ DATABASE_URL: to })
    onTestFinished(() => site.close())
    await site.fetch('/api/products')
    expect(await expectTransferError(['--to', join(folder, 'new')], { DATABASE_URL: to })).toMatch(
      /^A site is running on the database \S+ on \S+\. Stop every instance first,/,
    )
    await expectTransfer(['--to', join(folder, 'new'), '--live'], { DATABASE_URL: to })
  })

  test.each([
    [[], /^npm run transfer -- --to/],
    [['--to', 'postgres://capstan:hush-hush@db.example'], /^--to is wrong: it must name the database$/],
    [['--to', 'mysql://capstan:hush-hush@db.example/site'], /^--to is wrong: it must be an address such as/],
    [['--media', 's3://S3RVER:S3RVER@b'], /^--media is wrong: it must be an address such as/],
    [['postgres://capstan:hush-hush@db.example/site'], /^npm run transfer -- --to/],
    [['--to', 'postgres://capstan:hush-hush@127.0.0.1:1/site'], /^The database server cannot be reached\./],
  ])('A transfer with the arguments %j is rejected without printing a password', async (args, message) => {
    expect(await expectTransferError(args)).toMatch(message)
  })

  test('A transfer to the same location or to separate folders is rejected', async () => {
    expect(await expectTransferError(['--to', dataDir])).toBe(
      'The data is already at this location: nothing was done.',
    )
    expect(await expectTransferError(['--media', join(folder, 'other')])).toBe(
      'The pictures of a site in FOLDER/data must be in that folder or in a bucket.',
    )
  })
})

describe('Writes to the source of a transfer', () => {
  test('The SQLite source is locked for writes', async () => {
    const source = await openSource({ dataDir }, false)
    onTestFinished(() => source.close())
    const writer = new DatabaseSync(join(dataDir, 'capstan.sqlite'), { timeout: 1 })
    onTestFinished(() => writer.close())
    expect(() => writer.exec(`update item set name = 'late'`)).toThrow('database is locked')
  })

  test('The PostgreSQL source is locked for writes', async () => {
    const to = await getServedDatabase()
    const source = await openSource({ dataDir, databaseUrl: to }, false)
    onTestFinished(() => source.close())
    const late = `set lock_timeout = 100; update item set name = 'late'`
    await expect(queryPostgres(to, late)).rejects.toThrow('lock timeout')
    const [{ name }] = (await source.db.selectFrom('item').select('name').execute()) as [{ name: string }]
    expect(name).not.toBe('late')
  })

  test('A transfer waits for earlier transactions of the PostgreSQL source', async () => {
    const to = await getServedDatabase()
    const early = new pg.Client({ connectionString: to })
    await early.connect()
    onTestFinished(() => early.end())
    await early.query(`begin; update review set text = 'in time'`)
    const opening = openSource({ dataDir, databaseUrl: to }, false)
    await sleep(300)
    await early.query('commit')
    const source = await opening
    onTestFinished(() => source.close())
    expect(await source.db.selectFrom('review').select('text').execute()).toEqual([{ text: 'in time' }])
  })
})
