import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { startPostgres } from '../tests/support/postgres/postgres.ts'

const PROJECT = join(import.meta.dirname, '..')

/** Runs `use` with a temporary PostgreSQL server that contains a copy of this data folder. */
export async function withPostgres<Value>(
  dataDir: string,
  work: (databaseUrl: string) => Promise<Value>,
): Promise<Value> {
  const server = await startPostgres({ durable: true })
  try {
    await server.run('create database bench')
    const databaseUrl = server.getDatabaseUrl('bench')
    await promisify(execFile)(process.execPath, ['dist/server/transfer.js', '--to', databaseUrl], {
      cwd: PROJECT,
      env: { PATH: process.env.PATH, DATA_DIR: dataDir },
    })
    return await work(databaseUrl)
  } finally {
    await server.remove()
  }
}
