import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { MACHINE_FIELDS } from '../../support/fixtures/items.ts'
import { formBody, jsonBody } from '../../support/http-client.ts'
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

test('Access log lines contain the route pattern and not the URL', async () => {
  const site = await startProcess({ DATA_DIR: folder, DEMO: 'off', LOG_LEVEL: 'debug' })
  await fetch(new URL('/api/search-misses/ramesh%20kumar', site.url), { method: 'DELETE' })
  await fetch(new URL('/api/products/ramesh%20kumar?search=ramesh', site.url))
  await fetch(new URL('/product/ramesh?search=ramesh', site.url))
  await site.stop()
  expect(site.output()).toContain('"path":"/api/search-misses/:term","status":401')
  expect(site.output()).toContain('"path":"/api/products/:id","status":404')
  expect(site.output()).not.toContain('ramesh')
})

test('A start that fails because the port is in use creates no administrator', async () => {
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  const { port } = taken.address() as { port: number }
  const failing = spawn(process.execPath, ['src/main.ts'], {
    env: {
      ...process.env,
      DATA_DIR: folder,
      DEMO: 'off',
      AVIF: 'off',
      PORT: String(port),
      LOG_LEVEL: 'silent',
    },
  })
  expect((await once(failing, 'exit'))[0]).toBe(1)
  taken.close()
  const site = await startProcess({ DATA_DIR: folder, DEMO: 'off' })
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
  expect((await reply.json()).message).toContain('no space left')
  expect((await site.fetch('/api/products')).status).toBe(200)
  await sql`pragma max_page_count = 1000000`.execute(site.db)
  expect((await staff('/api/products', formBody('POST', long))).status).toBe(201)
  await site.close()
})

test('[API-9] Responses to staff have no-store', async () => {
  const site = await startSite()
  const staff = await site.signIn()
  for (const path of ['/api/enquiries', '/api/dashboard', '/api/auth/me']) {
    expect((await staff(path)).headers.get('cache-control'), path).toBe('no-store')
  }
  await site.close()
})

test('An enquiry that is corrected and sent again is stored as corrected', async () => {
  const site = await startSite()
  const enquiry = {
    firstName: 'Meena',
    lastName: 'Sundaram',
    email: 'meena@works.example',
    phone: '+91 00000 10001',
    message: 'One CL 25, please.',
    requestKey: 'one-form',
  }
  const send = async (more: object) =>
    (await site.fetch('/api/enquiries', jsonBody('POST', { ...enquiry, ...more }))).json()
  const first = await send({})
  expect((await send({})).id).toBe(first.id)
  const corrected = await send({ message: 'Two CL 25, please.' })
  expect(corrected.id).not.toBe(first.id)
  const staff = await site.signIn()
  const messages = ((await (await staff('/api/enquiries')).json()) as { message: string }[]).map(
    ({ message }) => message,
  )
  expect(messages.toSorted()).toEqual(['One CL 25, please.', 'Two CL 25, please.'])
  await site.close()
})
