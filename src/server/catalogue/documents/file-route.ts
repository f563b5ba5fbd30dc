import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { getMediaType } from '#contracts/files/file-formats.ts'
import { formatContentDisposition } from '#server/kernel/file-formats.ts'
import { matchesEtag } from '#server/kernel/http/http.ts'
import { HttpProblem, notFound } from '#server/kernel/http/problem.ts'
import { createRouter } from '#server/kernel/http/route.ts'
import { parseByteRange } from './byte-range.ts'
import { type DocumentDeps, toStorageKey } from './deps.ts'
import { type DocumentRow, findDocument } from './store.ts'

/** No browser shows a document, whatever it contains; this is for those that would ignore that it is an attachment. */
const CONTENT_SECURITY_POLICY = "default-src 'none'; sandbox"
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
      return sendDocument(deps, request, reply, document)
    },
  )
}

async function sendDocument(
  { documentStorage }: DocumentDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  { blob_id, file_name, format, bytes }: DocumentRow,
): Promise<FastifyReply> {
  const etag = `"${blob_id}"`
  reply
    .header('etag', etag)
    .header('accept-ranges', 'bytes')
    .header('content-security-policy', CONTENT_SECURITY_POLICY)
  if (matchesEtag(request.headers['if-none-match'], etag)) return reply.code(304).send()
  const ifRange = request.headers['if-range']
  const isRangeValid = ifRange === undefined || ifRange === etag
  const range = isRangeValid ? parseByteRange(request.headers.range, bytes) : 'whole'
  if (range === 'unsatisfiable')
    throw new HttpProblem(416, 'range', 'The file is shorter than the requested range.', {
      headers: { 'content-range': `bytes */${bytes}` },
    })
  reply.type(getMediaType(format)).header('content-disposition', formatContentDisposition(file_name))
  if (request.method === 'HEAD') return reply.header('content-length', bytes).send(Readable.from([]))
  const part = range === 'whole' ? undefined : range
  const file = await documentStorage.open(toStorageKey(blob_id), part)
  if (!file) throw notFound('Document')
  if (part) reply.code(206).header('content-range', `bytes ${part.start}-${part.end}/${bytes}`)
  return reply.header('content-length', file.bytes).send(file.stream)
}
