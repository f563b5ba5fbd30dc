import { createHash } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { changeAccount } from '#server/accounts/account-admin.ts'
import {
  createAccount,
  createSessionFetch,
  enableTotp,
  listAccountAuditLines,
  login,
} from '../support/accounts.ts'
import { expectOk, expectProblem, type Json, jsonBody, type SiteFetch } from '../support/http-client.ts'
import { startSite, type TestSite } from '../support/site.ts'

let site: TestSite
let owner: SiteFetch
beforeEach(async () => {
  site = await startSite()
  owner = await site.signIn('owner')
})
afterEach(() => site.close())

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
/** Somebody who can sign in already, with the id. */
async function createColleague(role: 'owner' | 'editor' | 'sales', email = `${role}@works.example`) {
  const account = await createAccount(site, email, role)
  const reply = await login(site, account)
  const { user } = (await reply.clone().json()) as Json
  return { ...account, id: user.id as string, fetch: createSessionFetch(site, reply) }
}

describe('an owner invites somebody', () => {
  test('and gets a link for seven days, of which only the hash is stored', async () => {
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

  test('who cannot sign in before there is a password', async () => {
    await inviteAccount()
    for (const password of ['', ' ', 'x', 'undefined']) {
      expect((await login(site, { email: MEERA.email, password })).ok, password).toBe(false)
    }
  })

  test.each([
    [{ email: 'no-address' }, 'Please enter a whole e-mail address.'],
    [{ email: `${'x'.repeat(320)}@a` }, 'An e-mail address can have at most 320 characters.'],
    [{ username: '  ' }, 'Please enter a name.'],
    [{ username: 'x'.repeat(101) }, 'A name can have at most 100 characters.'],
    [{ role: 'king' }, expect.stringMatching(/^role: /)],
  ])('but not with %j', async (wrong, sentence) => {
    const before = await listAccounts()
    expect(
      await expectProblem(owner('/api/accounts', jsonBody('POST', { ...MEERA, ...wrong })), 400),
    ).toEqual(sentence)
    expect(await listAccounts()).toEqual(before)
  })

  test('but nobody twice', async () => {
    await inviteAccount()
    const again = owner('/api/accounts', jsonBody('POST', { ...MEERA, email: 'MEERA@works.example' }))
    expect(await expectProblem(again, 409)).toBe('There is an account with this e-mail address already.')
    expect(await listAccounts()).toHaveLength(2)
  })
})

describe('an owner gives a new link', () => {
  test('for a password that was forgotten, good for 24 hours', async () => {
    const { id } = await createColleague('sales')
    const reply = await owner(`/api/accounts/${id}/link`, { method: 'POST' })
    const { expiresAt } = (await reply.json()) as Json
    expect(reply.status).toBe(201)
    expect((Date.parse(expiresAt) - Date.now()) / 3_600_000).toBeCloseTo(24, 1)
    expect(await listAccountAuditLines(owner)).toContain('owner1: changed sales (link for a new password)')
  })

  test('and the earlier one stops working', async () => {
    const first = await inviteAccount()
    const { link } = (await (
      await owner(`/api/accounts/${first.account.id}/link`, { method: 'POST' })
    ).json()) as Json
    const check = (address: string) =>
      site.fetch('/api/auth/welcome/check', jsonBody('POST', { secret: address.split('#')[1] }))
    await expectProblem(check(first.link), 410)
    expect((await check(link)).status).toBe(200)
  })

  test('but to nobody who is not there', async () => {
    expect(await expectProblem(owner('/api/accounts/nobody/link', { method: 'POST' }), 404)).toBe(
      'Account not found',
    )
  })
})

describe('an owner changes', () => {
  test('a role, and it counts from the next request on', async () => {
    const { id, fetch } = await createColleague('editor')
    expect((await fetch('/api/log')).status).toBe(200)
    expect((await expectOk(updateAccount(id, { role: 'sales' }))).role).toBe('sales')
    await expectProblem(fetch('/api/log'), 403)
    expect((await expectOk(fetch('/api/auth/me'))).role).toBe('sales')
    await expectOk(updateAccount(id, { role: 'owner' }))
    expect((await fetch('/api/accounts')).status).toBe(200)
    expect(await listAccountAuditLines(owner)).toContain('owner1: changed editor (role editor → sales)')
  })

  test('a name', async () => {
    const { id } = await createColleague('sales')
    await expectOk(updateAccount(id, { username: ' Kala Devi ' }))
    expect(await findAccount('Kala Devi')).toMatchObject({ id, role: 'sales' })
    expect(await listAccountAuditLines(owner)).toContain('owner1: changed Kala Devi (name sales → Kala Devi)')
  })

  test('nothing, and the log says nothing', async () => {
    const { id } = await createColleague('sales')
    const before = await listAccountAuditLines(owner)
    await expectOk(updateAccount(id, { role: 'sales', username: 'sales' }))
    await expectProblem(updateAccount(id, {}), 400)
    await expectProblem(updateAccount('nobody', { role: 'sales' }), 404)
    expect(await listAccountAuditLines(owner)).toEqual(before)
  })
})

describe('an owner removes', () => {
  test('somebody, who is out at once, while the log keeps what they did', async () => {
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

  test('a second factor whose telephone was lost', async () => {
    const { id, fetch, ...account } = await createColleague('sales')
    await enableTotp(fetch)
    expect(await findAccount('sales')).toMatchObject({ secondFactor: true })
    await expectProblem(login(site, account), 401)
    await expectOk(owner(`/api/accounts/${id}/second-factor`, { method: 'DELETE' }))
    expect((await login(site, account)).status).toBe(200)
    expect(await listAccountAuditLines(owner)).toContain('owner1: changed sales (second factor turned off)')
  })
})

describe('the last owner', () => {
  const SENTENCE = 'owner1 is the last owner. Make somebody else an owner first.'

  test('stays, and stays an owner, also beside one who was only invited', async () => {
    const { id } = await findAccount('owner1')
    await inviteAccount({ ...MEERA, role: 'owner' })
    expect(await expectProblem(removeAccount(id), 409)).toBe(SENTENCE)
    for (const role of ['editor', 'sales'])
      expect(await expectProblem(updateAccount(id, { role }), 409)).toBe(SENTENCE)
    expect(await findAccount('owner1')).toMatchObject({ role: 'owner' })
    await expectOk(updateAccount(id, { role: 'owner', username: 'Anand' }))
  })

  test('may go when there is another, and then that one stays', async () => {
    const { id } = await findAccount('owner1')
    const other = await createColleague('owner', 'other@works.example')
    expect((await removeAccount(id)).status).toBe(204)
    await expectProblem(owner('/api/accounts'), 401)
    await expectProblem(removeAccount(other.id, other.fetch), 409)
  })

  test('is one of two who are made less at the same moment', async () => {
    const { id } = await findAccount('owner1')
    const other = await createColleague('owner', 'other@works.example')
    const by = { accountId: id, name: 'owner1', permissions: [], session: undefined }
    const parts = { db: site.db, clock: () => new Date() }
    const done = await Promise.allSettled(
      [id, other.id].map((one) => changeAccount(parts, by, one, { role: 'sales' })),
    )
    expect(done.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const owners = await site.db.selectFrom('account').select('id').where('role', '=', 'owner').execute()
    expect(owners).toHaveLength(1)
  })
})

test('the list says when somebody was seen last, also after the session is over', async () => {
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
