import { expect, test } from 'vitest'
import { compareWords } from './compare-words.ts'

const mark = (parts: { text: string; isChanged: boolean }[]) =>
  parts.map(({ text, isChanged }) => (isChanged ? `[${text}]` : text)).join('')

test('Words that only one of two texts has are marked', () => {
  const { before, after } = compareWords('The shaft is 42 mm long.', 'The shaft is 48 mm long, and hollow.')
  expect(mark(before)).toBe('The shaft is [42] mm long.')
  expect(mark(after)).toBe('The shaft is [48] mm long[, and hollow].')
})

test('Long unchanged parts between changes are shortened', () => {
  const long = 'word '.repeat(200)
  const { after } = compareWords(`old ${long}old`, `new ${long}new`)
  expect(mark(after)).toMatch(/^\[new\] (?:word )+.* … .*\[new\]$/)
  expect(mark(after).length).toBeLessThan(200)
})

test('A text that was empty before, and one that has nothing in common, is marked as a whole', () => {
  expect(compareWords('', 'New words.').after).toEqual([{ text: 'New words.', isChanged: true }])
  const random = (seed: number) =>
    Array.from({ length: 20_000 }, (_, index) => ((index * seed) % 9973).toString(36)).join(' ')
  expect(compareWords(random(7919), random(104_729)).before).toHaveLength(1)
})
