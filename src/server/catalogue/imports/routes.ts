import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
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
} from '#contracts/bulk-data/item-import.ts'
import { MAX_IMPORT_BYTES, MAX_IMPORT_SIZE } from '#contracts/bulk-data/item-import-limits.ts'
import { formatContentDisposition } from '#server/kernel/files/file-formats.ts'
import { withFile } from '#server/kernel/http/multipart.ts'
import { createRouter } from '#server/kernel/http/route.ts'
import { finishImport } from './apply.ts'
import {
  assertNotBusy,
  decideConflicts,
  type ImportDeps,
  removeImport,
  setColumns,
  startApplying,
  startUndoing,
  storeImport,
} from './commands.ts'
import { getImport, getImportRecord, listImports, listRows } from './store.ts'
import { previewUndo } from './undo.ts'

const FILE_RULES = {
  tooMany: 'Import one file at a time.',
  maxBytes: MAX_IMPORT_BYTES,
  describeTooLarge: (name: string) =>
    `${name} is larger than ${MAX_IMPORT_SIZE}. Divide it into several files.`,
}
const ListQuery = z.object({
  limit: z.coerce.number().int().min(1).max(100).default(20),
  offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
  busy: z.literal('true').optional().meta({ description: 'Only imports on which a process works' }),
})

export function importRoutes(app: FastifyInstance, deps: ImportDeps): void {
  const { db, reader, guard, tmpDir, imports } = deps
  const route = createRouter(app, { guard, tag: 'imports' })

  route(
    'GET /api/imports',
    { permission: 'catalogue.edit', summary: 'List', query: ListQuery, page: ItemImport },
    ({ query }) => listImports(reader, query),
  )

  route(
    'POST /api/imports',
    {
      permission: 'catalogue.edit',
      summary: `Upload a workbook (.xlsx) or CSV file of at most ${MAX_IMPORT_SIZE}; nothing is changed before it is applied`,
      form: z.object({ file: z.string().meta({ format: 'binary' }) }),
      status: 201,
      reply: ItemImportDetails,
    },
    async (request) => {
      const id = await withFile(request, tmpDir, FILE_RULES, (file) => storeImport(deps, request.actor, file))
      imports.runner.wake()
      return getImport(db, id)
    },
  )

  route(
    'GET /api/imports/:id',
    { permission: 'catalogue.edit', summary: 'Read', reply: ItemImportDetails },
    ({ params }) => getImport(reader, params.id),
  )

  route(
    'GET /api/imports/:id/rows',
    {
      permission: 'catalogue.edit',
      summary: 'List the rows of the file with what would change',
      query: ImportRowsQuery,
      page: ImportRow,
    },
    async ({ params: { id }, query }) => {
      await getImportRecord(db, id)
      return listRows(reader, id, query)
    },
  )

  route(
    'GET /api/imports/:id/undo',
    {
      permission: 'catalogue.edit',
      summary: 'What undoing would restore, delete and archive, and why something would stay',
      reply: ImportUndoPreview,
    },
    async ({ params: { id } }) => {
      await getImportRecord(db, id)
      return previewUndo(reader, id)
    },
  )

  route(
    'PUT /api/imports/:id/columns',
    {
      permission: 'catalogue.edit',
      summary: 'Say what the sheets and columns contain, and read the rows again',
      body: ImportColumnsBody,
      reply: ItemImportDetails,
    },
    async ({ params: { id }, body }) => {
      await setColumns(deps, id, body)
      imports.runner.wake()
      return getImport(db, id)
    },
  )

  route(
    'PUT /api/imports/:id/conflicts',
    {
      permission: 'catalogue.edit',
      summary: 'Decide conflicts',
      body: ResolveConflictsBody,
      reply: ItemImportDetails,
    },
    async ({ params: { id }, body }) => {
      await decideConflicts(db, id, body)
      return getImport(db, id)
    },
  )

  route(
    'POST /api/imports/:id/apply',
    {
      permission: 'catalogue.edit',
      summary: 'Apply the rows',
      body: ApplyImportBody,
      reply: ItemImportDetails,
    },
    async ({ actor, params: { id }, body }) => {
      await startApplying(db, id, body.what, actor)
      imports.runner.wake()
      return getImport(db, id)
    },
  )

  route(
    'POST /api/imports/:id/cancel',
    {
      permission: 'catalogue.edit',
      summary: 'Stop applying or undoing; the rest can be done later',
      reply: ItemImportDetails,
    },
    async ({ actor, params: { id } }) => {
      await finishImport(db, { importId: id, clock: deps.clock, actor })
      return getImport(db, id)
    },
  )

  route(
    'POST /api/imports/:id/undo',
    { permission: 'catalogue.edit', summary: 'Undo what was applied', reply: ItemImportDetails },
    async ({ actor, params: { id } }) => {
      await startUndoing(db, id, actor)
      imports.runner.wake()
      return getImport(db, id)
    },
  )

  route(
    'GET /api/imports/:id/marked-file',
    {
      permission: 'catalogue.edit',
      summary: 'Download the file with the refused cells marked and commented',
      produces: ['application/octet-stream'],
    },
    async ({ params: { id } }, reply) => {
      const { file_name } = await assertNotBusy(db, id)
      await imports.runner.withMarkedFile(id, async (path) => {
        const stream = createReadStream(path)
        reply
          .type('application/octet-stream')
          .header('content-length', (await stat(path)).size)
          .header('content-disposition', formatContentDisposition(`marked ${file_name}`))
          .send(stream)
        await once(stream, 'close')
      })
      return reply
    },
  )

  route(
    'DELETE /api/imports/:id',
    { permission: 'catalogue.edit', summary: 'Delete an import of which nothing is applied' },
    ({ params: { id } }) => removeImport(deps, id),
  )
}
