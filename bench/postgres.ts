import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { startPostgres } from '../tests/support/postgres.ts'

const PROJECT = join(import.meta.dirname, '..')

/** Uses a PostgreSQL server of its own that holds what stands in this data folder, and removes it whatever happens. */
export async function withPostgres<Value>(
  dataDir: string,
  work: (databaseUrl: string) => Promise<Value>,
): Promise<Value> {
  const server = await startPostgres({ durable: true })
  try {
    await server.run('create database bench')
    const databaseUrl = server.getDatabaseUrl('bench')
    await promisify(execFile)(process.execPath, ['src/commands/transfer.ts', '--to', databaseUrl], {
      cwd: PROJECT,
      env: { PATH: process.env.PATH, DATA_DIR: dataDir },
    })
    return await work(databaseUrl)
  } finally {
    await server.remove()
  }
}
