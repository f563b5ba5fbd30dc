import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { CompressedBody } from './compressed-body.ts'

test.each(['br', 'gzip'] as const)(
  'a body kept as %s holds no more memory than it has bytes',
  async (encoding) => {
    const bytes = await new CompressedBody('<p>CL 25 Capstan Lathe</p>'.repeat(4000)).bytes(encoding)
    expect(bytes.length).toBeGreaterThan(0)
    expect(bytes.buffer.byteLength).toBe(bytes.length)
  },
)

test('a long body is the same text however often and however it was asked for', async () => {
  const text = '<p>₹ 15,40,000 · CL 25 Capstan Lathe</p>'.repeat(4000)
  for (const first of ['br', 'gzip', 'identity'] as const) {
    const body = new CompressedBody(text)
    const etag = body.etag(first)
    await body.bytes(first)
    expect(body.text()).toBe(text)
    expect((await body.bytes('identity')).toString()).toBe(text)
    expect(brotliDecompressSync(await body.bytes('br')).toString()).toBe(text)
    expect(gunzipSync(await body.bytes('gzip')).toString()).toBe(text)
    expect(body.etag(first)).toBe(etag)
  }
})

test('a page in haste is the same text for the first who asks, and fewer bytes for all others', async () => {
  const text = Array.from({ length: 900 }, (_, row) => `<p>₹ ${row * 7919} · CL ${row} Lathe</p>`).join('')
  const body = new CompressedBody(text, { inHaste: true })
  const [first, second, third] = [await body.bytes('br'), await body.bytes('br'), await body.bytes('br')]
  for (const bytes of [first, second]) expect(brotliDecompressSync(bytes).toString()).toBe(text)
  expect([first, second].map((bytes) => CompressedBody.isFastPass(bytes))).toEqual([true, false])
  expect(second.length).toBeLessThan(first.length)
  expect(third).toBe(second)
  expect(body.text()).toBe(text)
  expect(body.etag('br')).toBe(new CompressedBody(text).etag('br'))
})
