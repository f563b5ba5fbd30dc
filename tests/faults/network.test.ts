import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openSqlite } from '#server/database/sqlite/open.ts'
import { ENQUIRY_FIELDS } from '../support/fixtures/enquiries.ts'
import { type SiteProcess, startProcess } from '../support/site-process.ts'

/** The number of connections that both ends can have open on this machine. */
const IDLE_CONNECTIONS = Math.min(10_000, getMaxOpenFiles() - 500)
const BURST_SIZE = 2_000
const SLOW_CONNECTIONS = 300
const REQUEST_TIMEOUT_MS = 10_000

let folder: string
let site: SiteProcess
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'capstan-network-'))
  site = await startProcess({ DATA_DIR: folder, DEMO: 'off', LOG_LEVEL: 'silent' })
})
afterAll(async () => {
  await site.stop()
  await rm(folder, { recursive: true, force: true })
})

function getMaxOpenFiles(): number {
  const [, soft] = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? []
  return Number(soft)
}

const sockets: Socket[] = []
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
})

function openSocket(): Promise<Socket> {
  const { hostname, port } = new URL(site.url)
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => resolve(socket))
    socket.on('error', reject)
    sockets.push(socket)
  })
}

/** Sends raw bytes and returns the first line of the response; undefined when the connection is closed without one. */
function sendRaw(bytes: string): Promise<string | undefined> {
  return openSocket().then(
    (socket) =>
      new Promise((resolve) => {
        let received = ''
        socket.on('data', (data) => {
          received += data
          resolve(received.split('\r\n')[0])
        })
        socket.on('close', () => resolve(undefined))
        socket.write(bytes)
      }),
  )
}

/** Checks that other clients are served normally. */
async function expectService(): Promise<void> {
  const replies = await Promise.all([
    fetch(new URL('/', site.url), { signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS) }),
    fetch(new URL('/api/products', site.url), { signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS) }),
    fetch(new URL('/readyz', site.url), { signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS) }),
  ])
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
}

test(`${SLOW_CONNECTIONS} clients that send headers and bodies slowly do not delay others`, async () => {
  const slowSockets = await Promise.all(Array.from({ length: SLOW_CONNECTIONS }, openSocket))
  for (const [index, socket] of slowSockets.entries())
    socket.write(
      index % 2
        ? 'GET / HTTP/1.1\r\nHost: a\r\nX-Slow: '
        : 'POST /api/enquiries HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{"firstName":',
    )
  for (let round = 0; round < 5; round++) {
    for (const socket of slowSockets) socket.write(' ')
    await expectService()
    await pause(100)
  }
})

test(`${IDLE_CONNECTIONS} idle connections do not delay others`, async () => {
  for (let opened = 0; opened < IDLE_CONNECTIONS; opened += 500)
    await Promise.all(Array.from({ length: 500 }, openSocket))
  expect(sockets.filter((socket) => !socket.destroyed)).toHaveLength(IDLE_CONNECTIONS)
  await expectService()
})

test(`Each of ${BURST_SIZE} simultaneous connections receives a response`, async () => {
  const agent = new Agent({ keepAlive: false, maxSockets: BURST_SIZE })
  const statuses = await Promise.all(
    Array.from(
      { length: BURST_SIZE },
      (_, index) =>
        new Promise<number>((resolve, reject) => {
          const path = index % 2 ? '/api/products?limit=24' : '/'
          request(new URL(path, site.url), { agent }, (reply) => {
            reply.resume().on('end', () => resolve(reply.statusCode ?? 0))
          })
            .on('error', reject)
            .end()
        }),
    ),
  )
  expect([...new Set(statuses)]).toEqual([200])
  await expectService()
})

const REQUEST_HEAD = 'HTTP/1.1\r\nHost: works.example\r\n'
test.each([
  ['bytes that are not HTTP', 400, 'hello\r\n\r\n'],
  ['a TLS handshake', 400, '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
  ['an unknown method', 400, `BREW / ${REQUEST_HEAD}\r\n`],
  ['a header of 100 kB', 431, `GET / ${REQUEST_HEAD}X-Long: ${'x'.repeat(100_000)}\r\n\r\n`],
  ['a URL of 100 kB', 431, `GET /${'x'.repeat(100_000)} ${REQUEST_HEAD}\r\n`],
  ['a header without a colon', 400, `GET / ${REQUEST_HEAD}nonsense\r\n\r\n`],
  [
    'invalid chunks',
    400,
    `POST /api/enquiries ${REQUEST_HEAD}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n`,
  ],
  [
    'a body of 5 MB',
    413,
    `POST /api/auth/login ${REQUEST_HEAD}Content-Type: application/json\r\nContent-Length: 5000000\r\n\r\n{`,
  ],
])('A request with %s is rejected with status %i', async (_request, status, bytes) => {
  expect(await sendRaw(bytes)).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  await expectService()
})

test('A stop under load completes all accepted requests and loses no acknowledged enquiry', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'capstan-drain-'))
  const draining = await startProcess({ DATA_DIR: dataDir, DEMO: 'off', LOG_LEVEL: 'silent' })
  const agent = new Agent({ keepAlive: true, maxSockets: 50 })
  const failures: string[] = []
  let stored = 0
  let isStopped = false
  const connected = new Set<number>()
  const clients = Array.from({ length: 50 }, async (_, client) => {
    while (!isStopped) {
      const outcome = await sendRequest(draining.url, agent, client % 5 === 0)
      if (outcome === 'stopped') return
      connected.add(client)
      if (outcome === 201) stored++
      if (typeof outcome === 'string' || outcome >= 500) failures.push(String(outcome))
    }
  })
  // The kernel resets connections that the site has not accepted yet.
  await expect.poll(() => connected.size, { timeout: 30_000 }).toBe(clients.length)
  await pause(1000)
  expect(await draining.stop()).toBe(0)
  isStopped = true
  await Promise.all(clients)
  agent.destroy()
  expect(failures).toEqual([])
  expect(stored).toBeGreaterThan(0)
  const db = await openSqlite(dataDir)
  expect(await db.selectFrom('enquiry').select('id').execute()).toHaveLength(stored)
  await db.destroy()
  await rm(dataDir, { recursive: true, force: true })
})

/**
 * Returns the status, 'stopped', or the error. It is 'stopped' if the site closed before it received the request: it
 * refused a new connection, or reset an idle one (RFC 9112, 9.3.1: the client can repeat the request).
 */
function sendRequest(url: string, agent: Agent, writes: boolean): Promise<number | string> {
  return new Promise((resolve) => {
    const body = writes ? JSON.stringify(ENQUIRY_FIELDS) : undefined
    const sent = request(
      new URL(writes ? '/api/enquiries' : '/api/products', url),
      { agent, method: writes ? 'POST' : 'GET', headers: { 'content-type': 'application/json' } },
      (reply) => {
        reply.resume().on('end', () => resolve(reply.statusCode ?? 0))
        reply.on('error', (error) => resolve(`interrupted: ${error.message}`))
      },
    )
    sent.on('error', (error: NodeJS.ErrnoException) => {
      const isRefused = error.code === 'ECONNREFUSED'
      resolve(
        isRefused || (error.code === 'ECONNRESET' && sent.reusedSocket) ? 'stopped' : `failed: ${error.code}`,
      )
    })
    sent.end(body)
  })
}
