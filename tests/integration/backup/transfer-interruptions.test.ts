import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '#server/database/open.ts'
import { beginTransfer, openTarget, writeBatch } from '#server/transfer/store-target.ts'
import { listMediaFiles } from '../../support/db-snapshot.ts'
import { listAttachmentFolders } from '../../support/fixtures/attachments.ts'
import { listDocumentFolders } from '../../support/fixtures/documents.ts'
import { queryPostgres } from '../../support/postgres/postgres.ts'
import { getProgram, PROJECT } from '../../support/project.ts'
import type { TestBucket } from '../../support/s3-bucket.ts'
import {
  bucket,
  createBucketFolder,
  createServerDatabase,
  dataDir,
  expectTransfer,
  expectTransferError,
  folder,
  setUpTransferTests,
} from '../../support/transfer.ts'

setUpTransferTests()

/** So many that a transfer copies them for long enough to be interrupted. */
const ENTRIES = 45_000

describe('Interrupted transfers', () => {
  test('A transfer that the bucket interrupted continues where it stopped', async () => {
    const [to, media] = [await createServerDatabase(), createBucketFolder()]
    let stored = 0
    bucket.intercept = (request, response) => {
      if (request.method !== 'PUT' || request.url?.includes('write-check') || ++stored <= 5) return false
      response.writeHead(503).end()
      return true
    }
    expect(await expectTransferError(['--to', to, '--media', media])).toMatch(
      /^The bucket is not available \(\w+\)\. Run the same command again to continue\.$/,
    )
    bucket.intercept = undefined
    await expect(openDatabase({ dataDir, databaseUrl: to })).rejects.toThrow(
      'A transfer into this database has not ended.',
    )
    const before = bucket.requestCounts.get('PUT') ?? 0
    await expectTransfer(['--to', to, '--media', media])
    const files = [
      ...(await listMediaFiles(dataDir)),
      ...(await listAttachmentFolders({ dataDir })),
      ...(await listDocumentFolders({ dataDir })),
    ].length
    // The additional request is the write check of the bucket at start.
    expect((bucket.requestCounts.get('PUT') ?? 0) - before).toBe(files - 5 + 1)
    const after = await openDatabase({ dataDir, databaseUrl: to })
    await after.close()
  })

  test.each([
    ['postgres', 'SIGKILL', null],
    ['folder', 'SIGKILL', null],
    ['folder', 'SIGINT', 1],
  ] as const)(
    'An interrupted transfer continues where it stopped (%s, %s)',
    async (engine, signal, exitCode) => {
      addAuditEntries(ENTRIES)
      const to = engine === 'postgres' ? await createServerDatabase() : join(folder, 'new')
      const count = () => (engine === 'postgres' ? countOnServer(to) : tryCountInFolder(to))
      const { exit, output } = await runInterruptedTransfer(to, count, (child) => child.kill(signal))
      expect(exit).toBe(exitCode)
      if (exitCode === 1)
        expect(output).toBe('The transfer was interrupted. Run the same command again to continue.\n')
      const copied = await count()
      expect(copied).toBeGreaterThan(0)
      expect(copied).toBeLessThan(ENTRIES)
      const target = engine === 'postgres' ? { dataDir, databaseUrl: to } : { dataDir: to }
      await expect(openDatabase(target)).rejects.toThrow('A transfer into this database has not ended.')
      await expectTransfer(['--to', to])
      expect(await count()).toBe(countAuditEntries(dataDir))
    },
  )

  test('A transfer continues after its connection was lost', async () => {
    addAuditEntries(ENTRIES)
    const to = await createServerDatabase()
    const { exit, output } = await runInterruptedTransfer(
      to,
      () => countOnServer(to),
      async () => {
        const sent = `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'capstan-transfer'`
        expect(await queryPostgres(to, sent)).toHaveLength(1)
      },
    )
    // The result of a commit during which the connection is lost is unknown: the command must be repeated.
    if (exit !== 0) {
      expect(output).toMatch(/Run the same command again to continue\.$/m)
      await expectTransfer(['--to', to])
    }
    expect(await countOnServer(to)).toBe(countAuditEntries(dataDir))
  })

  test('A second transfer to the same target at the same time is rejected', async () => {
    const to = await createServerDatabase()
    const target = await openTarget({ dataDir, databaseUrl: to })
    const database = target.db
    onTestFinished(() => target.close())
    await beginTransfer(database, 'of a test')
    const batch = [{ name: 'one', version: 1 }]
    await writeBatch(database, 'derived_data_version', { batch, reached: '' })
    const again = [{ name: 'two', version: 1 }]
    await expect(writeBatch(database, 'derived_data_version', { batch: again, reached: '' })).rejects.toThrow(
      'Another transfer is writing to the same target.',
    )
    expect(await queryPostgres(to, 'select name from derived_data_version')).toEqual([{ name: 'one' }])
  })

  test('A transfer does not continue if the source has changed', async () => {
    const [to, media] = [await createServerDatabase(), createBucketFolder()]
    bucket.intercept = rejectPuts
    await expectTransferError(['--to', to, '--media', media])
    bucket.intercept = undefined
    addAuditEntries(1)
    expect(await expectTransferError(['--to', to, '--media', media])).toMatch(
      /^The database site_\d+ on 127\.0\.0\.1:\d+ contains an unfinished transfer of other data, or of this data before a change\./,
    )
  })

  test('A row that differs in the target is named, and the target is not opened as a site', async () => {
    const [to, media] = [await createServerDatabase(), createBucketFolder()]
    bucket.intercept = rejectPuts
    await expectTransferError(['--to', to, '--media', media])
    bucket.intercept = undefined
    await queryPostgres(to, `update item set name = 'meddled with' where row_id = 2`)
    expect(await expectTransferError(['--to', to, '--media', media])).toMatch(
      /^The table item differs in the database \S+ on \S+: it has 4 rows instead of 4, and the first difference is at 2\./,
    )
    await queryPostgres(to, 'delete from audit_log')
    await queryPostgres(to, `update item set name = 'Turret lathe' where row_id = 2`)
    expect(await expectTransferError(['--to', to, '--media', media])).toMatch(
      /^The table audit_log .* it has 0 rows instead of \d+,/,
    )
    await expect(openDatabase({ dataDir, databaseUrl: to })).rejects.toThrow(
      'A transfer into this database has not ended.',
    )
  })

  test('A picture that differs in the target is named', async () => {
    const back = join(folder, 'back')
    const [file = ''] = await listMediaFiles(dataDir)
    const { length } = await readFile(join(dataDir, 'media', file))
    await mkdir(join(back, 'media', file, '..'), { recursive: true })
    await writeFile(join(back, 'media', file), Buffer.alloc(length))
    expect(await expectTransferError(['--to', back])).toBe(
      `The file ${file} differs in the target. Empty the target and start the transfer again.`,
    )
  })
})

const rejectPuts: NonNullable<TestBucket['intercept']> = (request, response) => {
  if (request.method !== 'PUT' || request.url?.includes('write-check')) return false
  response.writeHead(403).end()
  return true
}

function addAuditEntries(rows: number): void {
  const database = new DatabaseSync(join(dataDir, 'capstan.sqlite'))
  database.exec(`with recursive n(i) as (select 1 union all select i + 1 from n where i < ${rows})
    insert into audit_log (id, at, account_id, by_name, action, subject, subject_id, subject_name, detail)
    select 'entry-' || i, '2026-11-21', null, 'x', 'changed', 'item', '1', 'x', '' from n`)
  database.close()
}

const countAuditEntries = (path: string): number => {
  const database = new DatabaseSync(join(path, 'capstan.sqlite'), { readOnly: true })
  try {
    return Number(database.prepare('select count(*) as rows from audit_log').get()?.rows)
  } finally {
    database.close()
  }
}
const returnZero = () => 0
const tryCountInFolder = async (path: string) => {
  try {
    return countAuditEntries(path)
  } catch {
    return 0
  }
}
const countOnServer = async (url: string) =>
  queryPostgres<{ rows: string }>(url, 'select count(*) as rows from audit_log').then(
    ([row]) => Number(row?.rows),
    returnZero,
  )

/** Starts a transfer, calls `interrupt` while it copies the audit log, and waits for its end. */
async function runInterruptedTransfer(
  to: string,
  count: () => Promise<number>,
  interrupt: (child: ChildProcess) => unknown,
): Promise<{ exit: number | null; output: string }> {
  const child = spawn(process.execPath, [getProgram('src/commands/transfer.ts'), '--to', to], {
    cwd: PROJECT,
    env: { ...process.env, DATA_DIR: dataDir, NODE_ENV: '' },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const ended = Promise.all([text(child.stderr), once(child, 'exit')])
  while (child.exitCode === null && (await count()) === 0) await sleep(5)
  await interrupt(child)
  const [output] = await ended
  return { exit: child.exitCode, output }
}
