import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { hashSecret } from '#server/kernel/ids.ts'
import {
  createAccount,
  createSessionCookie,
  createSessionFetch,
  createTotpCode,
  enableTotp,
  getSessionCookie,
  login,
} from '../../support/fixtures/accounts.ts'
import { expectOk, expectProblem, jsonBody } from '../../support/http-client.ts'
import { startSite, type TestSite } from '../../support/site.ts'
import { fromNetwork, startEmptiedSite } from '../../support/site-hooks.ts'

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
startEmptiedSite(['account', 'sign_in_attempt'], (emptied) => {
  site = emptied
})

const getMeStatus = async (cookie: string, own = site) =>
  (await own.fetch('/api/auth/me', { headers: { cookie } })).status
const loginWith = (cookie: string, body: object, own = site) =>
  own.fetch('/api/auth/login', jsonBody('POST', body, { cookie }))
const countSessions = async () => (await site.db.selectFrom('session').select('id').execute()).length

describe('Sessions and sign-ins of one browser', () => {
  test('Signing in never reuses a session id that the browser sent', async () => {
    const planted = 'capstan_session=set-by-an-attacker'
    const reply = await loginWith(planted, await createAccount(site, 'meera@works.example'))
    expect(reply.status).toBe(200)
    expect(getSessionCookie(reply)).not.toBe(planted)
    expect([await getMeStatus(planted), await getMeStatus(getSessionCookie(reply))]).toEqual([401, 200])
  })

  test('A new sign-in ends the earlier session of the same browser only', async () => {
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

  test('A sign-in of another account in the same browser ends the earlier session', async () => {
    const desk = getSessionCookie(await login(site, await createAccount(site, 'meera@works.example')))
    const other = await loginWith(desk, await createAccount(site, 'kala@works.example'))
    expect([await getMeStatus(desk), await getMeStatus(getSessionCookie(other))]).toEqual([401, 200])
  })

  test('A failed sign-in does not end the earlier session of the browser', async () => {
    const account = await createAccount(site, 'meera@works.example')
    const desk = getSessionCookie(await login(site, account))
    await expectProblem(loginWith(desk, { ...account, password: 'wrong' }), 401)
    expect(await getMeStatus(desk)).toBe(200)
  })

  test('Setting a password with a link ends the earlier session of the browser', async () => {
    const owner = await site.signIn('owner')
    const desk = await createSessionCookie(site, 'sales')
    const invitation = { email: 'kala@works.example', username: 'Kala', role: 'editor' }
    const { link } = await (await owner('/api/accounts', jsonBody('POST', invitation))).json()
    const welcome = { secret: link.split('#')[1], password: 'spindle and chuck' }
    const reply = await site.fetch('/api/auth/welcome', jsonBody('POST', welcome, { cookie: desk }))
    expect([reply.status, await getMeStatus(desk), await getMeStatus(getSessionCookie(reply))]).toEqual([
      200, 401, 200,
    ])
  })

  test('A sign-in beyond twenty sessions ends the session of the account that was idle longest', async () => {
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

describe('Session cookie over HTTPS', () => {
  let shop: TestSite
  beforeAll(async () => {
    shop = await startSite({ PUBLIC_URL: 'https://www.works.example' })
  })
  afterAll(() => shop.close())

  test('The session cookie over HTTPS has the prefix __Host- and is deleted under that name', async () => {
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

  test('A session cookie without the prefix __Host- is ignored over HTTPS', async () => {
    const reply = await login(shop, await createAccount(shop, 'attacker@works.example'))
    const secret = getSessionCookie(reply).split('=')[1]
    expect(await getMeStatus(`capstan_session=${secret}`, shop)).toBe(401)
    expect(await getMeStatus(`__Secure-capstan_session=${secret}`, shop)).toBe(401)
  })

  test('The API documentation names the session cookie of HTTPS and describes API keys', async () => {
    const { components } = await expectOk(shop.fetch('/api/openapi.json'))
    expect(components.securitySchemes.session.name).toBe('__Host-capstan_session')
    expect(components.securitySchemes.key).toMatchObject({ type: 'http', scheme: 'bearer' })
  })
})

const from = (shop: TestSite, network: number, body: object) =>
  login(fromNetwork(shop, `198.51.100.${network}`), body)

describe('Attempts to lock out an account', () => {
  test('After 55 wrong passwords from other networks the correct one still signs in', async () => {
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
})

describe('Timing of sign-ins', () => {
  const countVerifications = async (send: () => Promise<Response>, status: number) => {
    callCounts.verify = 0
    expect((await send()).status).toBe(status)
    return callCounts.verify
  }

  test('A sign-in computes one hash for known, unknown and invited addresses, and none beyond the limit', async () => {
    const account = await createAccount(site, 'meera@works.example')
    const owner = await site.signIn('owner')
    const invitation = { email: 'kala@works.example', username: 'Kala', role: 'editor' }
    expect((await owner('/api/accounts', jsonBody('POST', invitation))).status).toBe(201)
    const wrong = (email: string) => () => login(site, { email, password: 'wrong and wrong' })
    // The first sign-in with an unknown address computes the hash that is compared for unknown accounts.
    await login(site, { email: 'first@works.example', password: 'wrong' })
    callCounts.hash = 0
    expect(await countVerifications(wrong('meera@works.example'), 401)).toBe(1)
    expect(await countVerifications(wrong('unknown@works.example'), 401)).toBe(1)
    expect(await countVerifications(wrong('kala@works.example'), 401)).toBe(1)
    expect(await countVerifications(() => login(site, account), 200)).toBe(1)
    expect(callCounts.hash).toBe(0)
    for (const email of ['meera@works.example', 'unknown@works.example']) {
      for (let count = 0; count < 10; count++) await wrong(email)()
      expect(await countVerifications(wrong(email), 429)).toBe(0)
    }
  })

  test('A sign-in with a wrong password and a code does not reveal whether the account has a second factor', async () => {
    const account = await createAccount(site, 'meera@works.example')
    const { secret } = await enableTotp(createSessionFetch(site, await login(site, account)))
    const bodies = await Promise.all(
      ['meera@works.example', 'unknown@works.example'].map(async (email) => {
        const reply = await login(site, { email, password: 'wrong', code: createTotpCode(secret) })
        return [reply.status, await reply.json()]
      }),
    )
    expect(bodies[0]).toEqual(bodies[1])
  })
})

test('Codes are limited across networks, and a recovery code still signs in beyond the limit', async () => {
  const shop = await startSite({ TRUST_PROXY: '1', PUBLIC_URL: 'http://works.example' })
  const account = await createAccount(shop, 'meera@works.example')
  const signIn = (network: number, code: string) => from(shop, network, { ...account, code })
  const { secret, recoveryCodes } = await enableTotp(createSessionFetch(shop, await login(shop, account)))
  shop.advanceClock(2)
  const wrong = createTotpCode(secret, 60)
  const statuses: number[] = []
  for (let network = 1; network <= 5; network++) {
    for (let tries = 0; tries < 5; tries++) statuses.push((await signIn(network, wrong)).status)
  }
  expect(statuses).toEqual([...Array(20).fill(401), ...Array(5).fill(429)])
  expect(await expectProblem(signIn(90, createTotpCode(secret, 2)), 429)).toMatch(/recovery code/)
  expect((await signIn(91, recoveryCodes[0] ?? '')).status).toBe(200)
  shop.advanceClock(16)
  expect((await signIn(92, createTotpCode(secret, 18))).status).toBe(200)
  await shop.close()
})

test('The code of an enrolment and recovery codes of an earlier one do not sign in', async () => {
  const account = await createAccount(site, 'meera@works.example')
  const desk = createSessionFetch(site, await login(site, account))
  const first = await enableTotp(desk)
  await expectProblem(login(site, { ...account, code: first.code }), 401)
  expect((await desk('/api/account/second-factor/removal', jsonBody('POST', account))).status).toBe(204)
  await enableTotp(desk)
  await expectProblem(login(site, { ...account, code: first.recoveryCodes[0] }), 401)
})

test('Recovery codes and secrets have too many random bits to be found from their hashes', async () => {
  const account = await createAccount(site, 'meera@works.example')
  const { recoveryCodes } = await enableTotp(createSessionFetch(site, await login(site, account)))
  for (const code of recoveryCodes) {
    const characters = code.replaceAll('-', '')
    // Each character is one of 31. A hash without salt and stretching needs at least 112 random bits.
    expect(characters.length * Math.log2(31)).toBeGreaterThan(112)
    expect(characters).toMatch(/^[2-9a-hjkmnp-z]+$/)
  }
  const { recovery_code_hashes_json } = await site.db
    .selectFrom('account')
    .select('recovery_code_hashes_json')
    .where('email', '=', account.email)
    .executeTakeFirstOrThrow()
  expect(recovery_code_hashes_json).toContain(hashSecret((recoveryCodes[0] ?? '').replaceAll('-', '')))
})

test.each(['12345678', 'Password1', 'qwerty123', 'meera2026'])(
  'The weak password %j is rejected by a link and by the profile',
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
