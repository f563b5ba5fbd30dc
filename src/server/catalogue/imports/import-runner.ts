import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { ImportOptions } from '#contracts/bulk-data/item-import.ts'
import type { ImportState } from '#contracts/bulk-data/item-import-limits.ts'
import { type DatabaseSettings, type Db, IMPORT_INVALIDATION_INTERVAL_MS } from '#server/database/db.ts'
import { runExclusively } from '#server/database/postgres/locks.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { runInChild } from '#server/kernel/child.ts'
import type { Clock } from '#server/kernel/clock.ts'
import type { Events } from '#server/kernel/events.ts'
import { HttpProblem } from '#server/kernel/http/problem.ts'
import { throttle } from '#server/kernel/http/throttle.ts'
import { createQueue } from '#server/kernel/queue.ts'
import { createLoop } from '#server/kernel/scheduler.ts'
import { finishImport } from './apply.ts'
import type { ImportStorage } from './import-storage.ts'
import type { Choices } from './mapping.ts'
import {
  deleteImport,
  deleteSomeRows,
  findImportRecord,
  getImportRecord,
  listBusyImports,
  updateImport,
} from './store.ts'

const PROCESS_PATH = join(import.meta.dirname, 'import-process.ts')
/** Megabytes of JavaScript objects. With the buffers of the file, the process stays below 500 MB. */
const MAX_HEAP_MB = 320
/** Rows of a batch end while they are young: with the default of 16, the process takes 70 MB more. */
const YOUNG_HEAP_MB = 32
/** More than ten times what the largest file takes. */
const READ_TIMEOUT_MS = 15 * 60_000
/** Imports of an instance that has ended are continued after this time. */
const POLL_INTERVAL_MS = 30_000

/** What the process does. `path` is the file, `output` a file that it creates. */
export type ImportTask = { database: DatabaseSettings; importId: string } & (
  | { type: 'read'; path: string; fileName: string; options: ImportOptions; choices: Choices }
  | { type: 'apply' }
  | { type: 'undo' }
  | { type: 'mark'; path: string; output: string }
)

interface RunnerDeps {
  db: Db
  database: DatabaseSettings
  events: Events
  storage: ImportStorage
  tmpDir: string
  clock: Clock
  onError(error: unknown): void
}

export interface ImportRunner {
  /** Continues every import on which no process works, this one at the latest after those that run. */
  wake(): void
  /** Creates the marked copy of the file, passes it to `use`, and deletes it. One copy is created at a time. */
  withMarkedFile<Result>(importId: string, use: (path: string) => Promise<Result>): Promise<Result>
  /** Ends the running process; its import continues with the next start. */
  close(): Promise<void>
}

/**
 * Runs the imports that have something to read, apply or undo, one after the other, each in a child process of low
 * priority. All progress is in the database: after an interruption `wake` continues it, on whichever instance it is called.
 */
export function startImportRunner(deps: RunnerDeps): ImportRunner {
  const { db, onError } = deps
  /** Each process takes hundreds of MB. */
  const enqueueMarking = createQueue()
  const invalidate = throttle(() => deps.events.emit('content-changed'), IMPORT_INVALIDATION_INTERVAL_MS)

  const { wake, stop } = createLoop({
    intervalMs: POLL_INTERVAL_MS,
    onError,
    async work(signal) {
      for (const importId of await listBusyImports(db))
        if (!signal.aborted) await runExclusively(db, `import ${importId}`, () => runImport(importId, signal))
    },
  })

  async function runImport(importId: string, signal: AbortSignal): Promise<void> {
    const record = await findImportRecord(db, importId)
    if (!record) return
    try {
      if (record.state === 'deleting') {
        await deps.storage.remove(importId)
        await deleteImport(db, importId)
      } else if (record.state === 'reading') {
        const choices = JSON.parse(record.choices_json) as Choices
        const options = JSON.parse(record.options_json) as ImportOptions
        await deps.storage.withFile(importId, deps.tmpDir, (path) =>
          runProcess(
            { ...common(importId), type: 'read', path, fileName: record.file_name, options, choices },
            signal,
          ),
        )
      } else {
        const type = record.state === 'undoing' ? 'undo' : 'apply'
        const isComplete = await runProcess({ ...common(importId), type }, signal)
        // Cancelled, it has ended already, and may have been started again: `wake` continues it.
        // The caches are invalidated by then: whoever reads the new state reads the new items.
        if (isComplete) await finishImport(db, { importId, clock: deps.clock })
      }
    } catch (error) {
      if (signal.aborted) return
      // A problem has a sentence for staff.
      const isKnown = error instanceof HttpProblem
      if (!isKnown) onError(error)
      // What was read of a file before it failed cannot be applied.
      if (record.state === 'reading') while (await inTransaction(db, (tx) => deleteSomeRows(tx, importId)));
      await fail(importId, record.state, isKnown ? error.message : describeCrash(record.state))
    }
  }

  const common = (importId: string) => ({ importId, database: deps.database })

  const fail = (importId: string, from: ImportState, error: string) =>
    inTransaction(db, async (tx) => {
      const { state } = await getImportRecord(tx, importId)
      if (state === from) await updateImport(tx, importId, { state: 'failed', error })
    })

  /** Waits for the end of the process. Returns whether the task was completed, not cancelled. */
  async function runProcess(task: ImportTask, signal?: AbortSignal): Promise<boolean> {
    try {
      return await runInChild<boolean>({
        path: PROCESS_PATH,
        execArgv: [`--max-old-space-size=${MAX_HEAP_MB}`, `--max-semi-space-size=${YOUNG_HEAP_MB}`],
        task: task.type,
        args: task,
        timeoutMs: task.type === 'read' || task.type === 'mark' ? READ_TIMEOUT_MS : undefined,
        onProgress: invalidate.call,
        ...(signal && { signal }),
      })
    } finally {
      invalidate.flush()
    }
  }

  return {
    wake,
    withMarkedFile: (importId, use) =>
      deps.storage.withFile(importId, deps.tmpDir, async (path) => {
        const output = join(deps.tmpDir, `marked-${randomUUID()}`)
        try {
          await enqueueMarking(() => runProcess({ type: 'mark', path, output, ...common(importId) }))
          return await use(output)
        } finally {
          await rm(output, { force: true })
        }
      }),
    close: stop,
  }
}

const describeCrash = (state: ImportState): string =>
  state === 'reading'
    ? 'The file could not be read: it needs more memory or time than an import may take. Divide it into several files, or save it again in Excel.'
    : 'The server could not finish. Rows that were applied are complete. Try again to continue.'
