import type { FastifyInstance, FastifyRequest } from 'fastify'
import { getRequestOrigin, INTERNAL_CALL_HEADERS } from '#server/kernel/http.ts'
import { REQUEST_ID_HEADER } from '#server/kernel/logging.ts'
import type { InProcessResponse, PublicReads } from './public-read.ts'

/** Makes an API request of a page within this process. */
export type PageApi = (path: string, init?: { signal?: AbortSignal }) => Promise<InProcessResponse>

interface PageApiDeps {
  app: FastifyInstance
  publicReads: PublicReads
  publicUrl: string | undefined
}

/**
 * Makes a page's requests for public data: from the public reads where possible, so that no request is made. Errors and
 * everything else come from the API's routes.
 */
export function createPageApi(
  { app, publicReads, publicUrl }: PageApiDeps,
  request: FastifyRequest,
  address: URL,
): PageApi {
  const internalApi = createInternalApi(app, request, address)
  const context = { origin: getRequestOrigin(request, publicUrl), ip: request.ip }
  return async (path) => (await publicReads.fetch(path, context)) ?? internalApi(path)
}

/**
 * Makes a page's requests to the API's routes without a network. They have the request id and the IP address of the visitor.
 * `extraHeaders`: those of a preview.
 */
export function createInternalApi(
  app: FastifyInstance,
  { id, ip }: FastifyRequest,
  { host, protocol }: URL,
  extraHeaders: Record<string, string> = {},
): PageApi {
  return async (path) => {
    const headers = {
      host,
      'x-forwarded-proto': protocol.slice(0, -1),
      [REQUEST_ID_HEADER]: id,
      ...INTERNAL_CALL_HEADERS,
      ...extraHeaders,
    }
    const reply = await app.inject({ method: 'GET', url: path, headers, remoteAddress: ip })
    const { statusCode: status, statusMessage: statusText, body } = reply
    return {
      ok: status >= 200 && status < 300,
      status,
      statusText,
      headers: { get: (name) => reply.headers[name]?.toString() ?? null },
      text: async () => body,
      json: async () => JSON.parse(body),
    }
  }
}
