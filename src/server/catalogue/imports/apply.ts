import { setTimeout as sleep } from 'node:timers/promises'
import { IMPORT_FIELDS, RELATION_FIELDS } from '#contracts/import-fields.ts'
import type { ImportOptions } from '#contracts/item-import.ts'
import type { ImportState } from '#contracts/item-import-limits.ts'
import { writeAuditEntry } from '#server/database/audit-log.ts'
import type { Db, Tx } from '#server/database/db.ts'
import { isPostgres } from '#server/database/sql-dialect.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { type Clock, toIso } from '#server/kernel/clock.ts'
import { HttpProblem } from '#server/kernel/problem.ts'
import { classifyStorageError } from '#server/kernel/storage-error.ts'
import {
  deleteItem,
  findByIdsAnyState,
  findTakenCodes,
  insertItems,
  type StoredItem,
  toCodeKey,
  updateItem,
} from '../items/store.ts'
import { findSnapshots, saveFirstRevisions, saveRevision } from '../items/store-history.ts'
import { assertReferences, restoreReferences, setReferences } from '../relations/references.ts'
import { applyValues, listChanges } from './row-values.ts'
import {
  addProgress,
  findRowsAt,
  getImport,
  getImportRecord,
  listConflicts,
  listSelection,
  type RowInSelection,
  type RowResult,
  type RowSelection,
  type StoredRow,
  updateImport,
  updateRow,
  updateRowResults,
} from './store.ts'

/** Rows of the first transaction. The number of the following ones adapts to the speed of the machine. */
const FIRST_BATCH_ROWS = 16
const MAX_BATCH_ROWS = 256
/**
 * What a transaction should take. On SQLite nobody else writes meanwhile, and the site waits for about as long. On
 * PostgreSQL others write at the same time, and few large transactions take less work than many small ones.
 */
const TRANSACTION_MS = { sqlite: 100, postgres: 400 }
/** The pause in which others write. */
const PAUSE_MS = 2
/** Conflicts that are resolved in one transaction. */
const RESOLVE_BATCH_SIZE = 500

interface ApplyTask {
  importId: string
  clock: Clock
  /** Called after each commit. */
  onCommit(): void
  /** Throws when the site has ended. The import then continues with its next start. */
  assertConnected(): void
}

interface RowContext {
  importId: string
  options: ImportOptions
  /** Who imports, with the file: the author of the revisions. */
  author: { accountId: string | undefined; name: string }
  at: string
  /** The items of the rows as they are. */
  items: ReadonlyMap<string, StoredItem>
  /** The rows of the next batches. */
  following: RowInSelection[]
}

/**
 * Applies the rows that can be applied, each with its state in one transaction: after an interruption the rest is still
 * pending. A row whose item was changed since the comparison becomes a conflict. Returns false when the user has cancelled
 * it before the end.
 */
export async function applyImport(db: Db, task: ApplyTask): Promise<boolean> {
  const batches = { during: 'applying', results: ['', 'undone'], write: applyRows } satisfies Partial<Batches>
  return (
    (await runBatches(db, task, { ...batches, state: 'created', toTurns: sortByName })) &&
    (await runBatches(db, task, { ...batches, state: 'changed', toTurns: (rows) => rows }))
  )
}

/**
 * Undoes the applied rows: a changed item gets its earlier content, the last row first, and a created one is deleted. Items
 * that were changed again stay as they are. Returns false when the user has cancelled it before the end.
 */
export async function undoImport(db: Db, task: ApplyTask): Promise<boolean> {
  const batches = { during: 'undoing', results: ['applied'], write: undoRows } satisfies Partial<Batches>
  return (
    (await runBatches(db, task, { ...batches, state: 'changed', toTurns: (rows) => rows.toReversed() })) &&
    (await runBatches(db, task, { ...batches, state: 'created', toTurns: sortByName }))
  )
}

interface Batches extends RowSelection {
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
const sortByName = (rows: RowInSelection[]): RowInSelection[] =>
  rows.toSorted((a, b) => compare(a.kind, b.kind) || compare(a.name_sort, b.name_sort))

const compare = (a: string, b: string): number => Number(a > b) - Number(a < b)

async function runBatches(
  db: Db,
  { importId, clock, onCommit, assertConnected }: ApplyTask,
  { during, toTurns, write, ...selection }: Batches,
): Promise<boolean> {
  const record = await getImportRecord(db, importId)
  const options = JSON.parse(record.options_json) as ImportOptions
  const author = {
    accountId: record.account_id ?? undefined,
    name: `${record.by_name}, import of ${record.file_name}`,
  }
  const turns = toTurns(await listSelection(db, importId, selection))
  const transactionMs = TRANSACTION_MS[isPostgres(db) ? 'postgres' : 'sqlite']
  let max = FIRST_BATCH_ROWS
  for (let start = 0; start < turns.length; ) {
    const startedAt = performance.now()
    const end = Math.min(start + max, turns.length)
    const positions = turns.slice(start, end).map(({ position }) => position)
    // Rows are read in the transaction: those that another process has applied meanwhile are not pending any more.
    const outcome = await inTransaction(db, async (tx) => {
      if ((await getImportRecord(tx, importId)).state !== during) return false
      const batch = await findRowsAt(tx, importId, selection, positions)
      const items = await findItems(tx, batch)
      await write(tx, batch, {
        ...{ importId, options, author, items },
        at: toIso(clock()),
        following: turns.slice(end),
      })
      await addProgress(tx, importId, batch.length)
      return true
    }).catch((error) => {
      // Others write the same all the time: fewer rows meet fewer of their changes.
      if (classifyStorageError(error) !== 'conflict' || max === 1) throw error
      return 'conflict' as const
    })
    if (outcome === 'conflict') {
      max /= 2
      continue
    }
    if (!outcome) return false
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

async function findItems(db: Db, rows: StoredRow[]): Promise<Map<string, StoredItem>> {
  const items = await findByIdsAnyState(
    db,
    rows.flatMap(({ itemId }) => itemId ?? []),
  )
  return new Map(items.map((item) => [item.id, item]))
}

async function applyRows(tx: Tx, rows: StoredRow[], context: RowContext): Promise<void> {
  const isNew = ({ state }: StoredRow) => state === 'created'
  await createItems(tx, rows.filter(isNew), context)
  for (const row of rows) if (!isNew(row)) await changeItem(tx, row, context)
}

/**
 * Creates the items of new rows together: that takes half the time of one after the other. An item that an undo has deleted
 * gets its former id, so that links and exported files lead to it again.
 */
async function createItems(tx: Tx, rows: StoredRow[], context: RowContext): Promise<void> {
  const { importId, options, author, at, following } = context
  const taken = await findTakenCodes(
    tx,
    rows.flatMap(({ values }) => values.commercial.code ?? []),
  )
  const created: StoredRow[] = []
  for (const row of rows) {
    const code = row.values.commercial.code ?? null
    if (code !== null && taken.has(toCodeKey(code)))
      await refuse(tx, importId, row, `the code '${code}' belongs to another item now`)
    else created.push(row)
  }
  const drafts = created.map((row) => ({
    kind: row.kind,
    draft: applyValues(row.kind, undefined, row.values, options),
    id: row.itemId ?? undefined,
  }))
  const items = await insertItems(tx, drafts, { at, following })
  for (const [index, { values }] of created.entries())
    if (values.relations) await setReferences(tx, items[index]!.id, values.relations)
  await saveFirstRevisions(tx, author, items)
  await updateRowResults(
    tx,
    importId,
    created.map(({ position }, index) => ({
      position,
      result: 'applied',
      itemId: items[index]!.id,
      itemRevision: items[index]!.revision,
    })),
  )
}

async function changeItem(
  tx: Tx,
  row: StoredRow,
  { importId, options, author, at, items }: RowContext,
): Promise<void> {
  const before = items.get(row.itemId!)
  if (!before) return refuse(tx, importId, row, 'its item was deleted meanwhile')
  if (before.revision !== row.itemRevision) return updateRow(tx, importId, toConflict(row, before, options))
  const { relations } = row.values
  try {
    if (relations) await assertReferences(tx, before.id, relations)
    const after = await updateItem(tx, before, applyValues(row.kind, before, row.values, options), at)
    await saveRevision(tx, author, { before, after })
    const applied: StoredRow = { ...row, result: 'applied', itemRevision: after.revision }
    if (!relations) return await updateRowResults(tx, importId, [applied])
    const changedRelations = await setReferences(tx, before.id, relations)
    await updateRow(tx, importId, { ...applied, values: { ...row.values, changedRelations } })
  } catch (error) {
    // The items cannot be related in this way, or the code belongs to another item; nothing of this row was written.
    if (!(error instanceof HttpProblem)) throw error
    await refuse(tx, importId, row, error.message)
  }
}

const refuse = (tx: Tx, importId: string, row: StoredRow, reason: string): Promise<void> =>
  updateRow(tx, importId, {
    ...row,
    state: 'refused',
    problems: [
      { cell: '', message: `Sheet '${row.sheet}', row ${row.rowNumber}: ${reason.replace(/\.$/, '')}.` },
    ],
  })

/** The row compared with the item as it is now. */
function toConflict(row: StoredRow, item: StoredItem, options: ImportOptions): StoredRow {
  const relationLabels: string[] = RELATION_FIELDS.map((field) => IMPORT_FIELDS[field].label)
  const changes = [
    ...listChanges(item, applyValues(row.kind, item, row.values, options), row),
    ...row.changes.filter(({ field }) => relationLabels.includes(field)),
  ]
  const state = changes.length === 0 ? 'unchanged' : 'conflict'
  return { ...row, state, changes, itemRevision: item.revision }
}

async function undoRows(tx: Tx, rows: StoredRow[], context: RowContext): Promise<void> {
  const undone: RowResult[] = []
  for (const row of rows) undone.push(await undoRow(tx, row, context))
  await updateRowResults(tx, context.importId, undone)
}

/** Returns the row with its result. */
async function undoRow(tx: Tx, row: StoredRow, { author, at, items }: RowContext): Promise<StoredRow> {
  const kept: StoredRow = { ...row, result: 'changed-again' }
  const item = row.itemId === null ? undefined : items.get(row.itemId)
  if (!item || item.revision !== row.itemRevision) return kept
  if (row.state === 'created') {
    await deleteItem(tx, item.id)
    return { ...row, result: 'undone', itemRevision: null }
  }
  const [earlier] = await findSnapshots(tx, [{ id: item.id, revision: item.revision - 1 }])
  if (!earlier) return kept
  try {
    const after = await updateItem(tx, item, earlier.item, at)
    await saveRevision(tx, { ...author, name: `${author.name} (undone)` }, { before: item, after })
    if (row.values.changedRelations) await restoreReferences(tx, row.values.changedRelations)
    return { ...row, result: 'undone', itemRevision: after.revision }
  } catch (error) {
    // Another item has taken the former code.
    if (!(error instanceof HttpProblem)) throw error
    return kept
  }
}

/**
 * Ends the applying or undoing of an import, also before all rows are done: sets its state and writes the audit entry. Does
 * nothing in another state.
 */
export async function finishImport(
  db: Db,
  { importId, clock }: Pick<ApplyTask, 'importId' | 'clock'>,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const record = await getImportRecord(tx, importId)
    const { applied, counts, pending, notUndone } = await getImport(tx, importId)
    if (record.state !== 'applying' && record.state !== 'undoing') return
    const action = record.state === 'applying' ? 'imported' : 'undone'
    await updateImport(tx, importId, { state: getFinalState(record.state, { applied, pending }) })
    const author = { accountId: record.account_id ?? undefined, name: record.by_name }
    const detail =
      action === 'imported'
        ? `${applied} rows applied, ${counts.refused} refused, ${counts.conflicts} conflicts, ${pending} pending`
        : `${notUndone} items stay, because they were changed again`
    await writeAuditEntry(tx, author, {
      at: toIso(clock()),
      action,
      subject: 'import',
      subjectId: importId,
      subjectName: record.file_name,
      detail,
    })
  })
}

/** Cancelled before the first row, an import is as it was before. */
function getFinalState(
  state: 'applying' | 'undoing',
  { applied, pending }: { applied: number; pending: number },
): ImportState {
  if (applied === 0 && state === 'undoing') return 'undone'
  return applied === 0 && pending > 0 ? 'ready' : 'done'
}

/**
 * Decides conflicts, all or those with these positions: the values of the file become applicable to the item as it is now,
 * or the item stays. Returns whether there may be more.
 */
export async function resolveConflicts(
  tx: Tx,
  importId: string,
  { keep, positions }: { keep: 'file' | 'item'; positions: number[] | undefined },
): Promise<boolean> {
  const record = await getImportRecord(tx, importId)
  const options = JSON.parse(record.options_json) as ImportOptions
  const rows = await listConflicts(tx, importId, positions, RESOLVE_BATCH_SIZE)
  const items = await findItems(tx, rows)
  for (const row of rows) {
    const item = row.itemId === null ? undefined : items.get(row.itemId)
    if (!item) await refuse(tx, importId, row, 'its item was deleted meanwhile')
    else if (keep === 'item') await updateRow(tx, importId, { ...row, state: 'unchanged', changes: [] })
    else {
      const compared = toConflict(row, item, options)
      const state = compared.state === 'conflict' ? 'changed' : compared.state
      await updateRow(tx, importId, { ...compared, state })
    }
  }
  return rows.length === RESOLVE_BATCH_SIZE
}
