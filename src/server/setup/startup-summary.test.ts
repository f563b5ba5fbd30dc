import { expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { getStartupWarnings } from '#server/setup/startup-summary.ts'

const PUBLIC_URL = 'https://www.example.in'

test.each([
  ['on this machine', {}],
  ['behind a proxy', { PUBLIC_URL, TRUST_PROXY: '1' }],
  ['behind a proxy on another machine', { PUBLIC_URL, TRUST_PROXY: '1', HOST: '0.0.0.0' }],
  ['with a local PUBLIC_URL', { PUBLIC_URL: 'http://localhost:3000' }],
])('A site %s has no start-up warning', (_configuration, environment) => {
  expect(getStartupWarnings(readConfig(environment), false)).toEqual([])
})

test.each([
  ['open to the network without PUBLIC_URL', { HOST: '0.0.0.0' }, /^HOST opens the site/],
  ['without https', { PUBLIC_URL: 'http://www.example.in', TRUST_PROXY: '1' }, /^PUBLIC_URL is not https/],
  ['with https and without TRUST_PROXY', { PUBLIC_URL }, /set TRUST_PROXY=1/],
  [
    'with e-mail and without PUBLIC_URL',
    { SMTP_URL: 'smtp://127.0.0.1:25', NOTIFY_EMAIL: 'a@b.example' },
    /^e-mails contain no links without PUBLIC_URL$/,
  ],
])('A site %s has a start-up warning', (_configuration, environment: Record<string, string>, note) => {
  expect(getStartupWarnings(readConfig(environment), false)).toEqual([expect.stringMatching(note)])
})

test('A site that runs as root has a start-up warning', () => {
  expect(getStartupWarnings(readConfig({}), true)).toEqual(['the site runs as root: use a separate user'])
})
