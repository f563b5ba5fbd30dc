import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openSqlite } from '#server/database/sqlite/open.ts'
import { type SiteProcess, startProcess } from '../support/site-process.ts'

/** The number of connections that both ends can have open on this machine. */
const IDLE_CONNECTIONS = Math.min(10_000, getMaxOpenFiles() - 500)
const BURST_SIZE = 2_000
const SLOW_CONNECTIONS = 300
const REQUEST_TIMEOUT_MS = 10_000
const ENQUIRY = {
  firstName: 'Asha',
  lastName: 'Rao',
  email: 'asha@works.example',
  phone: '98400 12345',
  message: 'A quote, please.',
}

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
    // A write.
    fetch(new URL('/readyz', site.url), { signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS) }),
  ])
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
}

test(`${SLOW_CONNECTIONS} clients that send headers and bodies slowly do not delay others`, async () => {
  const dripping = await Promise.all(Array.from({ length: SLOW_CONNECTIONS }, openSocket))
  for (const [index, socket] of dripping.entries())
    socket.write(
      index % 2
        ? 'GET / HTTP/1.1\r\nHost: a\r\nX-Slow: '
        : 'POST /api/enquiries HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{"firstName":',
    )
  for (let round = 0; round < 5; round++) {
    for (const socket of dripping) socket.write(' ')
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

test(`A burst of ${BURST_SIZE} connections receives a response on every one`, async () => {
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
  ['no HTTP at all', 400, 'hello\r\n\r\n'],
  ['TLS', 400, '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
  ['an unknown method', 400, `BREW / ${REQUEST_HEAD}\r\n`],
  ['no host', 400, 'GET / HTTP/1.1\r\n\r\n'],
  ['a host that is none', 400, 'GET / HTTP/1.1\r\nHost: a b/c\r\n\r\n'],
  ['a head of 100 kB', 431, `GET / ${REQUEST_HEAD}X-Long: ${'x'.repeat(100_000)}\r\n\r\n`],
  ['an address of 100 kB', 431, `GET /${'x'.repeat(100_000)} ${REQUEST_HEAD}\r\n`],
  ['a header without a colon', 400, `GET / ${REQUEST_HEAD}nonsense\r\n\r\n`],
  [
    'two lengths',
    400,
    `POST /api/enquiries ${REQUEST_HEAD}Content-Length: 5\r\nContent-Length: 6\r\n\r\nhello`,
  ],
  [
    'a length and chunks, as smugglers send them',
    400,
    `POST /api/enquiries ${REQUEST_HEAD}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
  ],
  [
    'chunks that are none',
    400,
    `POST /api/enquiries ${REQUEST_HEAD}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n`,
  ],
  [
    'a body of 5 MB',
    413,
    `POST /api/auth/login ${REQUEST_HEAD}Content-Type: application/json\r\nContent-Length: 5000000\r\n\r\n{`,
  ],
])('%s is refused with %s', async (_request, status, bytes) => {
  expect(await sendRaw(bytes)).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  await expectService()
})

test('A stop under load completes all accepted requests and loses no acknowledged enquiry', async () => {
  const own = await mkdtemp(join(tmpdir(), 'capstan-drain-'))
  const draining = await startProcess({ DATA_DIR: own, DEMO: 'off', LOG_LEVEL: 'silent' })
  const agent = new Agent({ keepAlive: true, maxSockets: 50 })
  const failures: string[] = []
  let stored = 0
  let over = false
  const clients = Array.from({ length: 50 }, async (_, client) => {
    while (!over) {
      const outcome = await sendRequest(draining.url, agent, client % 5 === 0)
      if (outcome === 'gone') return
      if (outcome === 201) stored++
      if (typeof outcome === 'string' || outcome >= 500) failures.push(String(outcome))
    }
  })
  await pause(1000)
  expect(await draining.stop()).toBe(0)
  over = true
  await Promise.all(clients)
  agent.destroy()
  expect(failures).toEqual([])
  expect(stored).toBeGreaterThan(0)
  const db = await openSqlite(own)
  expect(await db.selectFrom('enquiry').select('id').execute()).toHaveLength(stored)
  await db.destroy()
  await rm(own, { recursive: true, force: true })
})

/**
 * 'gone': the site takes no more, which is said before it has the request: a new connection is refused, or one that was at
 * rest is closed (RFC 9112, 9.3.1: whoever meets that asks again elsewhere).
 */
function sendRequest(url: string, agent: Agent, writes: boolean): Promise<number | string> {
  return new Promise((resolve) => {
    const body = writes ? JSON.stringify(ENQUIRY) : undefined
    const sent = request(
      new URL(writes ? '/api/enquiries' : '/api/products', url),
      { agent, method: writes ? 'POST' : 'GET', headers: { 'content-type': 'application/json' } },
      (reply) => {
        reply.resume().on('end', () => resolve(reply.statusCode ?? 0))
        reply.on('error', (error) => resolve(`broken off: ${error.message}`))
      },
    )
    sent.on('error', (error: NodeJS.ErrnoException) => {
      const refused = error.code === 'ECONNREFUSED'
      resolve(
        refused || (error.code === 'ECONNRESET' && sent.reusedSocket) ? 'gone' : `failed: ${error.code}`,
      )
    })
    sent.end(body)
  })
}
