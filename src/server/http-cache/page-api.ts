import { STATUS_CODES } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { getRequestOrigin, INTERNAL_CALL_HEADERS } from '#server/kernel/http.ts'
import { REQUEST_ID_HEADER } from '#server/kernel/logging.ts'
import type { PublicReads } from './public-read.ts'

/** The part of a `Response` that pages use. */
interface PageApiResponse extends Pick<Response, 'ok' | 'status' | 'statusText' | 'text' | 'json'> {
  headers: Pick<Response['headers'], 'get'>
}

/** Makes an API request of a page within this process. */
export type PageApi = (path: string) => Promise<PageApiResponse>

interface PageApiDeps {
  app: FastifyInstance
  publicReads: PublicReads
  publicUrl: string | undefined
}

/**
 * Makes a page's API requests without a network: from the public reads where possible, otherwise, and for errors, from the
 * API's routes with the request id and the IP address of the visitor. A preview, whose requests have `previewHeaders`, uses
 * only the routes.
 */
export function createPageApi(
  { app, publicReads, publicUrl }: PageApiDeps,
  request: FastifyRequest,
  previewHeaders?: Record<string, string>,
): PageApi {
  const { id, ip, host } = request
  const origin = getRequestOrigin(request, publicUrl)
  const headers = { host, [REQUEST_ID_HEADER]: id, ...INTERNAL_CALL_HEADERS, ...previewHeaders }
  return async (path) => {
    const read = previewHeaders ? undefined : await publicReads.fetch(path, origin)
    if (read) return toPageApiResponse(read)
    const reply = await app.inject({ method: 'GET', url: path, headers, remoteAddress: ip })
    return toPageApiResponse({ status: reply.statusCode, text: reply.body, headers: reply.headers })
  }
}

function toPageApiResponse({
  status,
  text,
  headers,
}: {
  status: number
  text: string
  headers: Record<string, unknown>
}): PageApiResponse {
  return {
    ok: status >= 200 && status < 300,
    status,
    statusText: STATUS_CODES[status] ?? '',
    headers: { get: (name) => headers[name]?.toString() ?? null },
    text: async () => text,
    json: async () => JSON.parse(text),
  }
}
