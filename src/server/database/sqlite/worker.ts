import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'
import { withPreparedStatements } from './prepared-statements.ts'

/* A worker thread that runs one query after the other on a read-only connection. */

export interface WorkerRequest {
  sql: string
  parameters: readonly unknown[]
}
/** The rows, or the properties of an error that a message between threads would lose. */
export interface WorkerResponse {
  rows: unknown[]
  error?: { message: string; code: string | undefined; errcode: number | undefined }
}

const sqlite = new DatabaseSync(workerData as string, { readOnly: true, timeout: 10_000 })
sqlite.exec('pragma cache_size = -16384; pragma mmap_size = 2147418112; pragma temp_store = memory')
const database = withPreparedStatements(sqlite)

parentPort?.on('message', (request: WorkerRequest) => parentPort?.postMessage(executeQuery(request)))

function executeQuery({ sql, parameters }: WorkerRequest): WorkerResponse {
  try {
    return { rows: database.prepare(sql).all(parameters) }
  } catch (error) {
    const { message, code, errcode } = error as NonNullable<WorkerResponse['error']>
    return { rows: [], error: { message, code, errcode } }
  }
}
