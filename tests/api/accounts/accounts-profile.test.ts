import { setTimeout as sleep } from 'node:timers/promises'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import {
  createAccount,
  createSessionFetch,
  createTotpCode,
  enableTotp,
  listAccountAuditLines,
  login,
} from '../../support/fixtures/accounts.ts'
import { expectOk, expectProblem, type Json, jsonBody, type SiteFetch } from '../../support/http-client.ts'
import { createTrigger } from '../../support/postgres/db-engine.ts'
import type { TestSite } from '../../support/site.ts'
import { startEmptiedSite } from '../../support/site-hooks.ts'

let site: TestSite
let account: { email: string; password: string }
/** Two sessions of the same account. */
let desk: SiteFetch
let phone: SiteFetch
startEmptiedSite(['account', 'audit_log', 'sign_in_attempt'], async (emptied) => {
  site = emptied
  account = await createAccount(site, 'meera@works.example', 'owner')
  desk = createSessionFetch(site, await login(site, account))
  phone = createSessionFetch(site, await login(site, account))
})

const NEW_PASSWORD = 'spindle and chuck'
const WEAK_SECRET = 'A'.repeat(32)
const isSignedIn = async (fetch: SiteFetch) => (await fetch('/api/auth/me')).status === 200
const getProblemType = async (reply: Response): Promise<[number, string]> => [
  reply.status,
  ((await reply.json()) as Json).type,
]

describe('Changing the password', () => {
  const change = (password: string, newPassword = NEW_PASSWORD) =>
    desk('/api/account/password', jsonBody('PUT', { password, newPassword }))

  test('A changed password ends all other sessions and the old password', async () => {
    expect((await change(account.password)).status).toBe(204)
    expect([await isSignedIn(desk), await isSignedIn(phone)]).toEqual([true, false])
    await expectProblem(login(site, account), 401)
    expect((await login(site, { ...account, password: NEW_PASSWORD })).status).toBe(200)
    expect(await listAccountAuditLines(desk)).toContain('meera: changed meera (password changed)')
  })

  test('Changing the password requires the current one, and attempts are limited', async () => {
    for (let tries = 0; tries < 10; tries++) {
      expect(await expectProblem(change(`wrong ${tries}`), 400)).toBe('The current password is incorrect.')
    }
    await expectProblem(change(account.password), 429)
    expect([await isSignedIn(desk), await isSignedIn(phone)]).toEqual([true, true])
  })

  test('Changing the password rejects short, long and weak passwords', async () => {
    for (const weak of ['1234567', ' '.repeat(8), ' 1234567\t']) {
      expect(await expectProblem(change(account.password, weak), 400)).toBe(
        'The password must have at least 8 characters.',
      )
    }
    await expectProblem(change(account.password, 'x'.repeat(1001)), 400)
    expect(await isSignedIn(phone)).toBe(true)
    expect((await login(site, account)).status).toBe(200)
  })

  test('One of three simultaneous password changes succeeds, the others return 409', async () => {
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

  test('A changed password invalidates earlier set-password links', async () => {
    const { id } = await expectOk(desk('/api/account'))
    const { link } = (await (await desk(`/api/accounts/${id}/link`, { method: 'POST' })).json()) as Json
    await change(account.password)
    const secret = link.split('#')[1]
    await expectProblem(site.fetch('/api/auth/welcome/check', jsonBody('POST', { secret })), 410)
  })
})

describe('Sessions of the own account', () => {
  const sessions = (fetch = desk): Promise<Json[]> => expectOk(fetch('/api/account/sessions'))

  test('The list of sessions names browser and operating system and marks the current session', async () => {
    const agent = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:147.0) Gecko/20100101 Firefox/147.0'
    const reply = await site.fetch('/api/auth/login', jsonBody('POST', account, { 'user-agent': agent }))
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

  test('A user can end one of their other sessions', async () => {
    const { id } = (await sessions()).find(({ isCurrent }) => !isCurrent)
    expect((await desk(`/api/account/sessions/${id}`, { method: 'DELETE' })).status).toBe(204)
    expect([await isSignedIn(desk), await isSignedIn(phone)]).toEqual([true, false])
    await expectProblem(desk(`/api/account/sessions/${id}`, { method: 'DELETE' }), 404)
    expect(await listAccountAuditLines(desk)).toContain('meera: signed out meera (on another device)')
  })

  test('A user can end all of their other sessions', async () => {
    expect((await desk('/api/account/sessions', { method: 'DELETE' })).status).toBe(204)
    expect([await isSignedIn(desk), await isSignedIn(phone)]).toEqual([true, false])
  })

  test('A user cannot end sessions of another account', async () => {
    const otherOwner = await site.signIn('owner')
    const { id } = (await sessions())[0]
    await expectProblem(otherOwner(`/api/account/sessions/${id}`, { method: 'DELETE' }), 404)
    await otherOwner('/api/account/sessions', { method: 'DELETE' })
    expect([await isSignedIn(desk), await isSignedIn(phone)]).toEqual([true, true])
  })
})

describe('Turning on a second factor', () => {
  const turnOn = (secret: string, code: string, password = account.password) =>
    desk('/api/account/second-factor', jsonBody('PUT', { password, secret, code }))
  const newSecret = () => expectOk(desk('/api/account/second-factor/secret', { method: 'POST' }))

  test('Turning on the second factor takes a code of the app and returns ten recovery codes, stored as hashes', async () => {
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
    expect(lines).toContain('meera: changed meera (two-step verification turned on)')
    expect(lines.join()).not.toContain(secret)
  })

  test('Turning on the second factor ends all other sessions of the account', async () => {
    expect([await isSignedIn(desk), await isSignedIn(phone)]).toEqual([true, true])
    const { secret } = await newSecret()
    await expectOk(turnOn(secret, createTotpCode(secret)))
    expect([await isSignedIn(desk), await isSignedIn(phone)]).toEqual([true, false])
  })

  test('Turning on the second factor with a wrong code returns 400', async () => {
    const { secret } = await newSecret()
    for (const code of ['000000', '', '12345', 'abcdef']) await expectProblem(turnOn(secret, code), 400)
    expect((await login(site, account)).status).toBe(200)
  })

  test('Turning on the second factor requires the password, and attempts are limited', async () => {
    const { secret } = await newSecret()
    await expectProblem(
      desk('/api/account/second-factor', jsonBody('PUT', { secret, code: createTotpCode(secret) })),
      400,
    )
    for (let tries = 0; tries < 10; tries++) {
      expect(await expectProblem(turnOn(secret, createTotpCode(secret), `wrong ${tries}`), 400)).toBe(
        'The current password is incorrect.',
      )
    }
    await expectProblem(turnOn(secret, createTotpCode(secret)), 429)
    expect(await expectOk(desk('/api/account'))).toMatchObject({ secondFactor: false })
    expect((await listAccountAuditLines(desk)).join()).not.toContain('second factor')
  })

  test('Turning on the second factor with an invalid secret, or when it is on, is rejected', async () => {
    await expectProblem(turnOn('AAAA', createTotpCode('AAAA')), 400)
    await enableTotp(desk)
    const { secret } = await newSecret()
    await expectProblem(turnOn(secret, createTotpCode(secret)), 409)
  })

  test('Turning off the second factor requires the password', async () => {
    await enableTotp(desk)
    const off = (password: string) =>
      desk('/api/account/second-factor/removal', jsonBody('POST', { password }))
    expect(await expectProblem(off('wrong'), 400)).toBe('The current password is incorrect.')
    expect((await login(site, account)).status).toBe(401)
    expect((await off(account.password)).status).toBe(204)
    expect((await login(site, account)).status).toBe(200)
    expect(await listAccountAuditLines(desk)).toContain(
      'meera: changed meera (two-step verification turned off)',
    )
    const before = await listAccountAuditLines(desk)
    expect((await off(account.password)).status).toBe(204)
    expect(await listAccountAuditLines(desk)).toEqual(before)
  })
})

describe('Simultaneous changes of the password', () => {
  /** Changes the password when the attempt is deleted, which is the last statement before the requested change. */
  const changePasswordAfterVerification = () =>
    createTrigger(site.db, 'after delete on sign_in_attempt', "update account set password_hash = 'another'")

  test.each<[string, boolean, () => Promise<Response>]>([
    [
      'another change of the password',
      false,
      () => desk('/api/account/password', jsonBody('PUT', { ...account, newPassword: NEW_PASSWORD })),
    ],
    [
      'turning on the second factor',
      false,
      () =>
        desk(
          '/api/account/second-factor',
          jsonBody('PUT', { ...account, secret: WEAK_SECRET, code: createTotpCode(WEAK_SECRET) }),
        ),
    ],
    [
      'turning off the second factor',
      true,
      () => desk('/api/account/second-factor/removal', jsonBody('POST', account)),
    ],
  ])(
    'A password that changes between its verification and %s causes a 409',
    async (_what, secondFactor, send) => {
      if (secondFactor) await enableTotp(desk)
      const before = await listAccountAuditLines(desk)
      onTestFinished(await changePasswordAfterVerification())
      expect(await expectProblem(send(), 409)).toBe(
        'The password was changed in the meantime. Enter the new one.',
      )
      expect(await expectOk(desk('/api/account'))).toMatchObject({ secondFactor })
      const { password_hash } = await site.db.selectFrom('account').selectAll().executeTakeFirstOrThrow()
      expect(password_hash).toBe('another')
      // Turning on the second factor has ended the other session.
      expect(await isSignedIn(phone)).toBe(!secondFactor)
      expect(await listAccountAuditLines(desk)).toEqual(before)
    },
  )
})

describe('[AUTH-4] Signing in with a second factor', () => {
  let secret: string
  let recoveryCodes: string[]
  beforeEach(async () => {
    ;({ secret, recoveryCodes } = await enableTotp(desk))
    site.advanceClock(2)
  })
  const withCode = (code: string) => login(site, { ...account, code })

  test('A sign-in with a second factor requests the code only after the correct password', async () => {
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

  test('A sign-in accepts the code of a telephone whose clock differs by half a minute', async () => {
    // A 30-second TOTP interval that ends during the requests would change the result.
    while (Date.now() % 30_000 > 26_000) await sleep(100)
    // Each code must be later than the one before.
    for (const off of [-0.5, 0, 0.5])
      expect((await withCode(createTotpCode(secret, 2 + off))).status, `${off} minutes`).toBe(200)
  })

  test.each([-1.5, 1.5])('A sign-in rejects the code of %d minutes from now', async (off) => {
    expect(await getProblemType(await withCode(createTotpCode(secret, 2 + off)))).toEqual([401, 'wrong-code'])
  })

  test('A sign-in rejects used and earlier codes', async () => {
    const [earlier, code] = [createTotpCode(secret, 1.5), createTotpCode(secret, 2)]
    const once = await Promise.all([withCode(code), withCode(code)])
    expect(once.map(({ status }) => status).sort()).toEqual([200, 401])
    await expectProblem(withCode(code), 401)
    await expectProblem(withCode(earlier), 401)
    site.advanceClock(1)
    const spaced = createTotpCode(secret, 3).replace(/^.../, '$& ')
    expect((await withCode(spaced)).status).toBe(200)
  })

  test('A sign-in accepts each recovery code once, in any spelling', async () => {
    const [first = '', second = ''] = recoveryCodes
    expect((await withCode(first)).status).toBe(200)
    await expectProblem(withCode(first), 401)
    expect((await withCode(` ${second.toUpperCase().replaceAll('-', ' ')}`)).status).toBe(200)
    expect(await expectOk(desk('/api/account'))).toMatchObject({ recoveryCodesLeft: 8 })
    expect(await listAccountAuditLines(desk)).toContain(
      'meera: signed in meera (with a recovery code, 9 left)',
    )
  })

  test('Wrong codes are limited; a sign-in without a code neither counts nor resets the count', async () => {
    for (let tries = 0; tries < 9; tries++) await expectProblem(withCode('wrong'), 401)
    for (let tries = 0; tries < 3; tries++) {
      expect(await getProblemType(await login(site, account))).toEqual([401, 'code-needed'])
    }
    await expectProblem(withCode('wrong'), 401)
    await expectProblem(withCode(createTotpCode(secret, 2)), 429)
  })
})
