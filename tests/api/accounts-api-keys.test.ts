import { createHash } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createApiKey, listAccountAuditLines } from '../support/accounts.ts'
import { expectOk, expectProblem, type Json, jsonBody, type SiteFetch } from '../support/http-client.ts'
import { createMachine } from '../support/items.ts'
import { startSite, type TestSite } from '../support/site.ts'

let site: TestSite
let owner: SiteFetch
beforeEach(async () => {
  site = await startSite()
  owner = await site.signIn('owner')
})
afterEach(() => site.close())

const listKeys = (): Promise<Json[]> => expectOk(owner('/api/keys'))

test('The secret of an API key is returned once, and only its hash is stored', async () => {
  const { key, secret } = await createApiKey(site, owner, [
    'enquiries.read',
    'catalogue.read',
    'catalogue.read',
  ])
  expect(secret).toMatch(/^capstan_[\w-]{43}$/)
  expect(key).toEqual({
    id: expect.any(String),
    name: 'Price list',
    scopes: ['catalogue.read', 'enquiries.read'],
    createdBy: 'owner1',
    createdAt: expect.any(String),
    usedAt: null,
  })
  expect(await listKeys()).toEqual([key])
  const [row] = await site.db.selectFrom('api_key').selectAll().execute()
  expect(row?.secret_hash).toBe(createHash('sha256').update(secret).digest('hex'))
  const lines = await listAccountAuditLines(owner)
  expect(lines[0]).toBe('owner1: created Price list (catalogue.read, enquiries.read)')
  expect(lines.join()).not.toContain(secret)
})

test('[API-9] An API key can do what its scopes allow, and the audit log contains its name', async () => {
  const { fetch } = await createApiKey(site, owner, ['catalogue.edit'])
  expect(await createMachine(fetch)).toMatchObject({ id: expect.any(String) })
  await expectProblem(fetch('/api/enquiries'), 403)
  await expectProblem(fetch('/api/auth/me'), 401)
  await expectProblem(fetch('/api/accounts'), 403)
})

test('Stored scopes that API keys cannot have give an API key no permission', async () => {
  const { fetch } = await createApiKey(site, owner, ['catalogue.read'])
  const scopes_json = JSON.stringify(['catalogue.read', 'accounts.edit', 'audit-log.read'])
  await site.db.updateTable('api_key').set({ scopes_json }).execute()
  await expectProblem(fetch('/api/accounts'), 403)
  await expectProblem(fetch('/api/log'), 403)
})

test('The last use of an API key is stored at most once a minute', async () => {
  const { fetch } = await createApiKey(site, owner, ['catalogue.read'])
  const usedAt = async () => (await listKeys())[0].usedAt
  await expectOk(fetch('/api/items'))
  const first = await usedAt()
  expect(Math.abs(Date.parse(first) - Date.now())).toBeLessThan(60_000)
  await expectOk(fetch('/api/items'))
  expect(await usedAt()).toBe(first)
  site.advanceClock(2)
  await expectOk(fetch('/api/items'))
  expect(Date.parse(await usedAt()) - Date.parse(first)).toBeGreaterThan(60_000)
})

test('A revoked API key returns 401', async () => {
  const { fetch, key } = await createApiKey(site, owner, ['catalogue.read'])
  expect((await owner(`/api/keys/${key.id}`, { method: 'DELETE' })).status).toBe(204)
  await expectProblem(fetch('/api/items'), 401)
  expect(await listKeys()).toEqual([])
  expect((await listAccountAuditLines(owner))[0]).toBe('owner1: ended Price list')
  expect(await expectProblem(owner(`/api/keys/${key.id}`, { method: 'DELETE' }), 404)).toBe(
    'API key not found',
  )
})

test('An API key stays valid when the account that created it is deleted', async () => {
  const { fetch } = await createApiKey(site, await site.signIn('owner'), ['catalogue.read'])
  const [, maker]: Json[] = await expectOk(owner('/api/accounts'))
  await owner(`/api/accounts/${maker.id}`, { method: 'DELETE' })
  await expectOk(fetch('/api/items'))
  expect(await listKeys()).toMatchObject([{ createdBy: 'owner2' }])
})

test.each([
  ['with the scheme Basic', (secret: string) => `Basic ${secret}`],
  ['without a scheme', (secret: string) => secret],
  ['sent twice in one header', (secret: string) => `Bearer ${secret} ${secret}`],
  ['without its last character', (secret: string) => `Bearer ${secret.slice(0, -1)}`],
  ['replaced by its hash', (secret: string) => `Bearer ${createHash('sha256').update(secret).digest('hex')}`],
])('An API key %s returns 401', async (_what, header) => {
  const { secret } = await createApiKey(site, owner, ['catalogue.read'])
  await expectProblem(site.fetch('/api/items', { headers: { authorization: header(secret) } }), 401)
})

test('A valid session takes precedence over an API key, an expired one does not', async () => {
  const { secret } = await createApiKey(site, owner, ['catalogue.read'])
  const headers = { authorization: `Bearer ${secret}` }
  expect((await owner('/api/accounts', { headers })).status).toBe(200)
  const dead = { ...headers, cookie: 'capstan_session=over' }
  expect((await site.fetch('/api/items', { headers: dead })).status).toBe(200)
})

test.each([
  [{ name: ' ', scopes: ['catalogue.read'] }, 'Please enter a name.'],
  [{ name: 'x'.repeat(101), scopes: ['catalogue.read'] }, 'A name can have at most 100 characters.'],
  [{ name: 'Shop', scopes: [] }, 'Please choose at least one permission.'],
])('Creating an API key from %j returns 400', async (body, message) => {
  expect(await expectProblem(owner('/api/keys', jsonBody('POST', body)), 400)).toBe(message)
  expect(await listKeys()).toEqual([])
})

test('The API documentation describes API keys', async () => {
  const { components } = await expectOk(site.fetch('/api/openapi.json'))
  expect(components.securitySchemes.key).toMatchObject({ type: 'http', scheme: 'bearer' })
})
