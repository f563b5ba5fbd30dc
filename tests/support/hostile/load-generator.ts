import { type Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

const REQUEST_TIMEOUT_MS = 20_000

/** A request of one visitor. `localAddress`, or X-Forwarded-For behind a proxy, distinguishes visitors. */
export interface LoadRequest {
  path: string
  localAddress?: string
  headers?: Record<string, string>
  /** Keeps the visitor's connections open. By default, each request has a connection of its own. */
  agent?: Agent
  /** Sent as JSON, or as a form. */
  body?: object | FormData
}

export interface LoadResponse {
  loadRequest: LoadRequest
  /** 0 if there was no response. */
  status: number
  headers: NodeJS.Dict<string | string[]>
  text: string
  /** As `performance.now()`. */
  startedAt: number
  endedAt: number
}

/** Sends one request. Never throws. */
export async function sendRequest(base: string, loadRequest: LoadRequest): Promise<LoadResponse> {
  const { bytes, contentType } = await toBody(loadRequest)
  const startedAt = performance.now()
  return new Promise((resolve) => {
    const settle = (status: number, text: string, headers: LoadResponse['headers'] = {}) =>
      resolve({ loadRequest, status, headers, text, startedAt, endedAt: performance.now() })
    const sent = request(
      new URL(loadRequest.path, base),
      {
        agent: loadRequest.agent ?? false,
        method: bytes ? 'POST' : 'GET',
        timeout: REQUEST_TIMEOUT_MS,
        ...(loadRequest.localAddress && { localAddress: loadRequest.localAddress }),
        headers: {
          ...loadRequest.headers,
          ...(bytes && { 'content-type': contentType, 'content-length': bytes.length }),
        },
      },
      (reply) => {
        let text = ''
        reply.setEncoding('utf8')
        reply.on('data', (part) => {
          text += part
        })
        reply.on('end', () => settle(reply.statusCode ?? 0, text, reply.headers))
        reply.on('error', (error) => settle(0, error.message))
      },
    )
    sent.on('timeout', () => sent.destroy(new Error('no answer in time')))
    sent.on('error', (error) => settle(0, error.message))
    sent.end(bytes)
  })
}

async function toBody({ body }: LoadRequest): Promise<{ bytes?: Buffer; contentType?: string }> {
  if (!body) return {}
  if (!(body instanceof FormData))
    return { bytes: Buffer.from(JSON.stringify(body)), contentType: 'application/json' }
  const form = new Response(body)
  return {
    bytes: Buffer.from(await form.arrayBuffer()),
    contentType: form.headers.get('content-type') ?? '',
  }
}

/** Starts visitors that send the next request after each response. `responses` grows until `stop` has returned all of them. */
export function startLoad(
  base: string,
  groups: { visitors: number; next: () => LoadRequest; pauseMs?: number }[],
): { responses: LoadResponse[]; stop(): Promise<LoadResponse[]> } {
  const responses: LoadResponse[] = []
  let isOver = false
  const visitors = groups.flatMap(({ visitors: count, next, pauseMs = 5 }) =>
    Array.from({ length: count }, async () => {
      while (!isOver) {
        responses.push(await sendRequest(base, next()))
        await sleep(pauseMs)
      }
    }),
  )
  return {
    responses,
    async stop() {
      isOver = true
      await Promise.all(visitors)
      return responses
    },
  }
}
