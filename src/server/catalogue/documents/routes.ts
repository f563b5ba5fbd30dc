import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { DOCUMENT_LIMITS, MAX_DOCUMENT_SIZE } from '#contracts/document-limits.ts'
import { ItemParams } from '#contracts/item.ts'
import {
  DocumentChanges,
  DocumentFileForm,
  DocumentParams,
  ItemDocument,
  NewDocumentFields,
  NewDocumentForm,
} from '#contracts/item-document.ts'
import type { Api } from '#server/kernel/api.ts'
import { getActor } from '#server/kernel/guard.ts'
import { type UploadedFile, withMultipartForm } from '#server/kernel/multipart.ts'
import { badRequest, HttpProblem } from '#server/kernel/problem.ts'
import { getItemByIdOrThrow } from '../items/store.ts'
import {
  addDocument,
  assertRoom,
  deleteDocument,
  editDocument,
  getDocumentOrThrow,
  replaceFile,
  restoreDocument,
} from './commands.ts'
import type { DocumentDeps } from './deps.ts'
import { toDocumentResponse } from './document-response.ts'
import { listDocuments } from './store.ts'

const tags = ['documents']
/** They take up to 100 MB each in DATA_DIR/tmp. */
const MAX_CONCURRENT_UPLOADS = 20

const FILE_RULES = {
  field: 'file',
  unnamed: 'The file',
  maxFiles: 1,
  tooMany: 'Please send each file on its own.',
  maxBytes: DOCUMENT_LIMITS.bytes,
  describeTooLarge: (name: string) =>
    `${name} is larger than ${MAX_DOCUMENT_SIZE}. Please choose a smaller file, or several parts.`,
}

/** Registers the calls for the documents of an item. */
export function documentRoutes(app: Api, deps: DocumentDeps): void {
  const { db, guard } = deps
  const onRequest = guard.requires('catalogue.edit')
  const config = { isLargeUpload: true }
  const receive = createReceiver(deps)
  const toTarget = (request: FastifyRequest, params: DocumentParams) => ({
    actor: getActor(request),
    itemId: params.id,
    documentId: params.documentId,
  })

  const list = {
    summary: 'The documents of an item in their order',
    params: ItemParams,
    response: { 200: z.array(ItemDocument) },
  }
  app.get(
    '/api/items/:id/documents',
    { onRequest: guard.requires('catalogue.read'), schema: { tags, ...list } },
    async ({ params, siteOrigin }) => {
      const { id } = await getItemByIdOrThrow(db, params.id)
      return (await listDocuments(db, id)).map((row) => toDocumentResponse(row, siteOrigin))
    },
  )

  const added = {
    summary: `Add a document: a file of at most ${MAX_DOCUMENT_SIZE}`,
    consumes: ['multipart/form-data'],
    params: ItemParams,
    response: { 201: ItemDocument },
  }
  app.post(
    '/api/items/:id/documents',
    { onRequest, config: { ...config, form: NewDocumentForm }, schema: { tags, ...added } },
    async (request, reply) => {
      const { id: itemId } = request.params
      await assertRoom(db, itemId)
      const row = await receive(request, (file, fields) =>
        addDocument(deps, {
          actor: getActor(request),
          itemId,
          file,
          fields: NewDocumentFields.parse(fields),
        }),
      )
      return reply.code(201).send(toDocumentResponse(row, request.siteOrigin))
    },
  )

  const changed = {
    summary: 'Change title, type, language or place of a document (JSON), or replace its file (form)',
    params: DocumentParams,
    response: { 200: ItemDocument },
  }
  app.patch(
    '/api/items/:id/documents/:documentId',
    {
      onRequest,
      config: { ...config, body: DocumentChanges, form: DocumentFileForm },
      schema: { tags, ...changed },
    },
    async (request) => {
      const target = toTarget(request, request.params)
      await getDocumentOrThrow(db, target)
      const row = request.isMultipart()
        ? await receive(request, (file) => replaceFile(deps, { ...target, file }))
        : await editDocument(deps, { ...target, changes: DocumentChanges.parse(request.body) })
      return toDocumentResponse(row, request.siteOrigin)
    },
  )

  const deletion = {
    summary: 'Delete a document. It can be restored for a day',
    params: DocumentParams,
    response: { 204: z.null() },
  }
  app.delete(
    '/api/items/:id/documents/:documentId',
    { onRequest, schema: { tags, ...deletion } },
    async (request, reply) => {
      await deleteDocument(deps, toTarget(request, request.params))
      return reply.code(204).send(null)
    },
  )

  const restoration = {
    summary: 'Restore a deleted document',
    params: DocumentParams,
    response: { 200: ItemDocument },
  }
  app.post(
    '/api/items/:id/documents/:documentId/restoration',
    { onRequest, schema: { tags, ...restoration } },
    async (request) => {
      const row = await restoreDocument(deps, toTarget(request, request.params))
      return toDocumentResponse(row, request.siteOrigin)
    },
  )
}

/** Returns a function that receives the file and the texts of a form; 503 while many files are being received. */
function createReceiver({ tmpDir }: DocumentDeps) {
  let uploads = 0
  return async <Result>(
    request: FastifyRequest,
    handle: (file: UploadedFile, fields: Record<string, string>) => Promise<Result>,
  ): Promise<Result> => {
    if (uploads >= MAX_CONCURRENT_UPLOADS)
      throw new HttpProblem(503, 'busy', 'Many files are being sent at the moment. Please try again.')
    uploads++
    try {
      return await withMultipartForm(
        request,
        tmpDir,
        async ({ fields, files: [file] }) => {
          if (!file) throw badRequest('Please choose a file.')
          return handle(file, fields)
        },
        FILE_RULES,
      )
    } finally {
      uploads--
    }
  }
}
