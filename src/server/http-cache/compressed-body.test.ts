import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { CompressedBody, negotiateEncoding } from './compressed-body.ts'

const LONG_TEXT = '<p>₹ 15,40,000 · CL 25 Capstan Lathe</p>'.repeat(4000)

test.each(['br', 'gzip'] as const)(
  'The %s bytes of a body take no more memory than their length',
  async (encoding) => {
    const bytes = await (await CompressedBody.create(LONG_TEXT)).getBytes(encoding)
    expect(bytes.length).toBeGreaterThan(0)
    expect(bytes.buffer.byteLength).toBe(bytes.length)
  },
)

test.each([
  ['short', 'CL 25', ['identity']],
  ['medium', 'CL 25 '.repeat(1000), ['br', 'identity']],
  ['long', LONG_TEXT, ['br']],
] as const)('A %s body has the same text in every encoding and stores only some', async (_, text, stored) => {
  const body = await CompressedBody.create(text)
  expect((await body.getBytes('identity')).toString()).toBe(text)
  if (body.selectEncoding('br') === 'br') {
    expect(brotliDecompressSync(await body.getBytes('br')).toString()).toBe(text)
    expect(gunzipSync(await body.getBytes('gzip')).toString()).toBe(text)
  }
  const lengths = await Promise.all(stored.map(async (encoding) => (await body.getBytes(encoding)).length))
  expect(body.size).toBe(lengths.reduce((sum, length) => sum + length))
})

test('The ETag of a body depends on its text and on the encoding', async () => {
  const [one, same, other] = await Promise.all(
    [LONG_TEXT, LONG_TEXT, `${LONG_TEXT}.`].map(CompressedBody.create),
  )
  expect(one?.getEtag('br')).toBe(same?.getEtag('br'))
  expect(one?.getEtag('br')).not.toBe(one?.getEtag('gzip'))
  expect(one?.getEtag('br')).not.toBe(other?.getEtag('br'))
})

test.each([
  [undefined, 'identity'],
  ['', 'identity'],
  ['gzip, deflate, br, zstd', 'br'],
  ['GZIP', 'gzip'],
  ['br;q=0.1, gzip', 'gzip'],
  ['gzip;q=0.5, br;q=0.5', 'br'],
  ['br;q=0, gzip', 'gzip'],
  ['br;q=0.000, gzip;q=0', 'identity'],
  ['*', 'br'],
  ['br;q=0, *', 'gzip'],
  ['*;q=0', 'identity'],
  ['gzip, *;q=0', 'gzip'],
  ['identity, br;q=0.5', 'identity'],
  ['evil', 'identity'],
  ['gzip;q=evil', 'identity'],
])('Accept-Encoding %j selects %s', (header, encoding) => {
  expect(negotiateEncoding(header)).toBe(encoding)
})
