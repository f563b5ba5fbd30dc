import { expect, test, vi } from 'vitest'
import { startSite } from '../support/site.ts'

/** An event loop that is always three seconds late, as the guard against overload sees it. */
vi.hoisted(() => {
  const hooks = process.getBuiltinModule('node:perf_hooks')
  const late = { mean: 3e9, enable: () => true, reset: () => undefined }
  Object.assign(hooks, { monitorEventLoopDelay: () => late })
})

test('An overloaded server returns 200 from /healthz and 503 from /readyz', async () => {
  const site = await startSite()
  // Not there, so never kept; what is kept is answered however late the loop is.
  await vi.waitFor(async () => expect((await site.fetch('/api/products/none')).status).toBe(503), 5000)
  expect((await site.fetch('/healthz')).status).toBe(200)
  expect((await site.fetch('/healthz', { method: 'HEAD' })).status).toBe(200)
  expect((await site.fetch('/readyz')).status).toBe(503)
  await site.close()
})
