import { expect, test, vi } from 'vitest'
import { startSite } from '../support/site.ts'

/** Makes the overload protection measure a constant event-loop delay of three seconds. */
vi.hoisted(() => {
  const hooks = process.getBuiltinModule('node:perf_hooks')
  const late = { mean: 3e9, enable: () => true, reset: () => undefined }
  Object.assign(hooks, { monitorEventLoopDelay: () => late })
})

test('An overloaded server returns 200 from /healthz and 503 from /readyz', async () => {
  const site = await startSite()
  // Responses with 404 are not cached; cached responses are sent under any load.
  await vi.waitFor(async () => expect((await site.fetch('/api/products/none')).status).toBe(503), 5000)
  expect((await site.fetch('/healthz')).status).toBe(200)
  expect((await site.fetch('/healthz', { method: 'HEAD' })).status).toBe(200)
  expect((await site.fetch('/readyz')).status).toBe(503)
  await site.close()
})
