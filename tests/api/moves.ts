import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from 'vitest'
import { openDatabase } from '#server/database/open.ts'
import { startBucket, type TestBucket } from '../support/bucket.ts'
import { runCommand } from '../support/command.ts'
import { type PostgresServer, startPostgres } from '../support/postgres.ts'
import { fillFolder } from './filled-folder.ts'
import { everyRow } from './stored.ts'

let server: PostgresServer
export let bucket: TestBucket
/** A data folder with something in every table, and what its visitors and staff have in hand. */
export let filled: Awaited<ReturnType<typeof fillFolder>>
/** A fresh copy of it, on which nobody runs a site. */
export let dataDir: string
export let folder: string

/** Called once in a file of tests: keeps a PostgreSQL, a bucket and the folders for them. */
export function prepareMoves(): void {
  vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })
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
}

let places = 0
/** An empty database; its password is wrong for no one, and seen by no one. */
export async function newServerDatabase(): Promise<string> {
  const name = `moved_${++places}`
  await server.run(`create database ${name}`)
  return server.urlOf(name).replace('capstan@', 'capstan:hush-hush@')
}
export const newBucketFolder = () => bucket.url.replace('@pictures', `@pictures/site-${++places}`)

export async function ask<Answer>(url: string, question: string): Promise<Answer[]> {
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
export async function moves(args: string[], environment: Record<string, string> = {}): Promise<string> {
  const { code, text: said } = await run(args, environment)
  expect(code, said).toBe(0)
  return said
}
export async function refusal(args: string[], environment: Record<string, string> = {}): Promise<string> {
  const { code, text: said } = await run(args, environment)
  expect(code, said).toBe(1)
  return said.trim().replaceAll(folder, 'FOLDER')
}

/** All rows of the folder's database. */
export async function rowsIn(path: string): Promise<Record<string, string[]>> {
  const database = await openDatabase({ dataDir: path })
  const rows = await everyRow(database.db)
  await database.close()
  for (const name of Object.keys(rows)) if (name.startsWith('kysely_')) delete rows[name]
  return rows
}
