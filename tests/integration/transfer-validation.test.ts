import { cp, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openSource } from '#server/transfer/source.ts'
import { createJpeg, createMachine } from '../support/items.ts'
import { startSite } from '../support/site.ts'
import {
  createBucketFolder,
  createServerDatabase,
  dataDir,
  expectTransfer,
  expectTransferError,
  folder,
  fullData,
  queryDatabase,
  readFolderRows,
  setUpTransferTests,
} from '../support/transfer.ts'

setUpTransferTests()

describe('a move is refused in a sentence, and nothing is touched, when', () => {
  test('there is nothing to move', async () => {
    const to = await createServerDatabase()
    const nowhere = join(folder, 'nowhere')
    expect(await expectTransferError(['--to', to], { DATA_DIR: nowhere })).toBe(
      'There is no site in FOLDER/nowhere (DATA_DIR).',
    )
    expect(await expectTransferError(['--to', join(folder, 'new')], { DATABASE_URL: to })).toMatch(
      /^There is no site in the database moved_\d+ on \S+\.$/,
    )
    expect(
      await queryDatabase(to, `select * from information_schema.tables where table_schema = 'public'`),
    ).toEqual([])
  })

  test('the new place holds a site, or something else', async () => {
    const to = await createServerDatabase()
    await queryDatabase(to, 'create table something (id text)')
    expect(await expectTransferError(['--to', to])).toMatch(
      /^In the database \S+ on \S+ are tables of something else\. Name an empty one\.$/,
    )
    await queryDatabase(to, 'drop table something')
    await expectTransfer(['--to', to])
    expect(await expectTransferError(['--to', to])).toMatch(
      /^In the database \S+ on \S+ is a site already\. Empty it, or name another place\.$/,
    )
    const full = join(folder, 'full')
    await cp(fullData.folder, full, { recursive: true })
    expect(await expectTransferError(['--to', full])).toBe(
      'In the folder FOLDER/full is a site already. Empty it, or name another place.',
    )
    expect(await readFolderRows(full)).toEqual(await readFolderRows(fullData.folder))
  })

  test('the new place holds pictures of another site', async () => {
    const media = createBucketFolder()
    const site = await startSite({ MEDIA_URL: media })
    await createMachine(await site.signIn(), {}, [await createJpeg(99, 400, 300)])
    await site.close()
    const back = join(folder, 'back')
    expect(await expectTransferError(['--to', back, '--media', media])).toMatch(
      /^The new place for the pictures holds some that this site does not know \([0-9a-f]{32}\), and would remove\./,
    )
    expect(await readdir(back)).toEqual([])
  })

  test('it was written by another version', async () => {
    const to = await createServerDatabase()
    const change = (statement: string) => {
      const database = new DatabaseSync(join(dataDir, 'capstan.sqlite'))
      database.exec(statement)
      database.close()
    }
    change(`insert into kysely_migration values ('9999-later', '')`)
    expect(await expectTransferError(['--to', to])).toContain(
      'written by a newer version of Capstan (step 9999-later)',
    )
    change(`delete from kysely_migration where name > '0004'`)
    expect(await expectTransferError(['--to', to])).toContain(
      'written by an older version of Capstan (step 0003-office)',
    )
    expect(
      await queryDatabase(to, `select * from information_schema.tables where table_schema = 'public'`),
    ).toEqual([])
  })

  test('a site runs on the folder, unless it is a rehearsal', async () => {
    const to = await createServerDatabase()
    const site = await startSite({ DATA_DIR: dataDir })
    onTestFinished(() => site.close())
    expect(await expectTransferError(['--to', to])).toBe(
      'A site, or another move, runs on FOLDER/data. Stop it first; to rehearse the move while the site runs, say --live.',
    )
    const said = await expectTransfer(['--to', to, '--live'])
    expect(said).toContain('This was a rehearsal')
    expect(said).not.toContain('DATABASE_URL')
    await createMachine(await site.signIn())
  })

  test('sites run on the server, unless it is a rehearsal', async () => {
    const to = await createServerDatabase()
    await expectTransfer(['--to', to])
    const site = await startSite({ DATABASE_URL: to })
    onTestFinished(() => site.close())
    await site.fetch('/api/products')
    expect(await expectTransferError(['--to', join(folder, 'new')], { DATABASE_URL: to })).toMatch(
      /^A site is running on the database \S+ on \S+\. Stop every instance first;/,
    )
    await expectTransfer(['--to', join(folder, 'new'), '--live'], { DATABASE_URL: to })
  })

  test.each([
    [[], /^npm run transfer -- --to/],
    [['--to', 'postgres://capstan:hush-hush@db.example'], /^--to is wrong: it must name the database$/],
    [['--to', 'mysql://capstan:hush-hush@db.example/site'], /^--to is wrong: it must be an address such as/],
    [['--media', 's3://S3RVER:S3RVER@b'], /^--media is wrong: it must be an address such as/],
    [['postgres://capstan:hush-hush@db.example/site'], /^npm run transfer -- --to/],
    [
      ['--to', 'postgres://capstan:hush-hush@127.0.0.1:1/site'],
      /^The database server cannot be reached, or went away\./,
    ],
  ])('it is asked for wrongly: %j', async (args, sentence) => {
    expect(await expectTransferError(args)).toMatch(sentence)
  })

  test('everything is there already, or pictures and data would be in two folders', async () => {
    expect(await expectTransferError(['--to', dataDir])).toBe(
      'Everything is there already: nothing was done.',
    )
    expect(await expectTransferError(['--media', join(folder, 'other')])).toBe(
      'The pictures of a site in FOLDER/data are in that folder or in a bucket: name one of the two.',
    )
  })
})

describe('while it is moved, nobody can write to the old place', () => {
  test('in a folder', async () => {
    const source = await openSource({ dataDir }, false)
    onTestFinished(() => source.close())
    const writer = new DatabaseSync(join(dataDir, 'capstan.sqlite'), { timeout: 1 })
    onTestFinished(() => writer.close())
    expect(() => writer.exec(`update item set name = 'late'`)).toThrow('database is locked')
  })

  test('on a server', async () => {
    const to = await createServerDatabase()
    await expectTransfer(['--to', to])
    const source = await openSource({ dataDir, databaseUrl: to }, false)
    onTestFinished(() => source.close())
    const late = `set lock_timeout = 100; update item set name = 'late'`
    await expect(queryDatabase(to, late)).rejects.toThrow('lock timeout')
    const [{ name }] = (await source.db.selectFrom('item').select('name').execute()) as [{ name: string }]
    expect(name).not.toBe('late')
  })

  test('not even with what was begun before: it waits for that, or gives up', async () => {
    const to = await createServerDatabase()
    await expectTransfer(['--to', to])
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
