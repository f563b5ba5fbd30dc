import { mkdtemp, open, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type SiteProcess, startProcess } from '../support/process.ts'
import { formBody, jpeg, jsonBody, MACHINE_FIELDS } from '../support/site.ts'

const OWNER = { email: 'owner@works.example', password: 'a password for tests' }
const ENQUIRY = {
  firstName: 'Asha',
  lastName: 'Rao',
  email: 'asha@works.example',
  phone: '98400 12345',
  message: 'A quote, please.',
}
const PAGE = 4096

let folder: string
let file: string
let site: SiteProcess | undefined
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'capstan-database-'))
  file = join(folder, 'capstan.sqlite')
  site = undefined
})
afterEach(async () => {
  await site?.stop()
  await rm(folder, { recursive: true, force: true })
})

const environment = () => ({
  DATA_DIR: folder,
  DEMO: 'off',
  LOG_LEVEL: 'error',
  ADMIN_EMAIL: OWNER.email,
  ADMIN_PASSWORD: OWNER.password,
})
async function start(): Promise<SiteProcess> {
  site = await startProcess(environment())
  return site
}
const get = (path: string) => fetch(new URL(path, site!.url))
const enquire = () => fetch(new URL('/api/enquiries', site!.url), jsonBody('POST', ENQUIRY))
const messageOf = async (reply: Response) => ((await reply.json()) as { message: string }).message
async function addMachine(): Promise<void> {
  const login = await fetch(new URL('/api/auth/login', site!.url), jsonBody('POST', OWNER))
  const cookie = login.headers.getSetCookie()[0]!.split(';')[0]!
  const { body } = formBody('POST', MACHINE_FIELDS, [await jpeg(1)])
  const reply = await fetch(new URL('/api/products', site!.url), {
    method: 'POST',
    body: body!,
    headers: { cookie },
  })
  expect(reply.status).toBe(201)
}

test('[API-8] a database that another program holds: 503 that says so, reads go on, and it heals by itself', async () => {
  await start()
  await addMachine()
  const other = new DatabaseSync(file)
  other.exec('begin immediate')
  const reply = await enquire()
  expect(reply.status).toBe(503)
  expect(reply.headers.get('retry-after')).toBe('10')
  expect(await messageOf(reply)).toBe(
    'Something else is being saved at the moment. Nothing was changed. Please try again a little later.',
  )
  expect((await get('/api/products')).status).toBe(200)
  other.exec('rollback')
  other.close()
  expect((await enquire()).status).toBe(201)
})

const OUT_OF_REACH =
  'The site cannot reach its data at the moment. Nothing was changed. Please try again a little later.'

test('[API-8] a database that is taken away while the site runs: no write is promised that would be gone with the process', async () => {
  await start()
  await addMachine()
  await rename(file, join(folder, 'elsewhere.sqlite'))
  const reply = await enquire()
  expect(reply.status).toBe(503)
  expect(await messageOf(reply)).toBe(OUT_OF_REACH)
  await rename(join(folder, 'elsewhere.sqlite'), file)
  expect((await enquire()).status).toBe(201)
})

test('[API-8] a database that is replaced while the site runs: the same', async () => {
  await start()
  await addMachine()
  await rename(file, join(folder, 'elsewhere.sqlite'))
  await writeFile(file, '')
  const reply = await enquire()
  expect([reply.status, await messageOf(reply)]).toEqual([503, OUT_OF_REACH])
  // The log takes its own way.
  await expect.poll(() => site!.output()).toContain('DATABASE_MOVED')
})

test('pictures without their database open no empty site', async () => {
  await start()
  await addMachine()
  expect(await site!.stop()).toBe(0)
  for (const ending of ['', '-wal', '-shm']) await rm(file + ending, { force: true })
  await expect(startProcess(environment())).rejects.toThrow(
    /The database .* is missing, but its pictures are there\./,
  )
})

test('a database with spoilt pages opens no site, and the reason says what to do', async () => {
  await start()
  await addMachine()
  expect(await site!.stop()).toBe(0)
  const handle = await open(file, 'r+')
  for (const page of pagesOf('item')) await handle.write(Buffer.alloc(PAGE, 0x5a), 0, PAGE, (page - 1) * PAGE)
  await handle.close()
  await expect(startProcess(environment())).rejects.toThrow(
    /The database in DATA_DIR is damaged \(.*\)\. Restore a back-up: npm run restore -- FILE --force/,
  )
})

/** The pages that hold a table's rows. */
function pagesOf(table: string): number[] {
  const sqlite = new DatabaseSync(file)
  const rows = sqlite
    .prepare('select rootpage from sqlite_master where tbl_name = ? and rootpage > 0')
    .all(table)
  sqlite.close()
  return rows.map(({ rootpage }) => Number(rootpage))
}
