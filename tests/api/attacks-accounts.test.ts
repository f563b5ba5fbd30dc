import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { hashSecret } from '#server/kernel/ids.ts'
import {
  createAccount,
  createSessionCookie,
  createSessionFetch,
  createTotpCode,
  enableTotp,
  getSessionCookie,
  login,
} from '../support/accounts.ts'
import { expectOk, expectProblem, jsonBody } from '../support/http-client.ts'
import { startSite, type TestSite } from '../support/site.ts'

const callCounts = vi.hoisted(() => ({ verify: 0, hash: 0 }))
vi.mock('@node-rs/argon2', async (original) => {
  const real = await original<typeof import('@node-rs/argon2')>()
  return {
    ...real,
    verify: (...given: Parameters<typeof real.verify>) => {
      callCounts.verify++
      return real.verify(...given)
    },
    hash: (...given: Parameters<typeof real.hash>) => {
      callCounts.hash++
      return real.hash(...given)
    },
  }
})

let site: TestSite
beforeEach(async () => {
  site = await startSite()
})
afterEach(() => site.close())

const getMeStatus = async (cookie: string, own = site) =>
  (await own.fetch('/api/auth/me', { headers: { cookie } })).status
const loginWith = (cookie: string, body: object, own = site) =>
  own.fetch('/api/auth/login', {
    ...jsonBody('POST', body),
    headers: { 'content-type': 'application/json', cookie },
  })
const countSessions = async () => (await site.db.selectFrom('session').select('id').execute()).length

describe('a session', () => {
  test('is never one that somebody planted before', async () => {
    const planted = 'capstan_session=planted-by-a-stranger'
    const reply = await loginWith(planted, await createAccount(site, 'meera@works.example'))
    expect(reply.status).toBe(200)
    expect(getSessionCookie(reply)).not.toBe(planted)
    expect([await getMeStatus(planted), await getMeStatus(getSessionCookie(reply))]).toEqual([401, 200])
  })

  test('ends when the same browser signs in again, and only there', async () => {
    const account = await createAccount(site, 'meera@works.example')
    const [desk, phone] = [
      getSessionCookie(await login(site, account)),
      getSessionCookie(await login(site, account)),
    ]
    const again = getSessionCookie(await loginWith(desk, account))
    expect([await getMeStatus(desk), await getMeStatus(phone), await getMeStatus(again)]).toEqual([
      401, 200, 200,
    ])
  })

  test('ends when somebody else signs in in the same browser', async () => {
    const desk = getSessionCookie(await login(site, await createAccount(site, 'meera@works.example')))
    const other = await loginWith(desk, await createAccount(site, 'kala@works.example'))
    expect([await getMeStatus(desk), await getMeStatus(getSessionCookie(other))]).toEqual([401, 200])
  })

  test('goes on when the sign-in of the same browser fails', async () => {
    const account = await createAccount(site, 'meera@works.example')
    const desk = getSessionCookie(await login(site, account))
    await expectProblem(loginWith(desk, { ...account, password: 'wrong' }), 401)
    expect(await getMeStatus(desk)).toBe(200)
  })

  test('ends when a link is used in the same browser', async () => {
    const owner = await site.signIn('owner')
    const desk = await createSessionCookie(site, 'sales')
    const invitation = { email: 'kala@works.example', username: 'Kala', role: 'editor' }
    const { link } = await (await owner('/api/accounts', jsonBody('POST', invitation))).json()
    const welcome = { secret: link.split('#')[1], password: 'spindle and chuck' }
    const reply = await site.fetch('/api/auth/welcome', {
      ...jsonBody('POST', welcome),
      headers: { 'content-type': 'application/json', cookie: desk },
    })
    expect([reply.status, await getMeStatus(desk), await getMeStatus(getSessionCookie(reply))]).toEqual([
      200, 401, 200,
    ])
  })

  test('is one of twenty at most: the one idle longest goes, another account’s never', async () => {
    const account = await createAccount(site, 'meera@works.example')
    const other = getSessionCookie(await login(site, await createAccount(site, 'kala@works.example')))
    const cookies: string[] = []
    for (let count = 0; count < 20; count++) {
      cookies.push(getSessionCookie(await login(site, account)))
      site.advanceClock(2)
    }
    expect(await getMeStatus(cookies[0] ?? '')).toBe(200)
    expect(await countSessions()).toBe(21)
    cookies.push(getSessionCookie(await login(site, account)))
    const live = await Promise.all(cookies.map((cookie) => getMeStatus(cookie)))
    expect(live.map((status, index) => (status === 200 ? '' : index)).filter(String)).toEqual([1])
    expect([await getMeStatus(other), await countSessions()]).toEqual([200, 21])
  })
})

describe('over https the session cookie', () => {
  let shop: TestSite
  beforeEach(async () => {
    shop = await startSite({ PUBLIC_URL: 'https://www.works.example' })
  })
  afterEach(() => shop.close())

  test('has a name that only this host can set, and is forgotten by that name', async () => {
    const reply = await login(shop, await createAccount(shop, 'meera@works.example'))
    const [set] = reply.headers.getSetCookie()
    expect(set).toMatch(/^__Host-capstan_session=[\w-]{43}; /)
    for (const attribute of ['Secure', 'HttpOnly', 'Path=/', 'SameSite=Lax'])
      expect(set).toContain(`; ${attribute}`)
    expect(set).not.toMatch(/Domain/i)
    const cookie = getSessionCookie(reply)
    expect(await getMeStatus(cookie, shop)).toBe(200)
    const left = await shop.fetch('/api/auth/logout', { method: 'POST', headers: { cookie } })
    expect(left.headers.getSetCookie()[0]).toMatch(/^__Host-capstan_session=; .*Path=\/.*Secure/)
    expect(await getMeStatus(cookie, shop)).toBe(401)
  })

  test('cannot be planted by a neighbouring host', async () => {
    const reply = await login(shop, await createAccount(shop, 'attacker@works.example'))
    const secret = getSessionCookie(reply).split('=')[1]
    expect(await getMeStatus(`capstan_session=${secret}`, shop)).toBe(401)
    expect(await getMeStatus(`__Secure-capstan_session=${secret}`, shop)).toBe(401)
  })

  test('is named so in the documentation', async () => {
    const { components } = await expectOk(shop.fetch('/api/openapi.json'))
    expect(components.securitySchemes.session.name).toBe('__Host-capstan_session')
  })
})

describe('nobody can lock out somebody else:', () => {
  const from = (shop: TestSite, network: number, body: object) =>
    shop.fetch('/api/auth/login', {
      ...jsonBody('POST', body),
      headers: { 'content-type': 'application/json', 'x-forwarded-for': `198.51.100.${network}` },
    })

  test('after fifty-five wrong passwords from elsewhere the right one still opens', async () => {
    const shop = await startSite({ TRUST_PROXY: '1', PUBLIC_URL: 'https://www.works.example' })
    const account = await createAccount(shop, 'meera@works.example')
    const wrong = { ...account, password: 'wrong' }
    const statuses: number[] = []
    for (let network = 1; network <= 5; network++) {
      const tries = Array.from({ length: 11 }, () => from(shop, network, wrong))
      statuses.push(...(await Promise.all(tries)).map(({ status }) => status))
    }
    expect(statuses.filter((status) => status === 401)).toHaveLength(50)
    expect((await from(shop, 1, account)).status).toBe(429)
    expect((await from(shop, 99, account)).status).toBe(200)
    await shop.close()
  })

  test('nor by asking for letters: the links that came before stay good', async () => {
    const mail = { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'site@works.example' }
    const shop = await startSite({ ...mail, PUBLIC_URL: 'http://works.example' })
    const { email } = await createAccount(shop, 'meera@works.example', 'sales')
    const ask = () => expectOk(shop.fetch('/api/auth/forgot', jsonBody('POST', { email })))
    await ask()
    const { text } = await shop.db.selectFrom('outbox').select('text').executeTakeFirstOrThrow()
    for (let count = 0; count < 4; count++) await ask()
    expect(await shop.db.selectFrom('outbox').select('id').execute()).toHaveLength(3)
    const secret = /#(\S+)/.exec(text)?.[1]
    await expectOk(shop.fetch('/api/auth/welcome/check', jsonBody('POST', { secret })))
    await shop.close()
  })
})

describe('how long a sign-in takes tells nothing:', () => {
  const hashesOf = async (send: () => Promise<Response>, status: number) => {
    callCounts.verify = 0
    expect((await send()).status).toBe(status)
    return callCounts.verify
  }

  test('known, unknown and invited addresses cost one hash each, tired ones none', async () => {
    const account = await createAccount(site, 'meera@works.example')
    const owner = await site.signIn('owner')
    const invitation = { email: 'kala@works.example', username: 'Kala', role: 'editor' }
    expect((await owner('/api/accounts', jsonBody('POST', invitation))).status).toBe(201)
    const wrong = (email: string) => () => login(site, { email, password: 'wrong and wrong' })
    // The stand-in of those who do not exist is made once.
    await login(site, { email: 'first@works.example', password: 'wrong' })
    callCounts.hash = 0
    expect(await hashesOf(wrong('meera@works.example'), 401)).toBe(1)
    expect(await hashesOf(wrong('nobody@works.example'), 401)).toBe(1)
    expect(await hashesOf(wrong('kala@works.example'), 401)).toBe(1)
    expect(await hashesOf(() => login(site, account), 200)).toBe(1)
    expect(callCounts.hash).toBe(0)
    for (const email of ['meera@works.example', 'nobody@works.example']) {
      for (let count = 0; count < 10; count++) await wrong(email)()
      expect(await hashesOf(wrong(email), 429)).toBe(0)
    }
  })

  test('a password of an account with a second factor is told from a wrong one only by whoever has it', async () => {
    const account = await createAccount(site, 'meera@works.example')
    const { secret } = await enableTotp(createSessionFetch(site, await login(site, account)))
    const bodies = await Promise.all(
      ['meera@works.example', 'nobody@works.example'].map(async (email) => {
        const reply = await login(site, { email, password: 'wrong', code: createTotpCode(secret) })
        return [reply.status, await reply.json()]
      }),
    )
    expect(bodies[0]).toEqual(bodies[1])
  })
})

test('whoever knows the password cannot guess the code from many networks, nor keep the person out by trying', async () => {
  const shop = await startSite({ TRUST_PROXY: '1', PUBLIC_URL: 'http://works.example' })
  const account = await createAccount(shop, 'meera@works.example')
  const from = (network: number, code: string) =>
    shop.fetch('/api/auth/login', {
      ...jsonBody('POST', { ...account, code }),
      headers: { 'content-type': 'application/json', 'x-forwarded-for': `198.51.100.${network}` },
    })
  const { secret, recoveryCodes } = await enableTotp(createSessionFetch(shop, await login(shop, account)))
  shop.advanceClock(2)
  const wrong = createTotpCode(secret, 60)
  const statuses: number[] = []
  for (let network = 1; network <= 5; network++) {
    for (let tries = 0; tries < 5; tries++) statuses.push((await from(network, wrong)).status)
  }
  expect(statuses).toEqual([...Array(20).fill(401), ...Array(5).fill(429)])
  expect(await expectProblem(from(90, createTotpCode(secret, 2)), 429)).toMatch(/recovery code/)
  expect((await from(91, recoveryCodes[0] ?? '')).status).toBe(200)
  shop.advanceClock(16)
  expect((await from(92, createTotpCode(secret, 18))).status).toBe(200)
  await shop.close()
})

test('the code that turned the second factor on opens nothing, nor the recovery codes of before', async () => {
  const account = await createAccount(site, 'meera@works.example')
  const desk = createSessionFetch(site, await login(site, account))
  const first = await enableTotp(desk)
  await expectProblem(login(site, { ...account, code: first.code }), 401)
  expect((await desk('/api/account/second-factor/removal', jsonBody('POST', account))).status).toBe(204)
  await enableTotp(desk)
  await expectProblem(login(site, { ...account, code: first.recoveryCodes[0] }), 401)
})

test('recovery codes and secrets are too long to be found out from their hashes', async () => {
  const account = await createAccount(site, 'meera@works.example')
  const { recoveryCodes } = await enableTotp(createSessionFetch(site, await login(site, account)))
  for (const code of recoveryCodes) {
    const signs = code.replaceAll('-', '')
    // Of 31 signs each: 112 bits are what a plain hash needs.
    expect(signs.length * Math.log2(31)).toBeGreaterThan(112)
    expect(signs).toMatch(/^[2-9a-hjkmnp-z]+$/)
  }
  const { recovery_code_hashes_json } = await site.db
    .selectFrom('account')
    .select('recovery_code_hashes_json')
    .where('email', '=', account.email)
    .executeTakeFirstOrThrow()
  expect(recovery_code_hashes_json).toContain(hashSecret((recoveryCodes[0] ?? '').replaceAll('-', '')))
})

test.each(['12345678', 'Password1', 'qwerty123', 'meera2026'])(
  'the password %j cannot be chosen, neither by a link nor afterwards',
  async (password) => {
    const owner = await site.signIn('owner')
    const invitation = { email: 'meera@works.example', username: 'Meera', role: 'sales' }
    const { link } = await (await owner('/api/accounts', jsonBody('POST', invitation))).json()
    const welcome = { secret: link.split('#')[1], password }
    expect(await expectProblem(site.fetch('/api/auth/welcome', jsonBody('POST', welcome)), 400)).toMatch(
      /easy to guess/,
    )
    const good = { ...welcome, password: 'turret and tailstock' }
    const fetch = createSessionFetch(site, await site.fetch('/api/auth/welcome', jsonBody('POST', good)))
    const change = { password: good.password, newPassword: password }
    expect(await expectProblem(fetch('/api/account/password', jsonBody('PUT', change)), 400)).toMatch(
      /easy to guess/,
    )
  },
)
