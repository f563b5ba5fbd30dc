import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { inTransaction } from '#server/database/transaction.ts'
import { claimMail } from '#server/mail/store.ts'
import { ENQUIRY_FIELDS } from '../../support/fixtures/enquiries.ts'
import { createMachine } from '../../support/fixtures/items.ts'
import { expectOk, type Json, jsonBody } from '../../support/http-client.ts'
import { startMailServer, type TestMailServer } from '../../support/mail-server.ts'
import { createTrigger, isOnPostgres, raiseError } from '../../support/postgres/db-engine.ts'
import { findFreePort } from '../../support/postgres/postgres.ts'
import { startSite, type TestSite } from '../../support/site.ts'

const ENQUIRY = {
  ...ENQUIRY_FIELDS,
  // No confirmation is sent to an address that can be read in two ways: each enquiry causes one email.
  email: 'meera,raghavan@valves.example',
  service: 'maintenance',
  message: 'A new spindle bearing, please. ₹',
}

const CONFIRMED_EMAIL = 'meera@valves.example'

let site: TestSite
let port: number
let server: TestMailServer | undefined
let received: TestMailServer['received']
let folder: string
beforeEach(async () => {
  port = await findFreePort()
  received = []
  folder = await mkdtemp(join(tmpdir(), 'capstan-mail-'))
  site = await startMailSite()
})
afterEach(async () => {
  await site.close()
  await stopServer()
  await rm(folder, { recursive: true, force: true })
})

const startMailSite = () =>
  startSite({
    DATA_DIR: folder,
    SMTP_URL: `smtp://127.0.0.1:${port}`,
    NOTIFY_EMAIL: 'sales@example.in',
  })

async function startServer(options: { refuse?: number } = {}): Promise<void> {
  server = await startMailServer({ port, ...options })
  received = server.received
}

async function stopServer(): Promise<void> {
  await server?.close()
  server = undefined
}

async function send(body: object = {}): Promise<void> {
  const reply = await site.fetch('/api/enquiries', jsonBody('POST', { ...ENQUIRY, ...body }))
  expect(reply.status, await reply.text()).toBe(201)
}
const listOutbox = () => site.db.selectFrom('outbox').selectAll().orderBy('created_at').execute()
const waitForReceived = (count: number) => vi.waitFor(() => expect(received).toHaveLength(count), 60_000)
const waitForSent = (count: number) =>
  vi.waitFor(async () => {
    expect((await listOutbox()).filter(({ sent_at }) => sent_at)).toHaveLength(count)
  }, 60_000)
const waitForAttempts = (expected: number) =>
  vi.waitFor(
    async () => expect(Math.max(...(await listOutbox()).map(({ attempts }) => attempts))).toBe(expected),
    60_000,
  )
const getMailState = async (): Promise<Json> => expectOk((await site.signIn('sales'))('/api/mail/state'))
const getMailHeader = (name: string) => new RegExp(`^${name}: (.*)$`, 'mi').exec(received[0]!.text)?.[1]

test('An enquiry is sent to staff without delay, with all fields and the customer in Reply-To', async () => {
  await startServer()
  const machine = await createMachine(await site.signIn('owner'))
  await send({ item: machine.id, email: CONFIRMED_EMAIL })
  await waitForReceived(2)
  const [mail] = received
  expect(mail).toMatchObject({ from: 'sales@example.in', to: ['sales@example.in'] })
  expect(getMailHeader('Subject')).toBe(`Enquiry from Meera Raghavan: ${machine.name}`)
  expect(getMailHeader('Reply-To')).toBe(CONFIRMED_EMAIL)
  // Quoted-printable text has soft line breaks at 76 characters.
  const text = mail!.text.replaceAll('=\r\n', '')
  for (const part of [ENQUIRY.phone, 'spindle bearing', 'under Customers in the admin'])
    expect(text).toContain(part)
  await waitForSent(2)
  expect((await listOutbox())[0]).toMatchObject({ text: '', next_attempt_at: null })
  expect(await getMailState()).toEqual({ configured: true, pending: 0, failed: 0, lastError: null })
})

test('An enquiry of the form without JavaScript is sent to staff, a rejected or repeated one is not', async () => {
  await startServer()
  const form = new URLSearchParams(ENQUIRY)
  await site.fetch('/api/enquiries/form', { method: 'POST', body: form })
  await site.fetch('/api/enquiries', jsonBody('POST', { ...ENQUIRY, email: '' }))
  await send({ requestKey: 'k1', message: 'Once' })
  await send({ requestKey: 'k1', message: 'Once' })
  await waitForSent(2)
  expect(received).toHaveLength(2)
})

test('An enquiry cannot add headers or addresses to the notification', async () => {
  await startServer()
  await send({
    firstName: 'Meera\r\nBcc: victim@example.org',
    lastName: 'x\nX-Evil: 1\u2028y',
    email: 'a,victim@example.org',
  })
  await waitForReceived(1)
  const [head] = received[0]!.text.split('\r\n\r\n') as [string]
  expect(received[0]!.to).toEqual(['sales@example.in'])
  expect(head).not.toMatch(/^(Bcc|X-Evil|Reply-To|Cc):/im)
  expect(head.replace(/\r\n /g, ' ')).toMatch(
    /^Subject: Enquiry from Meera Bcc: victim@example.org x X-Evil: 1 y: Maintenance & Support\r?$/m,
  )
})

test('The buyer gets one confirmation with reference and items, and nothing that a visitor can write', async () => {
  await startServer()
  const machine = await createMachine(await site.signIn('owner'))
  const spam = 'https://spam.example'
  const body = {
    email: CONFIRMED_EMAIL,
    firstName: spam,
    lastName: spam,
    company: spam,
    place: spam,
    message: spam,
    lines: [{ item: machine.id, quantity: 3, note: spam }],
    requestKey: 'k1',
  }
  await send(body)
  await send(body)
  await waitForSent(2)
  const [{ reference }] = await expectOk((await site.signIn('sales'))('/api/enquiries'))
  const confirmations = received.filter(({ to }) => to.includes(CONFIRMED_EMAIL))
  expect(confirmations).toHaveLength(1)
  const text = confirmations[0]!.text.replaceAll('=\r\n', '')
  expect(text).toMatch(new RegExp(`^Subject: Your enquiry ${reference}`, 'm'))
  expect(text).toMatch(/^Reply-To: sales@example\.in/m)
  expect(text).toContain(`- ${machine.name}`)
  expect(text).not.toContain('spam')
  expect(received).toHaveLength(2)
})

test('An address gets at most three confirmations within a day, and staff are notified of every enquiry', async () => {
  const count = async (to: string) => (await listOutbox()).filter((mail) => mail.to_address === to).length
  for (let sent = 0; sent < 5; sent++) await send({ email: CONFIRMED_EMAIL, message: `Question ${sent}` })
  expect([await count('sales@example.in'), await count(CONFIRMED_EMAIL)]).toEqual([5, 3])
  site.advanceClock(24 * 60 + 1)
  await send({ email: CONFIRMED_EMAIL })
  expect([await count('sales@example.in'), await count(CONFIRMED_EMAIL)]).toEqual([6, 4])
})

test('An email address gets at most three confirmations within a day, also in other spellings and when its enquiries share phone numbers with other ones', async () => {
  const spellings = [CONFIRMED_EMAIL, CONFIRMED_EMAIL.toUpperCase(), CONFIRMED_EMAIL.replace('@', '+1@')]
  for (let number = 1; number <= 5; number++) {
    const phone = `+91 98400 0000${number}`
    await send({ email: `other-${number}@valves.example`, phone })
    await send({ email: spellings[number % 3]!, phone })
  }
  const sent = (await listOutbox()).filter(({ to_address }) =>
    spellings.some((spelling) => spelling.toLowerCase() === to_address.toLowerCase()),
  )
  expect(sent).toHaveLength(3)
  for (let number = 1; number <= 5; number++)
    await send({ email: 'Émile@école.example', message: `Question ${number}` })
  const toOthers = (await listOutbox()).filter(({ to_address }) => to_address === 'Émile@école.example')
  expect(toOthers).toHaveLength(3)
})

test('A mail server that is down delays no enquiry, and all emails arrive once when it is up', async () => {
  const start = performance.now()
  await send()
  expect(performance.now() - start).toBeLessThan(1000)
  await waitForAttempts(1)
  expect(await getMailState()).toEqual({
    configured: true,
    pending: 1,
    failed: 0,
    lastError: 'The mail server could not be reached.',
  })
  await startServer()
  await send({ message: 'second' })
  await waitForReceived(1)
  expect(received[0]!.text).toContain('second')
  site.advanceClock(2)
  await send({ message: 'third' })
  await waitForSent(3)
  expect(received).toHaveLength(3)
  expect(await getMailState()).toMatchObject({ pending: 0, lastError: null })
})

// It waits for time-outs, which the database does not change.
test.skipIf(isOnPostgres)(
  'A mail server that hangs delays neither an enquiry nor the shutdown',
  async () => {
    const silent = createServer(() => {}).listen(port, '127.0.0.1')
    await send()
    const start = performance.now()
    await send({ message: 'another' })
    expect(performance.now() - start).toBeLessThan(1000)
    await site.app.close()
    expect(performance.now() - start).toBeLessThan(8000)
    silent.close()
  },
  20_000,
)

test('An email that the mail server refuses for good (5xx) is not retried, and staff see the failure', async () => {
  await startServer({ refuse: 550 })
  await send()
  await waitForAttempts(1)
  expect(await listOutbox()).toMatchObject([{ attempts: 1, next_attempt_at: null, sent_at: null }])
  await vi.waitFor(async () => expect(await getMailState()).toMatchObject({ pending: 0, failed: 1 }), 60_000)
})

test('An email that the mail server rejects for now (4xx) is retried for three days, then stored with the error', async () => {
  await startServer({ refuse: 451 })
  await send()
  await waitForAttempts(1)
  expect(await listOutbox()).toMatchObject([
    { last_error: 'The mail server rejected the email (451).', sent_at: null },
  ])
  site.advanceClock(3 * 24 * 60 + 1)
  await send({ message: 'wakes the job' })
  await waitForAttempts(2)
  const [given] = await listOutbox()
  expect(given).toMatchObject({ attempts: 2, next_attempt_at: null, sent_at: null })
  expect(given!.text).toContain('spindle bearing')
  await vi.waitFor(async () => {
    expect(await getMailState()).toMatchObject({
      pending: 1,
      failed: 1,
      lastError: expect.stringContaining('(451)'),
    })
  }, 60_000)
  expect(JSON.stringify(await getMailState())).not.toContain('@')
})

test('A pending email survives a restart and is sent once', async () => {
  await send()
  await waitForAttempts(1)
  await site.app.close()
  await site.db.destroy()
  await startServer()
  await rm(site.dataDir, { recursive: true, force: true })
  site = await startMailSite()
  site.advanceClock(2)
  await send({ message: 'after the restart' })
  await waitForSent(2)
  expect(received).toHaveLength(2)
})

test('An accepted email is not sent again when the database fails to store that it was sent', async () => {
  await startServer()
  const end = await createTrigger(site.db, 'before update on outbox', raiseError('disk full'), {
    condition: 'new.sent_at is not null',
  })
  await send()
  await waitForReceived(1)
  await end()
  await send({ message: 'second' })
  await waitForSent(2)
  expect(received).toHaveLength(2)
})

test('An email that another process has claimed is sent only after the claim has expired', async () => {
  await startServer({ refuse: 451 })
  await send()
  await waitForAttempts(1)
  const { id } = (await listOutbox())[0]!
  const minutes = (count: number) => new Date(Date.now() + count * 60_000).toISOString()
  const claim = (at: number) =>
    inTransaction(site.db, (tx) => claimMail(tx, { at: minutes(at), until: minutes(at + 5) }))
  expect((await claim(2))?.id).toBe(id)
  expect(await claim(6)).toBeUndefined()
  await stopServer()
  await startServer()
  site.advanceClock(8)
  await send({ message: 'wakes the job' })
  await waitForSent(2)
  expect(received).toHaveLength(2)
})

test('An enquiry that cannot be stored adds no email to the outbox', async () => {
  const before = await listOutbox()
  await send({ message: 'ok' })
  await site.db.schema.alterTable('enquiry_search').renameTo('elsewhere').execute()
  const reply = await site.fetch('/api/enquiries', jsonBody('POST', { ...ENQUIRY, message: 'fails' }))
  expect(reply.status).toBe(500)
  expect(await listOutbox()).toHaveLength(before.length + 1)
})

test('Without a configured mail server the outbox stays empty', async () => {
  await site.close()
  site = await startSite()
  await send()
  expect(await listOutbox()).toEqual([])
  expect(await getMailState()).toEqual({ configured: false, pending: 0, failed: 0, lastError: null })
})
