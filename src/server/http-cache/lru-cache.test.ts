import { expect, test } from 'vitest'
import { LruCache } from './lru-cache.ts'

test('what was used last stays, what was not goes first', () => {
  const pages = new LruCache<string>(10)
  pages.set('a', 'A', 4)
  pages.set('b', 'B', 4)
  expect(pages.get('a')).toBe('A')
  pages.set('c', 'C', 4)
  expect([pages.get('a'), pages.get('b'), pages.get('c')]).toEqual(['A', undefined, 'C'])
  expect(pages.bytes).toBe(8)
})

test('a value as large as the whole fits, one byte more does not', () => {
  const pages = new LruCache<string>(10)
  pages.set('a', 'A', 10)
  expect(pages.get('a')).toBe('A')
  pages.set('b', 'B', 11)
  expect([pages.get('a'), pages.get('b')]).toEqual(['A', undefined])
})

test('a value that outgrows the whole does not leave its old self behind', () => {
  const pages = new LruCache<string>(10)
  pages.set('a', 'old', 4)
  pages.set('a', 'new', 11)
  expect(pages.get('a')).toBeUndefined()
  expect(pages.bytes).toBe(0)
})

test('bytes are counted once, however often a value is replaced or removed', () => {
  const pages = new LruCache<string>(10)
  for (const bytes of [3, 5, 2]) pages.set('a', 'A', bytes)
  expect(pages.bytes).toBe(2)
  pages.delete('a')
  pages.delete('a')
  expect(pages.bytes).toBe(0)
  pages.set('b', 'B', 6)
  pages.clear()
  expect([pages.bytes, pages.get('b')]).toEqual([0, undefined])
})
