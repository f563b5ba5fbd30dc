import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  createAccount,
  createSessionCookie,
  getSessionCookie,
  login,
} from '../../support/fixtures/accounts.ts'
import { expectOk, expectProblem, jsonBody, sendRawRequest } from '../../support/http-client.ts'
import { isOnPostgres } from '../../support/postgres/db-engine.ts'
import { startSite, type TestSite } from '../../support/site.ts'
import { startEmptiedSite } from '../../support/site-hooks.ts'

let site: TestSite
startEmptiedSite(['account', 'sign_in_attempt'], (emptied) => {
  site = emptied
})

const HOUR = 60
const DAY = 24 * HOUR
const getMe = (cookie: string) => site.fetch('/api/auth/me', { headers: { cookie } })

describe('[AUTH-4] Signing in', () => {
  test('[AUTH-4] Signing in returns token, user and message', async () => {
    const account = await createAccount(site, 'meera@works.example', 'editor')
    const reply = await login(site, account)
    const { token, ...rest } = await reply.json()
    expect(reply.status).toBe(200)
    expect(token).toMatch(/^\w{16,}$/)
    const user = { id: expect.any(String), username: 'meera', email: 'meera@works.example', role: 'editor' }
    expect(rest).toStrictEqual({ user, message: 'Login successful! Welcome back.' })
    expect(await expectOk(getMe(getSessionCookie(reply)))).toStrictEqual(rest.user)
  })

  test('[AUTH-4] Signing in accepts the email address in any case and with surrounding spaces', async () => {
    const { password } = await createAccount(site, 'meera@works.example')
    for (const email of ['Meera@Works.EXAMPLE', '  meera@works.example ']) {
      expect((await login(site, { email, password })).status, email).toBe(200)
    }
  })

  test('[AUTH-4] The session cookie is HttpOnly and SameSite=Lax', async () => {
    const [cookie] = (await login(site, await createAccount(site, 'a@works.example'))).headers.getSetCookie()
    expect(cookie).toMatch(/; HttpOnly(;|$)/)
    expect(cookie).toMatch(/; SameSite=Lax(;|$)/)
    expect(cookie).toMatch(/; Path=\/(;|$)/)
    expect(cookie).not.toMatch(/Domain/)
    const expires = Date.parse(/Expires=([^;]+)/.exec(cookie!)![1]!)
    expect(Math.abs(expires - Date.now() - 7 * DAY * 60_000)).toBeLessThan(60_000)
  })

  test('[AUTH-4] The session cookie of an http site is not Secure, whatever a proxy header says', async () => {
    const shop = await startSite({ TRUST_PROXY: '1', PUBLIC_URL: 'http://www.works.example' })
    const body = JSON.stringify(await createAccount(shop, 'a@works.example'))
    const headers = { 'content-type': 'application/json', 'x-forwarded-proto': 'https' }
    const reply = await sendRawRequest(shop, { method: 'POST', path: '/api/auth/login', headers, body })
    expect(reply.status).toBe(200)
    expect(String(reply.headers['set-cookie'])).not.toMatch(/Secure/)
    await shop.close()
  })

  test('[AUTH-4] The database contains only hashes of passwords and session secrets', async () => {
    const secret = (await createSessionCookie(site)).split('=')[1]!
    const sessions = await site.db.selectFrom('session').select('secret_hash').execute()
    expect(sessions).toEqual([{ secret_hash: createHash('sha256').update(secret).digest('hex') }])
    await login(site, { email: 'meera@works.example', password: 'wrong' })
    const attempts = await site.db.selectFrom('sign_in_attempt').select('subject').execute()
    expect(attempts.length).toBeGreaterThan(0)
    for (const { subject } of attempts) expect(subject).toMatch(/^[0-9a-f]{64}$/)
    if (isOnPostgres) return
    const files = (await readdir(site.dataDir)).filter((name) => name.startsWith('capstan.sqlite'))
    expect(files).toContain('capstan.sqlite')
    const bytes = Buffer.concat(await Promise.all(files.map((name) => readFile(join(site.dataDir, name)))))
    expect(bytes.includes(sessions[0]!.secret_hash)).toBe(true)
    expect(bytes.includes(secret)).toBe(false)
    expect(bytes.includes('turret and tailstock')).toBe(false)
  })
})

describe('[API-9] Signing out', () => {
  test('[API-9] Signing out invalidates the session and deletes the cookie', async () => {
    const account = await createAccount(site, 'a@works.example')
    const [desk, phone] = [await login(site, account), await login(site, account)]
    const [cookie, other] = [getSessionCookie(desk), getSessionCookie(phone)]
    expect(cookie).not.toBe(other)
    expect((await desk.json()).token).not.toBe((await phone.json()).token)
    const reply = await site.fetch('/api/auth/logout', { method: 'POST', headers: { cookie } })
    expect(reply.status).toBe(204)
    expect(reply.headers.getSetCookie()[0]).toMatch(/^capstan_session=;.*Expires=Thu, 01 Jan 1970/)
    await expectProblem(getMe(cookie), 401)
    await expectProblem(site.fetch('/api/auth/logout', { method: 'POST', headers: { cookie } }), 401)
    expect((await getMe(other)).status, 'another session of the account').toBe(200)
  })
})

describe('[API-9] Expiry of sessions', () => {
  test('[API-9] A session ends after eight hours without a request', async () => {
    const cookie = await createSessionCookie(site)
    site.advanceClock(8 * HOUR - 1)
    expect((await getMe(cookie)).status).toBe(200)
    site.advanceClock(8 * HOUR - 1)
    expect((await getMe(cookie)).status).toBe(200)
    site.advanceClock(8 * HOUR)
    await expectProblem(getMe(cookie), 401)
  })

  test('[API-9] A session ends after eight hours with polling requests only', async () => {
    const cookie = await createSessionCookie(site)
    const headers = { cookie, 'x-capstan-background': 'true' }
    for (const hours of [4, 3.9]) {
      site.advanceClock(hours * HOUR)
      expect((await site.fetch('/api/enquiries/counts', { headers })).status).toBe(200)
    }
    site.advanceClock(0.2 * HOUR)
    await expectProblem(getMe(cookie), 401)
  })

  test('[API-9] A session ends after seven days of use', async () => {
    const cookie = await createSessionCookie(site)
    for (let hours = 7; hours < 7 * 24; hours += 7) {
      site.advanceClock(7 * HOUR)
      expect((await getMe(cookie)).status, `after ${hours} hours`).toBe(200)
    }
    site.advanceClock(7 * HOUR - 1)
    expect((await getMe(cookie)).status).toBe(200)
    site.advanceClock(1)
    await expectProblem(getMe(cookie), 401)
  })
})

describe('[AUTH-6] Rejected sign-ins', () => {
  test('[AUTH-6] A wrong password and an unknown email address return the same 401', async () => {
    const { email } = await createAccount(site, 'meera@works.example')
    const wrong = await login(site, { email, password: 'wrong' })
    const unknown = await login(site, { email: 'unknown@works.example', password: 'wrong' })
    expect([wrong.status, unknown.status]).toEqual([401, 401])
    expect([wrong.headers.getSetCookie(), unknown.headers.getSetCookie()]).toEqual([[], []])
    const body = await wrong.json()
    expect(body).toEqual(await unknown.json())
    expect(body.message).toBe('The email address or the password is incorrect.')
  })

  test.each(['turret and tailstock ', 'Turret and tailstock', 'turret and tailstoc', ' '.repeat(3)])(
    '[AUTH-6] Signing in with the wrong password %j fails',
    async (password) => {
      const { email } = await createAccount(site, 'meera@works.example')
      expect((await login(site, { email, password })).ok).toBe(false)
    },
  )

  test.each([
    { email: '', password: '' },
    { email: 'a@works.example', password: '' },
    { email: 'a@works.example', password: ' \t ' },
    { email: '   ', password: 'turret and tailstock' },
  ])('[API-8] Signing in with the blank field of %j returns 400 with the specified message', async (body) => {
    await createAccount(site, 'a@works.example')
    expect(await expectProblem(login(site, body), 400)).toBe('Please fill in all fields')
  })

  test.each([
    {},
    { email: 'a@works.example' },
    { email: 5, password: 'x' },
    { email: ['a'], password: {} },
    'x',
  ])('[API-8] Signing in with the invalid body %j returns 400', async (body) => {
    await expectProblem(login(site, body as object), 400)
  })

  test('[API-8] Signing in with a form body returns 415', async () => {
    const body = new URLSearchParams({ email: 'a@works.example', password: 'x' })
    await expectProblem(site.fetch('/api/auth/login', { method: 'POST', body }), 415)
  })
})

describe('[AUTH-6] Limits of sign-in attempts', () => {
  const guess = async (email: string, times: number) => {
    for (let count = 0; count < times; count++)
      await expectProblem(login(site, { email, password: `guess ${count}` }), 401)
  }

  test('[AUTH-6] After ten wrong passwords, in any spelling of the address, even the correct one returns 429', async () => {
    const account = await createAccount(site, 'meera@works.example')
    // Another spelling counts for the same account.
    await guess(account.email, 5)
    await guess(' MEERA@works.example', 5)
    const reply = await login(site, account)
    expect(reply.status).toBe(429)
    const seconds = Number(reply.headers.get('retry-after'))
    expect(seconds).toBeGreaterThan(0)
    expect(await expectProblem(Promise.resolve(reply), 429)).toMatch(/Wait/)
    site.advanceClock(seconds / 60 + 1)
    expect((await login(site, account)).status).toBe(200)
  })

  test('[AUTH-6] Ten attempts on an unknown email address return 429 as well', async () => {
    await guess('unknown@works.example', 10)
    await expectProblem(login(site, { email: 'unknown@works.example', password: 'x' }), 429)
  })

  test('[AUTH-6] A correct password before the tenth attempt resets the count', async () => {
    const account = await createAccount(site, 'meera@works.example')
    await guess(account.email, 9)
    expect((await login(site, account)).status).toBe(200)
    await guess(account.email, 9)
    expect((await login(site, account)).status).toBe(200)
  })

  test('[AUTH-6] Fifty wrong passwords from one network return 429 for all accounts', async () => {
    const emails = Array.from({ length: 5 }, (_, person) => `person${person}@works.example`)
    // The last one is of no account.
    for (const email of emails.slice(0, 4)) await createAccount(site, email)
    for (const email of emails) await guess(email, 10)
    await expectProblem(login(site, await createAccount(site, 'other@works.example')), 429)
  })

  test('[AUTH-6] Of many simultaneous attempts at most ten passwords are compared', async () => {
    await createAccount(site, 'meera@works.example')
    const guesses = Array.from({ length: 25 }, () =>
      site.fetch('/api/auth/login', jsonBody('POST', { email: 'meera@works.example', password: 'guess' })),
    )
    const statuses = (await Promise.all(guesses)).map((reply) => reply.status)
    expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(10)
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(15)
  })
})
