import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type FileFormat, getMediaType } from '#contracts/files/file-formats.ts'
import { matchesEtag } from '../http/http.ts'
import { HttpProblem, notFound } from '../http/problem.ts'
import { parseByteRange } from './byte-range.ts'
import { formatContentDisposition } from './file-formats.ts'

/** A stored file that visitors can read. */
interface PublicFile {
  /** The hash of its content. */
  blobId: string
  fileName: string
  format: FileFormat
  bytes: number
  /** A browser plays it in a page; others are downloads. */
  isInline?: boolean
  open(range?: { start: number; end: number }): Promise<{ bytes: number; stream: Readable } | undefined>
}

/** No browser shows a download, whatever it contains; this is for those that would ignore that it is an attachment. */
const CONTENT_SECURITY_POLICY = "default-src 'none'; sandbox"

/** Sends a file or the requested range of its bytes (RFC 9110). Throws 416 for a range behind its end, and 404 if it is not stored. */
export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  { blobId, fileName, format, bytes, isInline = false, open }: PublicFile,
): Promise<FastifyReply> {
  const etag = `"${blobId}"`
  reply
    .header('etag', etag)
    .header('accept-ranges', 'bytes')
    .header(
      'content-security-policy',
      isInline ? `media-src 'self'; ${CONTENT_SECURITY_POLICY}` : CONTENT_SECURITY_POLICY,
    )
  if (matchesEtag(request.headers['if-none-match'], etag)) return reply.code(304).send()
  const ifRange = request.headers['if-range']
  const isRangeValid = ifRange === undefined || ifRange === etag
  const range = isRangeValid ? parseByteRange(request.headers.range, bytes) : 'whole'
  if (range === 'unsatisfiable')
    throw new HttpProblem(416, 'range', 'The file is shorter than the requested range.', {
      headers: { 'content-range': `bytes */${bytes}` },
    })
  reply
    .type(getMediaType(format))
    .header('content-disposition', formatContentDisposition(fileName, isInline ? 'inline' : 'attachment'))
  if (request.method === 'HEAD') return reply.header('content-length', bytes).send(Readable.from([]))
  const part = range === 'whole' ? undefined : range
  const file = await open(part)
  if (!file) throw notFound('Document')
  if (part) reply.code(206).header('content-range', `bytes ${part.start}-${part.end}/${bytes}`)
  return reply.header('content-length', file.bytes).send(file.stream)
}
