import { request } from 'node:http'
import { Secret, TOTP } from 'otpauth'
import { expect } from 'vitest'
import type { Role } from '#contracts/account.ts'
import { hashPassword } from '#server/accounts/password.ts'
import { insertAccount } from '#server/accounts/store.ts'
import { formBody, jsonBody, MACHINE_FIELDS, type TestSite } from '../support/site.ts'

export type Staff = Awaited<ReturnType<TestSite['signIn']>>
// biome-ignore lint/suspicious/noExplicitAny: replies are judged by the tests, not by the compiler
export type Json = any

/** Creates a machine from the least it needs and these fields; answers it as the server does. */
export const createMachine = (staff: Staff, fields: Record<string, string> = {}, files: File[] = []) =>
  created(staff('/api/products', formBody('POST', { ...MACHINE_FIELDS, ...fields }, files)))

export const createSpare = (staff: Staff, fields: Record<string, string> = {}, files: File[] = []) =>
  created(
    staff(
      '/api/spareparts',
      formBody('POST', { ...MACHINE_FIELDS, category: '', name: 'Collet Set', ...fields }, files),
    ),
  )

export const SERVICE = { name: 'Annual Maintenance', description: 'Four visits a year.' }

export const createService = (staff: Staff, body: object = {}) =>
  created(staff('/api/services', jsonBody('POST', { ...SERVICE, ...body })))

/** Asks for one change of many items. */
export const changeMany = (staff: Staff, ids: string[], change: object) =>
  staff('/api/items/changes', jsonBody('POST', { ids, ...change }))

/** Archives, publishes or otherwise changes items; answers the ids that changed, sorted. */
export const changed = async (staff: Staff, ids: string[], change: object): Promise<string[]> =>
  (await accepted(changeMany(staff, ids, change))).changed.map(({ id }: Json) => id).sort()

export const historyOf = (staff: Staff, id: string): Promise<Json> =>
  accepted(staff(`/api/items/${id}/history`))

export const restore = (staff: Staff, id: string, revision: number) =>
  staff(`/api/items/${id}/restoration`, jsonBody('POST', { revision }))

/** 'action name: detail' of what the log says of this item, the oldest first. */
export async function logged(staff: Staff, id: string): Promise<string[]> {
  const entries: Json[] = await accepted(staff(`/api/log?subject=item&subjectId=${id}`))
  return entries
    .map(({ action, subjectName, detail }) => `${action} ${subjectName}${detail && `: ${detail}`}`)
    .reverse()
}

async function created(sent: Promise<Response>): Promise<Json> {
  const reply = await sent
  const body = await reply.json()
  expect(reply.status, body.message).toBe(201)
  return body
}

/** The body of a reply that must be a success. */
export async function accepted(sent: Promise<Response>): Promise<Json> {
  const reply = await sent
  const body = await reply.json()
  expect(reply.status, body.message).toBe(200)
  return body
}

/** The sentence of a refusal with this status; every refusal is JSON with a `message` (row API-8). */
export async function refused(sent: Promise<Response>, status: number): Promise<string> {
  const reply = await sent
  const text = await reply.text()
  expect(reply.status, text).toBe(status)
  return sentence(reply.headers.get('content-type'), text)
}

/** Checks that this is JSON with a message that a person can read; answers the message. */
export function sentence(contentType: string | null | undefined, text: string): string {
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
export interface RawReply {
  status: number
  headers: NodeJS.Dict<string | string[]>
  text: string
}

/** A request as a program without manners would send it. */
export function rawRequest(site: TestSite, { method = 'GET', path, headers, body }: RawRequest) {
  const { hostname, port } = new URL(site.url)
  return new Promise<RawReply>((resolve, reject) => {
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
export async function addAccount(site: TestSite, email: string, role: Role = 'owner') {
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
export const cookieFrom = (reply: Response): string => reply.headers.getSetCookie()[0]!.split(';')[0]!

/** Signs a new account in; answers its cookie, for requests that are built by hand. */
export async function newCookie(site: TestSite, role: Role = 'editor'): Promise<string> {
  const reply = await login(site, await addAccount(site, `${role}-by-hand@test.example`, role))
  expect(reply.status).toBe(200)
  return cookieFrom(reply)
}

/** `fetch` as a program with a new key of these scopes sends it, and the key. */
export async function newKey(site: TestSite, owner: Staff, scopes: string[], name = 'Price list') {
  const reply = await owner('/api/keys', jsonBody('POST', { name, scopes }))
  expect(reply.status).toBe(201)
  const { key, secret } = (await reply.json()) as Json
  const fetch: Staff = (path, init) =>
    site.fetch(path, { ...init, headers: { ...init?.headers, authorization: `Bearer ${secret}` } })
  return { fetch, key, secret: secret as string }
}

/** What an authenticator app shows so many minutes from now. */
export const codeOf = (secret: string, minutesAhead = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + minutesAhead * 60_000 })

/** Turns the second factor on, by default of an account of `addAccount`; answers its key and the recovery codes. */
export async function turnOnSecondFactor(
  staff: Staff,
  password = PASSWORD,
): Promise<{ secret: string; code: string; recoveryCodes: string[] }> {
  const { secret } = await accepted(staff('/api/account/second-factor/secret', { method: 'POST' }))
  const code = codeOf(secret)
  const { recoveryCodes } = await accepted(
    staff('/api/account/second-factor', jsonBody('PUT', { password, secret, code })),
  )
  return { secret, code, recoveryCodes }
}

/** `fetch` with the cookie that a reply sets. */
export const asSetBy = (site: TestSite, reply: Response): Staff => {
  const cookie = cookieFrom(reply)
  return (path, init) => site.fetch(path, { ...init, headers: { ...init?.headers, cookie } })
}

/** The log's lines about accounts and keys, the newest first, as 'who: what whom (detail)'. */
export async function logLines(owner: Staff): Promise<string[]> {
  const entries: Json[] = await accepted(owner('/api/log?limit=200'))
  return entries.map(
    ({ by, action, subjectName, detail }) =>
      `${by.name}: ${action} ${subjectName}${detail ? ` (${detail})` : ''}`,
  )
}
