import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { changeAccount } from '#server/accounts/account-admin.ts'
import {
  createAccount,
  createSessionFetch,
  enableTotp,
  listAccountAuditLines,
  login,
  signInAs,
} from '../../support/fixtures/accounts.ts'
import { expectOk, expectProblem, type Json, jsonBody, type SiteFetch } from '../../support/http-client.ts'
import type { TestSite } from '../../support/site.ts'
import { startEmptiedSite } from '../../support/site-hooks.ts'

let site: TestSite
let owner: SiteFetch
startEmptiedSite(['account', 'audit_log', 'sign_in_attempt'], async (emptied) => {
  site = emptied
  owner = await signInAs(site, 'owner1@test.example')
})

const MEERA = { email: 'meera@works.example', username: 'Meera', role: 'editor' }
const listAccounts = (): Promise<Json[]> => expectOk(owner('/api/accounts'))
const findAccount = async (name: string): Promise<Json> =>
  (await listAccounts()).find(({ username }) => username === name)
async function inviteAccount(body: object = MEERA): Promise<Json> {
  const reply = await owner('/api/accounts', jsonBody('POST', body))
  expect(reply.status).toBe(201)
  return reply.json()
}
const updateAccount = (id: string, body: object, by = owner) =>
  by(`/api/accounts/${id}`, jsonBody('PATCH', body))
const removeAccount = (id: string, by = owner) => by(`/api/accounts/${id}`, { method: 'DELETE' })
/** Creates an account with a password and signs in; returns the account, its id and its session. */
async function createColleague(role: 'owner' | 'editor' | 'sales', email = `${role}@works.example`) {
  const account = await createAccount(site, email, role)
  const reply = await login(site, account)
  const { user } = (await reply.clone().json()) as Json
  return { ...account, id: user.id as string, fetch: createSessionFetch(site, reply) }
}

describe('Inviting a user', () => {
  test('Inviting a user returns a link that is valid for seven days and of which only the hash is stored', async () => {
    const { account, link, expiresAt } = await inviteAccount({ ...MEERA, email: ' Meera@Works.example ' })
    expect(account).toEqual({
      id: expect.any(String),
      email: 'meera@works.example',
      username: 'Meera',
      role: 'editor',
      state: 'invited',
      secondFactor: false,
      seenAt: null,
    })
    expect(link).toMatch(new RegExp(`^${site.url}/welcome#[\\w-]{43}$`))
    expect((Date.parse(expiresAt) - Date.now()) / 86_400_000).toBeCloseTo(7, 2)
    const secret = link.split('#')[1]
    const rows = await site.db.selectFrom('account_token').selectAll().execute()
    expect(rows).toMatchObject([{ secret_hash: createHash('sha256').update(secret).digest('hex') }])
    expect(JSON.stringify(await listAccounts())).not.toContain(secret)
    expect(JSON.stringify(await listAccountAuditLines(owner))).not.toContain(secret)
    expect(await listAccountAuditLines(owner)).toContain(
      'owner1: invited Meera (meera@works.example, as editor)',
    )
  })

  test('An invited user cannot sign in before setting a password', async () => {
    await inviteAccount()
    for (const password of ['', ' ', 'x', 'undefined']) {
      expect((await login(site, { email: MEERA.email, password })).ok, password).toBe(false)
    }
  })

  test.each([
    [{ email: 'no-address' }, 'Enter a valid email address.'],
    [{ email: `${'x'.repeat(320)}@a` }, 'An email address can have at most 320 characters.'],
    [{ username: '  ' }, 'Enter a name.'],
    [{ username: 'x'.repeat(101) }, 'A name can have at most 100 characters.'],
    [{ role: 'king' }, expect.stringMatching(/^role: /)],
  ])('Inviting a user with %j returns 400', async (wrong, message) => {
    const before = await listAccounts()
    expect(
      await expectProblem(owner('/api/accounts', jsonBody('POST', { ...MEERA, ...wrong })), 400),
    ).toEqual(message)
    expect(await listAccounts()).toEqual(before)
  })

  test('Inviting an existing email address returns 409', async () => {
    await inviteAccount()
    const again = owner('/api/accounts', jsonBody('POST', { ...MEERA, email: 'MEERA@works.example' }))
    expect(await expectProblem(again, 409)).toBe('An account with this email address already exists.')
    expect(await listAccounts()).toHaveLength(2)
  })
})

describe('New set-password links', () => {
  test('A new link for an active account is valid for 24 hours', async () => {
    const { id } = await createColleague('sales')
    const reply = await owner(`/api/accounts/${id}/link`, { method: 'POST' })
    const { expiresAt } = (await reply.json()) as Json
    expect(reply.status).toBe(201)
    expect((Date.parse(expiresAt) - Date.now()) / 3_600_000).toBeCloseTo(24, 1)
    expect(await listAccountAuditLines(owner)).toContain('owner1: changed sales (link for a new password)')
  })

  test('A new link invalidates the earlier one', async () => {
    const first = await inviteAccount()
    const { link } = (await (
      await owner(`/api/accounts/${first.account.id}/link`, { method: 'POST' })
    ).json()) as Json
    const check = (address: string) =>
      site.fetch('/api/auth/welcome/check', jsonBody('POST', { secret: address.split('#')[1] }))
    await expectProblem(check(first.link), 410)
    expect((await check(link)).status).toBe(200)
  })

  test('A new link for an unknown account returns 404', async () => {
    expect(await expectProblem(owner('/api/accounts/unknown/link', { method: 'POST' }), 404)).toBe(
      'Account not found',
    )
  })
})

describe('Changing an account', () => {
  test('A changed role applies from the next request on', async () => {
    const { id, fetch } = await createColleague('editor')
    expect((await fetch('/api/log')).status).toBe(200)
    expect((await expectOk(updateAccount(id, { role: 'sales' }))).role).toBe('sales')
    await expectProblem(fetch('/api/log'), 403)
    expect((await expectOk(fetch('/api/auth/me'))).role).toBe('sales')
    await expectOk(updateAccount(id, { role: 'owner' }))
    expect((await fetch('/api/accounts')).status).toBe(200)
    expect(await listAccountAuditLines(owner)).toContain('owner1: changed editor (role editor → sales)')
  })

  test('The name of an account can be changed', async () => {
    const { id } = await createColleague('sales')
    await expectOk(updateAccount(id, { username: ' Kala Devi ' }))
    expect(await findAccount('Kala Devi')).toMatchObject({ id, role: 'sales' })
    expect(await listAccountAuditLines(owner)).toContain('owner1: changed Kala Devi (name sales → Kala Devi)')
  })

  test('A change of an account to its present values writes no audit log entry', async () => {
    const { id } = await createColleague('sales')
    const before = await listAccountAuditLines(owner)
    await expectOk(updateAccount(id, { role: 'sales', username: 'sales' }))
    await expectProblem(updateAccount(id, {}), 400)
    await expectProblem(updateAccount('unknown', { role: 'sales' }), 404)
    expect(await listAccountAuditLines(owner)).toEqual(before)
  })
})

describe('Deleting an account', () => {
  test('Deleting an account ends its sessions and retains its audit log entries', async () => {
    const { id, fetch, ...account } = await createColleague('editor')
    expect((await removeAccount(id)).status).toBe(204)
    await expectProblem(fetch('/api/auth/me'), 401)
    await expectProblem(login(site, account), 401)
    expect(await findAccount('editor')).toBeUndefined()
    const lines = await listAccountAuditLines(owner)
    expect(lines).toContain('owner1: deleted editor (editor@works.example)')
    expect(lines).toContain('editor: signed in editor')
    await expectProblem(removeAccount(id), 404)
  })

  test('An owner can turn off the second factor of another account', async () => {
    const { id, fetch, ...account } = await createColleague('sales')
    await enableTotp(fetch)
    expect(await findAccount('sales')).toMatchObject({ secondFactor: true })
    await expectProblem(login(site, account), 401)
    await expectOk(owner(`/api/accounts/${id}/second-factor`, { method: 'DELETE' }))
    expect((await login(site, account)).status).toBe(200)
    expect(await listAccountAuditLines(owner)).toContain(
      'owner1: changed sales (two-step verification turned off)',
    )
  })
})

describe('The only owner of a site', () => {
  const SENTENCE = 'owner1 is the only owner. Make another user an owner first.'

  test('The only owner can neither be deleted nor change role, also when another owner is only invited', async () => {
    const { id } = await findAccount('owner1')
    await inviteAccount({ ...MEERA, role: 'owner' })
    expect(await expectProblem(removeAccount(id), 409)).toBe(SENTENCE)
    for (const role of ['editor', 'sales'])
      expect(await expectProblem(updateAccount(id, { role }), 409)).toBe(SENTENCE)
    expect(await findAccount('owner1')).toMatchObject({ role: 'owner' })
    await expectOk(updateAccount(id, { role: 'owner', username: 'Anand' }))
  })

  test('An owner can be deleted while there is another one, who then cannot', async () => {
    const { id } = await findAccount('owner1')
    const other = await createColleague('owner', 'other@works.example')
    expect((await removeAccount(id)).status).toBe(204)
    await expectProblem(owner('/api/accounts'), 401)
    await expectProblem(removeAccount(other.id, other.fetch), 409)
  })

  test('Of two owners whose roles change at the same time, one remains an owner', async () => {
    const { id } = await findAccount('owner1')
    const other = await createColleague('owner', 'other@works.example')
    const by = { accountId: id, name: 'owner1', permissions: [], session: undefined }
    const deps = { db: site.db, clock: () => new Date() }
    const done = await Promise.allSettled(
      [id, other.id].map((one) => changeAccount(deps, { by, id: one, update: { role: 'sales' } })),
    )
    expect(done.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const owners = await site.db.selectFrom('account').select('id').where('role', '=', 'owner').execute()
    expect(owners).toHaveLength(1)
  })
})

test('The list of accounts has the time of the last request, also after the session ended', async () => {
  const { fetch } = await createColleague('sales')
  const signedIn = (await findAccount('sales')).seenAt
  site.advanceClock(90)
  await fetch('/api/auth/me')
  const seen = (await findAccount('sales')).seenAt
  expect(Date.parse(seen) - Date.parse(signedIn)).toBeGreaterThan(89 * 60_000)
  await fetch('/api/auth/logout', { method: 'POST' })
  expect((await findAccount('sales')).seenAt).toBe(signedIn)
  expect(await listAccountAuditLines(owner)).toContain('sales: signed out sales')
})
