import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'

/* A worker thread that runs one query after the other on a read-only connection. */

export interface WorkerRequest {
  id: number
  sql: string
  parameters: SQLInputValue[]
}
export interface WorkerResponse {
  id: number
  rows?: unknown[]
  error?: { message: string; code: string | undefined; errcode: number | undefined }
}

const MAX_PREPARED_STATEMENTS = 200
const sqlite = new DatabaseSync(workerData as string, { readOnly: true, timeout: 10_000 })
sqlite.exec('pragma cache_size = -16384; pragma mmap_size = 2147418112; pragma temp_store = memory')
const preparedStatements = new Map<string, StatementSync>()

parentPort?.on('message', ({ id, sql, parameters }: WorkerRequest) => {
  parentPort?.postMessage({ id, ...executeQuery(sql, parameters) } satisfies WorkerResponse)
})

function executeQuery(sql: string, parameters: SQLInputValue[]): Omit<WorkerResponse, 'id'> {
  try {
    const rows = getStatement(sql).all(...parameters)
    return { rows }
  } catch (error) {
    const { message, code, errcode } = error as Error & { code?: string; errcode?: number }
    return { error: { message, code, errcode } }
  }
}

function getStatement(sql: string): StatementSync {
  const cached = preparedStatements.get(sql)
  if (cached) return cached
  if (preparedStatements.size >= MAX_PREPARED_STATEMENTS) preparedStatements.clear()
  const created = sqlite.prepare(sql)
  preparedStatements.set(sql, created)
  return created
}
