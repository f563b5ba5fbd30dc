import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  onTestFinished,
  test,
  vi,
} from 'vitest'
import { openDatabase } from '#server/database/open.ts'
import { KEYS, TABLES, type TableName } from '#server/move/keys.ts'
import { openSource } from '#server/move/source.ts'
import { begin, openTarget, writePiece } from '#server/move/target.ts'
import { startBucket, type TestBucket } from '../support/bucket.ts'
import { runCommand } from '../support/command.ts'
import { type PostgresServer, startPostgres } from '../support/postgres.ts'
import { formBody, jpeg, jsonBody, startSite, type TestSite } from '../support/site.ts'
import {
  accepted,
  addAccount,
  codeOf,
  createMachine,
  createService,
  createSpare,
  type Json,
  login,
  newCookie,
  newKey,
  type Staff,
  turnOnSecondFactor,
} from './requests.ts'
import { everyRow, pictureFiles } from './stored.ts'

const PUBLIC_URL = 'http://works.example'
const PROJECT = join(import.meta.dirname, '../..')
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

let server: PostgresServer
let bucket: TestBucket
/** A data folder with something in every table, and what its visitors and staff have in hand. */
let filled: {
  folder: string
  cookie: string
  secondFactor: { email: string; password: string; secret: string }
  apiKey: string
}
/** A fresh copy of it, on which nobody runs a site. */
let dataDir: string
let folder: string

beforeAll(async () => {
  ;[server, bucket] = await Promise.all([startPostgres(), startBucket()])
  filled = await fillFolder(await mkdtemp(join(tmpdir(), 'capstan-move-filled-')))
})
afterAll(async () => {
  await Promise.all([server.remove(), bucket.close(), rm(filled.folder, { recursive: true })])
})
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'capstan-move-'))
  dataDir = join(folder, 'data')
  await cp(filled.folder, dataDir, { recursive: true })
})
afterEach(async () => {
  bucket.interfere = undefined
  await rm(folder, { recursive: true, force: true })
})

let places = 0
/** An empty database; its password is wrong for no one, and seen by no one. */
async function newServerDatabase(): Promise<string> {
  const name = `moved_${++places}`
  await server.run(`create database ${name}`)
  return server.urlOf(name).replace('capstan@', 'capstan:hush-hush@')
}
const newBucketFolder = () => bucket.url.replace('@pictures', `@pictures/site-${++places}`)

async function ask<Answer>(url: string, question: string): Promise<Answer[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query(question).finally(() => client.end())
  return rows
}

/** Runs the move and answers what it says; in it, no password. */
async function run(args: string[], environment: Record<string, string> = {}) {
  const ended = await runCommand('move', args, { DATA_DIR: dataDir, ...environment })
  expect(ended.text).not.toMatch(/hush-hush|S3RVER/)
  return ended
}
async function moves(args: string[], environment: Record<string, string> = {}): Promise<string> {
  const { code, text: said } = await run(args, environment)
  expect(code, said).toBe(0)
  return said
}
async function refusal(args: string[], environment: Record<string, string> = {}): Promise<string> {
  const { code, text: said } = await run(args, environment)
  expect(code, said).toBe(1)
  return said.trim().replaceAll(folder, 'FOLDER')
}

/** All rows of the folder's database. */
async function rowsIn(path: string): Promise<Record<string, string[]>> {
  const database = await openDatabase({ dataDir: path })
  const rows = await everyRow(database.db)
  await database.close()
  for (const name of Object.keys(rows)) if (name.startsWith('kysely_')) delete rows[name]
  return rows
}

async function fillFolder(path: string) {
  const site = await startSite({ DATA_DIR: path, PUBLIC_URL })
  const cookie = await newCookie(site, 'owner')
  const staff = withCookie(site, cookie)
  const lathe = await createMachine(staff, { price: '1250000.50', name: 'Läthe “25” ✓' }, [
    await jpeg(1),
    await jpeg(2),
  ])
  await createMachine(
    staff,
    { name: 'Turret lathe', specifications: '{"Bar capacity":"25.4 mm","Drive":"geared"}' },
    [await jpeg(3, 500, 300)],
  )
  await createSpare(staff, {}, [await jpeg(4, 400, 300)])
  await createService(staff)
  await accepted(staff(`/api/products/${lathe.id}`, formBody('PUT', { name: 'Läthe 25, improved' })))
  const account = await addAccount(site, 'kala@works.example', 'sales')
  const kala = withCookie(site, (await login(site, account)).headers.getSetCookie()[0]!.split(';')[0]!)
  const { secret } = await turnOnSecondFactor(kala, account.password)
  const { secret: apiKey } = await newKey(site, staff, ['catalogue.edit'])
  for (const firstName of ['Meera', 'Ravi'])
    await site.fetch('/api/enquiries', jsonBody('POST', { ...ENQUIRY, firstName, productId: lathe.id }))
  const [{ id }]: Json = await accepted(staff('/api/enquiries'))
  await staff(`/api/enquiries/${id}/notes`, jsonBody('POST', { text: 'Rang back.\nWants two.' }))
  await site.fetch('/api/reviews', jsonBody('POST', { text: 'Runs true.', rating: 5 }))
  await login(site, { email: 'kala@works.example', password: 'a wrong guess' })
  await fillTheRest(site)
  await site.close()
  return { folder: path, cookie, secondFactor: { ...account, secret }, apiKey }
}

const ENQUIRY = {
  firstName: 'Meera',
  lastName: 'Raghavan',
  email: 'meera@valves.example',
  phone: '+91 98400 12345',
  message: 'Our CL 25 needs a new spindle bearing.',
}

/** What takes a mail server, a lost search or an older version to come about. */
async function fillTheRest({ db }: TestSite): Promise<void> {
  const at = '2026-11-21T10:00:00.000Z'
  const account = await db.selectFrom('account').select('id').executeTakeFirstOrThrow()
  const item = await db.selectFrom('item').select('id').executeTakeFirstOrThrow()
  await db
    .insertInto('account_link')
    .values({ secret_hash: 'x', account_id: account.id, purpose: 'reset', created_at: at, expires_at: at })
    .execute()
  await db
    .insertInto('site_content')
    .values({ id: 1, content_json: '{}', updated_at: at })
    .onConflict((c) => c.doNothing())
    .execute()
  await db
    .insertInto('site_content_draft')
    .values({ account_id: account.id, content_json: '{"a":"\\u0000"}', updated_at: at })
    .execute()
  await db
    .insertInto('item_slug')
    .values({ slug: 'an-older-name', item_id: item.id })
    .onConflict((c) => c.doNothing())
    .execute()
  await db.insertInto('search_miss').values({ term: 'zündkerze', count: 3, last_at: at }).execute()
  await db.insertInto('derived').values({ name: 'test', version: 1 }).execute()
  await db
    .insertInto('outbox')
    .values({
      id: 'mail',
      to_address: 'a@b.example',
      subject: 'Tabs\tand "quotes" \\',
      text: '👩‍🏭\r\nof all kinds',
      created_at: at,
      tries: 0,
    })
    .execute()
  for (const table of TABLES)
    expect(
      await db
        .selectFrom(table)
        .select(({ fn }) => fn.countAll<number>().as('rows'))
        .executeTakeFirst(),
      table,
    ).not.toEqual({ rows: 0 })
}

const withCookie =
  (site: TestSite, cookie: string): Staff =>
  (path, init) =>
    site.fetch(path, { ...init, headers: { ...init?.headers, cookie } })

describe('the order of the tables', () => {
  const sqlite = () => new DatabaseSync(join(dataDir, 'capstan.sqlite'), { readOnly: true })

  test('has every table that there is, with its primary key', () => {
    const database = sqlite()
    const tables = database
      .prepare(`select name from pragma_table_list where type = 'table' and schema = 'main'
      and name not like 'sqlite_%' and name not like 'kysely_%' order by name`)
      .all()
    expect([...TABLES].sort()).toEqual(tables.map(({ name }) => name))
    for (const table of TABLES) {
      const keys = database
        .prepare('select name from pragma_table_info(?) where pk > 0 order by pk')
        .all(table)
      expect(KEYS[table], table).toEqual(keys.map(({ name }) => name))
    }
    database.close()
  })

  test('writes nothing before what it points at', () => {
    const database = sqlite()
    const done: TableName[] = []
    for (const table of TABLES) {
      for (const { target } of database
        .prepare('select "table" as target from pragma_foreign_key_list(?)')
        .all(table))
        expect(done, table).toContain(target)
      done.push(table)
    }
    database.close()
  })
})

describe('a site moved to PostgreSQL and a bucket', () => {
  const ASKED = [
    '/api/products',
    '/api/spareparts',
    '/api/services',
    '/api/products?search=lathe',
    '/api/products?search=cl25&approximate=true',
    '/api/facets?kind=machine',
    '/api/suggestions?search=lat',
    '/api/site-content',
    '/api/reviews',
  ]
  const ASKED_BY_STAFF = [
    '/api/items',
    '/api/items?search=lathe',
    '/api/enquiries',
    '/api/enquiries?search=spindle',
    '/api/enquiries?search=98400',
    '/api/customers',
    '/api/dashboard',
    '/api/reviews/all',
    '/api/accounts',
    '/api/keys',
    '/api/log?limit=200',
    '/api/mail/state',
    '/api/auth/me',
  ]
  async function answers(site: TestSite): Promise<Record<string, Json>> {
    const all: Record<string, Json> = {}
    for (const path of ASKED) all[path] = await accepted(site.fetch(path))
    for (const path of ASKED_BY_STAFF) all[path] = await accepted(withCookie(site, filled.cookie)(path))
    return all
  }

  let to: string
  let media: string
  beforeEach(async () => {
    to = await newServerDatabase()
    media = newBucketFolder()
  })

  test('answers as before, knows its sessions, keys and second factors, and numbers new items anew', async () => {
    const before = await startSite({ DATA_DIR: dataDir, PUBLIC_URL })
    const wanted = await answers(before)
    await before.close()
    const said = await moves(['--to', to, '--media', media])
    expect(said).toMatch(
      /^Moved 4 items, 2 enquiries and all else, \d+ rows in all; counted and compared\.$/m,
    )
    expect(said).toMatch(/^Moved 4 pictures in \d+ files; each was compared\.$/m)
    expect(said).toContain(`DATABASE_URL=${to.replace('hush-hush', '…')}`)
    expect(said).toContain('MEDIA_URL=s3://…@pictures/site-')

    const after = await startSite({ PUBLIC_URL, DATABASE_URL: to, MEDIA_URL: media })
    onTestFinished(() => after.close())
    expect(await answers(after)).toEqual(wanted)
    const staff = withCookie(after, filled.cookie)
    const known: Json[] = await accepted(staff('/api/products'))
    const [picture] = known.flatMap(({ images }) => images)
    expect((await after.fetch(new URL(picture).pathname)).status).toBe(200)
    const program: Staff = (path, init) =>
      after.fetch(path, { ...init, headers: { ...init?.headers, authorization: `Bearer ${filled.apiKey}` } })
    const { email, password, secret } = filled.secondFactor
    expect((await login(after, { email, password })).status).not.toBe(200)
    after.advance(1)
    expect((await login(after, { email, password, code: codeOf(secret, 1) })).status).toBe(200)
    for (const [table, column] of [
      ['item', 'row_id'],
      ['enquiry_search', 'row_id'],
      ['sign_in_failure', 'id'],
    ])
      expect(
        await ask(
          to,
          `select nextval(pg_get_serial_sequence('${table}', '${column}')) > max(${column}) as is_new from ${table}`,
        ),
        table,
      ).toEqual([{ is_new: true }])
    await createMachine(program, { name: 'New here, by a program' })
    await after.fetch('/api/enquiries', jsonBody('POST', ENQUIRY))
    expect(await accepted(staff('/api/enquiries'))).toHaveLength(3)
  })

  test('comes back into a folder as it was, text indexes and pictures included', async () => {
    const rows = await rowsIn(dataDir)
    await moves(['--to', to, '--media', media])
    const back = join(folder, 'back')
    const said = await moves(['--to', back], { DATABASE_URL: to, MEDIA_URL: media })
    expect(said).toContain(`DATA_DIR=${back}\n  no DATABASE_URL, no MEDIA_URL any more\n`)
    expect(await rowsIn(back)).toEqual(rows)
    const files = await pictureFiles(dataDir)
    expect(await pictureFiles(back)).toEqual(files)
    for (const file of files)
      expect(await readFile(join(back, 'media', file))).toEqual(await readFile(join(dataDir, 'media', file)))
    const site = await startSite({ DATA_DIR: back })
    onTestFinished(() => site.close())
    const found: Json[] = await accepted(site.fetch('/api/products?search=turret'))
    expect(found.map(({ name }) => name)).toContain('Turret lathe')
    expect(await accepted(withCookie(site, filled.cookie)('/api/enquiries?search=spindle'))).toHaveLength(2)
  })

  test('leaves the old place as it was', async () => {
    const [rows, files] = [await rowsIn(dataDir), await pictureFiles(dataDir)]
    await moves(['--to', to, '--media', media])
    expect([await rowsIn(dataDir), await pictureFiles(dataDir)]).toEqual([rows, files])
  })

  test('can move its pictures alone, there and back', async () => {
    const rows = await rowsIn(dataDir)
    const said = await moves(['--media', media])
    expect(said).not.toContain('items')
    expect(await rowsIn(dataDir)).toEqual(rows)
    const files = await pictureFiles(dataDir)
    await rm(join(dataDir, 'media'), { recursive: true })
    await moves(['--media', dataDir], { MEDIA_URL: media })
    expect(await pictureFiles(dataDir)).toEqual(files)
  })

  test('can leave its pictures where they are, and come back to them', async () => {
    const said = await moves(['--to', to])
    expect(said).not.toContain('pictures')
    await rm(join(dataDir, 'capstan.sqlite'))
    const rows = await rowsIn(filled.folder)
    await moves(['--to', dataDir], { DATABASE_URL: to })
    expect(await rowsIn(dataDir)).toEqual(rows)
  })
})

describe('a move that was interrupted', () => {
  test('by the store of the pictures goes on where it stopped', async () => {
    const [to, media] = [await newServerDatabase(), newBucketFolder()]
    let stored = 0
    bucket.interfere = (request, response) => {
      if (request.method !== 'PUT' || request.url?.includes('write-check') || ++stored <= 5) return false
      response.writeHead(503).end()
      return true
    }
    expect(await refusal(['--to', to, '--media', media])).toMatch(
      /^The bucket cannot be used at the moment \(\w+\)\. Start it again with the same command: it goes on where it stopped\.$/,
    )
    bucket.interfere = undefined
    await expect(openDatabase({ dataDir, databaseUrl: to })).rejects.toThrow('a move that has not ended')
    const before = bucket.asked.get('PUT') ?? 0
    await moves(['--to', to, '--media', media])
    const files = (await pictureFiles(dataDir)).length
    // Beside them the one by which the start tries the bucket.
    expect((bucket.asked.get('PUT') ?? 0) - before).toBe(files - 5 + 1)
    const after = await openDatabase({ dataDir, databaseUrl: to })
    await after.close()
  })

  test.each([
    ['postgres', 'SIGKILL', null],
    ['folder', 'SIGKILL', null],
    ['folder', 'SIGINT', 1],
  ] as const)('goes on where it stopped (%s, %s)', async (engine, signal, wanted) => {
    addLogEntries(60_000)
    const to = engine === 'postgres' ? await newServerDatabase() : join(folder, 'new')
    const count = () => (engine === 'postgres' ? countOnServer(to) : countInFolder(to))
    const { exit, said } = await onceCopying(to, count, (child) => child.kill(signal))
    expect(exit).toBe(wanted)
    if (wanted === 1)
      expect(said).toBe(
        'The move was interrupted. Start it again with the same command: it goes on where it stopped.\n',
      )
    const copied = await count()
    expect(copied).toBeGreaterThan(0)
    expect(copied).toBeLessThan(60_000)
    const place = engine === 'postgres' ? { dataDir, databaseUrl: to } : { dataDir: to }
    await expect(openDatabase(place)).rejects.toThrow('a move that has not ended')
    await moves(['--to', to])
    expect(await count()).toBe(countIn(dataDir))
  })

  test('goes on when its connection is lost', async () => {
    addLogEntries(60_000)
    const to = await newServerDatabase()
    const { exit, said } = await onceCopying(
      to,
      () => countOnServer(to),
      async () => {
        const sent = `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'capstan-move'`
        expect(await ask(to, sent)).toHaveLength(1)
      },
    )
    // Lost at the very moment of a commit, nobody knows what became of it, and the command asks to be started again.
    if (exit !== 0) {
      expect(said).toMatch(/Start it again with the same command: it goes on where it stopped\.$/m)
      await moves(['--to', to])
    }
    expect(await countOnServer(to)).toBe(countIn(dataDir))
  })

  test('is not done by two at once', async () => {
    const to = await newServerDatabase()
    const place = await openTarget({ dataDir, databaseUrl: to })
    const database = place.db
    onTestFinished(() => place.close())
    await begin(database, 'of a test')
    const piece = [{ name: 'one', version: 1 }]
    await writePiece(database, 'derived', { piece, reached: '' })
    const again = [{ name: 'two', version: 1 }]
    await expect(writePiece(database, 'derived', { piece: again, reached: '' })).rejects.toThrow(
      'Another move',
    )
    expect(await ask(to, 'select name from derived')).toEqual([{ name: 'one' }])
  })

  test('does not go on when the site was changed meanwhile', async () => {
    const [to, media] = [await newServerDatabase(), newBucketFolder()]
    bucket.interfere = refusePuts
    await refusal(['--to', to, '--media', media])
    bucket.interfere = undefined
    addLogEntries(1)
    expect(await refusal(['--to', to, '--media', media])).toMatch(
      /^In the database moved_\d+ on 127\.0\.0\.1:\d+ is an unfinished move of other data, or of these before they were changed\./,
    )
  })

  test('names a row that is not the same at the new place, and is no site', async () => {
    const [to, media] = [await newServerDatabase(), newBucketFolder()]
    bucket.interfere = refusePuts
    await refusal(['--to', to, '--media', media])
    bucket.interfere = undefined
    await ask(to, `update item set name = 'meddled with' where row_id = 2`)
    expect(await refusal(['--to', to, '--media', media])).toMatch(
      /^The table item is not the same in the database \S+ on \S+: it has 4 rows for 4, and the first difference is at 2\./,
    )
    await ask(to, 'delete from log_entry')
    await ask(to, `update item set name = 'Turret lathe' where row_id = 2`)
    expect(await refusal(['--to', to, '--media', media])).toMatch(
      /^The table log_entry .* it has 0 rows for \d+,/,
    )
    await expect(openDatabase({ dataDir, databaseUrl: to })).rejects.toThrow('a move that has not ended')
  })

  test('names a picture that is not the same at the new place', async () => {
    const back = join(folder, 'back')
    const [file = ''] = await pictureFiles(dataDir)
    const { length } = await readFile(join(dataDir, 'media', file))
    await mkdir(join(back, 'media', file, '..'), { recursive: true })
    await writeFile(join(back, 'media', file), Buffer.alloc(length))
    expect(await refusal(['--to', back])).toBe(
      `The picture ${file} is not the same at the new place. Empty the new place and start the move again.`,
    )
  })
})

const refusePuts: NonNullable<TestBucket['interfere']> = (request, response) => {
  if (request.method !== 'PUT' || request.url?.includes('write-check')) return false
  response.writeHead(403).end()
  return true
}

function addLogEntries(rows: number): void {
  const database = new DatabaseSync(join(dataDir, 'capstan.sqlite'))
  database.exec(`with recursive n(i) as (select 1 union all select i + 1 from n where i < ${rows})
    insert into log_entry select 'entry-' || i, '2026-11-21', null, 'x', 'changed', 'item', '1', 'x', '' from n`)
  database.close()
}

const countIn = (path: string): number => {
  const database = new DatabaseSync(join(path, 'capstan.sqlite'), { readOnly: true })
  try {
    return Number(database.prepare('select count(*) as rows from log_entry').get()?.rows)
  } finally {
    database.close()
  }
}
const orNone = () => 0
const countInFolder = async (path: string) => {
  try {
    return countIn(path)
  } catch {
    return 0
  }
}
const countOnServer = async (url: string) =>
  ask<{ rows: string }>(url, 'select count(*) as rows from log_entry').then(
    ([row]) => Number(row?.rows),
    orNone,
  )

/** Starts the move, does `meddle` while it copies the log, and waits for its end. */
async function onceCopying(
  to: string,
  count: () => Promise<number>,
  meddle: (child: ChildProcess) => unknown,
): Promise<{ exit: number | null; said: string }> {
  const child = spawn(process.execPath, ['src/commands/move.ts', '--to', to], {
    cwd: PROJECT,
    env: { ...process.env, DATA_DIR: dataDir, NODE_ENV: '' },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const ended = Promise.all([text(child.stderr), once(child, 'exit')])
  while (child.exitCode === null && (await count()) === 0) await sleep(5)
  await meddle(child)
  const [said] = await ended
  return { exit: child.exitCode, said }
}

describe('a move is refused in a sentence, and nothing is touched, when', () => {
  test('there is nothing to move', async () => {
    const to = await newServerDatabase()
    const nowhere = join(folder, 'nowhere')
    expect(await refusal(['--to', to], { DATA_DIR: nowhere })).toBe(
      'There is no site in FOLDER/nowhere (DATA_DIR).',
    )
    expect(await refusal(['--to', join(folder, 'new')], { DATABASE_URL: to })).toMatch(
      /^There is no site in the database moved_\d+ on \S+\.$/,
    )
    expect(await ask(to, `select * from information_schema.tables where table_schema = 'public'`)).toEqual([])
  })

  test('the new place holds a site, or something else', async () => {
    const to = await newServerDatabase()
    await ask(to, 'create table something (id text)')
    expect(await refusal(['--to', to])).toMatch(
      /^In the database \S+ on \S+ are tables of something else\. Name an empty one\.$/,
    )
    await ask(to, 'drop table something')
    await moves(['--to', to])
    expect(await refusal(['--to', to])).toMatch(
      /^In the database \S+ on \S+ is a site already\. Empty it, or name another place\.$/,
    )
    const full = join(folder, 'full')
    await cp(filled.folder, full, { recursive: true })
    expect(await refusal(['--to', full])).toBe(
      'In the folder FOLDER/full is a site already. Empty it, or name another place.',
    )
    expect(await rowsIn(full)).toEqual(await rowsIn(filled.folder))
  })

  test('the new place holds pictures of another site', async () => {
    const media = newBucketFolder()
    const site = await startSite({ MEDIA_URL: media })
    await createMachine(await site.signIn(), {}, [await jpeg(99, 400, 300)])
    await site.close()
    const back = join(folder, 'back')
    expect(await refusal(['--to', back, '--media', media])).toMatch(
      /^The new place for the pictures holds some that this site does not know \([0-9a-f]{32}\), and would remove\./,
    )
    expect(await readdir(back)).toEqual([])
  })

  test('it was written by another version', async () => {
    const to = await newServerDatabase()
    const change = (statement: string) => {
      const database = new DatabaseSync(join(dataDir, 'capstan.sqlite'))
      database.exec(statement)
      database.close()
    }
    change(`insert into kysely_migration values ('9999-later', '')`)
    expect(await refusal(['--to', to])).toContain('written by a newer version of Capstan (step 9999-later)')
    change(`delete from kysely_migration where name > '0004'`)
    expect(await refusal(['--to', to])).toContain('written by an older version of Capstan (step 0003-office)')
    expect(await ask(to, `select * from information_schema.tables where table_schema = 'public'`)).toEqual([])
  })

  test('a site runs on the folder, unless it is a rehearsal', async () => {
    const to = await newServerDatabase()
    const site = await startSite({ DATA_DIR: dataDir })
    onTestFinished(() => site.close())
    expect(await refusal(['--to', to])).toBe(
      'A site, or another move, runs on FOLDER/data. Stop it first; to rehearse the move while the site runs, say --live.',
    )
    const said = await moves(['--to', to, '--live'])
    expect(said).toContain('This was a rehearsal')
    expect(said).not.toContain('DATABASE_URL')
    await createMachine(await site.signIn())
  })

  test('sites run on the server, unless it is a rehearsal', async () => {
    const to = await newServerDatabase()
    await moves(['--to', to])
    const site = await startSite({ DATABASE_URL: to })
    onTestFinished(() => site.close())
    await site.fetch('/api/products')
    expect(await refusal(['--to', join(folder, 'new')], { DATABASE_URL: to })).toMatch(
      /^A site is running on the database \S+ on \S+\. Stop every instance first;/,
    )
    await moves(['--to', join(folder, 'new'), '--live'], { DATABASE_URL: to })
  })

  test.each([
    [[], /^npm run move -- --to/],
    [['--to', 'postgres://capstan:hush-hush@db.example'], /^--to is wrong: it must name the database$/],
    [['--to', 'mysql://capstan:hush-hush@db.example/site'], /^--to is wrong: it must be an address such as/],
    [['--media', 's3://S3RVER:S3RVER@b'], /^--media is wrong: it must be an address such as/],
    [['postgres://capstan:hush-hush@db.example/site'], /^npm run move -- --to/],
    [
      ['--to', 'postgres://capstan:hush-hush@127.0.0.1:1/site'],
      /^The database server cannot be reached, or went away\./,
    ],
  ])('it is asked for wrongly: %j', async (args, sentence) => {
    expect(await refusal(args)).toMatch(sentence)
  })

  test('everything is there already, or pictures and data would be in two folders', async () => {
    expect(await refusal(['--to', dataDir])).toBe('Everything is there already: nothing was done.')
    expect(await refusal(['--media', join(folder, 'other')])).toBe(
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
    const to = await newServerDatabase()
    await moves(['--to', to])
    const source = await openSource({ dataDir, databaseUrl: to }, false)
    onTestFinished(() => source.close())
    const late = `set lock_timeout = 100; update item set name = 'late'`
    await expect(ask(to, late)).rejects.toThrow('lock timeout')
    const [{ name }] = (await source.db.selectFrom('item').select('name').execute()) as [{ name: string }]
    expect(name).not.toBe('late')
  })

  test('not even with what was begun before: it waits for that, or gives up', async () => {
    const to = await newServerDatabase()
    await moves(['--to', to])
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

test('null characters, which PostgreSQL cannot store, are replaced and counted', async () => {
  const to = await newServerDatabase()
  const database = new DatabaseSync(join(dataDir, 'capstan.sqlite'))
  database.prepare('update review set text = ?, name = ?').run('true\0 to size', '\0\0')
  database.close()
  expect(await moves(['--to', to])).toContain('Attention: 2 texts held null characters')
  expect(await ask(to, 'select text, name from review')).toEqual([
    { text: 'true\uFFFD to size', name: '\uFFFD\uFFFD' },
  ])
  const missed = new DatabaseSync(join(dataDir, 'capstan.sqlite'))
  missed.prepare('update search_miss set term = ?').run('zünd\0kerze')
  missed.close()
  expect(await refusal(['--to', await newServerDatabase()])).toMatch(
    /^The row zünd\uFFFDkerze of the table search_miss has a null character in its key/,
  )
})

test('files of pictures that were lost before are told, and keep nothing back', async () => {
  const [file = ''] = await pictureFiles(dataDir)
  await rm(join(dataDir, 'media', file))
  expect(await moves(['--media', newBucketFolder()])).toContain(
    `Attention: 1 files of pictures were missing on the site already, the first of them ${file}.`,
  )
})
