import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  Kysely,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import type { Db } from '../db.ts'
import type { Tables } from '../tables.ts'
import { toSqliteValue } from './dialect.ts'
import { DATABASE_FILE } from './file.ts'
import type { WorkerRequest, WorkerResponse } from './worker.ts'

/** With two, a fast query does not wait for a slow one. */
const WORKER_COUNT = 2

/**
 * Opens the database in `dataDir` for slow queries, which run in worker threads and do not block this one. Read-only,
 * without transactions; sees committed data. The threads start with the first query.
 */
export function openReadOnlyPool(dataDir: string): Db {
  return new Kysely<Tables>({ dialect: new WorkerPoolDialect(join(dataDir, DATABASE_FILE)) })
}

class WorkerPoolDialect implements Dialect {
  readonly #file: string
  constructor(file: string) {
    this.#file = file
  }
  createDriver = () => new WorkerPoolDriver(this.#file)
  createAdapter = () => new SqliteAdapter()
  createQueryCompiler = () => new SqliteQueryCompiler()
  createIntrospector = (db: Kysely<unknown>) => new SqliteIntrospector(db)
}

class WorkerPoolDriver implements Driver {
  readonly #workers: SqliteWorker[]

  constructor(file: string) {
    this.#workers = Array.from({ length: WORKER_COUNT }, () => new SqliteWorker(file))
  }

  async init(): Promise<void> {}

  /** Starts all threads with the first query, so that no later one waits for the start of a thread. */
  async acquireConnection(): Promise<DatabaseConnection> {
    for (const worker of this.#workers) worker.start()
    const [leastBusy] = this.#workers.toSorted((a, b) => a.pendingCount - b.pendingCount)
    return leastBusy!
  }

  async releaseConnection(): Promise<void> {}

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

class SqliteWorker implements DatabaseConnection {
  readonly #file: string
  readonly #pending = new Map<number, PromiseWithResolvers<unknown[]>>()
  #worker: Worker | undefined
  #lastId = 0

  constructor(file: string) {
    this.#file = file
  }

  /** The number of queries without a result yet. */
  get pendingCount(): number {
    return this.#pending.size
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    const pending = Promise.withResolvers<unknown[]>()
    const id = ++this.#lastId
    this.#pending.set(id, pending)
    this.start().postMessage({ id, sql, parameters: parameters.map(toSqliteValue) } satisfies WorkerRequest)
    return { rows: (await pending.promise) as Row[] }
  }

  streamQuery(): never {
    throw new Error('The read-only pool does not stream rows.')
  }

  async stop(): Promise<void> {
    await this.#worker?.terminate()
  }

  start(): Worker {
    this.#worker ??= this.#spawn()
    return this.#worker
  }

  #spawn(): Worker {
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { workerData: this.#file })
    // An idle thread does not keep the process alive.
    worker.unref()
    worker.on('message', ({ id, rows, error }: WorkerResponse) => {
      const pending = this.#pending.get(id)
      this.#pending.delete(id)
      if (error) pending?.reject(Object.assign(new Error(error.message), error))
      else pending?.resolve(rows ?? [])
    })
    worker.on('error', (error) => this.#rejectPending(error))
    worker.on('exit', () => this.#rejectPending(new Error('The database worker thread ended.')))
    return worker
  }

  /** Rejects all queries without a result; the next query starts a new thread. */
  #rejectPending(error: Error): void {
    this.#worker = undefined
    for (const { reject } of this.#pending.values()) reject(error)
    this.#pending.clear()
  }
}
