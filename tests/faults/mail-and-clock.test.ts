import { mkdtemp, rm } from 'node:fs/promises'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { jsonBody, startSite, type TestSite } from '../support/site.ts'

const NOTICES = 6
const DAY = 24 * 60
const PATIENCE_MS = 60_000
const contact = { firstName: 'Asha', lastName: 'Rao', phone: '98400 12345', message: 'A quote, please.' }

let folder: string
let site: TestSite
let mail: SMTPServer
let line: Server
let taken: string[]
/** What the line to the mail server does to the next conversation. */
let fault: 'none' | 'cut at the body' | 'cut before the answer'

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'capstan-faults-mail-'))
  taken = []
  fault = 'none'
  mail = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, _session, done) => {
      buffer(stream).then((bytes) => {
        taken.push(bytes.toString())
        done()
      }, done)
    },
  })
  await new Promise<void>((resolve) => mail.listen(0, '127.0.0.1', resolve))
  const { port } = mail.server.address() as AddressInfo
  line = createServer((client) => carry(client, port))
  await new Promise<void>((resolve) => line.listen(0, '127.0.0.1', resolve))
  const near = (line.address() as AddressInfo).port
  site = await startSite({
    DATA_DIR: folder,
    SMTP_URL: `smtp://127.0.0.1:${near}`,
    NOTIFY_EMAIL: 'sales@works.example',
  })
})
afterEach(async () => {
  await site.close()
  await new Promise((resolve) => line.close(resolve))
  await new Promise<void>((resolve) => mail.close(resolve))
  await rm(folder, { recursive: true, force: true })
})

/** Between the site and its mail server, as far as the fault lets it. */
function carry(client: Socket, port: number): void {
  const mine = fault
  const server = connect(port, '127.0.0.1')
  const cut = () => {
    client.destroy()
    server.destroy()
  }
  let heardEnd = false
  client.on('data', (data) => {
    if (mine === 'cut at the body' && data.includes('Subject:')) return cut()
    server.write(data)
    if (data.includes('\r\n.\r\n')) heardEnd = true
  })
  server.on('data', (data) => {
    // The server has taken the mail; the site never learns it.
    if (mine === 'cut before the answer' && heardEnd) return cut()
    client.write(data)
  })
  for (const [one, other] of [
    [client, server],
    [server, client],
  ] as const) {
    one.on('error', () => other.destroy())
    one.on('close', () => other.destroy())
  }
}

const enquire = async (email: string) => {
  const reply = await site.fetch('/api/enquiries', jsonBody('POST', { ...contact, email }))
  expect(reply.status).toBe(201)
}
const outbox = () => site.db.selectFrom('outbox').selectAll().execute()
const isTold = (email: string) => taken.some((text) => text.includes(email))

test.each(['cut at the body', 'cut before the answer'] as const)(
  'a mail server whose line is %s: every notice arrives at least once, and none is lost',
  async (kind) => {
    fault = kind
    const people = Array.from({ length: NOTICES }, (_, index) => `visitor-${index}@works.example`)
    for (const email of people) await enquire(email)
    await vi.waitFor(
      async () => expect((await outbox()).every(({ tries }) => tries > 0)).toBe(true),
      PATIENCE_MS,
    )
    expect((await outbox()).filter(({ sent_at }) => sent_at)).toEqual([])
    fault = 'none'
    await vi.waitFor(
      async () => {
        // Later tries wait longer.
        site.advance(10)
        expect((await outbox()).every(({ sent_at }) => sent_at)).toBe(true)
      },
      { timeout: PATIENCE_MS, interval: 300 },
    )
    expect(people.filter((email) => !isTold(email))).toEqual([])
  },
)

test('a clock that jumps back a day: enquiries are stored and told of, and nobody is signed out', async () => {
  const staff = await site.signIn()
  await enquire('before@works.example')
  site.advance(-DAY)
  await enquire('after@works.example')
  expect((await staff('/api/auth/me')).status).toBe(200)
  await vi.waitFor(() => expect(isTold('after@works.example')).toBe(true), PATIENCE_MS)
  const listed = await (await staff('/api/enquiries')).json()
  expect((listed as { items?: unknown[] }).items ?? listed).toHaveLength(2)
})

test('a clock that jumps ahead a year: sessions are over, everything else goes on', async () => {
  const staff = await site.signIn()
  site.advance(365 * DAY)
  expect((await staff('/api/auth/me')).status).toBe(401)
  await enquire('later@works.example')
  const again = await site.signIn()
  expect((await again('/api/enquiries')).status).toBe(200)
  await vi.waitFor(() => expect(isTold('later@works.example')).toBe(true), PATIENCE_MS)
})
