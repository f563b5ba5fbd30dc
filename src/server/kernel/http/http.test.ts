import { expect, test } from 'vitest'
import { matchesEtag, toClientNetwork } from './http.ts'

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['::ffff:203.0.113.7', '::ffff:203.0.113.7'],
])('The rate limits of the address %s apply to %s', (address, network) => {
  expect(toClientNetwork(address)).toBe(network)
})

test.each([
  [undefined, false],
  ['"a"', true],
  ['W/"a"', true],
  ['"b", W/"a"', true],
  ['*', true],
  ['"ab"', false],
])('If-None-Match %s matches the ETag "a": %s', (header, matches) => {
  expect(matchesEtag(header, '"a"')).toBe(matches)
})
