import { expect, test } from 'vitest'
import { checkNewPassword, getAttemptLimits, getSessionExpiry, isActive, parseLogin } from './rules.ts'

const NOON = new Date('2026-03-01T12:00:00.000Z')
const before = (minutes: number) => new Date(NOON.getTime() - minutes * 60_000).toISOString()
const after = (minutes: number) => before(-minutes)

test.each([
  ['just used', 0, after(60), true],
  ['idle for a minute less than 8 hours', 479, after(60), true],
  ['idle for 8 hours', 480, after(60), false],
  ['at its last moment', 0, after(1 / 60_000), true],
  ['at its end', 0, NOON.toISOString(), false],
])('[API-9] a session %s', (_what, idleMinutes, expiresAt, live) => {
  expect(isActive({ seenAt: before(idleMinutes), expiresAt }, NOON)).toBe(live)
})

test('[API-9] a session ends after seven days', () => {
  expect(getSessionExpiry(NOON).toISOString()).toBe('2026-03-08T12:00:00.000Z')
})

test.each([
  ['', ''],
  [' ', 'x'],
  ['x', ' \n'],
])('[API-8] %j and %j are blank', (email, password) => {
  expect(() => parseLogin({ email, password })).toThrow('Please fill in all fields')
})

test('[AUTH-4] blanks and capitals of an address do not matter, those of a password do', () => {
  expect(parseLogin({ email: ' A@B.in ', password: ' Secret ' })).toEqual({
    email: 'a@b.in',
    password: ' Secret ',
  })
})

test('[AUTH-6] each person at each address tires alone, and no address can be read from the subjects', () => {
  const subjects = (email: string, address: string) =>
    getAttemptLimits(email, address).map(({ subject }) => subject)
  const [both, address, account] = subjects('a@b.in', '1.1.1.1')
  const [otherBoth, sameAddress, otherAccount] = subjects('c@b.in', '1.1.1.1')
  expect(sameAddress).toBe(address)
  expect(new Set([both, otherBoth, account, otherAccount, address]).size).toBe(5)
  expect(both).toMatch(/^[0-9a-f]{64}$/)
})

test.each([
  ['1234567', /at least 8/],
  [' '.repeat(8), /at least 8/],
  [' 1234567 ', /at least 8/],
  ['x'.repeat(1001), /at most 1000/],
  ['12345678', /easy to guess/],
  ['Capstan@2026', /easy to guess/],
])('a new password %j is refused', (password, message) => {
  expect(() => checkNewPassword(password)).toThrow(message)
})
test.each(['oil 4 gib', ' oil 4 gib ', 'spindle '.repeat(125)])('a new password %j is taken', (password) => {
  expect(() => checkNewPassword(password)).not.toThrow()
})
