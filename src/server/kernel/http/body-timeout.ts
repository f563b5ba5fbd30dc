import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the route receives files that take longer than other requests. */
    isLargeUpload?: boolean
  }
}

/** A file of 20 MB takes this long over a line of half a megabit per second. */
const BODY_TIMEOUT_MS = 320_000

/** Ends requests whose body does not arrive in time. For large uploads, the time-out of the server itself applies. */
export function registerBodyTimeout(app: FastifyInstance, timeoutMs = BODY_TIMEOUT_MS): void {
  app.addHook('onRequest', async ({ raw, method, routeOptions }) => {
    if (method === 'GET' || method === 'HEAD' || routeOptions.config.isLargeUpload) return
    const timer = setTimeout(() => raw.destroy(), timeoutMs).unref()
    const stop = () => clearTimeout(timer)
    raw.once('end', stop).once('close', stop)
  })
}
