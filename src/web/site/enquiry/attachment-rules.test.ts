import { describe, expect, test } from 'vitest'
import { checkFile, isExpired, parseStoredFiles } from './attachment-rules.ts'

const HOUR_MS = 3_600_000

describe('A file for an enquiry', () => {
  test.each(['shaft.PDF', 'plate.dxf', 'bush.dwg', 'body.stp', 'photo.HEIC', 'a.b.zip'])(
    '%s is accepted by its name',
    (name) => expect(checkFile({ name, size: 1000 }, 0)).toBeUndefined(),
  )
  test.each([
    ['letter.docx', 1000, 0, /cannot open/],
    ['pdf', 0, 0, /is empty/],
    ['shaft.pdf', 20_000_001, 0, /at most 20 MB/],
    ['shaft.pdf', 1000, 5, /at most 5 files/],
  ])('%s with %i bytes as number %i + 1 is rejected', (name, size, count, sentence) =>
    expect(checkFile({ name, size }, count)).toMatch(sentence),
  )
})

test('An uploaded file expires a little before the server deletes it', () => {
  const file = { id: 'a', name: 'a.pdf', bytes: 1, at: 0 }
  expect(isExpired(file, 22 * HOUR_MS)).toBe(false)
  expect(isExpired(file, 24 * HOUR_MS)).toBe(true)
})

test('Stored files that are incomplete are left out', () => {
  const file = { id: 'a', name: 'a.pdf', bytes: 1, at: 5 }
  expect(parseStoredFiles([file, null, { id: 1 }, {}])).toEqual([file])
  expect(parseStoredFiles('x')).toEqual([])
})
