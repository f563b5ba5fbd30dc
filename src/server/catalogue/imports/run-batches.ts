import { setTimeout as sleep } from 'node:timers/promises'
import type { ImportOptions } from '#contracts/bulk-data/item-import.ts'
import type { Db, Tx } from '#server/database/db.ts'
import { isPostgres } from '#server/database/sql-dialect.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { type Clock, toIso } from '#server/kernel/clock.ts'
import { findByIdsAnyState, type StoredItem } from '../items/store.ts'
import {
  addProgress,
  findRowsAt,
  getImportActor,
  getImportRecord,
  type ImportActor,
  listSelection,
  type RowInSelection,
  type RowSelection,
  type StoredRow,
} from './store.ts'

/** Rows of the first transaction. The number of the following ones adapts to the speed of the machine. */
const FIRST_BATCH_ROWS = 16
const MAX_BATCH_ROWS = 256
/**
 * What a transaction should take. On SQLite nobody else writes meanwhile, and the site waits for about as long. On
 * PostgreSQL others write at the same time, and few large transactions take less work than many small ones.
 */
const TRANSACTION_MS = { sqlite: 100, postgres: 400 }
/** The pause in which others write: longer than the time after which a waiting process asks again. */
const PAUSE_MS = 5

export interface ApplyTask {
  importId: string
  clock: Clock
  onCommit(): void
  /** Throws when the site has ended. The import then continues with its next start. */
  assertConnected(): void
}

export interface RowContext {
  importId: string
  options: ImportOptions
  actor: ImportActor
  /** The same with the file: the author of the revisions. */
  author: ImportActor
  at: string
  items: ReadonlyMap<string, StoredItem>
}

export interface Batches extends RowSelection {
  /** The state of the import; another one means that the user has cancelled this. */
  during: 'applying' | 'undoing'
  /** Returns the rows in the order in which they are written. */
  toTurns(rows: RowInSelection[]): RowInSelection[]
  write(tx: Tx, rows: StoredRow[], context: RowContext): Promise<void>
}

/**
 * In the order of their names: most indexes, the search index among them, are then written in consecutive places, which
 * takes much less time than writing in the order of the file.
 */
export const sortByName = (rows: RowInSelection[]): RowInSelection[] =>
  rows.toSorted((a, b) => compare(a.kind, b.kind) || compare(a.name_sort, b.name_sort))

const compare = (a: string, b: string): number => Number(a > b) - Number(a < b)

/**
 * Writes the rows of a selection in transactions of a few. Returns false when the user has cancelled it before the end.
 */
export async function runBatches(
  db: Db,
  { importId, clock, onCommit, assertConnected }: ApplyTask,
  { during, toTurns, write, ...selection }: Batches,
): Promise<boolean> {
  const record = await getImportRecord(db, importId)
  const options = JSON.parse(record.options_json) as ImportOptions
  const actor = getImportActor(record)
  const author = { ...actor, name: `${actor.name}, import of ${record.file_name}` }
  const turns = toTurns(await listSelection(db, importId, selection))
  const transactionMs = TRANSACTION_MS[isPostgres(db) ? 'postgres' : 'sqlite']
  let max = FIRST_BATCH_ROWS
  for (let start = 0; start < turns.length; ) {
    let startedAt = 0
    const end = Math.min(start + max, turns.length)
    const positions = turns.slice(start, end).map(({ position }) => position)
    // Rows are read in the transaction: those that another process has applied meanwhile are not pending any more.
    const isRunning = await inTransaction(db, async (tx) => {
      // Time spent waiting for others, and on attempts that were refused, says nothing about the number of rows.
      startedAt = performance.now()
      if ((await getImportRecord(tx, importId)).state !== during) return false
      const batch = await findRowsAt(tx, importId, selection, positions)
      const items = await findItems(tx, batch)
      await write(tx, batch, {
        ...{ importId, options, actor, author, items },
        at: toIso(clock()),
      })
      await addProgress(tx, importId, batch.length)
      return true
    })
    if (!isRunning) return false
    max = getNextBatchSize(end - start, transactionMs / (performance.now() - startedAt))
    start = end
    onCommit()
    await sleep(PAUSE_MS)
    assertConnected()
  }
  return true
}

/**
 * The number of rows after a batch whose time fits so often into a transaction, at most twice as many: a power of two, so
 * that there are few different statements, which are kept prepared.
 */
function getNextBatchSize(rows: number, times: number): number {
  const fitting = Math.min(MAX_BATCH_ROWS, rows * 2, rows * times)
  return 2 ** Math.max(0, Math.floor(Math.log2(fitting)))
}

export async function findItems(db: Db, rows: StoredRow[]): Promise<Map<string, StoredItem>> {
  const items = await findByIdsAnyState(
    db,
    rows.flatMap(({ itemId }) => itemId ?? []),
  )
  return new Map(items.map((item) => [item.id, item]))
}
