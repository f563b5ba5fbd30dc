import { expect, test } from 'vitest'
import { describeFailure, getNextAttempt, isPermanent } from './rules.ts'

test('The time between attempts grows from a minute to six hours, and attempts end after three days', () => {
  const start = new Date('2026-11-21T09:00:00Z')
  let now = start
  const delays: number[] = []
  for (let tries = 1; tries < 100; tries++) {
    const next = getNextAttempt(tries, start, now)
    if (!next) break
    delays.push((next.getTime() - now.getTime()) / 60_000)
    now = next
  }
  expect(delays.slice(0, 10)).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 360])
  expect(Math.max(...delays)).toBe(360)
  const days = (now.getTime() - start.getTime()) / 86_400_000
  expect(days).toBeGreaterThanOrEqual(3)
  expect(days).toBeLessThan(3.3)
})

test.each([
  [
    { code: 'EENVELOPE', responseCode: 550, response: '550 <a@b.example> unknown' },
    /rejected the email \(550\)/,
  ],
  [{ code: 'EAUTH', responseCode: 535 }, /user name and password/],
  [{ code: 'ESOCKET', message: 'connect ECONNREFUSED 10.0.0.1:25' }, /could not be reached/],
  [new Error('a@b.example'), /could not be sent/],
])('The description of the failure %j contains no addresses', (error, message) => {
  expect(describeFailure(error)).toMatch(message)
  expect(describeFailure(error)).not.toMatch(/@|10\.0/)
})

test.each([
  [{ code: 'EENVELOPE', responseCode: 550 }, true],
  [{ code: 'EMESSAGE', responseCode: 554 }, true],
  [{ code: 'EENVELOPE', responseCode: 451 }, false],
  [{ code: 'EAUTH', responseCode: 535 }, false],
  [{ code: 'EENVELOPE', responseCode: 530 }, false],
  [{ code: 'ESOCKET' }, false],
])('The failure %j is permanent: %s', (error, expected) => {
  expect(isPermanent(error)).toBe(expected)
})
