import { request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

const REQUEST_TIMEOUT_MS = 20_000

/** A request of one visitor. `localAddress` distinguishes visitors. */
export interface LoadRequest {
  path: string
  localAddress?: string
  /** Sent as JSON. */
  body?: object
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

/** Sends one request on a connection of its own. Never throws. */
export function sendRequest(base: string, loadRequest: LoadRequest): Promise<LoadResponse> {
  const startedAt = performance.now()
  const body = loadRequest.body && JSON.stringify(loadRequest.body)
  return new Promise((resolve) => {
    const settle = (status: number, text: string, headers: LoadResponse['headers'] = {}) =>
      resolve({ loadRequest, status, headers, text, startedAt, endedAt: performance.now() })
    const sent = request(
      new URL(loadRequest.path, base),
      {
        agent: false,
        method: body ? 'POST' : 'GET',
        timeout: REQUEST_TIMEOUT_MS,
        ...(loadRequest.localAddress && { localAddress: loadRequest.localAddress }),
        ...(body && {
          headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
        }),
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
    sent.end(body)
  })
}

/** Starts visitors that send the next request after each response. `stop` returns all responses. */
export function startLoad(
  base: string,
  groups: { visitors: number; next: () => LoadRequest; pauseMs?: number }[],
): { stop(): Promise<LoadResponse[]> } {
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
    async stop() {
      isOver = true
      await Promise.all(visitors)
      return responses
    },
  }
}
