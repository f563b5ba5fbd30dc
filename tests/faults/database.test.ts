import { mkdtemp, open, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ENQUIRY_FIELDS } from '../support/fixtures/enquiries.ts'
import { createJpeg, MACHINE_FIELDS } from '../support/fixtures/items.ts'
import { formBody, jsonBody } from '../support/http-client.ts'
import { OWNER_SETTINGS, signInOwner } from '../support/owner.ts'
import { type SiteProcess, startProcess } from '../support/site-process.ts'

const PAGE_BYTES = 4096

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

const createEnvironment = () => ({ DATA_DIR: folder, DEMO: 'off', LOG_LEVEL: 'error', ...OWNER_SETTINGS })
async function start(): Promise<SiteProcess> {
  site = await startProcess(createEnvironment())
  return site
}
const get = (path: string) => fetch(new URL(path, site!.url))
const sendEnquiry = () => fetch(new URL('/api/enquiries', site!.url), jsonBody('POST', ENQUIRY_FIELDS))
const getMessage = async (reply: Response) => ((await reply.json()) as { message: string }).message
async function addMachine(): Promise<void> {
  const cookie = await signInOwner(site!.url)
  const { body } = formBody('POST', MACHINE_FIELDS, [await createJpeg(1)])
  const reply = await fetch(new URL('/api/products', site!.url), {
    method: 'POST',
    body: body!,
    headers: { cookie },
  })
  expect(reply.status).toBe(201)
}

test('[API-8] While another program locks the database, writes return 503 and reads succeed; writes succeed afterwards', async () => {
  await start()
  await addMachine()
  const other = new DatabaseSync(file)
  other.exec('begin immediate')
  const reply = await sendEnquiry()
  expect(reply.status).toBe(503)
  expect(reply.headers.get('retry-after')).toBe('10')
  expect(await getMessage(reply)).toBe(
    'Another change is being saved. Nothing was changed. Try again in a few minutes.',
  )
  expect((await get('/api/products')).status).toBe(200)
  other.exec('rollback')
  other.close()
  expect((await sendEnquiry()).status).toBe(201)
})

const DATABASE_UNAVAILABLE =
  'The site cannot reach its data at the moment. Nothing was changed. Try again in a few minutes.'

test('[API-8] No write is acknowledged after the database file was removed', async () => {
  await start()
  await addMachine()
  await rename(file, join(folder, 'elsewhere.sqlite'))
  const reply = await sendEnquiry()
  expect(reply.status).toBe(503)
  expect(await getMessage(reply)).toBe(DATABASE_UNAVAILABLE)
  await rename(join(folder, 'elsewhere.sqlite'), file)
  expect((await sendEnquiry()).status).toBe(201)
})

test('[API-8] No write is acknowledged after the database file was replaced', async () => {
  await start()
  await addMachine()
  await rename(file, join(folder, 'elsewhere.sqlite'))
  await writeFile(file, '')
  const reply = await sendEnquiry()
  expect([reply.status, await getMessage(reply)]).toEqual([503, DATABASE_UNAVAILABLE])
  // The log is a separate stream and can arrive later.
  await expect.poll(() => site!.output()).toContain('DATABASE_FILE_REPLACED')
})

test('The server does not start with a data folder that has pictures and no database', async () => {
  await start()
  await addMachine()
  expect(await site!.stop()).toBe(0)
  for (const ending of ['', '-wal', '-shm']) await rm(file + ending, { force: true })
  await expect(startProcess(createEnvironment())).rejects.toThrow(
    /The database .* is missing, but its pictures are there\./,
  )
})

test('The server does not start with a corrupt database, and the error names the command to restore a backup', async () => {
  await start()
  await addMachine()
  expect(await site!.stop()).toBe(0)
  const handle = await open(file, 'r+')
  for (const page of listTablePages('item'))
    await handle.write(Buffer.alloc(PAGE_BYTES, 0x5a), 0, PAGE_BYTES, (page - 1) * PAGE_BYTES)
  await handle.close()
  await expect(startProcess(createEnvironment())).rejects.toThrow(
    /The database in DATA_DIR is damaged \(.*\)\. Restore a backup: npm run restore -- FILE --force/,
  )
})

/** Returns the numbers of the root pages of a table and its indexes. */
function listTablePages(table: string): number[] {
  const sqlite = new DatabaseSync(file)
  const rows = sqlite
    .prepare('select rootpage from sqlite_master where tbl_name = ? and rootpage > 0')
    .all(table)
  sqlite.close()
  return rows.map(({ rootpage }) => Number(rootpage))
}
