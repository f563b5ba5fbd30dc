import { Secret, TOTP } from 'otpauth'
import { expect } from 'vitest'
import type { Role } from '#contracts/account.ts'
import { hashPassword } from '#server/accounts/password.ts'
import { insertAccount } from '#server/accounts/store.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { expectOk, type Json, jsonBody, type SiteFetch } from './http-client.ts'
import type { TestSite } from './site.ts'

const PASSWORD = 'turret and tailstock'
const passwordHash = hashPassword(PASSWORD)

/** Creates an account with a known password. */
export async function createAccount(site: TestSite, email: string, role: Role = 'owner') {
  const account = { email, role, passwordHash: await passwordHash, at: new Date().toISOString() }
  await inTransaction(site.db, (tx) => insertAccount(tx, account))
  return { email, password: PASSWORD }
}

export const login = (site: TestSite, body: object) => site.fetch('/api/auth/login', jsonBody('POST', body))

/** Returns 'name=value' of the cookie that a response sets. */
export const getSessionCookie = (reply: Response): string => reply.headers.getSetCookie()[0]!.split(';')[0]!

/** Signs a new account in. Returns its cookie. */
export async function createSessionCookie(site: TestSite, role: Role = 'editor'): Promise<string> {
  const reply = await login(site, await createAccount(site, `${role}-by-hand@test.example`, role))
  expect(reply.status).toBe(200)
  return getSessionCookie(reply)
}

/** Creates an API key with these scopes. Returns it and a `fetch` that sends it. */
export async function createApiKey(site: TestSite, owner: SiteFetch, scopes: string[], name = 'Price list') {
  const reply = await owner('/api/keys', jsonBody('POST', { name, scopes }))
  expect(reply.status).toBe(201)
  const { key, secret } = (await reply.json()) as Json
  const fetch: SiteFetch = (path, init) =>
    site.fetch(path, { ...init, headers: { ...init?.headers, authorization: `Bearer ${secret}` } })
  return { fetch, key, secret: secret as string }
}

/** Returns the code that an authenticator app will show after this number of minutes. */
export const createTotpCode = (secret: string, minutesAhead = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + minutesAhead * 60_000 })

/** Enables two-step verification of an account of `createAccount`. Returns its secret and the recovery codes. */
export async function enableTotp(
  staff: SiteFetch,
  password = PASSWORD,
): Promise<{ secret: string; code: string; recoveryCodes: string[] }> {
  const { secret } = await expectOk(staff('/api/account/second-factor/secret', { method: 'POST' }))
  const code = createTotpCode(secret)
  const { recoveryCodes } = await expectOk(
    staff('/api/account/second-factor', jsonBody('PUT', { password, secret, code })),
  )
  return { secret, code, recoveryCodes }
}

/** Returns a `fetch` that sends the cookie of a response. */
export const createSessionFetch = (site: TestSite, reply: Response): SiteFetch => {
  const cookie = getSessionCookie(reply)
  return (path, init) => site.fetch(path, { ...init, headers: { ...init?.headers, cookie } })
}

/** Returns the audit log of accounts and API keys as 'actor: action subject (detail)', newest first. */
export async function listAccountAuditLines(owner: SiteFetch): Promise<string[]> {
  const entries: Json[] = await expectOk(owner('/api/log?limit=200'))
  return entries.map(
    ({ by, action, subjectName, detail }) =>
      `${by.name}: ${action} ${subjectName}${detail ? ` (${detail})` : ''}`,
  )
}
