import type { FastifyInstance, FastifyRequest } from 'fastify'
import { tooManyRequests } from './problem.ts'

/** 429 for a network that has sent too many requests. */
export const tooManyOfNetwork = (retryAfterMs: number) =>
  tooManyRequests(
    'Too many requests from your address. Please try again a little later.',
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
