import { constants } from 'node:os'
import { join } from 'node:path'
import { type DatabaseSettings, type Db, IMPORT_CONNECTION_NAME } from '#server/database/db.ts'
import { toKysely } from '#server/database/sqlite/dialect.ts'
import { DATABASE_FILE, openSqliteFile } from '#server/database/sqlite/file.ts'
import { serveTasks, type TaskContext } from '#server/kernel/child-tasks.ts'
import { systemClock } from '#server/kernel/clock.ts'
import { badRequest } from '#server/kernel/http/problem.ts'
import { applyImport } from './apply.ts'
import { readImport } from './compare.ts'
import type { ImportTask } from './import-runner.ts'
import { MAX_MARKS } from './marking/mark.ts'
import { writeMarkedWorkbook } from './marking/mark-workbook.ts'
import { parseColumn } from './reading/cells.ts'
import { ImportFileError } from './reading/import-file-error.ts'
import { listProblems } from './store.ts'
import { undoImport } from './undo.ts'

// This process is started by import-runner.ts: a file of 100,000 rows takes a minute and hundreds of MB, and a file that
// crashes the reader must not crash the site.
serveTasks(
  { read: run, apply: run, undo: run, mark: run },
  { priority: constants.priority.PRIORITY_BELOW_NORMAL },
)

/** Returns false if the user has cancelled the import before the end. Throws `HttpProblem` for a file that cannot be imported. */
async function run(task: ImportTask, { signal, reportProgress }: TaskContext): Promise<boolean> {
  const db = await open(task.database)
  const batches = {
    clock: systemClock,
    onCommit: reportProgress,
    assertConnected: () => signal.throwIfAborted(),
  }
  try {
    if (task.type === 'read') await readImport(db, { ...task, signal })
    else if (task.type === 'mark')
      await writeMarkedWorkbook(task.path, task.output, await listMarks(db, task.importId))
    else if (task.type === 'apply') return await applyImport(db, { ...task, ...batches })
    else return await undoImport(db, { ...task, ...batches })
    return true
  } catch (error) {
    throw error instanceof ImportFileError ? badRequest(error.message) : error
  } finally {
    await db.destroy()
  }
}

/**
 * Commits do not wait for the disk. After a power failure the last transactions may be missing, each with the state of its
 * rows: they are applied again.
 */
async function open({ dataDir, databaseUrl }: DatabaseSettings): Promise<Db> {
  if (databaseUrl) {
    const { openPostgres } = await import('#server/database/postgres/dialect.ts')
    return openPostgres(databaseUrl, { name: IMPORT_CONNECTION_NAME, forImport: true })
  }
  const sqlite = openSqliteFile(join(dataDir, DATABASE_FILE))
  // Fewer checkpoints save a third of the time. The mapped file would count as memory of this process, and saves nothing.
  sqlite.exec('pragma synchronous = normal; pragma wal_autocheckpoint = 8000; pragma mmap_size = 0')
  return toKysely(sqlite)
}

async function listMarks(db: Db, importId: string) {
  const problems = await listProblems(db, importId, MAX_MARKS + 1)
  return problems.map(({ sheet, row, cell, message }) => ({
    sheet,
    row,
    column: cell ? parseColumn(cell) : 0,
    message,
  }))
}
