import type { FastifyInstance, FastifyRequest } from 'fastify'
import { tooManyRequests } from './problem.ts'

/** 429 for a network that has sent too many requests. */
export const tooManyOfNetwork = (retryAfterMs: number) =>
  tooManyRequests(
    'Too many requests from your address. Please try again a little later.',
    Math.ceil(retryAfterMs / 1000),
  )

/** Returns a function that counts work for a network, and throws 429 above the limit. Where it is not called, nothing is counted. */
export function createNetworkLimit(
  app: FastifyInstance,
  limit: { max: number; timeWindow: string },
): (request: FastifyRequest) => Promise<void> {
  const count = app.createRateLimit(limit)
  return async (request) => {
    const counted = await count(request)
    if (!counted.isAllowed && counted.isExceeded) throw tooManyOfNetwork(counted.ttl)
  }
}
