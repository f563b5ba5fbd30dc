import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { startProcess } from '../support/site-process.ts'

/** Makes the overload protection measure a constant event-loop delay of three seconds. */
const DELAY_SCRIPT = `
import hooks from 'node:perf_hooks'
import { syncBuiltinESMExports } from 'node:module'
hooks.monitorEventLoopDelay = () => ({ mean: 3e9, enable: () => true, reset: () => undefined })
syncBuiltinESMExports()`

test('An overloaded server returns 200 from /healthz and 503 from /readyz', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'capstan-test-'))
  const site = await startProcess({
    DATA_DIR: folder,
    DEMO: 'off',
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(DELAY_SCRIPT)}`,
  })
  const getStatus = async (path: string, method = 'GET') => (await fetch(site.url + path, { method })).status
  // Responses with 404 are not cached; cached responses are sent under any load.
  await vi.waitFor(async () => expect(await getStatus('/api/products/none')).toBe(503), 5000)
  expect(await getStatus('/healthz')).toBe(200)
  expect(await getStatus('/healthz', 'HEAD')).toBe(200)
  expect(await getStatus('/readyz')).toBe(503)
  await site.stop()
  await rm(folder, { recursive: true })
})
