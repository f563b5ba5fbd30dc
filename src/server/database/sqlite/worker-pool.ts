import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
  SqliteAdapter,
} from 'kysely'
import { overloaded } from '#server/kernel/http/problem.ts'
import type { Db } from '../db.ts'
import { createKysely } from './dialect.ts'
import { DATABASE_FILE } from './file.ts'
import type { WorkerRequest, WorkerResponse } from './worker.ts'

/** With two, a fast query does not wait for a slow one. */
const WORKER_COUNT = 2
/** Queries that wait. Most take a few milliseconds. */
const MAX_WAITING = 200
/** Who waits longer has given up. */
const MAX_WAIT_MS = 10_000

/**
 * Opens the database in `dataDir` for slow queries, which run in worker threads and do not block this one. Read-only,
 * without transactions; sees committed data. The threads start with the first query.
 */
export const openReadOnlyPool = (dataDir: string): Db =>
  createKysely(new WorkerPoolDriver(join(dataDir, DATABASE_FILE)), new WorkerPoolAdapter())

class WorkerPoolAdapter extends SqliteAdapter {
  /** Otherwise Kysely would run one query at a time. */
  override get supportsMultipleConnections(): boolean {
    return true
  }
}

class WorkerPoolDriver implements Driver {
  readonly #workers: SqliteWorker[]
  readonly #idle: SqliteWorker[]
  /** In the order of their queries. */
  readonly #waiting = new Set<(worker: SqliteWorker) => void>()

  constructor(file: string) {
    this.#workers = Array.from({ length: WORKER_COUNT }, () => new SqliteWorker(file))
    this.#idle = [...this.#workers]
  }

  /** Starts all threads before the first query, so that no later one waits for the start of a thread. */
  async init(): Promise<void> {
    for (const worker of this.#workers) worker.start()
  }

  /** Throws 503 when too many queries wait, or when this one has waited for too long. */
  async acquireConnection(): Promise<SqliteWorker> {
    const idle = this.#idle.pop()
    if (idle) return idle
    if (this.#waiting.size >= MAX_WAITING) throw overloaded()
    const { promise, resolve, reject } = Promise.withResolvers<SqliteWorker>()
    const timer = setTimeout(() => {
      this.#waiting.delete(resolve)
      reject(overloaded())
    }, MAX_WAIT_MS).unref()
    this.#waiting.add(resolve)
    return promise.finally(() => clearTimeout(timer))
  }

  async releaseConnection(worker: SqliteWorker): Promise<void> {
    const [next] = this.#waiting
    if (!next) {
      this.#idle.push(worker)
      return
    }
    this.#waiting.delete(next)
    next(worker)
  }

  async destroy(): Promise<void> {
    await Promise.all(this.#workers.map((worker) => worker.stop()))
  }

  beginTransaction = rejectTransaction
  commitTransaction = rejectTransaction
  rollbackTransaction = rejectTransaction
}

async function rejectTransaction(): Promise<never> {
  throw new Error('The read-only pool has no transactions.')
}

/** A thread that runs one query at a time. */
class SqliteWorker implements DatabaseConnection {
  readonly #file: string
  #thread: Worker | undefined
  #pending: PromiseWithResolvers<WorkerResponse> | undefined

  constructor(file: string) {
    this.#file = file
  }

  /** Rejects when the query fails or the thread ends; the next query then starts another thread. */
  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    this.#pending = Promise.withResolvers()
    this.start().postMessage({ sql, parameters } satisfies WorkerRequest)
    const { rows, error } = await this.#pending.promise
    if (error) throw Object.assign(new Error(error.message), error)
    return { rows: rows as Row[] }
  }

  streamQuery(): never {
    throw new Error('The read-only pool does not stream rows.')
  }

  start(): Worker {
    if (this.#thread) return this.#thread
    const thread = new Worker(join(import.meta.dirname, 'worker.ts'), { workerData: this.#file })
    // An idle thread does not keep the process alive.
    thread.unref()
    thread.on('message', (response: WorkerResponse) => this.#pending?.resolve(response))
    thread.on('error', (error) => this.#end(error))
    this.#thread = thread
    return thread
  }

  async stop(): Promise<void> {
    await this.#thread?.terminate()
    this.#end(new Error('The database worker thread ended.'))
  }

  #end(error: Error): void {
    this.#thread = undefined
    this.#pending?.reject(error)
  }
}
