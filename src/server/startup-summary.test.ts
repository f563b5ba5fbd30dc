import { expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { getStartupWarnings } from '#server/startup-summary.ts'

const PUBLIC_URL = 'https://www.example.in'

test.each([
  ['at home', {}],
  ['behind a proxy', { PUBLIC_URL, TRUST_PROXY: '1' }],
  ['behind one elsewhere', { PUBLIC_URL, TRUST_PROXY: '1', HOST: '0.0.0.0' }],
  ['tried out on this machine', { PUBLIC_URL: 'http://localhost:3000' }],
])('a site %s gives no cause for a note', (_where, environment) => {
  expect(getStartupWarnings(readConfig(environment), false)).toEqual([])
})

test.each([
  ['open to the network under any name', { HOST: '0.0.0.0' }, /^HOST opens the site/],
  ['without https', { PUBLIC_URL: 'http://www.example.in', TRUST_PROXY: '1' }, /^PUBLIC_URL is not https/],
  ['with https and no proxy told of', { PUBLIC_URL }, /set TRUST_PROXY=1/],
  [
    'with mail and no address for links',
    { SMTP_URL: 'smtp://127.0.0.1:25', NOTIFY_EMAIL: 'a@b.example' },
    /^mail can hold no links without PUBLIC_URL$/,
  ],
])('a site %s is told so', (_what, environment: Record<string, string>, note) => {
  expect(getStartupWarnings(readConfig(environment), false)).toEqual([expect.stringMatching(note)])
})

test('a site that runs as root is told so', () => {
  expect(getStartupWarnings(readConfig({}), true)).toEqual(['this runs as root: give it a user of its own'])
})
