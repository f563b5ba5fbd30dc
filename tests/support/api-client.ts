import { request } from 'node:http'
import { Secret, TOTP } from 'otpauth'
import { expect } from 'vitest'
import type { Role } from '#contracts/account.ts'
import { hashPassword } from '#server/accounts/password.ts'
import { insertAccount } from '#server/accounts/store.ts'
import { formBody, jsonBody, MACHINE_FIELDS, type TestSite } from './site.ts'

export type SiteFetch = Awaited<ReturnType<TestSite['signIn']>>
// biome-ignore lint/suspicious/noExplicitAny: replies are judged by the tests, not by the compiler
export type Json = any

/** Creates a machine from the least it needs and these fields; answers it as the server does. */
export const createMachine = (staff: SiteFetch, fields: Record<string, string> = {}, files: File[] = []) =>
  expectCreated(staff('/api/products', formBody('POST', { ...MACHINE_FIELDS, ...fields }, files)))

export const createSparePart = (staff: SiteFetch, fields: Record<string, string> = {}, files: File[] = []) =>
  expectCreated(
    staff(
      '/api/spareparts',
      formBody('POST', { ...MACHINE_FIELDS, category: '', name: 'Collet Set', ...fields }, files),
    ),
  )

export const SERVICE = { name: 'Annual Maintenance', description: 'Four visits a year.' }

export const createService = (staff: SiteFetch, body: object = {}) =>
  expectCreated(staff('/api/services', jsonBody('POST', { ...SERVICE, ...body })))

/** Asks for one change of many items. */
export const bulkUpdate = (staff: SiteFetch, ids: string[], change: object) =>
  staff('/api/items/changes', jsonBody('POST', { ids, ...change }))

/** Archives, publishes or otherwise changes items; answers the ids that changed, sorted. */
export const expectBulkUpdate = async (staff: SiteFetch, ids: string[], change: object): Promise<string[]> =>
  (await expectOk(bulkUpdate(staff, ids, change))).changed.map(({ id }: Json) => id).sort()

export const getHistory = (staff: SiteFetch, id: string): Promise<Json> =>
  expectOk(staff(`/api/items/${id}/history`))

export const restoreRevision = (staff: SiteFetch, id: string, revision: number) =>
  staff(`/api/items/${id}/restoration`, jsonBody('POST', { revision }))

/** 'action name: detail' of what the log says of this item, the oldest first. */
export async function getItemAuditLog(staff: SiteFetch, id: string): Promise<string[]> {
  const entries: Json[] = await expectOk(staff(`/api/log?subject=item&subjectId=${id}`))
  return entries
    .map(({ action, subjectName, detail }) => `${action} ${subjectName}${detail && `: ${detail}`}`)
    .reverse()
}

async function expectCreated(sent: Promise<Response>): Promise<Json> {
  const reply = await sent
  const body = await reply.json()
  expect(reply.status, body.message).toBe(201)
  return body
}

/** The body of a reply that must be a success. */
export async function expectOk(sent: Promise<Response>): Promise<Json> {
  const reply = await sent
  const body = await reply.json()
  expect(reply.status, body.message).toBe(200)
  return body
}

/** The sentence of a refusal with this status; every refusal is JSON with a `message` (row API-8). */
export async function expectProblem(sent: Promise<Response>, status: number): Promise<string> {
  const reply = await sent
  const text = await reply.text()
  expect(reply.status, text).toBe(status)
  return expectProblemMessage(reply.headers.get('content-type'), text)
}

/** Checks that this is JSON with a message that a person can read; answers the message. */
export function expectProblemMessage(contentType: string | null | undefined, text: string): string {
  expect(contentType).toMatch(/^application\/json/)
  const { message } = JSON.parse(text)
  expect(message).toEqual(expect.stringMatching(/\w/))
  expect(message).not.toMatch(/SQLITE|node_modules|\bat \w+ \(/)
  return message
}

export interface RawRequest {
  method?: string
  /** Sent byte for byte, unlike the address that `fetch` tidies up. */
  path: string
  headers?: Record<string, string>
  body?: string | Uint8Array
}
export interface RawResponse {
  status: number
  headers: NodeJS.Dict<string | string[]>
  text: string
}

/** A request as a program without manners would send it. */
export function sendRawRequest(site: TestSite, { method = 'GET', path, headers, body }: RawRequest) {
  const { hostname, port } = new URL(site.url)
  return new Promise<RawResponse>((resolve, reject) => {
    const sent = request({ hostname, port, method, path, headers, agent: false }, (reply) => {
      const chunks: Buffer[] = []
      reply.on('data', (chunk: Buffer) => chunks.push(chunk))
      reply.on('error', reject)
      reply.on('end', () => {
        const text = Buffer.concat(chunks).toString()
        resolve({ status: reply.statusCode ?? 0, headers: reply.headers, text })
      })
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

const PASSWORD = 'turret and tailstock'
const passwordHash = hashPassword(PASSWORD)

/** Adds an account whose password the test knows. */
export async function createAccount(site: TestSite, email: string, role: Role = 'owner') {
  await insertAccount(site.db, {
    email,
    role,
    passwordHash: await passwordHash,
    at: new Date().toISOString(),
  })
  return { email, password: PASSWORD }
}

export const login = (site: TestSite, body: object) => site.fetch('/api/auth/login', jsonBody('POST', body))

/** 'name=value' of the cookie that a reply sets. */
export const getSessionCookie = (reply: Response): string => reply.headers.getSetCookie()[0]!.split(';')[0]!

/** Signs a new account in; answers its cookie, for requests that are built by hand. */
export async function createSessionCookie(site: TestSite, role: Role = 'editor'): Promise<string> {
  const reply = await login(site, await createAccount(site, `${role}-by-hand@test.example`, role))
  expect(reply.status).toBe(200)
  return getSessionCookie(reply)
}

/** `fetch` as a program with a new key of these scopes sends it, and the key. */
export async function createApiKey(site: TestSite, owner: SiteFetch, scopes: string[], name = 'Price list') {
  const reply = await owner('/api/keys', jsonBody('POST', { name, scopes }))
  expect(reply.status).toBe(201)
  const { key, secret } = (await reply.json()) as Json
  const fetch: SiteFetch = (path, init) =>
    site.fetch(path, { ...init, headers: { ...init?.headers, authorization: `Bearer ${secret}` } })
  return { fetch, key, secret: secret as string }
}

/** What an authenticator app shows so many minutes from now. */
export const createTotpCode = (secret: string, minutesAhead = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + minutesAhead * 60_000 })

/** Turns the second factor on, by default of an account of `addAccount`; answers its key and the recovery codes. */
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

/** `fetch` with the cookie that a reply sets. */
export const createSessionFetch = (site: TestSite, reply: Response): SiteFetch => {
  const cookie = getSessionCookie(reply)
  return (path, init) => site.fetch(path, { ...init, headers: { ...init?.headers, cookie } })
}

/** The log's lines about accounts and keys, the newest first, as 'who: what whom (detail)'. */
export async function listAccountAuditLines(owner: SiteFetch): Promise<string[]> {
  const entries: Json[] = await expectOk(owner('/api/log?limit=200'))
  return entries.map(
    ({ by, action, subjectName, detail }) =>
      `${by.name}: ${action} ${subjectName}${detail ? ` (${detail})` : ''}`,
  )
}
