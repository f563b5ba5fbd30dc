import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from 'vitest'
import { openDatabase } from '#server/database/open.ts'
import { runCommand } from './command.ts'
import { readAllRows } from './db-snapshot.ts'
import { createFullDataFolder } from './fixtures/full-data-fixture.ts'
import { type PostgresServer, startPostgres } from './postgres/postgres.ts'
import { startBucket, type TestBucket } from './s3-bucket.ts'

let server: PostgresServer
export let bucket: TestBucket
/** A data folder with rows in every table, and the cookies, keys and links of its users. */
export let fullData: Awaited<ReturnType<typeof createFullDataFolder>>
/** A fresh copy of it without a running site. */
export let dataDir: string
export let folder: string

/** Call once per test file: starts PostgreSQL and an S3 server and creates folders. */
export function setUpTransferTests(): void {
  vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })
  beforeAll(async () => {
    ;[server, bucket] = await Promise.all([startPostgres(), startBucket()])
    fullData = await createFullDataFolder(await mkdtemp(join(tmpdir(), 'capstan-transfer-filled-')))
  })
  afterAll(async () => {
    await Promise.all([server.remove(), bucket.close(), rm(fullData.folder, { recursive: true })])
  })
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'capstan-transfer-'))
    dataDir = join(folder, 'data')
    await cp(fullData.folder, dataDir, { recursive: true })
  })
  afterEach(async () => {
    bucket.intercept = undefined
    await rm(folder, { recursive: true, force: true })
  })
}

/** Creates an empty database. The URL contains a password that must not appear in any output. */
export const createServerDatabase = async (): Promise<string> =>
  (await server.createDatabase()).replace('capstan@', 'capstan:hush-hush@')

let targetCount = 0
export const createBucketFolder = () => bucket.url.replace('@pictures', `@pictures/site-${++targetCount}`)

/** Runs the transfer and returns its output, which must not contain the password. */
async function runTransfer(args: string[], environment: Record<string, string> = {}) {
  const result = await runCommand('transfer', args, { DATA_DIR: dataDir, ...environment })
  expect(result.text).not.toMatch(/hush-hush|S3RVER/)
  return result
}
export async function expectTransfer(
  args: string[],
  environment: Record<string, string> = {},
): Promise<string> {
  const { code, text: output } = await runTransfer(args, environment)
  expect(code, output).toBe(0)
  return output
}
export async function expectTransferError(
  args: string[],
  environment: Record<string, string> = {},
): Promise<string> {
  const { code, text: output } = await runTransfer(args, environment)
  expect(code, output).toBe(1)
  return output.trim().replaceAll(folder, 'FOLDER')
}

/** Returns all rows of a folder's database. */
export async function readFolderRows(path: string): Promise<Record<string, string[]>> {
  const database = await openDatabase({ dataDir: path })
  const rows = await readAllRows(database.db)
  await database.close()
  for (const name of Object.keys(rows)) if (name.startsWith('kysely_')) delete rows[name]
  return rows
}
