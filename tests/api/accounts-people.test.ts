import { createHash } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { changePerson } from '#server/accounts/people.ts'
import { jsonBody, startSite, type TestSite } from '../support/site.ts'
import {
  accepted,
  addAccount,
  asSetBy,
  type Json,
  login,
  logLines,
  refused,
  type Staff,
  turnOnSecondFactor,
} from './requests.ts'

let site: TestSite
let owner: Staff
beforeEach(async () => {
  site = await startSite()
  owner = await site.signIn('owner')
})
afterEach(() => site.close())

const MEERA = { email: 'meera@works.example', username: 'Meera', role: 'editor' }
const people = (): Promise<Json[]> => accepted(owner('/api/accounts'))
const personNamed = async (name: string): Promise<Json> =>
  (await people()).find(({ username }) => username === name)
async function invited(body: object = MEERA): Promise<Json> {
  const reply = await owner('/api/accounts', jsonBody('POST', body))
  expect(reply.status).toBe(201)
  return reply.json()
}
const change = (id: string, body: object, by = owner) => by(`/api/accounts/${id}`, jsonBody('PATCH', body))
const remove = (id: string, by = owner) => by(`/api/accounts/${id}`, { method: 'DELETE' })
/** Somebody who can sign in already, with the id. */
async function colleague(role: 'owner' | 'editor' | 'sales', email = `${role}@works.example`) {
  const account = await addAccount(site, email, role)
  const reply = await login(site, account)
  const { user } = (await reply.clone().json()) as Json
  return { ...account, id: user.id as string, fetch: asSetBy(site, reply) }
}

describe('an owner invites somebody', () => {
  test('and gets a link for seven days, of which only the hash is stored', async () => {
    const { person, link, expiresAt } = await invited({ ...MEERA, email: ' Meera@Works.example ' })
    expect(person).toEqual({
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
    const rows = await site.db.selectFrom('account_link').selectAll().execute()
    expect(rows).toMatchObject([{ secret_hash: createHash('sha256').update(secret).digest('hex') }])
    expect(JSON.stringify(await people())).not.toContain(secret)
    expect(JSON.stringify(await logLines(owner))).not.toContain(secret)
    expect(await logLines(owner)).toContain('owner1: invited Meera (meera@works.example, as editor)')
  })

  test('who cannot sign in before there is a password', async () => {
    await invited()
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
    const before = await people()
    expect(await refused(owner('/api/accounts', jsonBody('POST', { ...MEERA, ...wrong })), 400)).toEqual(
      sentence,
    )
    expect(await people()).toEqual(before)
  })

  test('but nobody twice', async () => {
    await invited()
    const again = owner('/api/accounts', jsonBody('POST', { ...MEERA, email: 'MEERA@works.example' }))
    expect(await refused(again, 409)).toBe('There is an account with this e-mail address already.')
    expect(await people()).toHaveLength(2)
  })
})

describe('an owner gives a new link', () => {
  test('for a password that was forgotten, good for 24 hours', async () => {
    const { id } = await colleague('sales')
    const reply = await owner(`/api/accounts/${id}/link`, { method: 'POST' })
    const { expiresAt } = (await reply.json()) as Json
    expect(reply.status).toBe(201)
    expect((Date.parse(expiresAt) - Date.now()) / 3_600_000).toBeCloseTo(24, 1)
    expect(await logLines(owner)).toContain('owner1: changed sales (link for a new password)')
  })

  test('and the earlier one stops working', async () => {
    const first = await invited()
    const { link } = (await (
      await owner(`/api/accounts/${first.person.id}/link`, { method: 'POST' })
    ).json()) as Json
    const check = (address: string) =>
      site.fetch('/api/auth/welcome/check', jsonBody('POST', { secret: address.split('#')[1] }))
    await refused(check(first.link), 410)
    expect((await check(link)).status).toBe(200)
  })

  test('but to nobody who is not there', async () => {
    expect(await refused(owner('/api/accounts/nobody/link', { method: 'POST' }), 404)).toBe(
      'Account not found',
    )
  })
})

describe('an owner changes', () => {
  test('a role, and it counts from the next request on', async () => {
    const { id, fetch } = await colleague('editor')
    expect((await fetch('/api/log')).status).toBe(200)
    expect((await accepted(change(id, { role: 'sales' }))).role).toBe('sales')
    await refused(fetch('/api/log'), 403)
    expect((await accepted(fetch('/api/auth/me'))).role).toBe('sales')
    await accepted(change(id, { role: 'owner' }))
    expect((await fetch('/api/accounts')).status).toBe(200)
    expect(await logLines(owner)).toContain('owner1: changed editor (role editor → sales)')
  })

  test('a name', async () => {
    const { id } = await colleague('sales')
    await accepted(change(id, { username: ' Kala Devi ' }))
    expect(await personNamed('Kala Devi')).toMatchObject({ id, role: 'sales' })
    expect(await logLines(owner)).toContain('owner1: changed Kala Devi (name sales → Kala Devi)')
  })

  test('nothing, and the log says nothing', async () => {
    const { id } = await colleague('sales')
    const before = await logLines(owner)
    await accepted(change(id, { role: 'sales', username: 'sales' }))
    await refused(change(id, {}), 400)
    await refused(change('nobody', { role: 'sales' }), 404)
    expect(await logLines(owner)).toEqual(before)
  })
})

describe('an owner removes', () => {
  test('somebody, who is out at once, while the log keeps what they did', async () => {
    const { id, fetch, ...account } = await colleague('editor')
    expect((await remove(id)).status).toBe(204)
    await refused(fetch('/api/auth/me'), 401)
    await refused(login(site, account), 401)
    expect(await personNamed('editor')).toBeUndefined()
    const lines = await logLines(owner)
    expect(lines).toContain('owner1: deleted editor (editor@works.example)')
    expect(lines).toContain('editor: signed in editor')
    await refused(remove(id), 404)
  })

  test('a second factor whose telephone was lost', async () => {
    const { id, fetch, ...account } = await colleague('sales')
    await turnOnSecondFactor(fetch)
    expect(await personNamed('sales')).toMatchObject({ secondFactor: true })
    await refused(login(site, account), 401)
    await accepted(owner(`/api/accounts/${id}/second-factor`, { method: 'DELETE' }))
    expect((await login(site, account)).status).toBe(200)
    expect(await logLines(owner)).toContain('owner1: changed sales (second factor turned off)')
  })
})

describe('the last owner', () => {
  const SENTENCE = 'owner1 is the last owner. Make somebody else an owner first.'

  test('stays, and stays an owner, also beside one who was only invited', async () => {
    const { id } = await personNamed('owner1')
    await invited({ ...MEERA, role: 'owner' })
    expect(await refused(remove(id), 409)).toBe(SENTENCE)
    for (const role of ['editor', 'sales']) expect(await refused(change(id, { role }), 409)).toBe(SENTENCE)
    expect(await personNamed('owner1')).toMatchObject({ role: 'owner' })
    await accepted(change(id, { role: 'owner', username: 'Anand' }))
  })

  test('may go when there is another, and then that one stays', async () => {
    const { id } = await personNamed('owner1')
    const other = await colleague('owner', 'other@works.example')
    expect((await remove(id)).status).toBe(204)
    await refused(owner('/api/accounts'), 401)
    await refused(remove(other.id, other.fetch), 409)
  })

  test('is one of two who are made less at the same moment', async () => {
    const { id } = await personNamed('owner1')
    const other = await colleague('owner', 'other@works.example')
    const by = { accountId: id, name: 'owner1', permissions: [], session: undefined }
    const parts = { db: site.db, clock: () => new Date() }
    const done = await Promise.allSettled(
      [id, other.id].map((one) => changePerson(parts, by, one, { role: 'sales' })),
    )
    expect(done.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const owners = await site.db.selectFrom('account').select('id').where('role', '=', 'owner').execute()
    expect(owners).toHaveLength(1)
  })
})

test('the list says when somebody was seen last, also after the session is over', async () => {
  const { fetch } = await colleague('sales')
  const signedIn = (await personNamed('sales')).seenAt
  site.advance(90)
  await fetch('/api/auth/me')
  const seen = (await personNamed('sales')).seenAt
  expect(Date.parse(seen) - Date.parse(signedIn)).toBeGreaterThan(89 * 60_000)
  await fetch('/api/auth/logout', { method: 'POST' })
  expect((await personNamed('sales')).seenAt).toBe(signedIn)
  expect(await logLines(owner)).toContain('sales: signed out sales')
})
