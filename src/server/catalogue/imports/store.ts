import { type Selectable, sql } from 'kysely'
import { z } from 'zod'
import {
  type CellChange,
  type CellProblem,
  ImportColumn,
  type ImportCounts,
  ImportOptions,
  type ImportRow,
  type ImportRowsQuery,
  type ImportSheet,
  type ItemImport,
  type ItemImportDetails,
} from '#contracts/bulk-data/item-import.ts'
import { BUSY_IMPORT_STATES, type ImportState } from '#contracts/bulk-data/item-import-limits.ts'
import type { Kind } from '#contracts/item/kind.ts'
import type { Page } from '#contracts/page.ts'
import { isAddedByStaff } from '#server/database/conditions.ts'
import type { Db, Tx } from '#server/database/db.ts'
import { readPage } from '#server/database/page.ts'
import type { Tables } from '#server/database/tables.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { notFound } from '#server/kernel/http/problem.ts'
import { fold } from '#server/kernel/text.ts'
import type { RowValues } from './row-values.ts'

/** Rows per statement; SQLite allows 32,766 parameters. */
const INSERT_BATCH_SIZE = 500
const DELETE_BATCH_SIZE = 5000
const READ_BATCH_SIZE = 2000

type ImportRecord = Selectable<Tables['item_import']>
type RowRecord = Selectable<Tables['item_import_row']>

export interface StoredRow {
  position: number
  sheet: string
  rowNumber: number
  state: RowRecord['state']
  result: RowRecord['result']
  kind: Kind
  itemId: string | null
  itemRevision: number | null
  name: string
  values: RowValues
  /** The reference of the cell of each value; see `ParsedRow`. */
  cells: Record<string, string>
  changes: CellChange[]
  problems: CellProblem[]
}

export type NewImport = Pick<
  ImportRecord,
  'id' | 'created_at' | 'account_id' | 'by_name' | 'file_name' | 'bytes'
>

/** Stores an import in the state 'reading'. As long as no item of the firm is published, new items are drafts. */
export async function insertImport(tx: Tx, record: NewImport): Promise<void> {
  const published = await tx
    .selectFrom('item')
    .select('id')
    .where('is_demo', '=', 0)
    .where('unpublished_at', 'is', null)
    .where(isAddedByStaff)
    .limit(1)
    .executeTakeFirst()
  const options: ImportOptions = { clearEmpty: false, draftNew: !published, sheetCategory: false }
  await tx
    .insertInto('item_import')
    .values({
      ...record,
      state: 'reading',
      has_file: 1,
      sheets_json: '[]',
      columns_json: '[]',
      choices_json: '{}',
      options_json: JSON.stringify(options),
      rows_done: 0,
      rows_total: 0,
      error: '',
    })
    .execute()
}

/** Returns the record of an import. Throws 404. */
export async function getImportRecord(db: Db, id: string): Promise<ImportRecord> {
  const record = await findImportRecord(db, id)
  if (!record) throw notFound('Import')
  return record
}

export const findImportRecord = (db: Db, id: string): Promise<ImportRecord | undefined> =>
  db.selectFrom('item_import').selectAll().where('id', '=', id).executeTakeFirst()

export async function updateImport(tx: Tx, id: string, changes: Partial<ImportRecord>): Promise<void> {
  await tx.updateTable('item_import').set(changes).where('id', '=', id).execute()
}

/** Sets another state if the import is in one of these states; returns whether it was. */
export async function changeState(
  tx: Tx,
  id: string,
  { from, to }: { from: readonly ImportState[]; to: ImportState },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('item_import')
    .set({ state: to, error: '', rows_done: 0 })
    .where('id', '=', id)
    .where('state', 'in', from)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export interface ImportActor {
  accountId: string | undefined
  name: string
}

/** Returns who applies or undoes an import; the one who uploaded it if that was not recorded yet. */
export const getImportActor = (record: ImportRecord): ImportActor =>
  record.actor_name === ''
    ? { accountId: record.account_id ?? undefined, name: record.by_name }
    : { accountId: record.actor_account_id ?? undefined, name: record.actor_name }

/** Returns an import with its sheets and columns. Throws 404. */
export async function getImport(db: Db, id: string): Promise<ItemImportDetails> {
  const record = await getImportRecord(db, id)
  const [summary] = await toImports(db, [record])
  return {
    ...summary!,
    sheets: JSON.parse(record.sheets_json) as ImportSheet[],
    columns: z.array(ImportColumn).parse(JSON.parse(record.columns_json)),
  }
}

/** Returns one page of the imports, all or the busy ones, the newest first, and the number of them. */
export async function listImports(
  db: Db,
  { busy, ...page }: { limit: number; offset: number; busy?: 'true' | undefined },
): Promise<Page<ItemImport>> {
  const selected = db
    .selectFrom('item_import')
    .$if(busy !== undefined, (query) => query.where('state', 'in', BUSY_IMPORT_STATES))
  return readPage(selected, page, async (rows) =>
    toImports(db, await rows.selectAll().orderBy('created_at', 'desc').orderBy('id', 'desc').execute()),
  )
}

/** Returns the ids of the imports on which a process works, or should. */
export async function listBusyImports(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('item_import')
    .select('id')
    .where('state', 'in', BUSY_IMPORT_STATES)
    .execute()
  return rows.map(({ id }) => id)
}

/** Returns the imports from before this time whose files are still stored and which no process works on. */
export async function listImportsWithFileBefore(db: Db, at: string): Promise<string[]> {
  const rows = await db
    .selectFrom('item_import')
    .select('id')
    .where('has_file', '=', 1)
    .where('created_at', '<', at)
    .where('state', 'not in', BUSY_IMPORT_STATES)
    .execute()
  return rows.map(({ id }) => id)
}

interface RowCount {
  import_id: string
  state: RowRecord['state']
  result: RowRecord['result']
  count: number
}

async function toImports(db: Db, records: ImportRecord[]): Promise<ItemImport[]> {
  if (records.length === 0) return []
  const ids = records.map(({ id }) => id)
  const counts: RowCount[] = await db
    .selectFrom('item_import_row')
    .select((eb) => ['import_id', 'state', 'result', eb.fn.countAll<number>().as('count')])
    .where('import_id', 'in', ids)
    .groupBy(['import_id', 'state', 'result'])
    .execute()
  return records.map((record) =>
    toImport(
      record,
      counts.filter(({ import_id }) => import_id === record.id),
    ),
  )
}

function toImport(record: ImportRecord, rows: RowCount[]): ItemImport {
  const sum = (isCounted: (row: RowCount) => boolean) =>
    rows.reduce((total, row) => (isCounted(row) ? total + Number(row.count) : total), 0)
  const countState = (state: RowRecord['state']) => sum((row) => row.state === state)
  const counts: ImportCounts = {
    created: countState('created'),
    changed: countState('changed'),
    unchanged: countState('unchanged'),
    refused: countState('refused'),
    conflicts: countState('conflict'),
  }
  return {
    id: record.id,
    fileName: record.file_name,
    bytes: record.bytes,
    by: record.by_name,
    createdAt: record.created_at,
    state: record.state,
    error: record.error,
    progress: { done: record.rows_done, total: record.rows_total },
    counts,
    applied: sum(({ result }) => result === 'applied'),
    pending: sum(({ state, result }) => isApplicable(state) && (result === '' || result === 'undone')),
    notUndone: sum(({ result }) => result === 'changed-again'),
    options: ImportOptions.parse(JSON.parse(record.options_json)),
    hasFile: record.has_file === 1,
  }
}

const isApplicable = (state: RowRecord['state']): boolean => state === 'created' || state === 'changed'

export async function insertRows(tx: Tx, importId: string, rows: StoredRow[]): Promise<void> {
  for (let start = 0; start < rows.length; start += INSERT_BATCH_SIZE) {
    const batch = rows.slice(start, start + INSERT_BATCH_SIZE)
    await tx
      .insertInto('item_import_row')
      .values(batch.map((row) => ({ import_id: importId, position: row.position, ...toColumns(row) })))
      .execute()
  }
}

export async function updateRow(tx: Tx, importId: string, row: StoredRow): Promise<void> {
  await tx
    .updateTable('item_import_row')
    .set(toColumns(row))
    .where('import_id', '=', importId)
    .where('position', '=', row.position)
    .execute()
}

/** What became of a row that was applied or undone. */
export type RowResult = Pick<StoredRow, 'position' | 'result' | 'itemId' | 'itemRevision'>

export async function updateRowResults(tx: Tx, importId: string, rows: RowResult[]): Promise<void> {
  for (let start = 0; start < rows.length; start += INSERT_BATCH_SIZE) {
    const values = rows
      .slice(start, start + INSERT_BATCH_SIZE)
      .map(
        ({ position, result, itemId, itemRevision }) =>
          sql`(cast(${position} as integer), ${result}, ${itemId}, cast(${itemRevision} as integer))`,
      )
    await sql`
      with done(position, result, item_id, item_revision) as (values ${sql.join(values)})
      update item_import_row set result = done.result, item_id = done.item_id, item_revision = done.item_revision
      from done where import_id = ${importId} and item_import_row.position = done.position`.execute(tx)
  }
}

const toColumns = (row: StoredRow): Omit<RowRecord, 'import_id' | 'position'> => ({
  sheet: row.sheet,
  row_number: row.rowNumber,
  state: row.state,
  result: row.result,
  kind: row.kind,
  item_id: row.itemId,
  item_revision: row.itemRevision,
  name: row.name,
  values_json: JSON.stringify({ ...row.values, cells: row.cells }),
  changes_json: JSON.stringify(row.changes),
  problems_json: JSON.stringify(row.problems),
})

/** Deletes up to 5,000 rows of an import; returns whether there may be more. */
export async function deleteSomeRows(tx: Tx, importId: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('item_import_row')
    .where('import_id', '=', importId)
    .where('position', 'in', (eb) =>
      eb
        .selectFrom('item_import_row')
        .select('position')
        .where('import_id', '=', importId)
        .limit(DELETE_BATCH_SIZE),
    )
    .executeTakeFirst()
  return Number(numDeletedRows) === DELETE_BATCH_SIZE
}

/** Deletes an import in the state 'deleting' and its rows, in several transactions. */
export async function deleteImport(db: Db, id: string): Promise<void> {
  while (await inTransaction(db, (tx) => deleteSomeRows(tx, id)));
  await inTransaction(db, (tx) =>
    tx.deleteFrom('item_import').where('id', '=', id).where('state', '=', 'deleting').execute(),
  )
}

interface RowFilter {
  state?: RowRecord['state'] | undefined
  result?: RowRecord['result'] | undefined
}

const selectRows = (db: Db, importId: string, { state, result }: RowFilter) =>
  db
    .selectFrom('item_import_row')
    .where('import_id', '=', importId)
    .$if(state !== undefined, (query) => query.where('item_import_row.state', '=', state!))
    .$if(result !== undefined, (query) => query.where('result', '=', result!))

/** Returns one page of rows in the order of the file, and the number of all that match. */
export async function listRows(
  db: Db,
  importId: string,
  { limit, offset, ...filter }: ImportRowsQuery,
): Promise<Page<ImportRow>> {
  return readPage(selectRows(db, importId, filter), { limit, offset }, async (page) =>
    (await page.selectAll().orderBy('position').execute()).map(toRow).map(toResponse),
  )
}

const toResponse = ({
  position,
  sheet,
  rowNumber,
  state,
  result,
  kind,
  itemId,
  ...row
}: StoredRow): ImportRow => ({
  position,
  sheet,
  row: rowNumber,
  state,
  result,
  // The item of an undone row is deleted; its id is kept for applying the row again.
  item: itemId === null || (state === 'created' && result === 'undone') ? null : { id: itemId, kind },
  name: row.name,
  changes: row.changes,
  problems: row.problems,
})

/** The rows of an import that are applied or undone. */
export interface RowSelection {
  state: 'created' | 'changed'
  results: RowRecord['result'][]
}

const selectRowsToWrite = (db: Db, importId: string, { state, results }: RowSelection) =>
  selectRows(db, importId, { state }).where('result', 'in', results)

/** A row of a selection with what decides when its turn is. */
export interface RowInSelection {
  position: number
  kind: Kind
  name_sort: string
}

/** Returns the rows of a selection in the order of the file, without their values. */
export async function listSelection(
  db: Db,
  importId: string,
  selection: RowSelection,
): Promise<RowInSelection[]> {
  const rows = await selectRowsToWrite(db, importId, selection)
    .select(['position', 'kind', 'name'])
    .orderBy('position')
    .execute()
  return rows.map(({ name, ...row }) => ({ ...row, name_sort: fold(name) }))
}

/** Returns those of the rows at these positions that are still in the selection, in this order. */
export async function findRowsAt(
  db: Db,
  importId: string,
  selection: RowSelection,
  positions: number[],
): Promise<StoredRow[]> {
  const query = selectRowsToWrite(db, importId, selection).where('position', 'in', positions)
  const byPosition = new Map((await readRows(query, positions.length)).map((row) => [row.position, row]))
  return positions.flatMap((position) => byPosition.get(position) ?? [])
}

/** An applied row with its item as it is now; undefined if it was deleted. */
interface AppliedRow {
  state: RowRecord['state']
  name: string
  itemRevision: number | null
  item: { id: string; revision: number } | undefined
}

/** Iterates over the applied rows in batches, without their values. */
export async function* iterateAppliedRows(db: Db, importId: string): AsyncGenerator<AppliedRow[]> {
  for (let after = -1; ; ) {
    const rows = await selectRows(db, importId, { result: 'applied' })
      .leftJoin('item', 'item.id', 'item_import_row.item_id')
      .select(['position', 'item_import_row.state', 'item_import_row.name', 'item_revision'])
      .select(['item.id', 'item.revision'])
      .where('position', '>', after)
      .orderBy('position')
      .limit(READ_BATCH_SIZE)
      .execute()
    const last = rows.at(-1)
    if (!last) return
    yield rows.map(({ state, name, item_revision, id, revision }) => ({
      state,
      name,
      itemRevision: item_revision,
      item: id === null || revision === null ? undefined : { id, revision },
    }))
    after = last.position
  }
}

/** Returns the ids of the relations that the rows of an import have added. */
export async function findAddedRelations(db: Db, importId: string): Promise<Set<string>> {
  const added = new Set<string>()
  for (let after = -1; ; ) {
    const rows = await selectRows(db, importId, {})
      .select(['position', 'values_json'])
      .where('values_json', 'like', '%"changedRelations"%')
      .where('position', '>', after)
      .orderBy('position')
      .limit(READ_BATCH_SIZE)
      .execute()
    const last = rows.at(-1)
    if (!last) return added
    for (const { values_json } of rows)
      for (const id of (JSON.parse(values_json) as RowValues).changedRelations?.added ?? []) added.add(id)
    after = last.position
  }
}

/** Returns the rows in conflict with these positions, or the first ones. */
export const listConflicts = (
  db: Db,
  importId: string,
  positions: number[] | undefined,
  max: number,
): Promise<StoredRow[]> =>
  readRows(
    selectRows(db, importId, { state: 'conflict' }).$if(positions !== undefined, (query) =>
      query.where('position', 'in', positions!),
    ),
    max,
  )

async function readRows(query: ReturnType<typeof selectRows>, max: number): Promise<StoredRow[]> {
  return (await query.selectAll().orderBy('position').limit(max).execute()).map(toRow)
}

/** Iterates over the problems of all refused rows, with sheet and row. */
export async function listProblems(db: Db, importId: string, max: number) {
  const rows = await readRows(selectRows(db, importId, { state: 'refused' }), max)
  return rows.flatMap(({ sheet, rowNumber, problems }) =>
    problems.map(({ cell, message }) => ({ sheet, row: rowNumber, cell, message })),
  )
}

function toRow(record: RowRecord): StoredRow {
  const { cells, ...values } = JSON.parse(record.values_json) as RowValues & Pick<StoredRow, 'cells'>
  return {
    position: record.position,
    sheet: record.sheet,
    rowNumber: record.row_number,
    state: record.state,
    result: record.result,
    kind: record.kind,
    itemId: record.item_id,
    itemRevision: record.item_revision,
    name: record.name,
    values,
    cells,
    changes: JSON.parse(record.changes_json) as CellChange[],
    problems: JSON.parse(record.problems_json) as CellProblem[],
  }
}

/** What the columns of a file with the same titles were the last time. */
export interface Mapping {
  kind: Kind | null
  targets: ImportColumn['target'][]
}

export async function findMapping(db: Db, header: string): Promise<Mapping | undefined> {
  const record = await db
    .selectFrom('item_import_mapping')
    .selectAll()
    .where('header', '=', header)
    .executeTakeFirst()
  return record && { kind: record.kind, targets: JSON.parse(record.targets_json) as Mapping['targets'] }
}

export async function saveMapping(
  tx: Tx,
  { header, kind, targets, at }: Mapping & { header: string; at: string },
): Promise<void> {
  const columns = { kind, targets_json: JSON.stringify(targets), updated_at: at }
  await tx
    .insertInto('item_import_mapping')
    .values({ header, ...columns })
    .onConflict((conflict) => conflict.column('header').doUpdateSet(columns))
    .execute()
}

export async function addProgress(tx: Tx, id: string, rows: number): Promise<void> {
  await tx
    .updateTable('item_import')
    .set({ rows_done: sql`rows_done + ${rows}` })
    .where('id', '=', id)
    .execute()
}
