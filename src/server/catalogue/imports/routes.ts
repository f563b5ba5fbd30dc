import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { extname } from 'node:path'
import { z } from 'zod'
import {
  ApplyImportBody,
  ImportColumnsBody,
  ImportRow,
  ImportRowsQuery,
  ImportUndoPreview,
  ItemImport,
  ItemImportDetails,
  ResolveConflictsBody,
} from '#contracts/item-import.ts'
import {
  BUSY_IMPORT_STATES,
  type ImportState,
  MAX_IMPORT_BYTES,
  MAX_IMPORT_SIZE,
} from '#contracts/item-import-limits.ts'
import type { Db, Tx } from '#server/database/db.ts'
import { inTransaction } from '#server/database/transaction.ts'
import type { Api } from '#server/kernel/api.ts'
import { toIso } from '#server/kernel/clock.ts'
import { type Actor, getActor } from '#server/kernel/guard.ts'
import { withMultipartForm } from '#server/kernel/multipart.ts'
import { badRequest, conflict, unsupportedMediaType } from '#server/kernel/problem.ts'
import type { ItemDeps } from '../items/deps.ts'
import { finishImport, resolveConflicts } from './apply.ts'
import type { ImportRunner } from './import-runner.ts'
import type { ImportStorage } from './import-storage.ts'
import { applyChoices, type Choices, getChosenTargets, hashHeader, hasOpenPrice } from './mapping.ts'
import {
  changeState,
  deleteImport,
  getImport,
  getImportRecord,
  type ImportActor,
  insertImport,
  listImports,
  listRows,
  saveMapping,
  updateImport,
} from './store.ts'
import { previewUndo } from './undo.ts'

export interface ImportDeps extends ItemDeps {
  /** The same database for reads that may take long. */
  reader: Db
  imports: { runner: ImportRunner; storage: ImportStorage }
}

const TAGS = ['imports']
const EXTENSIONS = new Set(['.xlsx', '.csv', '.txt', '.tsv'])
const MAX_FILE_NAME_LENGTH = 200
const FILE_RULES = {
  field: 'file',
  unnamed: 'The file',
  maxFiles: 1,
  tooMany: 'Please import one file at a time.',
  maxBytes: MAX_IMPORT_BYTES,
  describeTooLarge: (name: string) =>
    `${name} is larger than ${MAX_IMPORT_SIZE}. Please divide it into several files.`,
}
/** The states in which rows can be applied. A failed import has its rows if it failed while it applied them. */
const STARTABLE_STATES: readonly ImportState[] = ['ready', 'done', 'undone', 'failed']
/** The states in which columns can be changed: nothing is applied. */
const MAPPABLE_STATES: readonly ImportState[] = ['mapping', 'ready', 'undone', 'failed']

const DELETABLE_STATES: readonly ImportState[] = [...STARTABLE_STATES, 'mapping']

const ImportParams = z.object({ id: z.string().max(100) })
const ListQuery = z.object({
  limit: z.coerce.number().int().min(1).max(100).default(20),
  offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
  busy: z.literal('true').optional().meta({ description: 'Only imports on which a process works' }),
})

/** Registers the imports of items from workbooks and CSV files. */
export function importRoutes(app: Api, deps: ImportDeps): void {
  const { db, reader, clock, guard, tmpDir, imports } = deps
  const onRequest = guard.requires('catalogue.edit')
  const details = { tags: TAGS, params: ImportParams, response: { 200: ItemImportDetails } }

  app.get(
    '/api/imports',
    {
      onRequest,
      schema: { tags: TAGS, summary: 'List', querystring: ListQuery, response: { 200: z.array(ItemImport) } },
    },
    async (request, reply) => {
      const { imports: listed, total } = await listImports(reader, request.query)
      return reply.header('x-total-count', total).send(listed)
    },
  )

  app.post(
    '/api/imports',
    {
      onRequest,
      schema: {
        tags: TAGS,
        summary: `Upload a workbook (.xlsx) or CSV file of at most ${MAX_IMPORT_SIZE}; nothing is changed before it is applied`,
        consumes: ['multipart/form-data'],
        response: { 201: ItemImportDetails },
      },
      config: { form: z.object({ file: z.string().meta({ format: 'binary' }) }) },
    },
    async (request, reply) => {
      const id = await withMultipartForm(
        request,
        tmpDir,
        async ({ files: [file] }) => {
          if (!file) throw badRequest('Please choose a file.')
          const actor = getActor(request)
          const name = toFileName(file.filename)
          if ((await stat(file.path)).size === 0) throw badRequest(`${name} is empty.`)
          const importId = randomBytes(16).toString('hex')
          const bytes = await imports.storage.store(importId, file.path)
          await inTransaction(db, (tx) =>
            insertImport(tx, {
              id: importId,
              created_at: toIso(clock()),
              account_id: actor.accountId ?? null,
              by_name: actor.name,
              file_name: name,
              bytes,
            }),
          )
          return importId
        },
        FILE_RULES,
      )
      imports.runner.wake()
      return reply.code(201).send(await getImport(db, id))
    },
  )

  app.get('/api/imports/:id', { onRequest, schema: { ...details, summary: 'Read' } }, ({ params }) =>
    getImport(reader, params.id),
  )

  app.get(
    '/api/imports/:id/rows',
    {
      onRequest,
      schema: {
        tags: TAGS,
        summary: 'List the rows of the file with what would change',
        params: ImportParams,
        querystring: ImportRowsQuery,
        response: { 200: z.array(ImportRow) },
      },
    },
    async ({ params, query }, reply) => {
      await getImportRecord(db, params.id)
      const { rows, total } = await listRows(reader, params.id, query)
      return reply.header('x-total-count', total).send(rows)
    },
  )

  app.get(
    '/api/imports/:id/undo',
    {
      onRequest,
      schema: {
        tags: TAGS,
        summary: 'What undoing would restore, delete and archive, and why something would stay',
        params: ImportParams,
        response: { 200: ImportUndoPreview },
      },
    },
    async ({ params }) => {
      await getImportRecord(db, params.id)
      return previewUndo(reader, params.id)
    },
  )

  app.put(
    '/api/imports/:id/columns',
    {
      onRequest,
      schema: {
        ...details,
        summary: 'Say what the sheets and columns contain, and read the rows again',
        body: ImportColumnsBody,
      },
    },
    async ({ params, body }) => {
      await setColumns(db, params.id, body, toIso(clock()))
      imports.runner.wake()
      return getImport(db, params.id)
    },
  )

  app.put(
    '/api/imports/:id/conflicts',
    { onRequest, schema: { ...details, summary: 'Decide conflicts', body: ResolveConflictsBody } },
    async ({ params, body }) => {
      const decide = () =>
        inTransaction(db, async (tx) => {
          await assertNotBusy(tx, params.id)
          return resolveConflicts(tx, params.id, { positions: undefined, ...body })
        })
      while (await decide()) if (body.positions) break
      return getImport(db, params.id)
    },
  )

  app.post(
    '/api/imports/:id/apply',
    { onRequest, schema: { ...details, summary: 'Apply the rows', body: ApplyImportBody } },
    async (request) => {
      const { params, body } = request
      await inTransaction(db, (tx) => startApplying(tx, params.id, body.what, getActor(request)))
      imports.runner.wake()
      return getImport(db, params.id)
    },
  )

  app.post(
    '/api/imports/:id/cancel',
    {
      onRequest,
      schema: { ...details, summary: 'Stop applying or undoing; the rest can be done later' },
    },
    async (request) => {
      const { id } = request.params
      await finishImport(db, { importId: id, clock, actor: toImportActor(getActor(request)) })
      return getImport(db, id)
    },
  )

  app.post(
    '/api/imports/:id/undo',
    { onRequest, schema: { ...details, summary: 'Undo what was applied' } },
    async (request) => {
      const { params } = request
      await inTransaction(db, async (tx) => {
        const { applied } = await getImport(tx, params.id)
        if (applied === 0) throw conflict('nothing-applied', 'Nothing of this import is applied.')
        await start(tx, params.id, { to: 'undoing', total: applied, actor: getActor(request) })
      })
      imports.runner.wake()
      return getImport(db, params.id)
    },
  )

  app.get(
    '/api/imports/:id/marked-file',
    {
      onRequest,
      exposeHeadRoute: false,
      schema: {
        tags: TAGS,
        summary: 'Download the file with the refused cells marked and commented',
        params: ImportParams,
        produces: ['application/octet-stream'],
      },
    },
    async ({ params }, reply) => {
      const { file_name } = await assertNotBusy(db, params.id)
      await imports.runner.withMarkedFile(params.id, async (path) => {
        const stream = createReadStream(path)
        reply
          .type('application/octet-stream')
          .header('content-length', (await stat(path)).size)
          .header(
            'content-disposition',
            `attachment; filename*=UTF-8''${encodeURIComponent(`marked ${file_name}`)}`,
          )
          .send(stream)
        await once(stream, 'close')
      })
      return reply
    },
  )

  app.delete(
    '/api/imports/:id',
    {
      onRequest,
      schema: {
        tags: TAGS,
        summary: 'Delete an import of which nothing is applied',
        params: ImportParams,
        response: { 204: z.null() },
      },
    },
    async ({ params }, reply) => {
      // The state prevents that rows are applied while others are deleted already.
      await inTransaction(db, async (tx) => {
        const { applied, notUndone } = await getImport(tx, params.id)
        if (applied + notUndone > 0)
          throw conflict('applied', 'Rows of this import are applied. Undo it first.')
        if (!(await changeState(tx, params.id, { from: DELETABLE_STATES, to: 'deleting' }))) throw busy()
      })
      await imports.storage.remove(params.id)
      await deleteImport(db, params.id)
      return reply.code(204).send(null)
    },
  )
}

/** Returns the name without control characters. Throws 415 for a file that is certainly of another format. */
function toFileName(name: string): string {
  const clean = name.replace(/\p{Cc}/gu, '').slice(-MAX_FILE_NAME_LENGTH)
  if (EXTENSIONS.has(extname(clean).toLowerCase())) return clean
  throw unsupportedMediaType(
    `${clean} is not an Excel workbook (.xlsx) or CSV file. In Excel or LibreOffice, choose 'Save as' and the format .xlsx.`,
  )
}

async function assertNotBusy(db: Db, id: string) {
  const record = await getImportRecord(db, id)
  if (BUSY_IMPORT_STATES.includes(record.state)) throw busy()
  return record
}

const busy = () => conflict('busy', 'This import is working at the moment. Please wait until it has ended.')

async function setColumns(
  db: Db,
  id: string,
  { options, ...body }: ImportColumnsBody,
  at: string,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const record = await getImportRecord(tx, id)
    if (record.has_file === 0)
      throw conflict('file-removed', 'The file of this import was removed. Please import it again.')
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
        `Two columns of the sheet '${sheet}' have the same meaning. Please choose one and ignore the other.`,
      )
    seen.add(key)
  }
}

async function startApplying(tx: Tx, id: string, what: 'valid' | 'all', actor: Actor): Promise<void> {
  const { counts, pending, state } = await getImport(tx, id)
  if (state === 'mapping')
    throw conflict(
      'columns-needed',
      'Please say first what the sheets contain and which column is the price.',
    )
  const open = counts.refused + counts.conflicts
  if (what === 'all' && open > 0)
    throw conflict('rows-refused', `${open} rows cannot be applied. Correct them, or apply the others only.`)
  if (pending === 0) throw conflict('nothing-pending', 'There is nothing to apply.')
  await start(tx, id, { to: 'applying', total: pending, actor })
}

async function start(
  tx: Tx,
  id: string,
  { to, total, actor }: { to: 'applying' | 'undoing'; total: number; actor: Actor },
): Promise<void> {
  if (!(await changeState(tx, id, { from: STARTABLE_STATES, to }))) throw busy()
  const { accountId, name } = toImportActor(actor)
  await updateImport(tx, id, { rows_total: total, actor_account_id: accountId ?? null, actor_name: name })
}

const toImportActor = ({ accountId, name }: Actor): ImportActor => ({ accountId, name })
