import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  createAccount,
  createSessionFetch,
  createTotpCode,
  enableTotp,
  listAccountAuditLines,
  login,
} from '../support/accounts.ts'
import { createTrigger } from '../support/db-engine.ts'
import { expectOk, expectProblem, type Json, jsonBody, type SiteFetch } from '../support/http-client.ts'
import { startSite, type TestSite } from '../support/site.ts'

let site: TestSite
let account: { email: string; password: string }
/** Two browsers of the same person. */
let desk: SiteFetch
let phone: SiteFetch
beforeEach(async () => {
  site = await startSite()
  account = await createAccount(site, 'meera@works.example', 'owner')
  desk = createSessionFetch(site, await login(site, account))
  phone = createSessionFetch(site, await login(site, account))
})
afterEach(() => site.close())

const NEW_PASSWORD = 'spindle and chuck'
const WEAK_SECRET = 'A'.repeat(32)
const isSignedIn = async (fetch: SiteFetch) => (await fetch('/api/auth/me')).status === 200
const getProblemType = async (reply: Response): Promise<[number, string]> => [
  reply.status,
  ((await reply.json()) as Json).type,
]

describe('changing the password', () => {
  const change = (password: string, newPassword = NEW_PASSWORD) =>
    desk('/api/account/password', jsonBody('PUT', { password, newPassword }))

  test('ends every session but this one, and the old password', async () => {
    expect((await change(account.password)).status).toBe(204)
    expect([await isSignedIn(desk), await isSignedIn(phone)]).toEqual([true, false])
    await expectProblem(login(site, account), 401)
    expect((await login(site, { ...account, password: NEW_PASSWORD })).status).toBe(200)
    expect(await listAccountAuditLines(desk)).toContain('meera: changed meera (password changed)')
  })

  test('needs the present one, and is no way to guess it', async () => {
    for (let tries = 0; tries < 10; tries++) {
      expect(await expectProblem(change(`wrong ${tries}`), 400)).toBe('The present password is wrong.')
    }
    await expectProblem(change(account.password), 429)
    expect([await isSignedIn(desk), await isSignedIn(phone)]).toEqual([true, true])
  })

  test('needs a good one', async () => {
    for (const weak of ['1234567', ' '.repeat(8), ' 1234567\t']) {
      expect(await expectProblem(change(account.password, weak), 400)).toBe(
        'A password needs at least 8 characters.',
      )
    }
    await expectProblem(change(account.password, 'x'.repeat(1001)), 400)
    expect(await isSignedIn(phone)).toBe(true)
    expect((await login(site, account)).status).toBe(200)
  })

  test('works for one of three who do it at the same moment, and the others are told', async () => {
    const wanted = ['first new password', 'second new password', 'third new password']
    const replies = await Promise.all(wanted.map((newPassword) => change(account.password, newPassword)))
    const statuses = replies.map(({ status }) => status)
    expect(statuses.filter((status) => status === 204)).toHaveLength(1)
    expect(statuses.filter((status) => status === 409 || status === 400)).toHaveLength(2)
    const winner = wanted[statuses.indexOf(204)] ?? ''
    for (const password of wanted) {
      expect((await login(site, { ...account, password })).status).toBe(password === winner ? 200 : 401)
    }
    const lines = await listAccountAuditLines(desk)
    expect(lines.filter((line) => line.endsWith('(password changed)'))).toHaveLength(1)
  })

  test('makes links that were given before useless', async () => {
    const { id } = await expectOk(desk('/api/account'))
    const { link } = (await (await desk(`/api/accounts/${id}/link`, { method: 'POST' })).json()) as Json
    await change(account.password)
    const secret = link.split('#')[1]
    await expectProblem(site.fetch('/api/auth/welcome/check', jsonBody('POST', { secret })), 410)
  })
})

describe('where one is signed in', () => {
  const sessions = (fetch = desk): Promise<Json[]> => expectOk(fetch('/api/account/sessions'))

  test('is listed in plain words, with this one marked', async () => {
    const agent = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:147.0) Gecko/20100101 Firefox/147.0'
    const reply = await site.fetch('/api/auth/login', {
      ...jsonBody('POST', account),
      headers: { 'content-type': 'application/json', 'user-agent': agent },
    })
    site.advanceClock(5)
    const list = await sessions(createSessionFetch(site, reply))
    expect(list).toHaveLength(3)
    expect(list[0]).toEqual({
      id: expect.any(String),
      browser: 'Firefox on Windows',
      startedAt: expect.any(String),
      seenAt: expect.any(String),
      isCurrent: true,
    })
    expect(Date.parse(list[0].seenAt) - Date.parse(list[0].startedAt)).toBeGreaterThan(4 * 60_000)
    expect(list.filter(({ isCurrent }) => isCurrent)).toHaveLength(1)
    site.advanceClock(8 * 60)
    expect(await sessions(createSessionFetch(site, await login(site, account)))).toHaveLength(1)
  })

  test('one can be ended', async () => {
    const { id } = (await sessions()).find(({ isCurrent }) => !isCurrent)
    expect((await desk(`/api/account/sessions/${id}`, { method: 'DELETE' })).status).toBe(204)
    expect([await isSignedIn(desk), await isSignedIn(phone)]).toEqual([true, false])
    await expectProblem(desk(`/api/account/sessions/${id}`, { method: 'DELETE' }), 404)
    expect(await listAccountAuditLines(desk)).toContain('meera: signed out meera (in another browser)')
  })

  test('all others can be ended', async () => {
    expect((await desk('/api/account/sessions', { method: 'DELETE' })).status).toBe(204)
    expect([await isSignedIn(desk), await isSignedIn(phone)]).toEqual([true, false])
  })

  test("somebody else's cannot", async () => {
    const stranger = await site.signIn('owner')
    const { id } = (await sessions())[0]
    await expectProblem(stranger(`/api/account/sessions/${id}`, { method: 'DELETE' }), 404)
    await stranger('/api/account/sessions', { method: 'DELETE' })
    expect([await isSignedIn(desk), await isSignedIn(phone)]).toEqual([true, true])
  })
})

describe('turning on a second factor', () => {
  const turnOn = (secret: string, code: string, password = account.password) =>
    desk('/api/account/second-factor', jsonBody('PUT', { password, secret, code }))
  const newSecret = () => expectOk(desk('/api/account/second-factor/secret', { method: 'POST' }))

  test('takes a code of the app, and answers ten recovery codes of which the hashes are stored', async () => {
    const { secret, uri } = await newSecret()
    expect(secret).toMatch(/^[A-Z2-7]{32}$/)
    const params = new URL(uri).searchParams
    expect(Object.fromEntries(params)).toMatchObject({ secret, algorithm: 'SHA1', digits: '6', period: '30' })
    expect(await expectOk(desk('/api/account'))).toMatchObject({ secondFactor: false, recoveryCodesLeft: 0 })
    const { recoveryCodes } = await expectOk(turnOn(secret, createTotpCode(secret)))
    expect(new Set(recoveryCodes).size).toBe(10)
    for (const code of recoveryCodes) expect(code).toMatch(/^(\w{4}-){5}\w{4}$/)
    expect(await expectOk(desk('/api/account'))).toMatchObject({ secondFactor: true, recoveryCodesLeft: 10 })
    const { recovery_code_hashes_json } = await site.db
      .selectFrom('account')
      .select('recovery_code_hashes_json')
      .executeTakeFirstOrThrow()
    expect(JSON.parse(recovery_code_hashes_json)).toHaveLength(10)
    for (const code of recoveryCodes)
      expect(recovery_code_hashes_json).not.toContain(code.replaceAll('-', ''))
    const lines = await listAccountAuditLines(desk)
    expect(lines).toContain('meera: changed meera (second factor turned on)')
    expect(lines.join()).not.toContain(secret)
  })

  test.each(['000000', '', '12345', 'abcdef'])('is refused with the code %j', async (code) => {
    const { secret } = await newSecret()
    await expectProblem(turnOn(secret, code), 400)
    expect((await login(site, account)).status).toBe(200)
  })

  test('takes the password as well, and is no way to guess it', async () => {
    const { secret } = await newSecret()
    await expectProblem(
      desk('/api/account/second-factor', jsonBody('PUT', { secret, code: createTotpCode(secret) })),
      400,
    )
    for (let tries = 0; tries < 10; tries++) {
      expect(await expectProblem(turnOn(secret, createTotpCode(secret), `wrong ${tries}`), 400)).toBe(
        'The present password is wrong.',
      )
    }
    await expectProblem(turnOn(secret, createTotpCode(secret)), 429)
    expect(await expectOk(desk('/api/account'))).toMatchObject({ secondFactor: false })
    expect((await listAccountAuditLines(desk)).join()).not.toContain('second factor')
  })

  test('is refused with a key that is too easy, and when it is on', async () => {
    await expectProblem(turnOn('AAAA', createTotpCode('AAAA')), 400)
    await enableTotp(desk)
    const { secret } = await newSecret()
    await expectProblem(turnOn(secret, createTotpCode(secret)), 409)
  })

  test('turning it off takes the password', async () => {
    await enableTotp(desk)
    const off = (password: string) =>
      desk('/api/account/second-factor/removal', jsonBody('POST', { password }))
    expect(await expectProblem(off('wrong'), 400)).toBe('The present password is wrong.')
    expect((await login(site, account)).status).toBe(401)
    expect((await off(account.password)).status).toBe(204)
    expect((await login(site, account)).status).toBe(200)
    expect(await listAccountAuditLines(desk)).toContain('meera: changed meera (second factor turned off)')
    const before = await listAccountAuditLines(desk)
    expect((await off(account.password)).status).toBe(204)
    expect(await listAccountAuditLines(desk)).toEqual(before)
  })
})

describe('somebody else changes the password between its proof and what it was asked for', () => {
  /** Forgiving the try is the last that is done before the change itself. */
  const changeAfterProof = () =>
    createTrigger(site.db, 'after delete on sign_in_attempt', "update account set password_hash = 'another'")

  test.each<[string, boolean, () => Promise<Response>]>([
    [
      'the password stays as that one chose it',
      false,
      () => desk('/api/account/password', jsonBody('PUT', { ...account, newPassword: NEW_PASSWORD })),
    ],
    [
      'the second factor is not turned on',
      false,
      () =>
        desk(
          '/api/account/second-factor',
          jsonBody('PUT', { ...account, secret: WEAK_SECRET, code: createTotpCode(WEAK_SECRET) }),
        ),
    ],
    [
      'the second factor is not turned off',
      true,
      () => desk('/api/account/second-factor/removal', jsonBody('POST', account)),
    ],
  ])('and %s', async (_what, secondFactor, ask) => {
    if (secondFactor) await enableTotp(desk)
    const before = await listAccountAuditLines(desk)
    await changeAfterProof()
    expect(await expectProblem(ask(), 409)).toBe(
      'The password was changed in the meantime. Please enter the new one.',
    )
    expect(await expectOk(desk('/api/account'))).toMatchObject({ secondFactor })
    const { password_hash } = await site.db.selectFrom('account').selectAll().executeTakeFirstOrThrow()
    expect(password_hash).toBe('another')
    expect(await isSignedIn(phone)).toBe(true)
    expect(await listAccountAuditLines(desk)).toEqual(before)
  })
})

describe('[AUTH-4] signing in with a second factor', () => {
  let secret: string
  let recoveryCodes: string[]
  beforeEach(async () => {
    ;({ secret, recoveryCodes } = await enableTotp(desk))
    site.advanceClock(2)
  })
  const withCode = (code: string) => login(site, { ...account, code })

  test('asks for the code, but only whoever knows the password', async () => {
    expect(await getProblemType(await login(site, account))).toEqual([401, 'code-needed'])
    expect(await getProblemType(await withCode(''))).toEqual([401, 'code-needed'])
    expect(await getProblemType(await login(site, { ...account, password: 'wrong' }))).toEqual([
      401,
      'wrong-login',
    ])
    const code = createTotpCode(secret, 2)
    expect(await getProblemType(await login(site, { ...account, password: 'wrong', code }))).toEqual([
      401,
      'wrong-login',
    ])
    expect((await withCode(code)).status).toBe(200)
  })

  test.each([-0.5, 0, 0.5])('takes the code of a telephone that is %d minutes off', async (off) => {
    // Not just before the next step begins.
    while (Date.now() % 30_000 > 28_000) await sleep(100)
    expect((await withCode(createTotpCode(secret, 2 + off))).status).toBe(200)
  })

  test.each([-1.5, 1.5])('does not take the code of %d minutes from now', async (off) => {
    expect(await getProblemType(await withCode(createTotpCode(secret, 2 + off)))).toEqual([401, 'wrong-code'])
  })

  test('takes no code twice, nor one from before', async () => {
    const [earlier, code] = [createTotpCode(secret, 1.5), createTotpCode(secret, 2)]
    const once = await Promise.all([withCode(code), withCode(code)])
    expect(once.map(({ status }) => status).sort()).toEqual([200, 401])
    await expectProblem(withCode(code), 401)
    await expectProblem(withCode(earlier), 401)
    site.advanceClock(1)
    const spaced = createTotpCode(secret, 3).replace(/^.../, '$& ')
    expect((await withCode(spaced)).status).toBe(200)
  })

  test('takes each recovery code once, however it is written', async () => {
    const [first = '', second = ''] = recoveryCodes
    expect((await withCode(first)).status).toBe(200)
    await expectProblem(withCode(first), 401)
    expect((await withCode(` ${second.toUpperCase().replaceAll('-', ' ')}`)).status).toBe(200)
    expect(await expectOk(desk('/api/account'))).toMatchObject({ recoveryCodesLeft: 8 })
    expect(await listAccountAuditLines(desk)).toContain(
      'meera: signed in meera (with a recovery code, 9 left)',
    )
  })

  test('counts wrong codes like wrong passwords, and asking without one does not begin anew', async () => {
    for (let tries = 0; tries < 9; tries++) await expectProblem(withCode('wrong'), 401)
    for (let tries = 0; tries < 3; tries++) {
      expect(await getProblemType(await login(site, account))).toEqual([401, 'code-needed'])
    }
    await expectProblem(withCode('wrong'), 401)
    await expectProblem(withCode(createTotpCode(secret, 2)), 429)
  })

  test('asking without a code is no wrong try', async () => {
    for (let tries = 0; tries < 15; tries++) await login(site, account)
    expect((await withCode(createTotpCode(secret, 2))).status).toBe(200)
  })
})
