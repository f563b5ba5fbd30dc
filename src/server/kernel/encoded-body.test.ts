import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { EncodedBody } from './encoded-body.ts'

test.each(['br', 'gzip'] as const)(
  'a body kept as %s holds no more memory than it has bytes',
  async (encoding) => {
    const bytes = await new EncodedBody('<p>CL 25 Capstan Lathe</p>'.repeat(4000)).bytes(encoding)
    expect(bytes.length).toBeGreaterThan(0)
    expect(bytes.buffer.byteLength).toBe(bytes.length)
  },
)

test('a long body is the same text however often and however it was asked for', async () => {
  const text = '<p>₹ 15,40,000 · CL 25 Capstan Lathe</p>'.repeat(4000)
  for (const first of ['br', 'gzip', 'identity'] as const) {
    const body = new EncodedBody(text)
    const etag = body.etag(first)
    await body.bytes(first)
    expect(body.text()).toBe(text)
    expect((await body.bytes('identity')).toString()).toBe(text)
    expect(brotliDecompressSync(await body.bytes('br')).toString()).toBe(text)
    expect(gunzipSync(await body.bytes('gzip')).toString()).toBe(text)
    expect(body.etag(first)).toBe(etag)
  }
})
