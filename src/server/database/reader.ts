import { join } from 'node:path'
import type { SQLInputValue } from 'node:sqlite'
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
import type { Db } from './db.ts'
import { DATABASE_FILE } from './embedded.ts'
import { toSqlite } from './sqlite.ts'
import type { Tables } from './tables.ts'

/** Two, so that a quick question need not wait behind a slow one. */
const THREADS = 2

export interface ReaderCall {
  id: number
  sql: string
  parameters: SQLInputValue[]
}
export interface ReaderReply {
  id: number
  rows?: unknown[]
  error?: { message: string; code: string | undefined; errcode: number | undefined }
}

/**
 * The same database for questions that may take long: they are answered in threads of their own, while this one goes on
 * serving. Reads only, outside transactions; sees what is committed. The threads start with the first question.
 */
export function openReader(dataDir: string): Db {
  return new Kysely<Tables>({ dialect: new ReaderDialect(join(dataDir, DATABASE_FILE)) })
}

class ReaderDialect implements Dialect {
  readonly #file: string
  constructor(file: string) {
    this.#file = file
  }
  createDriver = () => new ReaderDriver(this.#file)
  createAdapter = () => new SqliteAdapter()
  createQueryCompiler = () => new SqliteQueryCompiler()
  createIntrospector = (db: Kysely<unknown>) => new SqliteIntrospector(db)
}

class ReaderDriver implements Driver {
  readonly #threads: ReaderThread[]

  constructor(file: string) {
    this.#threads = Array.from({ length: THREADS }, () => new ReaderThread(file))
  }

  async init(): Promise<void> {}

  /** With the first question all threads start, so that the first that comes beside another waits no longer than it. */
  async acquireConnection(): Promise<DatabaseConnection> {
    for (const thread of this.#threads) thread.start()
    const [leastBusy] = this.#threads.toSorted((a, b) => a.waiting - b.waiting)
    return leastBusy!
  }

  async releaseConnection(): Promise<void> {}

  async destroy(): Promise<void> {
    await Promise.all(this.#threads.map((thread) => thread.stop()))
  }

  beginTransaction = refuse
  commitTransaction = refuse
  rollbackTransaction = refuse
}

async function refuse(): Promise<never> {
  throw new Error('The reader knows no transactions.')
}

class ReaderThread implements DatabaseConnection {
  readonly #file: string
  readonly #calls = new Map<number, PromiseWithResolvers<unknown[]>>()
  #worker: Worker | undefined
  #lastId = 0

  constructor(file: string) {
    this.#file = file
  }

  /** How many questions are asked and not answered. */
  get waiting(): number {
    return this.#calls.size
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    const call = Promise.withResolvers<unknown[]>()
    const id = ++this.#lastId
    this.#calls.set(id, call)
    this.start().postMessage({ id, sql, parameters: parameters.map(toSqlite) } satisfies ReaderCall)
    return { rows: (await call.promise) as Row[] }
  }

  streamQuery(): never {
    throw new Error('The reader answers whole questions.')
  }

  async stop(): Promise<void> {
    await this.#worker?.terminate()
  }

  start(): Worker {
    this.#worker ??= this.#open()
    return this.#worker
  }

  #open(): Worker {
    const worker = new Worker(new URL('./reader-thread.ts', import.meta.url), { workerData: this.#file })
    // A thread at rest keeps no process alive.
    worker.unref()
    worker.on('message', ({ id, rows, error }: ReaderReply) => {
      const call = this.#calls.get(id)
      this.#calls.delete(id)
      if (error) call?.reject(Object.assign(new Error(error.message), error))
      else call?.resolve(rows ?? [])
    })
    worker.on('error', (error) => this.#abandon(error))
    worker.on('exit', () => this.#abandon(new Error('The reader thread ended.')))
    return worker
  }

  /** Whoever waits learns it; the next question starts the thread anew. */
  #abandon(error: Error): void {
    this.#worker = undefined
    for (const { reject } of this.#calls.values()) reject(error)
    this.#calls.clear()
  }
}
