import { mkdtemp, rm } from 'node:fs/promises'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { expectEnquiry } from '../support/fixtures/enquiries.ts'
import { startMailServer, type TestMailServer } from '../support/mail-server.ts'
import { startSite, type TestSite } from '../support/site.ts'

const NOTIFICATION_COUNT = 6
const DAY = 24 * 60
const MAIL_TIMEOUT_MS = 60_000

let folder: string
let site: TestSite
let mail: TestMailServer
let mailProxy: Server
/** When the next connections to the mail server are closed. */
let networkFault: 'none' | 'during the message' | 'before the response'

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'capstan-faults-mail-'))
  networkFault = 'none'
  mail = await startMailServer()
  mailProxy = createServer((client) => forwardConnection(client, mail.port))
  await new Promise<void>((resolve) => mailProxy.listen(0, '127.0.0.1', resolve))
  const proxyPort = (mailProxy.address() as AddressInfo).port
  site = await startSite({
    DATA_DIR: folder,
    SMTP_URL: `smtp://127.0.0.1:${proxyPort}`,
    NOTIFY_EMAIL: 'sales@works.example',
  })
})
afterEach(async () => {
  await site.close()
  await new Promise((resolve) => mailProxy.close(resolve))
  await mail.close()
  await rm(folder, { recursive: true, force: true })
})

/** Forwards bytes between the site and its mail server, and closes both connections at the time of `networkFault`. */
function forwardConnection(client: Socket, port: number): void {
  const fault = networkFault
  const server = connect(port, '127.0.0.1')
  const disconnect = () => {
    client.destroy()
    server.destroy()
  }
  let isMessageComplete = false
  client.on('data', (data) => {
    if (fault === 'during the message' && data.includes('Subject:')) return disconnect()
    server.write(data)
    if (data.includes('\r\n.\r\n')) isMessageComplete = true
  })
  server.on('data', (data) => {
    // The server has accepted the e-mail, but its response does not reach the site.
    if (fault === 'before the response' && isMessageComplete) return disconnect()
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

const listOutbox = () => site.db.selectFrom('outbox').selectAll().execute()
const isNotified = (email: string) => mail.received.some(({ text }) => text.includes(`Email: ${email}`))

test.each(['during the message', 'before the response'] as const)(
  'Every notification is sent at least once although the mail server disconnects %s',
  async (fault) => {
    networkFault = fault
    const emails = Array.from({ length: NOTIFICATION_COUNT }, (_, index) => `visitor-${index}@works.example`)
    for (const email of emails) await expectEnquiry(site, { email })
    await vi.waitFor(
      async () => expect((await listOutbox()).every(({ attempts }) => attempts > 0)).toBe(true),
      MAIL_TIMEOUT_MS,
    )
    expect((await listOutbox()).filter(({ sent_at }) => sent_at)).toEqual([])
    networkFault = 'none'
    await vi.waitFor(
      async () => {
        // The pause before an attempt grows with the number of attempts.
        site.advanceClock(10)
        expect((await listOutbox()).every(({ sent_at }) => sent_at)).toBe(true)
      },
      { timeout: MAIL_TIMEOUT_MS, interval: 300 },
    )
    expect(emails.filter((email) => !isNotified(email))).toEqual([])
  },
)

test('After the clock jumps back a day, enquiries are stored and notified, and sessions continue', async () => {
  const staff = await site.signIn()
  await expectEnquiry(site, { email: 'before@works.example' })
  site.advanceClock(-DAY)
  await expectEnquiry(site, { email: 'after@works.example' })
  expect((await staff('/api/auth/me')).status).toBe(200)
  await vi.waitFor(() => expect(isNotified('after@works.example')).toBe(true), MAIL_TIMEOUT_MS)
  const listed = await (await staff('/api/enquiries')).json()
  expect((listed as { items?: unknown[] }).items ?? listed).toHaveLength(2)
})

test('After the clock jumps ahead a year, sessions have expired, and signing in and notifications work', async () => {
  const staff = await site.signIn()
  site.advanceClock(365 * DAY)
  expect((await staff('/api/auth/me')).status).toBe(401)
  await expectEnquiry(site, { email: 'later@works.example' })
  const newSession = await site.signIn()
  expect((await newSession('/api/enquiries')).status).toBe(200)
  await vi.waitFor(() => expect(isNotified('later@works.example')).toBe(true), MAIL_TIMEOUT_MS)
})
