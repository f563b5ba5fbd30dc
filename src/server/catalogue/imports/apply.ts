import { IMPORT_FIELDS, RELATION_FIELDS } from '#contracts/bulk-data/import-fields.ts'
import type { ImportOptions } from '#contracts/bulk-data/item-import.ts'
import type { ImportState } from '#contracts/bulk-data/item-import-limits.ts'
import { writeAuditEntry } from '#server/database/audit-log.ts'
import type { Db, Tx } from '#server/database/db.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { toIso } from '#server/kernel/clock.ts'
import { HttpProblem } from '#server/kernel/http/problem.ts'
import { findTakenCodes, insertItems, type StoredItem, toCodeKey, updateItem } from '../items/store.ts'
import { saveFirstRevisions, saveRevision } from '../items/store-history.ts'
import { assertReferences, setReferences } from '../relations/references.ts'
import { applyValues, listChanges } from './row-values.ts'
import {
  type ApplyTask,
  type Batches,
  findItems,
  type RowContext,
  runBatches,
  sortByName,
} from './run-batches.ts'
import {
  getImport,
  getImportActor,
  getImportRecord,
  type ImportActor,
  listConflicts,
  type RowResult,
  type StoredRow,
  updateImport,
  updateRow,
  updateRowResults,
} from './store.ts'

/** Conflicts that are resolved in one transaction. */
const RESOLVE_BATCH_SIZE = 500

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
  const { importId, options, author, at } = context
  const taken = await findTakenCodes(
    tx,
    rows.flatMap(({ values }) => values.fields.code ?? []),
  )
  const created: StoredRow[] = []
  for (const row of rows) {
    const code = row.values.fields.code ?? null
    if (code !== null && taken.has(toCodeKey(code)))
      await refuse(tx, importId, row, `the code '${code}' belongs to another item now`)
    else created.push(row)
  }
  const drafts = created.map((row) => ({
    kind: row.kind,
    draft: applyValues(row.kind, undefined, row.values, options),
    id: row.itemId ?? undefined,
  }))
  const items = await insertItems(tx, drafts, { at })
  await saveFirstRevisions(tx, author, items)
  const results: RowResult[] = []
  for (const [index, row] of created.entries()) {
    const { id, revision } = items[index]!
    const applied = { ...row, result: 'applied', itemId: id, itemRevision: revision } as const
    const { relations } = row.values
    if (relations) {
      const changedRelations = await setReferences(tx, id, relations)
      await updateRow(tx, importId, { ...applied, values: { ...row.values, changedRelations } })
    } else results.push(applied)
  }
  await updateRowResults(tx, importId, results)
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

/**
 * Ends the applying or undoing of an import, also before all rows are done: sets its state and writes the audit entry, of
 * who has cancelled it or else of who has started it. Does nothing in another state.
 */
export async function finishImport(
  db: Db,
  { importId, clock, actor }: Pick<ApplyTask, 'importId' | 'clock'> & { actor?: ImportActor },
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const record = await getImportRecord(tx, importId)
    const { applied, counts, pending, notUndone } = await getImport(tx, importId)
    if (record.state !== 'applying' && record.state !== 'undoing') return
    const action = record.state === 'applying' ? 'imported' : 'undone'
    await updateImport(tx, importId, { state: getFinalState(record.state, { applied, pending }) })
    const detail =
      action === 'imported'
        ? `${applied} rows applied, ${counts.refused} refused, ${counts.conflicts} conflicts, ${pending} pending`
        : `${applied} rows not undone, ${notUndone} undone in part or kept, because they were changed again or are used`
    await writeAuditEntry(tx, actor ?? getImportActor(record), {
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
