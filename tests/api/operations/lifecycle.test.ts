import { once } from 'node:events'
import { globSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { expectEnquiry } from '../../support/fixtures/enquiries.ts'
import { MACHINE_FIELDS } from '../../support/fixtures/items.ts'
import { formBody } from '../../support/http-client.ts'
import { PROJECT } from '../../support/project.ts'
import { startBucket } from '../../support/s3-bucket.ts'
import { startSite } from '../../support/site.ts'
import { startProcess } from '../../support/site-process.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'capstan-running-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

test('On SIGTERM, pending requests are served and the process ends despite open connections', async () => {
  const site = await startProcess({ DATA_DIR: folder, DEMO: 'off' })
  const agent = new Agent({ keepAlive: true })
  const status = await new Promise<string>((resolve, reject) => {
    const sent = request(new URL('/api/products', site.url), { agent }, (reply) => {
      reply.resume().on('end', () => resolve(String(reply.statusCode)))
    })
    sent.on('error', reject).end()
  })
  expect(status).toBe('200')
  const start = Date.now()
  expect(await site.stop()).toBe(0)
  expect(Date.now() - start).toBeLessThan(3000)
  agent.destroy()
})

test('A start that fails because the port is in use creates no administrator', async () => {
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  const { port } = taken.address() as { port: number }
  const settings = { DATA_DIR: folder, DEMO: 'off' }
  const failing = startProcess({ ...settings, PORT: String(port) })
  await expect(failing).rejects.toThrow(/did not start \(exit code 1\)/)
  taken.close()
  const site = await startProcess(settings)
  expect(site.output()).toMatch(/password {2}\S{16} {2}\(shown this once\)/)
  await site.stop()
})

// tests/faults/instances.test.ts covers PostgreSQL, whose disk belongs to the database server.
test('[API-8] A full disk returns 507, loses no data, and writes succeed when there is space again', async () => {
  const site = await startSite()
  const staff = await site.signIn()
  const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(site.db)
  await sql.raw(`pragma max_page_count = ${rows[0]!.page_count}`).execute(site.db)
  const long = { ...MACHINE_FIELDS, description: 'x'.repeat(19_000) }
  const reply = await staff('/api/products', formBody('POST', long))
  expect(reply.status).toBe(507)
  expect((await reply.json()).message).toContain('disk of the server is full')
  expect((await site.fetch('/api/products')).status).toBe(200)
  await sql`pragma max_page_count = 1000000`.execute(site.db)
  expect((await staff('/api/products', formBody('POST', long))).status).toBe(201)
  await site.close()
})

test('The output of a start names version, data, e-mail, proxies and metrics; the log contains no paths', async () => {
  const settings = { DATA_DIR: folder, DEMO: 'off', LOG_LEVEL: 'info' }
  const before = await startSite({ DATA_DIR: folder })
  await expectEnquiry(before, {})
  await before.close()
  const site = await startProcess(settings)
  await site.stop()
  const { version } = JSON.parse(await readFile('package.json', 'utf8')) as { version: string }
  expect(site.output()).toContain(`  version   ${version}, Node ${process.versions.node}\n`)
  expect(site.output()).toContain(`  data      ${folder} (items: 0, enquiries: 1)\n`)
  expect(site.output()).toContain('  e-mail    off: enquiries are stored without a notification')
  expect(site.output()).toContain('  proxies   none\n')
  expect(site.output()).toContain('  metrics   off\n')
  const logged = site
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{'))
  expect(logged.length).toBeGreaterThan(0)
  expect(logged.join('\n')).not.toContain(folder)
})

test('The output of a start contains no passwords, tokens or e-mail addresses', async () => {
  const bucket = await startBucket()
  onTestFinished(() => bucket.close())
  const site = await startProcess({
    DATA_DIR: folder,
    DEMO: 'off',
    SMTP_URL: 'smtp://clerk:sesame@127.0.0.1:9',
    NOTIFY_EMAIL: 'sales@works.example',
    PUBLIC_URL: 'http://localhost:3000',
    TRUST_PROXY: '1',
    METRICS_TOKEN: 'sesame-sesame-sesame',
    ADMIN_PASSWORD: 'sesame sesame',
    MEDIA_URL: bucket.url.replace('?', '/works?'),
    MEDIA_PUBLIC_URL: 'https://pictures.works.in/shop/',
  })
  await site.stop()
  expect(site.output()).toMatch(
    / {2}pictures {2}bucket pictures, folder works, at http:\/\/127\.0\.0\.1:\d+, fetched from https:\/\/pictures\.works\.in\/shop\n/,
  )
  expect(site.output()).not.toContain('S3RVER')
  expect(site.output()).toContain('  e-mail    on\n')
  expect(site.output()).toContain('  proxies   1 (TRUST_PROXY)\n')
  expect(site.output()).toContain('  metrics   /metrics of the site, with METRICS_TOKEN\n')
  expect(site.output()).not.toContain('sesame')
  expect(site.output()).not.toContain('works.example')
})

/** Makes the overload protection measure this delay of the event loop, in nanoseconds. */
const createDelayScript = (mean: number) => `
import hooks from 'node:perf_hooks'
import { syncBuiltinESMExports } from 'node:module'
hooks.monitorEventLoopDelay = () => ({ mean: ${mean}, enable: () => true, reset: () => undefined })
syncBuiltinESMExports()`

async function startWithDelay(mean: number) {
  const site = await startProcess({
    DATA_DIR: folder,
    DEMO: 'off',
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(createDelayScript(mean))}`,
  })
  const getStatus = async (path: string, method = 'GET') => (await fetch(site.url + path, { method })).status
  return { site, getStatus }
}

/** Returns the paths of the scripts of a front end, as it was built. */
const listBuiltScripts = (part: string): string[] => globSync('**/*.js', { cwd: join(PROJECT, 'dist', part) })

test('An overloaded server returns 200 from /healthz, 503 from /readyz, and still serves the scripts of pages', async () => {
  const { site, getStatus } = await startWithDelay(3e9)
  // Responses with 404 are not cached; cached responses are sent under any load.
  await vi.waitFor(async () => expect(await getStatus('/api/products/none')).toBe(503), 60_000)
  expect(await getStatus('/healthz')).toBe(200)
  expect(await getStatus('/healthz', 'HEAD')).toBe(200)
  expect(await getStatus('/readyz')).toBe(503)
  for (const part of ['site', 'admin'])
    expect(await getStatus(`/${listBuiltScripts(part)[0]}`), `a script of the ${part}`).toBe(200)
  const reply = await fetch(`${site.url}/api/products/none`)
  expect(reply.headers.get('retry-after')).toBe('10')
  expect(await reply.json()).toMatchObject({ type: 'busy', message: expect.stringContaining('very busy') })
  await site.stop()
})

test('A server that could not measure the delay of its event loop serves requests', async () => {
  const { site, getStatus } = await startWithDelay(Number.NaN)
  // The first measurement follows after a second.
  for (const end = Date.now() + 1500; Date.now() < end; ) {
    expect(await getStatus('/api/products/none')).toBe(404)
    await sleep(50)
  }
  await site.stop()
})
