import type { FastifyInstance } from 'fastify'
import type { Clock } from '#server/kernel/clock.ts'
import { isInternalCall, toClientNetwork } from '#server/kernel/http/http.ts'

const WINDOW_MS = 3_600_000
/** Fewer requests within an hour say nothing. */
const MIN_REQUESTS = 100
const SHARE = 0.9

/**
 * Logs a warning when at least nine tenths of the requests of an hour came from one network and state another address in
 * X-Forwarded-For, which the site ignores: then a proxy is in front and all its visitors share one rate limit. To be called
 * only if the site trusts no proxy.
 */
export function registerProxyWarning(app: FastifyInstance, clock: Clock): void {
  let startedAt = clock().getTime()
  let network: string | undefined
  let total = 0
  let forwarded = 0
  app.addHook('onRequest', async (request) => {
    if (isInternalCall(request)) return
    const now = clock().getTime()
    if (now - startedAt >= WINDOW_MS) {
      if (total >= MIN_REQUESTS && forwarded >= total * SHARE)
        app.log.warn({ requests: total }, 'nearly all requests come through one proxy: set TRUST_PROXY')
      startedAt = now
      network = undefined
      total = forwarded = 0
    }
    const from = toClientNetwork(request.ip)
    network ??= from
    total++
    if (from === network && request.headers['x-forwarded-for'] !== undefined) forwarded++
  })
}
