import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startProcess } from '../../support/site-process.ts'

/** Makes the overload protection measure this delay of the event loop, in nanoseconds. */
const createDelayScript = (mean: number) => `
import hooks from 'node:perf_hooks'
import { syncBuiltinESMExports } from 'node:module'
hooks.monitorEventLoopDelay = () => ({ mean: ${mean}, enable: () => true, reset: () => undefined })
syncBuiltinESMExports()`

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'capstan-test-'))
})
afterEach(() => rm(folder, { recursive: true }))

async function startWithDelay(mean: number) {
  const site = await startProcess({
    DATA_DIR: folder,
    DEMO: 'off',
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(createDelayScript(mean))}`,
  })
  const getStatus = async (path: string, method = 'GET') => (await fetch(site.url + path, { method })).status
  return { site, getStatus }
}

test('An overloaded server returns 200 from /healthz and 503 from /readyz', async () => {
  const { site, getStatus } = await startWithDelay(3e9)
  // Responses with 404 are not cached; cached responses are sent under any load.
  await vi.waitFor(async () => expect(await getStatus('/api/products/none')).toBe(503), 5000)
  expect(await getStatus('/healthz')).toBe(200)
  expect(await getStatus('/healthz', 'HEAD')).toBe(200)
  expect(await getStatus('/readyz')).toBe(503)
  const reply = await fetch(`${site.url}/api/products/none`)
  expect(reply.headers.get('retry-after')).toBe('10')
  expect(await reply.json()).toMatchObject({ type: 'busy', message: expect.stringContaining('very busy') })
  await site.stop()
})

test('A server that could not measure the delay of its event loop serves requests', async () => {
  const { site, getStatus } = await startWithDelay(Number.NaN)
  // The first measurement follows after a second.
  for (const end = Date.now() + 2500; Date.now() < end; ) {
    expect(await getStatus('/api/products/none')).toBe(404)
    await sleep(50)
  }
  await site.stop()
})
