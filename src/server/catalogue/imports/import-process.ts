import { constants } from 'node:os'
import type { Db } from '#server/database/db.ts'
import { openInChild } from '#server/database/open-in-child.ts'
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
  const db = await openInChild(task.database, { forImport: true })
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

async function listMarks(db: Db, importId: string) {
  const problems = await listProblems(db, importId, MAX_MARKS + 1)
  return problems.map(({ sheet, row, cell, message }) => ({
    sheet,
    row,
    column: cell ? parseColumn(cell) : 0,
    message,
  }))
}
