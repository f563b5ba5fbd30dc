import { request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

const PATIENCE_MS = 20_000

/** What one visitor sends. Another `from`, another visitor. */
export interface Visit {
  path: string
  from?: string
  /** Sent as JSON. */
  body?: object
}

export interface Answer {
  visit: Visit
  /** 0: none came. */
  status: number
  headers: NodeJS.Dict<string | string[]>
  text: string
  /** By `performance.now()`. */
  began: number
  ended: number
}

/** One request on a connection of its own. Never throws. */
export function ask(base: string, visit: Visit): Promise<Answer> {
  const began = performance.now()
  const body = visit.body && JSON.stringify(visit.body)
  return new Promise((resolve) => {
    const answer = (status: number, text: string, headers: Answer['headers'] = {}) =>
      resolve({ visit, status, headers, text, began, ended: performance.now() })
    const sent = request(
      new URL(visit.path, base),
      {
        agent: false,
        method: body ? 'POST' : 'GET',
        timeout: PATIENCE_MS,
        ...(visit.from && { localAddress: visit.from }),
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
        reply.on('end', () => answer(reply.statusCode ?? 0, text, reply.headers))
        reply.on('error', (error) => answer(0, error.message))
      },
    )
    sent.on('timeout', () => sent.destroy(new Error('no answer in time')))
    sent.on('error', (error) => answer(0, error.message))
    sent.end(body)
  })
}

/** `visitors` of each kind, each asking again as soon as answered, until `stop`, which answers all answers. */
export function startLoad(
  base: string,
  kinds: { visitors: number; next: () => Visit; pauseMs?: number }[],
): { stop(): Promise<Answer[]> } {
  const answers: Answer[] = []
  let isOver = false
  const visitors = kinds.flatMap(({ visitors: many, next, pauseMs = 5 }) =>
    Array.from({ length: many }, async () => {
      while (!isOver) {
        answers.push(await ask(base, next()))
        await sleep(pauseMs)
      }
    }),
  )
  return {
    async stop() {
      isOver = true
      await Promise.all(visitors)
      return answers
    },
  }
}
