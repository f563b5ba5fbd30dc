import { expect, test } from 'vitest'
import { ROLE_NAMES } from '#contracts/account/role.ts'
import { runCommand } from '../../support/command.ts'
import {
  createAccount,
  createSessionFetch,
  enableTotp,
  listAccountAuditLines,
  login,
} from '../../support/fixtures/accounts.ts'
import { jsonBody } from '../../support/http-client.ts'
import { createTrigger, isOnPostgres, raiseError } from '../../support/postgres/db-engine.ts'
import type { TestSite } from '../../support/site.ts'
import { startEmptiedSite } from '../../support/site-hooks.ts'

let site: TestSite
startEmptiedSite(['account', 'audit_log', 'sign_in_attempt'], (emptied) => {
  site = emptied
})

/** Runs a command while the site is running. */
const runSiteCommand = (name: string, ...args: string[]) => runCommand(name, args, site.environment)

const signIn = async (email: string, password: string) =>
  (await site.fetch('/api/auth/login', jsonBody('POST', { email, password }))).status

test('An account added by command can sign in, and a reset ends the old password and its sessions', async () => {
  const added = await runSiteCommand('admin', 'add', 'Meena@Works.example')
  expect(added.code).toBe(0)
  const first = /password (\S+)/.exec(added.text)?.[1] ?? ''
  const reply = await site.fetch(
    '/api/auth/login',
    jsonBody('POST', { email: 'meena@works.example', password: first }),
  )
  expect(reply.status).toBe(200)
  const cookie = reply.headers.getSetCookie()[0]!.split(';')[0]!

  const reset = await runSiteCommand('admin', 'reset', 'meena@works.example')
  const second = /password (\S+)/.exec(reset.text)?.[1] ?? ''
  expect(await signIn('meena@works.example', first)).toBe(401)
  expect(await signIn('meena@works.example', second)).toBe(200)
  expect((await site.fetch('/api/auth/me', { headers: { cookie } })).status).toBe(401)
  expect((await runSiteCommand('admin', 'list')).text).toBe('meena@works.example  owner\n')
})

// On PostgreSQL, the tests above and below prove that commands find the database and write it; each command takes a second.
test.skipIf(isOnPostgres)(
  'An account can be added with a role, and a reset turns off its second factor',
  async () => {
    const added = await runSiteCommand('admin', 'add', 'kala@works.example', 'sales')
    const password = /password (\S+)/.exec(added.text)?.[1] ?? ''
    const reply = await login(site, { email: 'kala@works.example', password })
    expect((await reply.clone().json()) as object).toMatchObject({ user: { role: 'sales' } })
    await enableTotp(createSessionFetch(site, reply), password)
    expect(await signIn('kala@works.example', password)).toBe(401)

    const reset = await runSiteCommand('admin', 'reset', 'kala@works.example')
    expect(reset.text).toContain('The second factor is off.')
    expect(await signIn('kala@works.example', /password (\S+)/.exec(reset.text)?.[1] ?? '')).toBe(200)
  },
)

test.skipIf(isOnPostgres)('The audit log contains the changes by commands and no password', async () => {
  const added = await runSiteCommand('admin', 'add', 'kala@works.example', 'sales')
  const first = /password (\S+)/.exec(added.text)?.[1] ?? ''
  expect(await runSiteCommand('admin', 'add', 'KALA@works.example')).toMatchObject({
    code: 1,
    text: expect.stringContaining('already has an account'),
  })
  const kala = createSessionFetch(site, await login(site, { email: 'kala@works.example', password: first }))
  await enableTotp(kala, first)
  const reset = await runSiteCommand('admin', 'reset', 'kala@works.example')
  await runSiteCommand('admin', 'reset', 'kala@works.example')
  expect(await runSiteCommand('admin', 'reset', 'unknown@works.example')).toMatchObject({
    code: 1,
    text: expect.stringContaining('There is no account with the e-mail address unknown@works.example.'),
  })

  const owner = await site.signIn('owner')
  const lines = await listAccountAuditLines(owner)
  expect(lines.filter((line) => line.startsWith('Console: '))).toEqual([
    'Console: changed kala (new password)',
    'Console: changed kala (new password, second factor turned off)',
    'Console: created kala (kala@works.example, as sales)',
  ])
  expect(lines.join()).not.toContain(first)
  expect(lines.join()).not.toContain(/password (\S+)/.exec(reset.text)?.[1])
})

test('A command whose audit entry cannot be stored changes nothing', async () => {
  const account = await createAccount(site, 'kala@works.example')
  const end = await createTrigger(site.db, 'before insert on audit_log', raiseError('full'))
  for (const args of [
    ['add', 'ravi@works.example'],
    ['reset', account.email],
  ]) {
    expect((await runSiteCommand('admin', ...args)).code, args[0]).toBe(1)
  }
  await end()
  expect((await runSiteCommand('admin', 'list')).text).toBe('kala@works.example  owner\n')
  expect(await signIn(account.email, account.password)).toBe(200)
})

test.skipIf(isOnPostgres).each([
  [['add', 'a@works.example', 'king'], `king is not a role. The roles are ${ROLE_NAMES.join(', ')}.`],
  [['add', 'no-address'], 'no-address is not an e-mail address.'],
  [['add'], `ROLE is one of ${ROLE_NAMES.join(', ')}; default: owner`],
  [[], 'npm run admin -- list'],
])('npm run admin -- %j fails with one line of explanation', async (args, message) => {
  const { code, text } = await runSiteCommand('admin', ...args)
  expect(code).toBe(1)
  expect(text).toContain(message)
  expect(text).not.toContain('    at ')
})
