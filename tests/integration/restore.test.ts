import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { gunzipSync } from 'node:zlib'
import { Kysely } from 'kysely'
import { Migrator } from 'kysely/migration'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { restoreBackup } from '#server/backup/restore.ts'
import { LATEST_MIGRATION } from '#server/database/migrate.ts'
import { up as start } from '#server/database/migrations/0001-initial.ts'
import { NodeSqliteDialect } from '#server/database/sqlite/dialect.ts'
import { openSqliteFile } from '#server/database/sqlite/file.ts'
import { readEntries, syncManifest, type TestEntry, writeEntries } from '../support/archive.ts'
import { runCommand } from '../support/command.ts'
import { createJpeg, createMachine } from '../support/items.ts'
import { startSite, type TestSite } from '../support/site.ts'
import { startProcess } from '../support/site-process.ts'

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

/** Writes the good archive with a change. */
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

describe('an archive is refused in a sentence, and nothing of it stays, when it', () => {
  const PICTURE = expect.stringMatching(/^FILE is damaged: the picture [0-9a-f]{32}\/320\.webp is missing\.$/)
  const unexpected = (path: string) => `FILE holds ${path}, which no back-up of Capstan holds.`

  test.each<[string, (entries: TestEntry[]) => void, unknown]>([
    [
      'leads out of its folder',
      (entries) => entries.splice(2, 0, { path: '../outside.txt', bytes: Buffer.from('x') }),
      unexpected('../outside.txt'),
    ],
    [
      'leads out of its folder by a picture',
      (entries) => (entries[findImageIndex(entries)]!.path = `media/${'a'.repeat(32)}/../../../outside.webp`),
      unexpected(`media/${'a'.repeat(32)}/../../../outside.webp`),
    ],
    [
      'names a place from the root',
      (entries) => entries.push({ path: '/tmp/capstan-outside.txt', bytes: Buffer.from('x') }),
      unexpected('/tmp/capstan-outside.txt'),
    ],
    [
      'has a link in place of a picture',
      (entries) => {
        const { path } = entries[findImageIndex(entries)]!
        entries[findImageIndex(entries)] = { path, bytes: Buffer.alloc(0), link: '/etc/passwd' }
      },
      expect.stringMatching(/^FILE holds media\/\S+, which no back-up of Capstan holds\.$/),
    ],
    [
      'holds anything else',
      (entries) => entries.push({ path: 'readme.txt', bytes: Buffer.from('x') }),
      unexpected('readme.txt'),
    ],
    [
      'has a picture twice',
      (entries) => entries.splice(2, 0, entries[findImageIndex(entries)]!),
      expect.stringMatching(/^FILE is damaged: media\/\S+ is in it twice\.$/),
    ],
    [
      'has another picture than was backed up',
      (entries) => (entries[findImageIndex(entries)]!.bytes = Buffer.from('another')),
      'FILE is damaged: its pictures are not what was backed up.',
    ],
    [
      'lacks a picture that the database names',
      (entries) => {
        entries.splice(findImageIndex(entries), 1)
        syncManifest(entries)
      },
      PICTURE,
    ],
    [
      'has a database that was changed',
      (entries) => (entries[1]!.bytes = Buffer.concat([entries[1]!.bytes, Buffer.alloc(4096)])),
      'FILE is damaged: the database is not what was backed up.',
    ],
    [
      'has other rows than it says',
      (entries) => syncManifest(entries, ({ database }) => Object.assign(database.rows, { item: 7 })),
      'FILE is damaged: its database does not have the rows that were backed up.',
    ],
    [
      'has a database with bad pages',
      (entries) => {
        const bytes = Buffer.from(entries[1]!.bytes)
        bytes.fill(7, bytes.length / 2)
        entries[1]!.bytes = bytes
        syncManifest(entries)
      },
      expect.stringMatching(
        /^FILE is damaged: its database is not sound \(.+\)\.$|: the database is damaged \(.+\)\.$/,
      ),
    ],
    [
      'comes from a newer version',
      (entries) => syncManifest(entries, (manifest) => Object.assign(manifest, { level: '9999-later' })),
      'FILE was made by a newer version of Capstan. Restore it with that version or a later one.',
    ],
    [
      'has a form that is not known yet',
      (entries) =>
        syncManifest(entries, (manifest) => Object.assign(manifest, { format: 2, level: 9, new: true })),
      'FILE was made by a newer version of Capstan. Restore it with that version or a later one.',
    ],
    [
      'has a database of another level than it says',
      (entries) => syncManifest(entries, (manifest) => Object.assign(manifest, { level: '0001-start' })),
      `FILE is damaged: its database is of step ${LATEST_MIGRATION}, not 0001-start.`,
    ],
    ['has no manifest', (entries) => entries.shift(), 'FILE is no back-up of Capstan.'],
    ['has lost its end', (entries) => entries.pop(), 'FILE is damaged: its end is missing.'],
    [
      'needs more room than there is',
      (entries) => syncManifest(entries, ({ media }) => Object.assign(media, { bytes: 1e15 })),
      expect.stringMatching(/^There is no room for this back-up: it needs 1\d{9} MB, and \d+ MB are free\.$/),
    ],
  ])('%s', async (_what, change, sentence) => {
    expect(await getRestoreError(await writeChangedArchive(change))).toEqual(sentence)
    expect(await readdir(folder)).toEqual(['changed.tar.gz'])
  })

  test.each(['not a tar at all', ''])('is %j', async (text) => {
    const file = join(folder, 'changed.tar.gz')
    await writeFile(file, text.repeat(100))
    expect(await getRestoreError(file)).toMatch(
      /^FILE is (?:damaged, cut off or no back-up at all|no back-up of Capstan)\.$|its end/,
    )
    expect(await readdir(folder)).toEqual(['changed.tar.gz'])
  })

  test('is cut off anywhere', async () => {
    const bytes = await readFile(validArchive)
    const file = join(folder, 'cut.tar.gz')
    for (const part of [0.001, 0.3, 0.6, 0.9, 0.9999]) {
      await writeFile(file, bytes.subarray(0, Math.floor(bytes.length * part)))
      expect(await getRestoreError(file), String(part)).toBe('FILE is damaged, cut off or no back-up at all.')
    }
    expect(await readdir(folder)).toEqual(['cut.tar.gz'])
  })

  test('has one wrong byte anywhere', async () => {
    const bytes = await readFile(validArchive)
    const file = join(folder, 'flipped.tar.gz')
    let refused = 0
    for (let at = 10; at < bytes.length; at += Math.ceil(bytes.length / 23)) {
      const flipped = Buffer.from(bytes)
      flipped[at]! ^= 0x10
      await writeFile(file, flipped)
      // Now and then another bit means the same: a repetition of the same bytes from elsewhere.
      if (isSame(flipped, bytes)) continue
      refused++
      expect(await getRestoreError(file), String(at)).toMatch(/^FILE (?:is damaged|is no back-up|holds)/)
    }
    expect(refused).toBeGreaterThan(15)
    expect(await readdir(folder)).toEqual(['flipped.tar.gz'])
  })
})

test('a file that is not there is said not to be there', async () => {
  const answer = await runCommand('restore', [join(folder, 'none.tar.gz')], { DATA_DIR: dataDir })
  expect(answer.code).toBe(1)
  expect(answer.text).toMatch(/^The back-up \S+ cannot be restored: \S+none\.tar\.gz is not there\.\n$/)
  expect(await readdir(folder)).toEqual([])
})

test('a back-up of an older version is restored, and brought up to date by the next start', async () => {
  const older = join(folder, 'older')
  await mkdir(older)
  const db = new Kysely({ dialect: new NodeSqliteDialect(openSqliteFile(join(older, 'capstan.sqlite'))) })
  const provider = { getMigrations: async () => ({ '0001-start': { up: start } }) }
  await new Migrator({ db, provider }).migrateToLatest()
  await db.destroy()
  const file = join(folder, 'older.tar.gz')
  expect(await runCommand('backup', [file], { DATA_DIR: older })).toMatchObject({ code: 0 })
  const [manifest] = await readEntries(file)
  expect(JSON.parse(manifest!.bytes.toString()).level).toBe('0001-start')
  await restoreFile(file)
  const again = await startSite({ DATA_DIR: dataDir })
  expect((await again.fetch('/api/products')).status).toBe(200)
  await again.close()
})

describe('a data folder', () => {
  test('that is empty is filled, with the rights it has', async () => {
    await mkdir(dataDir, { mode: 0o750 })
    await restoreFile(validArchive)
    expect((await readdir(dataDir)).sort()).toEqual(['capstan.sqlite', 'media'])
    expect((await stat(dataDir)).mode & 0o777).toBe(0o750)
    expect(await readdir(folder)).toEqual(['data'])
  })

  test('with anything in it stays as it is', async () => {
    await mkdir(dataDir)
    await writeFile(join(dataDir, '.notes'), 'precious')
    expect(await getRestoreError(validArchive)).toBe(
      'DATA_DIR (DATA_DIR) is not empty. Name another folder, or use --force: what is there is then moved aside.',
    )
    expect(await readdir(dataDir)).toEqual(['.notes'])
  })

  test('with anything in it is moved aside by force, never removed', async () => {
    await mkdir(join(dataDir, 'media'), { recursive: true })
    await writeFile(join(dataDir, 'media', 'old.webp'), 'precious')
    await writeFile(join(dataDir, 'capstan.sqlite'), 'no database, but somebody’s')
    const { text } = await runCommand('restore', [validArchive, '--force'], { DATA_DIR: dataDir })
    const [kept, now] = (await readdir(folder)).sort().reverse()
    expect(now).toBe('data')
    expect(kept).toMatch(/^data-before-restore-20\d\d-\d\d-\d\dT\d\d-\d\d-\d\dZ$/)
    expect(text).toContain(`What was there before is in ${join(folder, kept!)}.`)
    expect(await readFile(join(folder, kept!, 'media', 'old.webp'), 'utf8')).toBe('precious')
    expect(await readFile(join(folder, kept!, 'capstan.sqlite'), 'utf8')).toContain('somebody')
    expect((await readdir(dataDir)).sort()).toEqual(['capstan.sqlite', 'media'])
  })

  test('is not moved aside for a bad archive', async () => {
    await mkdir(dataDir)
    await writeFile(join(dataDir, 'notes.txt'), 'precious')
    const file = await writeChangedArchive((entries) => entries.pop())
    expect(await getRestoreError(file, true)).toBe('FILE is damaged: its end is missing.')
    expect((await readdir(folder)).sort()).toEqual(['changed.tar.gz', 'data'])
    expect(await readdir(dataDir)).toEqual(['notes.txt'])
  })

  test('that is a link to another place is filled where it leads', async () => {
    const real = join(folder, 'real')
    await mkdir(real)
    await writeFile(join(real, 'notes.txt'), 'precious')
    await symlink(real, dataDir)
    const { previousDataPath } = await restoreFile(validArchive, true)
    expect((await readdir(real)).sort()).toEqual(
      ['capstan.sqlite', previousDataPath!.split('/').at(-1), 'media'].sort(),
    )
    expect(await readFile(join(previousDataPath!, 'notes.txt'), 'utf8')).toBe('precious')
  })

  test('on which a site runs is left alone, even by force, until the site is stopped', async () => {
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
