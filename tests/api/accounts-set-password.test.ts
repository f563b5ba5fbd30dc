import cookie from '@fastify/cookie'
import rateLimit from '@fastify/rate-limit'
import fastify from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createAuthenticator } from '#server/accounts/authenticate.ts'
import { accountRoutes } from '#server/accounts/routes.ts'
import { registerErrorHandler } from '#server/kernel/error-handler.ts'
import { createGuard } from '#server/kernel/guard.ts'
import {
  createAccount,
  createSessionCookie,
  createSessionFetch,
  createTotpCode,
  enableTotp,
  listAccountAuditLines,
  login,
} from '../support/accounts.ts'
import {
  expectOk,
  expectProblem,
  type Json,
  jsonBody,
  type SiteFetch,
  sendRawRequest,
} from '../support/http-client.ts'
import { startSite, type TestSite } from '../support/site.ts'

let site: TestSite
let owner: SiteFetch
beforeEach(async () => {
  site = await startSite()
  owner = await site.signIn('owner')
})
afterEach(() => site.close())

const HOUR = 60
const DAY = 24 * HOUR
const PASSWORD = 'spindle and chuck'
const LINK_EXPIRED =
  'This link does not work any more: it was used already, or it is too old. Please ask an owner of the site for a new one.'
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
/** Somebody with a password, and a link to a new one. */
async function createResetLink() {
  const account = await createAccount(site, 'kala@works.example', 'editor')
  const reply = await login(site, account)
  const { user } = (await reply.clone().json()) as Json
  const secret = await getLinkSecret(owner(`/api/accounts/${user.id}/link`, { method: 'POST' }))
  return { ...account, secret, fetch: createSessionFetch(site, reply) }
}

describe('an invited person', () => {
  test('is told whom the link is for, chooses a password, and is signed in', async () => {
    const secret = await createInvitation()
    expect(await expectOk(checkLink(secret))).toEqual({
      email: 'meera@works.example',
      username: 'Meera',
      purpose: 'invite',
      codeNeeded: false,
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

  test('cannot use the link twice, not even at the same moment', async () => {
    const secret = await createInvitation()
    const replies = await Promise.all([
      setPassword(secret),
      setPassword(secret, { password: 'another password' }),
    ])
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 410])
    expect(await expectProblem(setPassword(secret), 410)).toBe(LINK_EXPIRED)
    expect(await expectProblem(checkLink(secret), 410)).toBe(LINK_EXPIRED)
  })

  test('has seven days', async () => {
    const secret = await createInvitation()
    site.advanceClock(7 * DAY - 1)
    expect((await checkLink(secret)).status).toBe(200)
    site.advanceClock(1)
    expect(await expectProblem(checkLink(secret), 410)).toBe(LINK_EXPIRED)
    expect(await expectProblem(setPassword(secret), 410)).toBe(LINK_EXPIRED)
  })

  test.each(['', '1234567', ' '.repeat(8), 'x'.repeat(1001)])(
    'cannot choose %j, and may try again',
    async (password) => {
      const secret = await createInvitation()
      await expectProblem(setPassword(secret, { password }), 400)
      expect((await setPassword(secret)).status).toBe(200)
    },
  )
})

describe('a request whose Host header is no host name is refused before anything is done', () => {
  const badly = async (path: string, body: object, cookie = '') => {
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

  test('an invitation, and a new link: the one that was given stays good', async () => {
    const cookie = await createSessionCookie(site, 'owner')
    const secret = await createInvitation()
    const invited = (await expectOk(owner('/api/accounts'))).find(({ state }: Json) => state === 'invited')
    const before = await counts()
    await badly('/api/accounts', { email: 'kala@works.example', username: 'Kala', role: 'sales' }, cookie)
    await badly(`/api/accounts/${invited.id}/link`, {}, cookie)
    expect(await counts()).toEqual(before)
    expect((await checkLink(secret)).status).toBe(200)
  })

  test('choosing a password: the link stays good', async () => {
    const secret = await createInvitation()
    const before = await counts()
    await badly('/api/auth/welcome', { secret, password: PASSWORD })
    expect(await counts()).toEqual(before)
    expect((await setPassword(secret)).status).toBe(200)
  })

  test('signing in', async () => {
    const account = await createAccount(site, 'kala@works.example')
    const before = await counts()
    await badly('/api/auth/login', account)
    expect(await counts()).toEqual(before)
  })
})

test.each(['', 'x', 'nothing-of-ours', 'x'.repeat(100)])('the made-up link %j is refused', async (secret) => {
  expect(await expectProblem(checkLink(secret), 410)).toBe(LINK_EXPIRED)
  expect(await expectProblem(setPassword(secret), 410)).toBe(LINK_EXPIRED)
})

describe('a forgetful person', () => {
  test('keeps what is signed in until the link is used, and loses it then', async () => {
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
      'kala: changed kala (chose a new password by a link)',
    )
  })

  test('has 24 hours', async () => {
    const { secret } = await createResetLink()
    site.advanceClock(24 * HOUR - 1)
    expect((await checkLink(secret)).status).toBe(200)
    site.advanceClock(1)
    await expectProblem(setPassword(secret), 410)
  })

  test('needs the code of a second factor as well, and the link stays good without', async () => {
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

  test('cannot guess the code for ever', async () => {
    const { secret, fetch } = await createResetLink()
    await enableTotp(fetch)
    for (let tries = 0; tries < 10; tries++) await expectProblem(setPassword(secret, { code: 'wrong' }), 401)
    await expectProblem(setPassword(secret, { code: 'wrong' }), 429)
  })
})

describe('somebody asks for a link', () => {
  test('of a site without mail, and is told whom to ask', async () => {
    await createAccount(site, 'kala@works.example')
    for (const email of ['kala@works.example', 'nobody@works.example']) {
      expect((await expectOk(post('/api/auth/forgot', { email }))).message).toBe(
        'This site sends no e-mail. Please ask an owner of the site for a new link.',
      )
    }
    await expectProblem(post('/api/auth/forgot', { email: 'no-address' }), 400)
    expect(await site.db.selectFrom('account_token').selectAll().execute()).toEqual([])
  })

  /** The same room in a house that has a post office. */
  async function withMail(publicUrl: string | undefined) {
    const letters: { to: string; subject: string; text: string }[] = []
    const clock = () => new Date()
    const app = fastify()
    app.setValidatorCompiler(validatorCompiler)
    app.setSerializerCompiler(serializerCompiler)
    registerErrorHandler(app)
    await app.register(cookie)
    await app.register(rateLimit, { global: false })
    const guard = createGuard(app, createAuthenticator({ db: site.db, clock }))
    accountRoutes(app, {
      db: site.db,
      clock,
      guard,
      publicUrl,
      sendMail: async (_db, mail) => {
        letters.push(mail)
      },
    })
    const ask = async (email: string) => {
      const asked = { method: 'POST', url: '/api/auth/forgot', payload: { email } } as const
      return (await app.inject({ ...asked, headers: { host: 'evil.example' } })).json() as Json
    }
    return { letters, ask }
  }

  test('and gets it by mail; who is not known gets nothing, and is told the same', async () => {
    await createAccount(site, 'kala@works.example', 'editor')
    const { ask, letters } = await withMail('https://www.works.example')
    const known = await ask('Kala@works.example')
    expect(known.message).toMatch(/^If there is an account .* is on its way/)
    expect(await ask('nobody@works.example')).toEqual(known)
    expect(letters).toHaveLength(1)
    expect(letters[0]).toMatchObject({ to: 'kala@works.example', subject: 'Choose a new password' })
    const secret = /https:\/\/www\.works\.example\/welcome#([\w-]{43})\n/.exec(letters[0]!.text)?.[1] ?? ''
    expect((await setPassword(secret)).status).toBe(200)
  })

  test('and is told how long it is good: seven days for whom was only invited, else 24 hours', async () => {
    await createAccount(site, 'kala@works.example', 'editor')
    await createInvitation()
    const { ask, letters } = await withMail('https://www.works.example')
    expect(await ask('meera@works.example')).toEqual(await ask('kala@works.example'))
    const told = letters.map(({ to, text }) => [to, /Choose it here within (.+):\n/.exec(text)?.[1]])
    expect(told).toEqual([
      ['meera@works.example', '7 days'],
      ['kala@works.example', '24 hours'],
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

  test('at most three times an hour', async () => {
    await createAccount(site, 'kala@works.example', 'editor')
    const { ask, letters } = await withMail('https://www.works.example')
    for (let times = 0; times < 5; times++) await ask('kala@works.example')
    expect(letters).toHaveLength(3)
  })

  test('and no letter names a host that only the request names', async () => {
    await createAccount(site, 'kala@works.example', 'editor')
    const { ask, letters } = await withMail(undefined)
    expect((await ask('kala@works.example')).message).toMatch(/sends no e-mail/)
    expect(letters).toEqual([])
  })
})

test.each([
  ['/api/auth/welcome/check', { secret: 'x' }],
  ['/api/auth/welcome', { secret: 'x', password: PASSWORD }],
  ['/api/auth/forgot', { email: 'a@works.example' }],
])('%s has to wait after thirty tries of one network', async (path, body) => {
  for (let tries = 0; tries < 30; tries++) expect((await post(path, body)).status).not.toBe(429)
  await expectProblem(post(path, body), 429)
})
