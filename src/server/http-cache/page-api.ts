import { STATUS_CODES } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { INTERNAL_CALL_HEADERS, REQUEST_ID_HEADER } from '#server/kernel/http/http.ts'
import type { PublicReads } from './public-read.ts'

/** The part of a `Response` that pages use. */
interface PageApiResponse extends Pick<Response, 'ok' | 'status' | 'statusText' | 'text' | 'json'> {
  headers: Pick<Response['headers'], 'get'>
}

/** Makes an API request of a page within this process. */
export type PageApi = (path: string) => Promise<PageApiResponse>

/**
 * Makes a page's API requests without a network: from the public reads where possible, otherwise, and for errors, from the
 * API's routes with the request id and the IP address of the visitor. A preview, whose requests have `previewHeaders`, uses
 * only the routes.
 */
export function createPageApi(
  app: FastifyInstance,
  publicReads: PublicReads,
  { id, ip, host }: Pick<FastifyRequest, 'id' | 'ip' | 'host'>,
  { origin, previewHeaders }: { origin: string; previewHeaders?: Record<string, string> | undefined },
): PageApi {
  const headers = { host, [REQUEST_ID_HEADER]: id, ...INTERNAL_CALL_HEADERS, ...previewHeaders }
  return async (path) => {
    const read = previewHeaders ? undefined : await publicReads.fetch(path, { origin, visitor: { ip } })
    if (read) return toPageApiResponse(read.status, read.body, read.headers)
    const reply = await app.inject({ method: 'GET', url: path, headers, remoteAddress: ip })
    return toPageApiResponse(reply.statusCode, reply.body, reply.headers)
  }
}

const toPageApiResponse = (
  status: number,
  body: string,
  headers: Record<string, unknown>,
): PageApiResponse => ({
  ok: status >= 200 && status < 300,
  status,
  statusText: STATUS_CODES[status] ?? '',
  headers: { get: (name) => headers[name]?.toString() ?? null },
  text: async () => body,
  json: async () => JSON.parse(body),
})
