import { expect, test } from 'vitest'
import { SingleFlightCache } from './single-flight-cache.ts'

interface Page {
  text: string
  bytes: number | undefined
}

function createCache() {
  const cache = new SingleFlightCache<Page>({ maxBytes: 10, getSize: ({ bytes }) => bytes })
  const computed: string[] = []
  const get = (key: string, bytes: number | undefined = 4) =>
    cache.get(key, async () => {
      computed.push(key)
      return { text: key, bytes }
    })
  return { cache, get, computed }
}

test('The least recently used entry is evicted first', async () => {
  const { get, computed } = createCache()
  for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) await get(key)
  expect(computed).toEqual(['a', 'b', 'c', 'b'])
})

test('A value of exactly the maximum is cached, a larger one is not', async () => {
  const { get, computed } = createCache()
  for (const bytes of [11, 10, 10]) await get('a', bytes)
  expect(computed).toEqual(['a', 'a'])
})

test('A value without a size is returned and not cached', async () => {
  const { cache, get, computed } = createCache()
  const value = await cache.get('a', async () => ({ text: 'a', bytes: undefined }))
  expect(value.text).toBe('a')
  await get('a')
  expect(computed).toEqual(['a'])
})

test('Concurrent misses of a key share one computation', async () => {
  const { cache, get, computed } = createCache()
  const values = await Promise.all([get('a'), get('a'), get('a')])
  expect(new Set(values).size).toBe(1)
  expect(computed).toEqual(['a'])
  expect(cache.stats).toEqual({ hits: 2, misses: 1 })
})

test('A failed computation is reported to all who wait and repeated by the next lookup', async () => {
  const { cache, get } = createCache()
  const fail = () => cache.get('a', () => Promise.reject(new Error('no')))
  const results = await Promise.allSettled([fail(), fail()])
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect((await get('a')).text).toBe('a')
})

test('A value whose computation began before `clear` is returned and not cached', async () => {
  const { cache, get } = createCache()
  const { promise, resolve } = Promise.withResolvers<Page>()
  const early = cache.get('a', () => promise)
  cache.clear()
  const late = get('a')
  resolve({ text: 'outdated', bytes: 4 })
  expect((await early).text).toBe('outdated')
  expect((await late).text).toBe('a')
  expect((await get('a')).text).toBe('a')
  expect(cache.holds('a', await early)).toBe(false)
})
