import { chmod, mkdir, mkdtemp, open, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { getPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { toBusinessDate } from '#contracts/business-date.ts'
import type { Dashboard } from '#contracts/dashboard.ts'
import { openBackupFolder } from '#server/backup/backup-folder.ts'
import { type NightlyBackups, startNightlyBackups } from '#server/backup/nightly.ts'
import { restoreBackup } from '#server/backup/restore.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { insertMedia } from '#server/media/store.ts'
import { listMediaFiles } from '../../support/db-snapshot.ts'
import { createJpeg, createMachine, createService } from '../../support/fixtures/items.ts'
import { startBucket } from '../../support/s3-bucket.ts'
import { startSite, type TestSite } from '../../support/site.ts'

// The backup process has the lowest priority and is slow beside other load.
vi.setConfig({ testTimeout: 120_000 })

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

let site: TestSite | undefined
let folder: string
let backupDir: string
/** Scheduled functions with their delays. */
let timers: { run: () => void; afterMs: number }[]
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'capstan-nightly-'))
  backupDir = join(folder, 'backups')
  timers = []
})
afterEach(async () => {
  await site?.close()
  site = undefined
  await rm(folder, { recursive: true, force: true })
})

function timer(run: () => void, afterMs: number): () => void {
  const entry = { run, afterMs }
  timers.push(entry)
  return () => {
    timers = timers.filter((other) => other !== entry)
  }
}

/** Runs the only scheduled function and returns its delay. */
function runNextTimer(): number {
  expect(timers).toHaveLength(1)
  const [{ run, afterMs }] = timers.splice(0) as [(typeof timers)[number]]
  run()
  return afterMs
}
/** Waits until a function is scheduled again and returns its delay. */
async function waitForNextTimer(): Promise<number> {
  await vi.waitFor(() => expect(timers).toHaveLength(1), 60_000)
  return timers[0]!.afterMs
}
const getBackupName = (daysAgo = 0) =>
  `capstan-${toBusinessDate(new Date(Date.now() - daysAgo * DAY_MS))}.tar.gz`

test('The site backs itself up after its start and every night, and deletes expired backups', async () => {
  site = await startSite({ BACKUP_DIR: backupDir }, { timer })
  const service = await createService(await site.signIn())
  expect(runNextTimer()).toBe(60_000)
  expect(await waitForNextTimer()).toBe(HOUR_MS)
  expect(await readdir(backupDir)).toEqual([getBackupName()])
  expect((await stat(backupDir)).mode & 0o777).toBe(0o700)
  expect((await stat(join(backupDir, getBackupName()))).mode & 0o777).toBe(0o600)
  const first = await readFile(join(backupDir, getBackupName()))

  runNextTimer()
  expect(await waitForNextTimer()).toBeLessThanOrEqual(HOUR_MS)
  expect((await readFile(join(backupDir, getBackupName()))).equals(first)).toBe(true)

  const stray = ['notes.txt', 'capstan-2020-01-01.tar.gz.bak', 'capstan-2020-13-01.tar.gz', 'capstan.tar.gz']
  const old = Array.from({ length: 40 }, (_, count) => getBackupName(count + 1))
  for (const name of [...stray, ...old, `${getBackupName(3)}.partial`])
    await writeFile(join(backupDir, name), '')
  site.advanceClock(2 * 24 * 60)
  runNextTimer()
  expect(await waitForNextTimer()).toBe(HOUR_MS)
  const left = await readdir(backupDir)
  expect(left).toEqual(
    expect.arrayContaining([...stray, getBackupName(-2), getBackupName(), getBackupName(5)]),
  )
  expect(left).not.toContain(`${getBackupName(3)}.partial`)
  expect(left.filter((name) => old.includes(name)).length).toBeLessThan(5 + 4 + 3)

  const dataDir = join(folder, 'restored')
  await restoreNight(getBackupName(-2), dataDir)
  await site.close()
  site = await startSite({ DATA_DIR: dataDir })
  expect((await site.fetch(`/api/services/${service.id}`)).status).toBe(200)
})

test('Without BACKUP_DIR no backup is scheduled', async () => {
  site = await startSite({}, { timer })
  expect(timers).toEqual([])
})

test('A nightly backup contains pictures that are stored in a bucket', async () => {
  const bucket = await startBucket()
  onTestFinished(() => bucket.close())
  site = await startSite({ BACKUP_DIR: backupDir, MEDIA_URL: bucket.url }, { timer })
  const machine = await createMachine(await site.signIn(), {}, [await createJpeg(1, 300, 200)])
  runNextTimer()
  await waitForNextTimer()
  const dataDir = join(folder, 'restored')
  const { manifest } = await restoreNight(getBackupName(), dataDir)
  expect(manifest.media).toMatchObject({ files: 1, missing: [] })
  expect(machine.images[0]).toContain((await listMediaFiles(dataDir))[0])
})

const restoreNight = (name: string, dataDir: string) => {
  const { signal } = new AbortController()
  return restoreBackup({
    file: join(backupDir, name),
    dataDir,
    force: false,
    clock: () => new Date(),
    signal,
  })
}

/** Starts nightly backups of a site and records their results. */
async function startJob(now: () => Date = () => new Date()) {
  site = await startSite()
  const reports: unknown[] = []
  const job: NightlyBackups = startNightlyBackups({
    dataDir: site.dataDir,
    environment: {},
    folder: await openBackupFolder(backupDir, now),
    clock: now,
    timer,
    onDone: (done) => reports.push(done),
    onFailure: (reason) => reports.push(reason),
    onOverdue: (hours) => reports.push(hours),
  })
  return { job, reports, site }
}

test('A failed nightly backup is logged without paths of the machine and retried after an hour', async () => {
  const { reports } = await startJob()
  await rm(backupDir, { recursive: true })
  await writeFile(backupDir, 'a file where the folder should be')
  runNextTimer()
  expect(await waitForNextTimer()).toBe(HOUR_MS)
  expect(reports).toEqual(['The nightly backup failed: BACKUP_DIR is not a folder.'])

  await rm(backupDir)
  await mkdir(join(backupDir, `${getBackupName()}.partial`, 'in the way'), { recursive: true })
  runNextTimer()
  expect(await waitForNextTimer()).toBe(HOUR_MS)
  expect(reports[1]).toEqual(expect.stringMatching(/^The nightly backup failed: .+BACKUP_DIR.+\.$/))
  await rm(backupDir, { recursive: true })

  const database = join(site!.dataDir, 'capstan.sqlite')
  await site!.db.destroy()
  await rm(database)
  runNextTimer()
  expect(await waitForNextTimer()).toBe(HOUR_MS)
  expect(reports[2]).toBe('There is no site in DATA_DIR (DATA_DIR).')
  expect(await readdir(backupDir)).toEqual([])
})

test('A BACKUP_DIR in which no file can be written stops the start with one sentence', async () => {
  await writeFile(backupDir, 'a file where the folder should be')
  await expect(startSite({ BACKUP_DIR: backupDir })).rejects.toThrow(
    `The setting BACKUP_DIR is wrong: no backup can be written to ${backupDir}: ${backupDir} is not a folder.`,
  )
})

test.skipIf(process.getuid?.() === 0)(
  'A BACKUP_DIR that only others can write stops the start with one sentence',
  async () => {
    await mkdir(backupDir)
    await chmod(backupDir, 0o500)
    await expect(startSite({ BACKUP_DIR: backupDir })).rejects.toThrow(/has no permission to read or write/)
  },
)

test('The age of the newest backup is on the dashboard once it is older than 26 hours, in /readyz and in the metrics', async () => {
  await mkdir(backupDir)
  await writeFile(join(backupDir, getBackupName(1)), '')
  const fiveHoursAgo = new Date(Date.now() - 5 * HOUR_MS - 60_000)
  await utimes(join(backupDir, getBackupName(1)), fiveHoursAgo, fiveHoursAgo)
  const token = 'a-token-for-the-metrics'
  const running = await startSite({ BACKUP_DIR: backupDir, METRICS_TOKEN: token }, { timer })
  site = running
  const read = async (role: 'owner' | 'sales') => {
    const fetch = await running.signIn(role)
    const { pending, gettingStarted } = (await (await fetch('/api/dashboard')).json()) as Dashboard
    const isDone = gettingStarted?.steps.find(({ step }) => step === 'backup')?.done
    return { hours: pending.backupHours, isDone }
  }
  const readReadiness = async () => (await running.fetch('/readyz')).text()
  const readAge = async () => {
    const text = await (
      await running.fetch('/metrics', { headers: { authorization: `Bearer ${token}` } })
    ).text()
    return Number(/^capstan_backup_age_seconds (\S+)$/m.exec(text)?.[1])
  }
  expect(await read('owner')).toEqual({ hours: null, isDone: true })
  expect(await readReadiness()).toBe('ready\nhours since the newest backup: 5')
  expect((await readAge()) / 3600).toBeCloseTo(5, 1)
  running.advanceClock(22 * 60)
  expect(await read('owner')).toEqual({ hours: 27, isDone: false })
  expect(await read('sales')).toEqual({ hours: null, isDone: undefined })
  expect(await readReadiness()).toBe('ready\nhours since the newest backup: 27 (too old)')
  expect((await readAge()) / 3600).toBeCloseTo(27, 1)
})

test('A failed nightly backup is reported together with the age of the newest one if that is too old', async () => {
  let hours = 0
  const { reports } = await startJob(() => new Date(Date.now() + hours * HOUR_MS))
  await mkdir(join(backupDir, `${getBackupName(-2)}.partial`, 'in the way'), { recursive: true })
  hours = 48
  runNextTimer()
  await waitForNextTimer()
  expect(reports).toEqual([expect.stringMatching(/^The nightly backup failed: /), 48])
})

test('A nightly backup counts the picture files that are missing on the site', async () => {
  const { reports, site } = await startJob()
  const record = {
    id: '0'.repeat(32),
    width: 320,
    height: 240,
    thumbhash: '',
    widths: [160, 320],
    avif: false,
  }
  await inTransaction(site.db, (tx) => insertMedia(tx, record, new Date().toISOString()))
  runNextTimer()
  await waitForNextTimer()
  expect(reports).toEqual([{ name: getBackupName(), bytes: expect.any(Number), missing: 2, removed: 0 }])
})

test('A nightly backup runs at the lowest priority, and a stop of the site aborts it without leaving a file', async () => {
  const { job, reports, site } = await startJob()
  const id = '0'.repeat(32)
  const record = { id, width: 320, height: 240, thumbhash: '', widths: [320], avif: false }
  await inTransaction(site.db, (tx) => insertMedia(tx, record, new Date().toISOString()))
  await mkdir(join(site.dataDir, 'media', id), { recursive: true })
  const huge = await open(join(site.dataDir, 'media', id, '320.webp'), 'w')
  await huge.truncate(4_000_000_000)
  await huge.close()
  runNextTimer()
  await vi.waitFor(async () => {
    expect(await readdir(backupDir)).toEqual([`${getBackupName()}.partial`])
    expect((await stat(join(backupDir, `${getBackupName()}.partial`))).size).toBeGreaterThan(100_000)
  }, 10_000)
  const [staging] = await readdir(join(site.dataDir, 'tmp'))
  const pid = Number(staging!.split('-')[1])
  expect(getPriority(pid)).toBe(19)

  const start = performance.now()
  await job.stop()
  expect(performance.now() - start).toBeLessThan(3500)
  expect(() => process.kill(pid, 0)).toThrow('ESRCH')
  expect(await readdir(backupDir)).toEqual([])
  expect(await readdir(join(site.dataDir, 'tmp'))).toEqual([])
  expect(timers).toEqual([])
  expect(reports).toEqual([])
})
