import { randomBytes } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { extname } from 'node:path'
import type { ImportColumnsBody, ResolveConflictsBody } from '#contracts/bulk-data/item-import.ts'
import { BUSY_IMPORT_STATES, type ImportState } from '#contracts/bulk-data/item-import-limits.ts'
import type { Db, Tx } from '#server/database/db.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { toIso } from '#server/kernel/clock.ts'
import type { Actor } from '#server/kernel/http/guard.ts'
import type { UploadedFile } from '#server/kernel/http/multipart.ts'
import { badRequest, conflict, unsupportedMediaType } from '#server/kernel/http/problem.ts'
import type { ItemDeps } from '../items/deps.ts'
import { resolveConflicts } from './apply.ts'
import type { ImportRunner } from './import-runner.ts'
import type { ImportStorage } from './import-storage.ts'
import { applyChoices, type Choices, getChosenTargets, hashHeader, hasOpenPrice } from './mapping.ts'
import {
  changeState,
  deleteImport,
  getImport,
  getImportRecord,
  insertImport,
  saveMapping,
  updateImport,
} from './store.ts'

export interface ImportDeps extends ItemDeps {
  /** The same database for reads that may take long. */
  reader: Db
  imports: { runner: ImportRunner; storage: ImportStorage }
}

const EXTENSIONS = new Set(['.xlsx', '.csv', '.txt', '.tsv'])
const MAX_FILE_NAME_LENGTH = 200
/** The states in which rows can be applied. A failed import has its rows if it failed while it applied them. */
const STARTABLE_STATES: readonly ImportState[] = ['ready', 'done', 'undone', 'failed']
/** The states in which columns can be changed: nothing is applied. */
const MAPPABLE_STATES: readonly ImportState[] = ['mapping', 'ready', 'undone', 'failed']

const DELETABLE_STATES: readonly ImportState[] = [...STARTABLE_STATES, 'mapping']

/** Stores a file to import, and returns the id of the import. Throws 400 and 415. */
export async function storeImport(
  { db, clock, imports }: ImportDeps,
  actor: Actor,
  file: UploadedFile,
): Promise<string> {
  const name = toFileName(file.filename)
  if ((await stat(file.path)).size === 0) throw badRequest(`${name} is empty.`)
  const id = randomBytes(16).toString('hex')
  const bytes = await imports.storage.store(id, file.path)
  await inTransaction(db, (tx) =>
    insertImport(tx, {
      id,
      created_at: toIso(clock()),
      account_id: actor.accountId ?? null,
      by_name: actor.name,
      file_name: name,
      bytes,
    }),
  )
  return id
}

/** Returns the name without control characters. Throws 415 for a file that is certainly of another format. */
function toFileName(name: string): string {
  const clean = name.replace(/\p{Cc}/gu, '').slice(-MAX_FILE_NAME_LENGTH)
  if (EXTENSIONS.has(extname(clean).toLowerCase())) return clean
  throw unsupportedMediaType(
    `${clean} is not an Excel workbook (.xlsx) or CSV file. In Excel or LibreOffice, choose 'Save as' and the format .xlsx.`,
  )
}

/** Throws 404, and 409 while a process works on the import. */
export async function assertNotBusy(db: Db, id: string) {
  const record = await getImportRecord(db, id)
  if (BUSY_IMPORT_STATES.includes(record.state)) throw busy()
  return record
}

const busy = () => conflict('busy', 'This import is working at the moment. Wait until it has ended.')

/** Sets what the sheets and columns contain, and starts to read the rows again. Throws 400 and 409. */
export async function setColumns(
  { db, clock }: ImportDeps,
  id: string,
  { options, ...body }: ImportColumnsBody,
): Promise<void> {
  const at = toIso(clock())
  await inTransaction(db, async (tx) => {
    const record = await getImportRecord(tx, id)
    if (record.has_file === 0)
      throw conflict('file-removed', 'The file of this import was removed. Import it again.')
    const { applied, notUndone, columns, options: present, sheets } = await getImport(tx, id)
    if (applied + notUndone > 0) throw conflict('applied', 'Rows of this import are applied. Undo it first.')
    const choices: Choices = {
      ...(JSON.parse(record.choices_json) as Choices),
      ...Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined)),
    }
    const targets = choices.columns ?? []
    for (const { name } of sheets) assertFieldsDiffer(name, targets)
    if (!(await changeState(tx, id, { from: MAPPABLE_STATES, to: 'reading' }))) throw busy()
    await updateImport(tx, id, {
      choices_json: JSON.stringify(choices),
      options_json: JSON.stringify({ ...present, ...options }),
      rows_total: 0,
    })
    for (const sheet of sheets) {
      const ofSheet = columns.filter((column) => column.sheet === sheet.name)
      const chosen = getChosenTargets(choices, sheet.name)
      if (hasOpenPrice(ofSheet, chosen)) continue
      await saveMapping(tx, {
        header: hashHeader(ofSheet.map(({ title }) => title)),
        kind: choices.sheets?.find(({ name }) => name === sheet.name)?.kind ?? choices.kind ?? sheet.kind,
        targets: applyChoices(ofSheet, chosen),
        at,
      })
    }
  })
}

/** Throws 400 if two columns of a sheet are the same field or specification. */
function assertFieldsDiffer(sheet: string, columns: NonNullable<Choices['columns']>): void {
  const seen = new Set<string>()
  for (const { target } of columns.filter((column) => column.sheet === sheet)) {
    if (target.type === 'ignored') continue
    const key =
      target.type === 'field' ? `field ${target.field}` : `specification ${target.name.toLowerCase()}`
    if (seen.has(key))
      throw badRequest(
        `Two columns of the sheet '${sheet}' have the same meaning. Choose one and ignore the other.`,
      )
    seen.add(key)
  }
}

/** Decides conflicts: those of `positions`, or all. Throws 409 while a process works on the import. */
export async function decideConflicts(db: Db, id: string, body: ResolveConflictsBody): Promise<void> {
  const decide = () =>
    inTransaction(db, async (tx) => {
      await assertNotBusy(tx, id)
      return resolveConflicts(tx, id, { positions: undefined, ...body })
    })
  while (await decide()) if (body.positions) return
}

/** Starts to apply the rows. Throws 409 when that is not possible. */
export const startApplying = (db: Db, id: string, what: 'valid' | 'all', actor: Actor): Promise<void> =>
  inTransaction(db, async (tx) => {
    const { counts, pending, state } = await getImport(tx, id)
    if (state === 'mapping')
      throw conflict('columns-needed', 'Say first what the sheets contain and which column is the price.')
    const open = counts.refused + counts.conflicts
    if (what === 'all' && open > 0)
      throw conflict(
        'rows-refused',
        `${open} rows cannot be applied. Correct them, or apply the others only.`,
      )
    if (pending === 0) throw conflict('nothing-pending', 'There is nothing to apply.')
    await start(tx, id, { to: 'applying', total: pending, actor })
  })

/** Starts to undo what was applied. Throws 409 when that is not possible. */
export const startUndoing = (db: Db, id: string, actor: Actor): Promise<void> =>
  inTransaction(db, async (tx) => {
    const { applied } = await getImport(tx, id)
    if (applied === 0) throw conflict('nothing-applied', 'Nothing of this import is applied.')
    await start(tx, id, { to: 'undoing', total: applied, actor })
  })

async function start(
  tx: Tx,
  id: string,
  { to, total, actor }: { to: 'applying' | 'undoing'; total: number; actor: Actor },
): Promise<void> {
  if (!(await changeState(tx, id, { from: STARTABLE_STATES, to }))) throw busy()
  const { accountId = null, name } = actor
  await updateImport(tx, id, { rows_total: total, actor_account_id: accountId, actor_name: name })
}

/** Deletes an import with its file. Throws 409 if rows of it are applied. */
export async function removeImport({ db, imports }: ImportDeps, id: string): Promise<void> {
  // The state prevents that rows are applied while others are deleted already.
  await inTransaction(db, async (tx) => {
    const { applied, notUndone } = await getImport(tx, id)
    if (applied + notUndone > 0) throw conflict('applied', 'Rows of this import are applied. Undo it first.')
    if (!(await changeState(tx, id, { from: DELETABLE_STATES, to: 'deleting' }))) throw busy()
  })
  await imports.storage.remove(id)
  await deleteImport(db, id)
}
