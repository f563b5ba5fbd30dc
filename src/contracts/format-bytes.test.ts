import { expect, test } from 'vitest'
import { formatBytes } from './format-bytes.ts'

test.each([
  [0, '1 kB'],
  [412_300, '412 kB'],
  [34_199_999, '34.2 MB'],
  [50_000_000, '50 MB'],
])('%i bytes are %s', (bytes, text) => expect(formatBytes(bytes)).toBe(text))
