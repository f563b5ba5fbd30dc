import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { sendFile } from '#server/kernel/files/send-file.ts'
import { notFound } from '#server/kernel/http/problem.ts'
import { createRouter } from '#server/kernel/http/route.ts'
import { type DocumentDeps, toStorageKey } from './deps.ts'
import { findDocument } from './store.ts'

const FileParams = z.object({ id: z.string().max(100), fileName: z.string().max(500) })

/**
 * Registers the files of documents. The id alone says which one, so that a link with the name of an earlier file leads to the
 * current one. Those of drafts and archived items are for staff.
 */
export function documentFileRoute(app: FastifyInstance, deps: DocumentDeps): void {
  createRouter(app)(
    'GET /documents/:id/:fileName',
    { permission: 'public', params: FileParams },
    async (request, reply) => {
      const document = await findDocument(deps.db, request.params.id)
      if (!document || document.deleted_at !== null) throw notFound('Document')
      const isPublic = document.state === 'published'
      if (!isPublic && !(await deps.guard.optionalActor(request))?.permissions.includes('catalogue.read'))
        throw notFound('Document')
      reply.header('cache-control', isPublic ? 'public, no-cache' : 'private, no-cache')
      const { blob_id: blobId, file_name: fileName, format, bytes } = document
      return sendFile(request, reply, {
        blobId,
        fileName,
        format,
        bytes,
        open: (range) => deps.documentStorage.open(toStorageKey(blobId), range),
      })
    },
  )
}
