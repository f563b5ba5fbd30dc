import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { gunzipSync } from 'node:zlib'
import { Migrator } from 'kysely/migration'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { restoreBackup } from '#server/backup/restore.ts'
import { LATEST_MIGRATION } from '#server/database/migrate.ts'
import { up as baseline } from '#server/database/migrations/0001-baseline.ts'
import { toKysely } from '#server/database/sqlite/dialect.ts'
import { openSqliteFile } from '#server/database/sqlite/file.ts'
import { runCommand } from '../../support/command.ts'
import { createJpeg, createMachine } from '../../support/fixtures/items.ts'
import { createIssuedQuotation } from '../../support/fixtures/quotations.ts'
import { readEntries, syncManifest, type TestEntry, writeEntries } from '../../support/formats/archive.ts'
import { startSite, type TestSite } from '../../support/site.ts'
import { startProcess } from '../../support/site-process.ts'

let site: TestSite
let archives: string
let validArchive: string
let folder: string
let dataDir: string
beforeAll(async () => {
  site = await startSite()
  archives = await mkdtemp(join(tmpdir(), 'capstan-archives-'))
  validArchive = join(archives, 'good.tar.gz')
  await createMachine(await site.signIn(), {}, [await createJpeg(1, 400, 300)])
  await runCommand('backup', [validArchive], { DATA_DIR: site.dataDir })
})
afterAll(async () => {
  await site.close()
  await rm(archives, { recursive: true })
})
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'capstan-restore-'))
  dataDir = join(folder, 'data')
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const restoreFile = (file: string, force = false) =>
  restoreBackup({ file, dataDir, force, clock: () => new Date(), signal: new AbortController().signal })
const getRestoreError = async (file: string, force = false): Promise<string> => {
  const problem = await restoreFile(file, force).then(
    () => new Error('it was restored'),
    (error: Error) => error,
  )
  return problem.message.replaceAll(file, 'FILE').replaceAll(dataDir, 'DATA_DIR')
}

/** Writes a changed copy of the valid archive. */
async function writeChangedArchive(change: (entries: TestEntry[]) => void): Promise<string> {
  const entries = await readEntries(validArchive)
  change(entries)
  const file = join(folder, 'changed.tar.gz')
  await writeEntries(file, entries)
  return file
}
function isSame(archive: Buffer, other: Buffer): boolean {
  try {
    return gunzipSync(archive).equals(gunzipSync(other))
  } catch {
    return false
  }
}
const findImageIndex = (entries: TestEntry[]) => entries.findIndex(({ path }) => path.startsWith('media/'))

describe('Rejected archives', () => {
  const PICTURE = expect.stringMatching(
    /^FILE is damaged: the file media\/[0-9a-f]{32}\/320\.webp is missing\.$/,
  )
  const unexpected = (path: string) => `FILE contains ${path}, which is not part of a Capstan backup.`

  test.each<[string, (entries: TestEntry[]) => void, unknown]>([
    [
      'contains a path outside its folder',
      (entries) => entries.splice(2, 0, { path: '../outside.txt', bytes: Buffer.from('x') }),
      unexpected('../outside.txt'),
    ],
    [
      'contains a picture path outside its folder',
      (entries) => (entries[findImageIndex(entries)]!.path = `media/${'a'.repeat(32)}/../../../outside.webp`),
      unexpected(`media/${'a'.repeat(32)}/../../../outside.webp`),
    ],
    [
      'contains an absolute path',
      (entries) => entries.push({ path: '/tmp/capstan-outside.txt', bytes: Buffer.from('x') }),
      unexpected('/tmp/capstan-outside.txt'),
    ],
    [
      'contains a link instead of a picture',
      (entries) => {
        const { path } = entries[findImageIndex(entries)]!
        entries[findImageIndex(entries)] = { path, bytes: Buffer.alloc(0), link: '/etc/passwd' }
      },
      expect.stringMatching(/^FILE contains media\/\S+, which is not part of a Capstan backup\.$/),
    ],
    [
      'contains another file',
      (entries) => entries.push({ path: 'readme.txt', bytes: Buffer.from('x') }),
      unexpected('readme.txt'),
    ],
    [
      'contains a picture twice',
      (entries) => entries.splice(2, 0, entries[findImageIndex(entries)]!),
      expect.stringMatching(/^FILE is damaged: it contains media\/\S+ twice\.$/),
    ],
    [
      'has a changed picture',
      (entries) => (entries[findImageIndex(entries)]!.bytes = Buffer.from('another')),
      'FILE is damaged: the pictures have other checksums.',
    ],
    [
      'has no file for a picture of the database',
      (entries) => {
        entries.splice(findImageIndex(entries), 1)
        syncManifest(entries)
      },
      PICTURE,
    ],
    [
      'has a changed database',
      (entries) => (entries[1]!.bytes = Buffer.concat([entries[1]!.bytes, Buffer.alloc(4096)])),
      'FILE is damaged: the database has another checksum.',
    ],
    [
      'has other numbers of rows than its manifest',
      (entries) => syncManifest(entries, ({ database }) => Object.assign(database.rows, { item: 7 })),
      'FILE is damaged: the database has other numbers of rows.',
    ],
    [
      'has a corrupt database',
      (entries) => {
        const bytes = Buffer.from(entries[1]!.bytes)
        bytes.fill(7, bytes.length / 2)
        entries[1]!.bytes = bytes
        syncManifest(entries)
      },
      expect.stringMatching(
        /^FILE is damaged: the database is corrupt \(.+\)\.$|: the database is damaged \(.+\)\.$/,
      ),
    ],
    [
      'comes from a newer version',
      (entries) => syncManifest(entries, (manifest) => Object.assign(manifest, { level: '9999-later' })),
      'FILE was written by a newer version of Capstan. Restore it with that version or a later one.',
    ],
    [
      'has a newer format version',
      (entries) =>
        syncManifest(entries, (manifest) => Object.assign(manifest, { format: 2, level: 9, new: true })),
      'FILE was written by a newer version of Capstan. Restore it with that version or a later one.',
    ],
    [
      'has a database of another schema version than its manifest',
      (entries) => syncManifest(entries, (manifest) => Object.assign(manifest, { level: '0001-baseline' })),
      `FILE is damaged: the database has the migration ${LATEST_MIGRATION}, not 0001-baseline.`,
    ],
    ['has no manifest', (entries) => entries.shift(), 'FILE is not a Capstan backup.'],
    ['has no end', (entries) => entries.pop(), 'FILE is damaged: its end is missing.'],
    [
      'needs more disk space than is free',
      (entries) => syncManifest(entries, ({ media }) => Object.assign(media, { bytes: 1e15 })),
      expect.stringMatching(
        /^There is not enough disk space: the backup needs 1\d{9} MB, and \d+ MB are free\.$/,
      ),
    ],
  ])('An archive that %s is rejected with one line of explanation', async (_reason, change, message) => {
    expect(await getRestoreError(await writeChangedArchive(change))).toEqual(message)
    expect(await readdir(folder)).toEqual(['changed.tar.gz'])
  })

  test.each(['not a tar at all', ''])('A file that contains %j is rejected', async (text) => {
    const file = join(folder, 'changed.tar.gz')
    await writeFile(file, text.repeat(100))
    expect(await getRestoreError(file)).toMatch(
      /^FILE is (?:damaged, incomplete or not a backup|not a Capstan backup)\.$|its end/,
    )
    expect(await readdir(folder)).toEqual(['changed.tar.gz'])
  })

  test('An archive that ends at any earlier byte is rejected', async () => {
    const bytes = await readFile(validArchive)
    const file = join(folder, 'cut.tar.gz')
    for (const part of [0.001, 0.3, 0.6, 0.9, 0.9999]) {
      await writeFile(file, bytes.subarray(0, Math.floor(bytes.length * part)))
      expect(await getRestoreError(file), String(part)).toBe('FILE is damaged, incomplete or not a backup.')
    }
    expect(await readdir(folder)).toEqual(['cut.tar.gz'])
  })

  test('An archive with one changed byte anywhere is rejected', async () => {
    const bytes = await readFile(validArchive)
    const file = join(folder, 'flipped.tar.gz')
    let rejectedCount = 0
    for (let at = 10; at < bytes.length; at += Math.ceil(bytes.length / 23)) {
      const flipped = Buffer.from(bytes)
      flipped[at]! ^= 0x10
      await writeFile(file, flipped)
      // A changed bit can encode the same content: a repetition of equal bytes at another distance.
      if (isSame(flipped, bytes)) continue
      rejectedCount++
      expect(await getRestoreError(file), String(at)).toMatch(
        /^FILE (?:is damaged|is not a Capstan backup|contains)/,
      )
    }
    expect(rejectedCount).toBeGreaterThan(15)
    expect(await readdir(folder)).toEqual(['flipped.tar.gz'])
  })
})

test('A missing archive is reported as missing', async () => {
  const result = await runCommand('restore', [join(folder, 'none.tar.gz')], { DATA_DIR: dataDir })
  expect(result.code).toBe(1)
  expect(result.text).toMatch(/^The backup \S+ cannot be restored: \S+none\.tar\.gz does not exist\.\n$/)
  expect(await readdir(folder)).toEqual([])
})

test('A backup of an older version is restored and migrated', async () => {
  const older = join(folder, 'older')
  await mkdir(older)
  const db = toKysely(openSqliteFile(join(older, 'capstan.sqlite')))
  const provider = { getMigrations: async () => ({ '0001-baseline': { up: baseline } }) }
  await new Migrator({ db, provider }).migrateToLatest()
  await db.destroy()
  const file = join(folder, 'older.tar.gz')
  expect(await runCommand('backup', [file], { DATA_DIR: older })).toMatchObject({ code: 0 })
  const [manifest] = await readEntries(file)
  expect(JSON.parse(manifest!.bytes.toString()).level).toBe('0001-baseline')
  await restoreFile(file)
  const again = await startSite({ DATA_DIR: dataDir })
  expect((await again.fetch('/api/products')).status).toBe(200)
  await again.close()
})

describe('The data folder of a restore', () => {
  test('An empty data folder is filled and retains its permissions', async () => {
    await mkdir(dataDir, { mode: 0o750 })
    await restoreFile(validArchive)
    expect((await readdir(dataDir)).sort()).toEqual(['attachments', 'capstan.sqlite', 'documents', 'media'])
    expect((await stat(dataDir)).mode & 0o777).toBe(0o750)
    expect(await readdir(folder)).toEqual(['data'])
  })

  test('A data folder with content is not changed without --force', async () => {
    await mkdir(dataDir)
    await writeFile(join(dataDir, '.notes'), 'precious')
    expect(await getRestoreError(validArchive)).toBe(
      'DATA_DIR (DATA_DIR) is not empty. Choose another folder, or use --force, which moves the present content to another folder.',
    )
    expect(await readdir(dataDir)).toEqual(['.notes'])
  })

  test('With --force the content of the data folder is renamed and not deleted', async () => {
    await mkdir(join(dataDir, 'media'), { recursive: true })
    await writeFile(join(dataDir, 'media', 'old.webp'), 'precious')
    await writeFile(join(dataDir, 'capstan.sqlite'), 'not a database, but data')
    const { text } = await runCommand('restore', [validArchive, '--force'], { DATA_DIR: dataDir })
    const [previous, now] = (await readdir(folder)).sort().reverse()
    expect(now).toBe('data')
    expect(previous).toMatch(/^data-before-restore-20\d\d-\d\d-\d\dT\d\d-\d\d-\d\dZ$/)
    expect(text).toContain(`The previous content is in ${join(folder, previous!)}.`)
    expect(await readFile(join(folder, previous!, 'media', 'old.webp'), 'utf8')).toBe('precious')
    expect(await readFile(join(folder, previous!, 'capstan.sqlite'), 'utf8')).toContain('not a database')
    expect((await readdir(dataDir)).sort()).toEqual(['attachments', 'capstan.sqlite', 'documents', 'media'])
  })

  test('The content of the data folder is not renamed for a damaged archive', async () => {
    await mkdir(dataDir)
    await writeFile(join(dataDir, 'notes.txt'), 'precious')
    const file = await writeChangedArchive((entries) => entries.pop())
    expect(await getRestoreError(file, true)).toBe('FILE is damaged: its end is missing.')
    expect((await readdir(folder)).sort()).toEqual(['changed.tar.gz', 'data'])
    expect(await readdir(dataDir)).toEqual(['notes.txt'])
  })

  test('A data folder that is a symbolic link is filled at its destination', async () => {
    const real = join(folder, 'real')
    await mkdir(real)
    await writeFile(join(real, 'notes.txt'), 'precious')
    await symlink(real, dataDir)
    const { previousDataPath } = await restoreFile(validArchive, true)
    expect((await readdir(real)).sort()).toEqual(
      ['attachments', 'capstan.sqlite', 'documents', previousDataPath!.split('/').at(-1), 'media'].sort(),
    )
    expect(await readFile(join(previousDataPath!, 'notes.txt'), 'utf8')).toBe('precious')
  })

  test('The data folder of a running site is not changed, even with --force', async () => {
    const running = await startProcess({ DATA_DIR: dataDir, DEMO: 'off' })
    const before = (await readdir(dataDir)).sort()
    expect(await getRestoreError(validArchive, true)).toBe('A site is running on DATA_DIR. Stop it first.')
    expect((await readdir(dataDir)).sort()).toEqual(before)
    expect((await fetch(new URL('/api/products', running.url))).status).toBe(200)
    await running.stop()
    const { previousDataPath } = await restoreFile(validArchive, true)
    expect((await readdir(previousDataPath!)).sort()).toEqual(
      before.filter((name) => !/-(?:wal|shm)$/.test(name)),
    )
    const machines = new DatabaseSync(join(dataDir, 'capstan.sqlite')).prepare('select name from item').all()
    expect(machines).toMatchObject([{ name: 'CL 25 Capstan Lathe' }])
  })
})

describe('Numbers of quotations after a restore', () => {
  const NUMBERS_PER_DAY = 100
  const read = (number: string) => Number(number.split('/').at(-1))

  test('A quotation never gets a number that was given after the backup, and the gap is stated', async () => {
    const owner = await site.signIn()
    const before = read((await createIssuedQuotation(owner)).number)
    const file = join(folder, 'before.tar.gz')
    await runCommand('backup', [file], { DATA_DIR: site.dataDir })
    const lost = await Promise.all([1, 2, 3].map(() => createIssuedQuotation(owner)))
    const { text } = await runCommand('restore', [file], { DATA_DIR: dataDir })
    expect(text).toContain(`Quotations continue with number ${before + NUMBERS_PER_DAY + 1}, because`)
    const restored = await startSite({ DATA_DIR: dataDir })
    try {
      const sales = await restored.signIn('sales')
      const settings = await (await sales('/api/quotations/settings')).json()
      expect(settings).toMatchObject({ nextNumber: before + NUMBERS_PER_DAY + 1 })
      const next = await createIssuedQuotation(sales)
      expect(read(next.number)).toBe(before + NUMBERS_PER_DAY + 1)
      expect(lost.map(({ number }) => number)).not.toContain(next.number)
    } finally {
      await restored.close()
    }
  })

  test('The gap grows with the age of the backup, also into the next financial year', async () => {
    const ageMs = 400 * 24 * 60 * 60_000
    const { nextNumber } = await restoreBackup({
      file: validArchive,
      dataDir,
      force: false,
      clock: () => new Date(Date.now() + ageMs),
      signal: new AbortController().signal,
    })
    expect(nextNumber).toBe(401 * NUMBERS_PER_DAY + 1)
  })
})
