import { describe, expect, test } from 'vitest'
import {
  createAccount,
  createSessionCookie,
  createSessionFetch,
  createTotpCode,
  enableTotp,
  listAccountAuditLines,
  login,
  signInAs,
} from '../../support/fixtures/accounts.ts'
import {
  expectOk,
  expectProblem,
  type Json,
  jsonBody,
  type SiteFetch,
  sendRawRequest,
} from '../../support/http-client.ts'
import { startSite, type TestSite } from '../../support/site.ts'
import { BEHIND_PROXY, fromNewNetwork, startEmptiedSite } from '../../support/site-hooks.ts'

let site: TestSite
let owner: SiteFetch
const TABLES = ['account', 'audit_log', 'sign_in_attempt'] as const
const useSite = async (emptied: TestSite) => {
  site = emptied
  owner = await signInAs(site, 'owner@test.example')
}
startEmptiedSite(TABLES, (emptied) => useSite(fromNewNetwork(emptied)), BEHIND_PROXY)

const HOUR = 60
const DAY = 24 * HOUR
const PASSWORD = 'spindle and chuck'
const LINK_EXPIRED = 'This link has expired or has already been used. Ask an owner for a new one.'
const post = (path: string, body: object) => site.fetch(path, jsonBody('POST', body))
const checkLink = (secret: string) => post('/api/auth/welcome/check', { secret })
const setPassword = (secret: string, more: object = {}) =>
  post('/api/auth/welcome', { secret, password: PASSWORD, ...more })
const getLinkSecret = async (reply: Promise<Response>): Promise<string> =>
  ((await (await reply).json()) as Json).link.split('#')[1]

const createInvitation = () =>
  getLinkSecret(
    owner(
      '/api/accounts',
      jsonBody('POST', { email: 'meera@works.example', username: 'Meera', role: 'sales' }),
    ),
  )
/** Creates a signed-in account with a password and a link to set a new one. */
async function createResetLink() {
  const account = await createAccount(site, 'kala@works.example', 'editor')
  const reply = await login(site, account)
  const { user } = (await reply.clone().json()) as Json
  const secret = await getLinkSecret(owner(`/api/accounts/${user.id}/link`, { method: 'POST' }))
  return { ...account, secret, fetch: createSessionFetch(site, reply) }
}

describe('Invitations', () => {
  test('A set-password link names the account, sets the password and signs in', async () => {
    const secret = await createInvitation()
    expect(await expectOk(checkLink(secret))).toEqual({
      email: 'meera@works.example',
      username: 'Meera',
      purpose: 'invite',
      codeNeeded: false,
      apiKeys: 0,
    })
    const reply = await setPassword(secret)
    expect(reply.status).toBe(200)
    expect(await reply.clone().json()).toMatchObject({
      token: expect.stringMatching(/^\w{16,}$/),
      user: { username: 'Meera', role: 'sales' },
    })
    expect((await expectOk(createSessionFetch(site, reply)('/api/auth/me'))).email).toBe(
      'meera@works.example',
    )
    expect((await login(site, { email: 'meera@works.example', password: PASSWORD })).status).toBe(200)
    expect(await listAccountAuditLines(owner)).toEqual(
      expect.arrayContaining(['Meera: changed Meera (accepted the invitation)', 'Meera: signed in Meera']),
    )
  })

  test('A set-password link works once, also with simultaneous requests', async () => {
    const secret = await createInvitation()
    const replies = await Promise.all([
      setPassword(secret),
      setPassword(secret, { password: 'another password' }),
    ])
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 410])
    expect(await expectProblem(setPassword(secret), 410)).toBe(LINK_EXPIRED)
    expect(await expectProblem(checkLink(secret), 410)).toBe(LINK_EXPIRED)
  })

  test('An invitation link expires after seven days', async () => {
    const secret = await createInvitation()
    site.advanceClock(7 * DAY - 1)
    expect((await checkLink(secret)).status).toBe(200)
    site.advanceClock(1)
    expect(await expectProblem(checkLink(secret), 410)).toBe(LINK_EXPIRED)
    expect(await expectProblem(setPassword(secret), 410)).toBe(LINK_EXPIRED)
  })

  test('Setting an invalid password returns 400, and the link stays valid', async () => {
    const secret = await createInvitation()
    for (const password of ['', '1234567', ' '.repeat(8), 'x'.repeat(1001)])
      await expectProblem(setPassword(secret, { password }), 400)
    expect((await setPassword(secret)).status).toBe(200)
  })
})

describe('Requests with an invalid Host header', () => {
  // Without PUBLIC_URL, links have the host of the request.
  startEmptiedSite(TABLES, useSite)

  const expectRejected = async (path: string, body: object, cookie = '') => {
    const headers = { host: 'capstan.local.', 'content-type': 'application/json', cookie }
    const reply = await sendRawRequest(site, { method: 'POST', path, headers, body: JSON.stringify(body) })
    expect(reply.status).toBe(400)
    expect(JSON.parse(reply.text).message).toBe('The Host header is not a host name.')
    expect(reply.headers['set-cookie']).toBeUndefined()
  }
  const count = async (table: 'account' | 'session' | 'account_token' | 'audit_log' | 'sign_in_attempt') =>
    (await site.db.selectFrom(table).selectAll().execute()).length
  const counts = () =>
    Promise.all((['account', 'session', 'account_token', 'audit_log', 'sign_in_attempt'] as const).map(count))

  test('Inviting, setting a password and signing in with an invalid Host header return 400 and change nothing', async () => {
    const cookie = await createSessionCookie(site, 'owner')
    const account = await createAccount(site, 'devi@works.example')
    const secret = await createInvitation()
    const invited = (await expectOk(owner('/api/accounts'))).find(({ state }: Json) => state === 'invited')
    const before = await counts()
    const invitation = { email: 'kala@works.example', username: 'Kala', role: 'sales' }
    await expectRejected('/api/accounts', invitation, cookie)
    await expectRejected(`/api/accounts/${invited.id}/link`, {}, cookie)
    await expectRejected('/api/auth/welcome', { secret, password: PASSWORD })
    await expectRejected('/api/auth/login', account)
    expect(await counts()).toEqual(before)
    expect((await setPassword(secret)).status).toBe(200)
  })
})

test.each(['', 'x', 'unknown-token', 'x'.repeat(100)])(
  'The unknown set-password token %j returns 410',
  async (secret) => {
    expect(await expectProblem(checkLink(secret), 410)).toBe(LINK_EXPIRED)
    expect(await expectProblem(setPassword(secret), 410)).toBe(LINK_EXPIRED)
  },
)

describe('Reset links', () => {
  test('A reset link ends the sessions of the account when it is used, not before', async () => {
    const { fetch, secret, email, password } = await createResetLink()
    expect((await fetch('/api/auth/me')).status).toBe(200)
    expect((await expectOk(checkLink(secret))).purpose).toBe('reset')
    const reply = await setPassword(secret)
    expect(reply.status).toBe(200)
    await expectProblem(fetch('/api/auth/me'), 401)
    expect((await createSessionFetch(site, reply)('/api/auth/me')).status).toBe(200)
    await expectProblem(login(site, { email, password }), 401)
    expect((await login(site, { email, password: PASSWORD })).status).toBe(200)
    expect(await listAccountAuditLines(owner)).toContain(
      'kala: changed kala (set a new password with a link)',
    )
  })

  test('A reset link expires after 24 hours', async () => {
    const { secret } = await createResetLink()
    site.advanceClock(24 * HOUR - 1)
    expect((await checkLink(secret)).status).toBe(200)
    site.advanceClock(1)
    await expectProblem(setPassword(secret), 410)
  })

  test('Setting a password with a link requires the code of the second factor, and the link stays valid without it', async () => {
    const { secret, fetch } = await createResetLink()
    const factor = await enableTotp(fetch)
    expect((await expectOk(checkLink(secret))).codeNeeded).toBe(true)
    site.advanceClock(1)
    const without = await setPassword(secret)
    expect([without.status, ((await without.json()) as Json).type]).toEqual([401, 'code-needed'])
    await expectProblem(setPassword(secret, { code: '000000' }), 401)
    expect((await fetch('/api/auth/me')).status).toBe(200)
    expect((await setPassword(secret, { code: createTotpCode(factor.secret, 1) })).status).toBe(200)
  })

  test('Attempts to guess the code with a set-password link are limited', async () => {
    const { secret, fetch } = await createResetLink()
    await enableTotp(fetch)
    for (let tries = 0; tries < 10; tries++) await expectProblem(setPassword(secret, { code: 'wrong' }), 401)
    await expectProblem(setPassword(secret, { code: 'wrong' }), 429)
  })
})

test('Requesting a set-password email returns a message that names the owner if the site cannot send email', async () => {
  await createAccount(site, 'kala@works.example')
  for (const email of ['kala@works.example', 'unknown@works.example']) {
    expect((await expectOk(post('/api/auth/forgot', { email }))).message).toMatch(
      /^This site does not send emails. Ask an owner for a new link. The only owner can/,
    )
  }
  await expectProblem(post('/api/auth/forgot', { email: 'no-address' }), 400)
  expect(await site.db.selectFrom('account_token').selectAll().execute()).toEqual([])
})

describe('Set-password emails', () => {
  const MAIL = { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'site@works.example' }
  startEmptiedSite([...TABLES, 'outbox'], (emptied) => useSite(fromNewNetwork(emptied)), {
    ...BEHIND_PROXY,
    ...MAIL,
  })
  const requestLink = (email: string): Promise<Json> => expectOk(post('/api/auth/forgot', { email }))
  const listEmails = ({ db } = site) =>
    db.selectFrom('outbox').select(['to_address', 'subject', 'text']).orderBy('to_address').execute()

  test('A requested set-password email is sent to a known address only, with the same response for an unknown one', async () => {
    await createAccount(site, 'kala@works.example', 'editor')
    const known = await requestLink('Kala@works.example')
    expect(known.message).toMatch(/^If there is an account .* we have sent it a link/)
    expect(await requestLink('unknown@works.example')).toEqual(known)
    const [email, ...more] = await listEmails()
    expect(more).toEqual([])
    expect(email).toMatchObject({ to_address: 'kala@works.example', subject: 'Set a new password' })
    const secret = /http:\/\/works\.example\/welcome#([\w-]{43})\n/.exec(email!.text)?.[1] ?? ''
    expect((await setPassword(secret)).status).toBe(200)
  })

  test('A set-password email states a validity of seven days for an invited account and otherwise of 24 hours', async () => {
    await createAccount(site, 'kala@works.example', 'editor')
    await createInvitation()
    await site.db.deleteFrom('outbox').execute()
    expect(await requestLink('meera@works.example')).toEqual(await requestLink('kala@works.example'))
    const validities = (await listEmails()).map(({ to_address, text }) => [
      to_address,
      /Set it here within (.+):\n/.exec(text)?.[1],
    ])
    expect(validities).toEqual([
      ['kala@works.example', '24 hours'],
      ['meera@works.example', '7 days'],
    ])
    const links = await site.db
      .selectFrom('account_token')
      .innerJoin('account', 'account.id', 'account_id')
      .select(['email', 'expires_at', 'account_token.created_at'])
      .orderBy('account_token.created_at', 'desc')
      .limit(2)
      .execute()
    const days = links.map((link) => (Date.parse(link.expires_at) - Date.parse(link.created_at)) / 86_400_000)
    expect(days.toSorted()).toEqual([1, 7])
  })

  test('An account gets at most three set-password emails per hour', async () => {
    await createAccount(site, 'kala@works.example', 'editor')
    for (let times = 0; times < 5; times++) await requestLink('kala@works.example')
    const emails = await listEmails()
    expect(emails).toHaveLength(3)
    // Requests do not invalidate earlier links.
    for (const { text } of emails) await expectOk(checkLink(/#(\S+)/.exec(text)![1]!))
  })

  test('A set-password email never contains the Host header of the request', async () => {
    const shop = await startSite(MAIL)
    const { email } = await createAccount(shop, 'kala@works.example', 'editor')
    const headers = { host: 'evil.example', 'content-type': 'application/json' }
    const body = JSON.stringify({ email })
    const reply = await sendRawRequest(shop, { method: 'POST', path: '/api/auth/forgot', headers, body })
    expect(JSON.parse(reply.text).message).toMatch(/does not send emails/)
    expect(await listEmails(shop)).toEqual([])
    await shop.close()
  })
})

test.each([
  ['/api/auth/welcome/check', { secret: 'x' }],
  ['/api/auth/welcome', { secret: 'x', password: PASSWORD }],
  ['/api/auth/forgot', { email: 'a@works.example' }],
])('%s returns 429 after thirty requests of one network', async (path, body) => {
  for (let tries = 0; tries < 30; tries++) expect((await post(path, body)).status).not.toBe(429)
  await expectProblem(post(path, body), 429)
})
