import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { DOCUMENT_LIMITS, MAX_DOCUMENT_SIZE } from '#contracts/files/document-limits.ts'
import {
  DocumentChanges,
  DocumentFileForm,
  DocumentParams,
  ItemDocument,
  NewDocumentFields,
  NewDocumentForm,
} from '#contracts/files/item-document.ts'
import { ItemParams } from '#contracts/item/item.ts'
import type { Actor } from '#server/kernel/http/guard.ts'
import { createUploadLimit, withFile } from '#server/kernel/http/multipart.ts'
import { createRouter } from '#server/kernel/http/route.ts'
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

const FILE_RULES = {
  tooMany: 'Upload one file at a time.',
  maxBytes: DOCUMENT_LIMITS.bytes,
  describeTooLarge: (name: string) =>
    `${name} is larger than ${MAX_DOCUMENT_SIZE}. Choose a smaller file, or several parts.`,
}

/** Registers the calls for the documents of an item. */
export function documentRoutes(app: FastifyInstance, deps: DocumentDeps): void {
  const { db, guard } = deps
  const route = createRouter(app, { guard, tag: 'documents' })
  const config = { isLargeUpload: true }
  const limitUploads = createUploadLimit()
  const toTarget = ({ actor, params }: { actor: Actor; params: DocumentParams }) => ({
    actor,
    itemId: params.id,
    documentId: params.documentId,
  })

  route(
    'GET /api/items/:id/documents',
    {
      permission: 'catalogue.read',
      summary: 'The documents of an item in their order',
      params: ItemParams,
      reply: z.array(ItemDocument),
    },
    async ({ params, siteOrigin }) => {
      const { id } = await getItemByIdOrThrow(db, params.id)
      return (await listDocuments(db, id)).map((row) => toDocumentResponse(row, siteOrigin))
    },
  )

  route(
    'POST /api/items/:id/documents',
    {
      permission: 'catalogue.edit',
      summary: `Add a document: a file of at most ${MAX_DOCUMENT_SIZE}`,
      params: ItemParams,
      form: NewDocumentForm,
      status: 201,
      reply: ItemDocument,
      config,
    },
    async (request) => {
      const { actor, params, siteOrigin } = request
      await assertRoom(db, params.id)
      const row = await limitUploads(() =>
        withFile(request, deps.tmpDir, FILE_RULES, (file, fields) =>
          addDocument(deps, { actor, itemId: params.id, file, fields: NewDocumentFields.parse(fields) }),
        ),
      )
      return toDocumentResponse(row, siteOrigin)
    },
  )

  route(
    'PATCH /api/items/:id/documents/:documentId',
    {
      permission: 'catalogue.edit',
      summary: 'Change title, type, language or place of a document (JSON), or replace its file (form)',
      params: DocumentParams,
      body: DocumentChanges,
      form: DocumentFileForm,
      reply: ItemDocument,
      config,
    },
    async (request) => {
      const target = toTarget(request)
      await getDocumentOrThrow(db, target)
      const row = request.isMultipart()
        ? await limitUploads(() =>
            withFile(request, deps.tmpDir, FILE_RULES, (file) => replaceFile(deps, { ...target, file })),
          )
        : await editDocument(deps, { ...target, changes: DocumentChanges.parse(request.body) })
      return toDocumentResponse(row, request.siteOrigin)
    },
  )

  route(
    'DELETE /api/items/:id/documents/:documentId',
    {
      permission: 'catalogue.edit',
      summary: 'Delete a document. It can be restored for a day',
      params: DocumentParams,
    },
    (request) => deleteDocument(deps, toTarget(request)),
  )

  route(
    'POST /api/items/:id/documents/:documentId/restoration',
    {
      permission: 'catalogue.edit',
      summary: 'Restore a deleted document',
      params: DocumentParams,
      reply: ItemDocument,
    },
    async (request) => toDocumentResponse(await restoreDocument(deps, toTarget(request)), request.siteOrigin),
  )
}
