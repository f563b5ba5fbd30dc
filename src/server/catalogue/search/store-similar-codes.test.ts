import { expect, test } from 'vitest'
import { describesItem, exchangeNeighbours, hasOneWrongLetter, toLookalikes } from './store-similar-codes.ts'

test('Neighbouring characters of a code are exchanged in one place and in two', () => {
  expect([...exchangeNeighbours('ab12')]).toEqual(['ba12', 'ba21', 'a1b2', 'ab21'])
  expect(exchangeNeighbours('ktmpbb68')).toContain('kmtbpb68')
  expect([...exchangeNeighbours('aa')]).toEqual([])
})

test.each([
  ['kmtbpb68', 'kmtbqb68', true],
  ['kmtbpb68', 'kmtbpb69', false],
  ['kmtbpb68', 'kmtbqc68', false],
  ['kmtbpb68', 'kmtbpb6', false],
  ['kmtbpb68', 'kmtbpb68', false],
])('Whether %s and %s differ in one letter: %s', (code, other, expected) => {
  expect(hasOneWrongLetter(code, other)).toBe(expected)
})

test.each([
  ['kmtc02599', 'kmtco2599'],
  ['kmtbpa5s', 'kmtbpa55'],
  ['kmtth2l12', 'kmtth2112'],
  ['dt5oo', 'dt500'],
])('The lookalikes of %s contain %s', (code, meant) => {
  expect(toLookalikes(code)).toContain(meant)
})

test.each([
  ['drive belt CL 25', true],
  ['belt 25 mm', true],
  ['KTM-CO-2512', false],
  ['spindel-01', false],
  ['ktm co 2512', false],
])('Whether %s contains a word and is therefore no part number: %s', (search, expected) => {
  expect(describesItem(search)).toBe(expected)
})
