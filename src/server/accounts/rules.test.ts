import { expect, test } from 'vitest'
import { getAttemptLimits, getSessionExpiry, isActive, parseLogin } from './rules.ts'

const NOON = new Date('2026-03-01T12:00:00.000Z')
const before = (minutes: number) => new Date(NOON.getTime() - minutes * 60_000).toISOString()
const after = (minutes: number) => before(-minutes)

test.each([
  ['that was just used is active', 0, after(60), true],
  ['that was idle for 7:59 hours is active', 479, after(60), true],
  ['that was idle for 8 hours is not active', 480, after(60), false],
  ['one millisecond before its expiry is active', 0, after(1 / 60_000), true],
  ['at its expiry is not active', 0, NOON.toISOString(), false],
])('[API-9] A session %s', (_case, idleMinutes, expiresAt, live) => {
  expect(isActive({ seenAt: before(idleMinutes), expiresAt }, NOON)).toBe(live)
})

test('[API-9] A session expires seven days after the sign-in', () => {
  expect(getSessionExpiry(NOON).toISOString()).toBe('2026-03-08T12:00:00.000Z')
})

test.each([
  ['', ''],
  [' ', 'x'],
  ['x', ' \n'],
])('[API-8] The credentials %j and %j are rejected as blank', (email, password) => {
  expect(() => parseLogin({ email, password })).toThrow('Please fill in all fields')
})

test('[AUTH-4] The email address of a sign-in is normalised, the password is not', () => {
  expect(parseLogin({ email: ' A@B.in ', password: ' Secret ' })).toEqual({
    email: 'a@b.in',
    password: ' Secret ',
  })
})

test('[AUTH-6] Limits of attempts have separate hashed subjects for account and network', () => {
  const one = getAttemptLimits({ email: 'a@b.in', network: '1.1.1.1' })
  const other = getAttemptLimits({ email: 'c@b.in', network: '1.1.1.1' })
  expect(one.network.subject).toBe(other.network.subject)
  const limits = [one.accountAndNetwork, other.accountAndNetwork, one.account, other.account, one.network]
  const subjects = limits.map(({ subject }) => subject)
  expect(new Set(subjects).size).toBe(5)
  for (const subject of subjects) expect(subject).toMatch(/^[0-9a-f]{64}$/)
})
