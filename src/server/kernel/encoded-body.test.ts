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
