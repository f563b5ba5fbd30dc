import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { createQueue, type Enqueue } from '../queue.ts'
import { toClientNetwork } from './http.ts'
import { tooManyRequests } from './problem.ts'

/** 429 for a network that has sent too many requests. */
export const tooManyOfNetwork = (retryAfterMs: number) =>
  tooManyRequests(
    'Your network has sent too much in a short time. Try again a little later.',
    Math.ceil(retryAfterMs / 1000),
  )

/** Counts work for the network of a visitor. Throws 429 above its limit. */
export type NetworkLimit = (visitor: Visitor) => Promise<void>
export type Visitor = Pick<FastifyRequest, 'ip'>

/** Returns a function that counts work that is not counted by the route itself, because only some requests cause it. */
export function createNetworkLimit(
  app: FastifyInstance,
  limit: { max: number; timeWindow: string },
): NetworkLimit {
  const count = app.createRateLimit(limit)
  return async ({ ip }) => {
    // What the plugin reads of a request.
    const counted = await count({ ip, routeOptions: {} } as FastifyRequest)
    if (!counted.isAllowed && counted.isExceeded) throw tooManyOfNetwork(counted.ttl)
  }
}

/**
 * Handles at most one request of each network per turn of the event loop: however many a network sends at once, those of
 * another one wait for the work of one of them. Responses that are served before Fastify do not wait.
 */
export function registerNetworkTurns(app: FastifyInstance): void {
  /** The requests that wait for a later turn, by the networks that have used the present one. */
  const waiting = new Map<string, (() => void)[]>()
  const endTurn = (network: string) => {
    const handleNext = waiting.get(network)?.shift()
    if (!handleNext) return waiting.delete(network)
    setImmediate(endTurn, network)
    return handleNext()
  }
  app.addHook('preValidation', ({ ip }, _reply, done) => {
    const network = toClientNetwork(ip)
    const queue = waiting.get(network)
    if (queue && queue.length > MAX_WAITING) return done(tooManyOfNetwork(RETRY_AFTER_MS))
    if (queue) return void queue.push(done)
    waiting.set(network, [])
    setImmediate(endTurn, network)
    return done()
  })
}

/** A page makes several reads at once, which the threads of a large catalogue share. */
const MAX_RUNNING = 2
/** Work of one network that waits for its turn; an office in which twenty people search at once has far fewer. */
const MAX_WAITING = 500
const RETRY_AFTER_MS = 1000

/** Does work for the network of a visitor in the order of its requests, two at a time. Throws 429 if too much is waiting. */
export type NetworkQueue = <Result>(visitor: Visitor, task: () => Promise<Result>) => Promise<Result>

/**
 * Creates a queue for each network. Between two tasks, the event loop handles what others have sent meanwhile: however many
 * requests a network sends at once, those of another one wait for two of them at most.
 */
export function createNetworkQueue(): NetworkQueue {
  const queues = new Map<string, { enqueue: Enqueue; length: number }>()
  return async ({ ip }, task) => {
    const network = toClientNetwork(ip)
    const queue = queues.get(network) ?? { enqueue: createQueue(MAX_RUNNING), length: 0 }
    if (queue.length > MAX_WAITING) throw tooManyOfNetwork(RETRY_AFTER_MS)
    queues.set(network, queue)
    queue.length++
    try {
      return await queue.enqueue(async () => {
        if (queue.length > MAX_RUNNING) await nextTurn()
        return task()
      })
    } finally {
      queue.length--
      if (queue.length === 0) queues.delete(network)
    }
  }
}
