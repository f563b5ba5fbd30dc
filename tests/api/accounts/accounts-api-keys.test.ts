import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { toBusinessDate } from '#contracts/business-date.ts'
import { createApiKey, listAccountAuditLines, signInAs } from '../../support/fixtures/accounts.ts'
import { createMachine } from '../../support/fixtures/items.ts'
import { expectOk, expectProblem, type Json, jsonBody, type SiteFetch } from '../../support/http-client.ts'
import type { TestSite } from '../../support/site.ts'
import { startEmptiedSite } from '../../support/site-hooks.ts'

let site: TestSite
let owner: SiteFetch
startEmptiedSite(['account', 'audit_log'], async (emptied) => {
  site = emptied
  owner = await signInAs(site, 'owner1@test.example')
})

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
    accountId: expect.any(String),
    accountName: 'owner1',
    createdAt: expect.any(String),
    validUntil: null,
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

/** Signs a second owner in, who creates an API key with all of these scopes. */
async function createColleague(scopes: string[]) {
  const fetch = await signInAs(site, 'owner2@test.example')
  const { id } = await expectOk(fetch('/api/auth/me'))
  const key = await createApiKey(site, fetch, scopes)
  expect(await listKeys()).toMatchObject([{ accountId: id, accountName: 'owner2' }])
  return { path: `/api/accounts/${id}`, key }
}

test('An API key ends with the account that it belongs to, and the audit log says so', async () => {
  const { path, key } = await createColleague(['catalogue.read'])
  await expectOk(key.fetch('/api/items'))
  expect((await owner(path, { method: 'DELETE' })).status).toBe(204)
  await expectProblem(key.fetch('/api/items'), 401)
  expect(await listKeys()).toEqual([])
  expect((await listAccountAuditLines(owner))[0]).toBe(
    'owner1: deleted owner2 (owner2@test.example, 1 API key deleted)',
  )
})

test('An API key never has a permission that its account does not have at present', async () => {
  const { path, key } = await createColleague(['catalogue.read', 'catalogue.edit', 'reviews.edit'])
  await expectOk(key.fetch('/api/reviews/all'))
  await expectOk(owner(path, jsonBody('PATCH', { role: 'sales' })))
  await expectProblem(key.fetch('/api/reviews/all'), 403)
  await expectProblem(key.fetch('/api/products', jsonBody('POST', {})), 403)
  await expectOk(key.fetch('/api/items'))
  expect((await listKeys())[0].scopes).toEqual(['catalogue.read'])
  await expectOk(owner(path, jsonBody('PATCH', { role: 'owner' })))
  await expectOk(key.fetch('/api/reviews/all'))
})

test('A new password that is set with a link deletes the API keys of the account, and the link says how many', async () => {
  const { path, key } = await createColleague(['catalogue.read'])
  const { link } = (await (await owner(`${path}/link`, { method: 'POST' })).json()) as Json
  const secret = new URL(link).hash.slice(1)
  await expectOk(key.fetch('/api/items'))
  expect(await expectOk(site.fetch('/api/auth/welcome/check', jsonBody('POST', { secret })))).toMatchObject({
    apiKeys: 1,
  })
  const password = 'turret and tailstock'
  await expectOk(site.fetch('/api/auth/welcome', jsonBody('POST', { secret, password })))
  await expectProblem(key.fetch('/api/items'), 401)
  expect((await listAccountAuditLines(owner)).join()).toContain(
    'set a new password with a link, 1 API key deleted',
  )
})

test('An API key works through its last day in India, and then returns 401 with the reason', async () => {
  const today = toBusinessDate(new Date())
  const create = (validUntil: unknown) =>
    owner('/api/keys', jsonBody('POST', { name: 'Shop', scopes: ['catalogue.read'], validUntil }))
  await expectProblem(create('2026-01-01'), 400)
  await expectProblem(create('tomorrow'), 400)
  const { secret, key } = (await (await create(today)).json()) as Json
  expect(key.validUntil).toBe(today)
  const init = { headers: { authorization: `Bearer ${secret}` } }
  await expectOk(site.fetch('/api/items', init))
  const minutesLeft = (Date.parse(`${today}T24:00:00+05:30`) - Date.now()) / 60_000
  site.advanceClock(minutesLeft - 1)
  await expectOk(site.fetch('/api/items', init))
  site.advanceClock(2)
  const reply = await site.fetch('/api/items', init)
  expect([reply.status, await reply.json()]).toMatchObject([
    401,
    {
      type: 'key-expired',
      message: `This API key was valid until ${today}. Ask an owner for a new one.`,
    },
  ])
})

test('An API key that is sent in another way, incomplete or as its hash returns 401', async () => {
  const { secret } = await createApiKey(site, owner, ['catalogue.read'])
  const hash = createHash('sha256').update(secret).digest('hex')
  const wrong = [`Basic ${secret}`, secret, `Bearer ${secret} ${secret}`, `Bearer ${secret.slice(0, -1)}`]
  for (const authorization of [...wrong, `Bearer ${hash}`])
    await expectProblem(site.fetch('/api/items', { headers: { authorization } }), 401)
})

test('A valid session takes precedence over an API key, an expired one does not', async () => {
  const { secret } = await createApiKey(site, owner, ['catalogue.read'])
  const headers = { authorization: `Bearer ${secret}` }
  expect((await owner('/api/accounts', { headers })).status).toBe(200)
  const dead = { ...headers, cookie: 'capstan_session=over' }
  expect((await site.fetch('/api/items', { headers: dead })).status).toBe(200)
})

test.each([
  [{ name: ' ', scopes: ['catalogue.read'] }, 'Enter a name.'],
  [{ name: 'x'.repeat(101), scopes: ['catalogue.read'] }, 'A name can have at most 100 characters.'],
  [{ name: 'Shop', scopes: [] }, 'Choose at least one permission.'],
  [{ name: 'Shop', scopes: ['accounts.edit'] }, expect.stringMatching(/scopes/)],
  [{ name: 'Shop', scopes: ['everything'] }, expect.stringMatching(/scopes/)],
])('Creating an API key from %j returns 400', async (body, message) => {
  expect(await expectProblem(owner('/api/keys', jsonBody('POST', body)), 400)).toEqual(message)
  expect(await listKeys()).toEqual([])
})
