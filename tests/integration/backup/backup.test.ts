import {
  appendFile,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  truncate,
  utimes,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { ItemDocument } from '#contracts/files/item-document.ts'
import { restoreBackup } from '#server/backup/restore.ts'
import { writeBackup } from '#server/backup/write.ts'
import { openSqliteFile } from '#server/database/sqlite/file.ts'
import { openSiteFiles } from '#server/media/storage/open-blob-storage.ts'
import { runCommand } from '../../support/command.ts'
import { listMediaFiles, readAllRows } from '../../support/db-snapshot.ts'
import { createApiKey } from '../../support/fixtures/accounts.ts'
import { listAttachmentFolders, PDF, uploadAttachment } from '../../support/fixtures/attachments.ts'
import { addDocument } from '../../support/fixtures/documents.ts'
import { expectEnquiry } from '../../support/fixtures/enquiries.ts'
import { createJpeg, createMachine, createService, createSparePart } from '../../support/fixtures/items.ts'
import { expectOk, formBody, jsonBody, type SiteFetch } from '../../support/http-client.ts'
import { startSite, type TestSite } from '../../support/site.ts'

let site: TestSite
let staff: SiteFetch
let folder: string
let attachments: { id: string }[]
let document: ItemDocument
beforeAll(async () => {
  site = await startSite()
  staff = await site.signIn('owner')
  await seedSite()
})
afterAll(() => site.close())
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'capstan-backup-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const backUp = (...args: string[]) => runCommand('backup', args, { DATA_DIR: site.dataDir })
const restore = (dataDir: string, ...args: string[]) => runCommand('restore', args, { DATA_DIR: dataDir })
const createBackupOptions = (file: string, force = false) => ({
  dataDir: site.dataDir,
  openFiles: () => openSiteFiles({ dataDir: site.dataDir, media: { bucket: undefined } }),
  file,
  app: '0',
  force,
  clock: () => new Date(),
  signal: new AbortController().signal,
})
/** Writes a backup of the site and restores it, in this process. Returns the new data folder. */
async function restoreInProcess(): Promise<string> {
  const [options, dataDir] = [createBackupOptions(join(folder, 'site.tar.gz')), join(folder, 'restored')]
  await writeBackup(options)
  await restoreBackup({ ...options, dataDir })
  return dataDir
}
function withDatabase(use: (sqlite: DatabaseSync) => void): void {
  const sqlite = openSqliteFile(join(site.dataDir, 'capstan.sqlite'))
  use(sqlite)
  sqlite.close()
}
const listStagingFiles = () => readdir(join(site.dataDir, 'tmp'))

/** Inserts rows into almost every table. */
async function seedSite(): Promise<void> {
  const machine = await createMachine(staff, {}, [await createJpeg(1), await createJpeg(2)])
  await staff(`/api/products/${machine.id}`, formBody('PUT', { name: 'CL 30 Capstan Lathe' }))
  document = await addDocument(staff, machine.id)
  await createSparePart(staff, {}, [await createJpeg(3)])
  await createService(staff)
  await site.signIn('sales')
  await createApiKey(site, staff, ['catalogue.edit'])
  for (let count = 0; count < 3; count++) await sendEnquiry(`before-${count}`)
  attachments = await Promise.all(['one.pdf', 'two.pdf'].map((name) => uploadAttachment(site, name)))
  await sendEnquiry('with-drawing', { attachments: [attachments[0]!.id] })
  const review = { name: 'Kala', position: 'Buyer', company: 'Valves', rating: 5, text: 'Round to 2 µm. 🔩' }
  expect((await site.fetch('/api/reviews', jsonBody('POST', review))).status).toBe(201)
  const { id } = await site.db.selectFrom('media').select('id').orderBy('id').executeTakeFirstOrThrow()
  expect((await site.fetch(`/media/${id}/social.jpg`)).status).toBe(200)
  await utimes(join(site.dataDir, 'media', id, 'social.jpg'), new Date(0), new Date(0))
}

const sendEnquiry = (who: string, more: object = {}) =>
  expectEnquiry(site, { firstName: who, email: `${who}@works.example`, ...more })

/** Writes enquiries and machines with pictures until stopped; returns the number of acknowledged writes. */
function startWriter() {
  let isRunning = true
  let acknowledged = 0
  const run = async () => {
    for (let count = 0; isRunning; count++) {
      // More would exceed the rate limit.
      if (count < 10) await sendEnquiry(`during-${count}`)
      acknowledged++
      await createMachine(staff, { name: `Lathe ${1000 + count}` }, [await createJpeg(10 + count, 400, 300)])
      acknowledged++
    }
  }
  const running = run()
  return {
    acknowledged: () => acknowledged,
    async stop() {
      isRunning = false
      await running
    },
  }
}

/** A restore deletes sessions and links, and leaves out numbers of quotations. */
function withoutSessions({
  session: _,
  account_token: __,
  quotation_series: ___,
  visitor_event: ____,
  visitor_salt: _____,
  ...rest
}: Record<string, string[]>) {
  return rest
}

test('A restored backup of an idle site has the same rows, files and responses', async () => {
  const file = join(folder, 'site.tar.gz')
  const done = await backUp(file)
  expect(done.text).toMatch(/site\.tar\.gz: [\d.]+ [kM]B, written/)
  expect(done.text).toMatch(
    /written and verified\.\nAs of \S+: \d+ items, \d+ enquiries, \d+ pictures, \d+ documents and \d+ attachments in \d+ files\.\n/,
  )
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect(await readdir(folder)).toEqual(['site.tar.gz'])
  expect(await listStagingFiles()).toEqual([])

  const dataDir = join(folder, 'restored')
  expect(await restore(dataDir, file)).toMatchObject({
    code: 0,
    text: expect.stringContaining('All users must sign in again.'),
  })
  expect(await readdir(dataDir)).toEqual(['attachments', 'capstan.sqlite', 'documents', 'media'])
  const pictures = await listMediaFiles(site.dataDir)
  expect(pictures.length).toBeGreaterThan(6)
  expect(pictures.join()).toContain('social.jpg')
  expect(await listMediaFiles(dataDir)).toEqual(pictures)
  for (const path of pictures) {
    const [was, is] = [site.dataDir, dataDir].map((data) => readFile(join(data, 'media', path)))
    expect((await is!).equals(await was!), path).toBe(true)
  }

  const before = await readAllRows(site.db)
  const again = await startSite({ DATA_DIR: dataDir })
  try {
    const after = await readAllRows(again.db)
    expect(withoutSessions(after)).toEqual(withoutSessions(before))
    expect(after.session).toEqual([])
    const enquiries = await expectOk((await again.signIn('editor'))('/api/enquiries?search=with-drawing'))
    const [{ id }] = enquiries
    const drawing = `/api/enquiries/${id}/attachments/${attachments[0]!.id}`
    expect(await (await (await again.signIn('editor'))(drawing)).text()).toBe(PDF)
    expect((await listAttachmentFolders({ dataDir })).sort()).toEqual(
      attachments.map((file) => file.id).sort(),
    )
    expect(await (await again.fetch(new URL(document.url).pathname)).text()).toBe(PDF)
    for (const path of pictures) expect((await again.fetch(`/media/${path}`)).status, path).toBe(200)
    expect(await expectOk(again.fetch('/api/products?search=capstan'))).toHaveLength(1)
  } finally {
    await again.close()
  }
})

test('A backup during writes contains every earlier acknowledged write and no partial one', async () => {
  const writing = startWriter()
  await vi.waitFor(() => expect(writing.acknowledged()).toBeGreaterThan(2), 60_000)
  const before = await readAllRows(site.db)
  const acknowledgedBefore = writing.acknowledged()
  const file = join(folder, 'site.tar.gz')
  expect(await backUp(file)).toMatchObject({ code: 0 })
  expect(writing.acknowledged()).toBeGreaterThan(acknowledgedBefore)
  await writing.stop()

  const dataDir = join(folder, 'restored')
  expect(await restore(dataDir, file)).toMatchObject({ code: 0 })
  const again = await startSite({ DATA_DIR: dataDir })
  try {
    const held = withoutSessions(await readAllRows(again.db))
    const later = await readAllRows(site.db)
    for (const [table, rows] of Object.entries(held)) {
      expect(rows, table).toEqual(expect.arrayContaining(before[table]!))
      expect(later[table], table).toEqual(expect.arrayContaining(rows))
    }
    expect(held.enquiry_search).toHaveLength(held.enquiry!.length)
    for (const { images } of await expectOk(again.fetch('/api/products')))
      for (const image of images) expect((await fetch(image)).status, image).toBe(200)
  } finally {
    await again.close()
  }
})

test('Deleted data is not in a later backup, not even in free pages', async () => {
  await sendEnquiry('delete-me', { phone: '+91 98400 54321' })
  const { id } = await site.db
    .selectFrom('customer')
    .select('id')
    .where('first_name', '=', 'delete-me')
    .executeTakeFirstOrThrow()
  await site.db.deleteFrom('customer').where('id', '=', id).execute()
  const bytes = await readFile(join(await restoreInProcess(), 'capstan.sqlite'))
  expect(bytes.includes('before-1@works.example')).toBe(true)
  expect(bytes.includes('delete-me@works.example')).toBe(false)
})

test('A backup has neither the events of visits nor the salt with which they could be traced, not even in free pages', async () => {
  const day = '2026-11-21'
  await site.db.insertInto('visitor_salt').values({ day, salt: 'salt-of-the-day' }).execute()
  const event = { day, visitor: 'traceable-visitor', kind: 'page', name: '/', count: 1 }
  await site.db.insertInto('visitor_event').values(event).execute()
  const sum = { day, kind: 'page', name: '/sum-of-the-day', visits: 1, count: 1, enquiries: 0 }
  await site.db.insertInto('visitor_figure').values(sum).execute()
  const bytes = await readFile(join(await restoreInProcess(), 'capstan.sqlite'))
  expect(bytes.includes('/sum-of-the-day')).toBe(true)
  for (const text of ['salt-of-the-day', 'traceable-visitor']) expect(bytes.includes(text), text).toBe(false)
})

test('A missing picture is reported, and everything else is backed up', async () => {
  const id = (await listMediaFiles(site.dataDir))[0]!.split('/')[0]!
  const lost = join(site.dataDir, 'media', id, '320.webp')
  const bytes = await readFile(lost)
  await rm(lost)
  const file = join(folder, 'site.tar.gz')
  const done = await backUp(file)
  await writeFile(lost, bytes)
  expect(done.code).toBe(0)
  const warning = `Warning: 1 files were already missing on the site, for example media/${id}/320.webp.`
  expect(done.text).toContain(warning)
  const restored = await restore(join(folder, 'restored'), file)
  expect(restored.text).toContain(warning)
  expect(await listMediaFiles(join(folder, 'restored'))).not.toContain(`${id}/320.webp`)
})

test('A picture that is deleted during the backup is in it with neither record nor file', async () => {
  const staffOnly = await staff('/api/upload-images', formBody('POST', {}, [await createJpeg(90)]))
  const [address] = ((await staffOnly.json()) as { imageUrls: string[] }).imageUrls
  const id = address!.split('/').at(-2)!
  await rm(join(site.dataDir, 'media', id), { recursive: true })
  let looks = 0
  const { manifest } = await writeBackup({
    ...createBackupOptions(join(folder, 'site.tar.gz')),
    // Called before each snapshot: the record is deleted after the first one.
    clock: () => {
      if (++looks === 2) withDatabase((sqlite) => sqlite.prepare('delete from media where id = ?').run(id))
      return new Date()
    },
  })
  expect(looks).toBe(2)
  expect(manifest.media.missing).toEqual([])
  const { count } = await site.db
    .selectFrom('media')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  expect(manifest.database.rows.media).toBe(count)
})

test('A picture file that is being written is left to the next backup', async () => {
  const id = (await listMediaFiles(site.dataDir))[0]!.split('/')[0]!
  const half = join(site.dataDir, 'media', id, '320.avif')
  await writeFile(half, 'half of a picture')
  const restored = await listMediaFiles(await restoreInProcess())
  await rm(half)
  expect(restored).toEqual(await listMediaFiles(site.dataDir))
})

describe('Existing files', () => {
  test('A backup replaces an existing file only with --force', async () => {
    const file = join(folder, 'site.tar.gz')
    await writeFile(file, 'precious')
    await expect(writeBackup(createBackupOptions(file))).rejects.toThrow(
      `${file} already exists. Choose another name, or replace it with --force.`,
    )
    expect(await readFile(file, 'utf8')).toBe('precious')
    expect(await backUp(file, '--force')).toMatchObject({ code: 0 })
    expect((await stat(file)).size).toBeGreaterThan(1000)
    expect(await readdir(folder)).toEqual(['site.tar.gz'])
  })

  test('A backup does not replace the partial file of another one without --force', async () => {
    const file = join(folder, 'site.tar.gz')
    await writeFile(`${file}.partial`, 'being written')
    await expect(writeBackup(createBackupOptions(file))).rejects.toThrow('another backup is being written')
    expect(await readFile(`${file}.partial`, 'utf8')).toBe('being written')
    await writeBackup(createBackupOptions(file, true))
    expect(await readdir(folder)).toEqual(['site.tar.gz'])
  })
})

describe('Failed backups', () => {
  test('A backup to a missing folder fails with one line of explanation', async () => {
    const { code, text } = await backUp(join(folder, 'none', 'site.tar.gz'))
    expect(code).toBe(1)
    expect(text).toMatch(/^The backup \S+ cannot be written: \S+ does not exist\.\n$/)
    expect(await listStagingFiles()).toEqual([])
  })

  test('A backup of a folder without a site fails with one line of explanation', async () => {
    const dataDir = join(folder, 'none')
    const { code, text } = await runCommand('backup', [join(folder, 'site.tar.gz')], { DATA_DIR: dataDir })
    expect({ code, text }).toEqual({ code: 1, text: `There is no site in ${dataDir} (DATA_DIR).\n` })
    expect(await readdir(folder)).toEqual([])
  })

  test('A backup without a file name prints the usage', async () => {
    expect(await backUp()).toMatchObject({ code: 1, text: expect.stringMatching(/^npm run backup -- FILE/) })
  })

  test('A backup of a damaged database fails with one line of explanation and leaves no file', async () => {
    const file = join(folder, 'site.tar.gz')
    await backUp(file)
    const dataDir = join(folder, 'restored')
    await restore(dataDir, file)
    const database = join(dataDir, 'capstan.sqlite')
    const { size } = await stat(database)
    await truncate(database, Math.floor(size / 8192) * 4096)
    await appendFile(database, Buffer.alloc(size - Math.floor(size / 8192) * 4096, 7))
    const damaged = await runCommand('backup', [join(folder, 'damaged.tar.gz')], { DATA_DIR: dataDir })
    expect(damaged.code).toBe(1)
    expect(damaged.text).toMatch(/^The backup \S+ cannot be written: the database is damaged .+\.\n$/)
    expect(await readdir(folder)).toEqual(['restored', 'site.tar.gz'])
    expect(await readdir(join(dataDir, 'tmp'))).toEqual([])
  })

  test('An aborted backup leaves no file', async () => {
    const stop = new AbortController()
    const file = join(folder, 'site.tar.gz')
    const writing = writeBackup({ ...createBackupOptions(file), signal: stop.signal })
    await vi.waitFor(async () => expect(await readdir(folder)).toEqual(['site.tar.gz.partial']), {
      interval: 1,
      timeout: 60_000,
    })
    stop.abort()
    await expect(writing).rejects.toThrow('The backup was interrupted. No file was left.')
    expect(await readdir(folder)).toEqual([])
    expect(await listStagingFiles()).toEqual([])
  })
})

test("A start of the site and a backup do not delete each other's temporary files", async () => {
  const upload = join(site.dataDir, 'tmp', 'upload-waiting')
  await mkdir(upload)
  await backUp(join(folder, 'site.tar.gz'))
  expect(await listStagingFiles()).toEqual(['upload-waiting'])
  await rm(upload, { recursive: true })
})
