import { describe, expect, test } from 'vitest'
import { createZip } from '../../../../../tests/support/formats/zip-file.ts'
import { listZipEntries } from './read-zip.ts'
import { SourceError } from './source-error.ts'

const createBlob = (...zip: Parameters<typeof createZip>): Blob => new Blob([createZip(...zip)])

const TEXT = Buffer.from('picture '.repeat(100))
const readText = async (zip: Blob, maxBytes = 10_000) => {
  const [entry] = await listZipEntries(zip, 10)
  return Buffer.from(await entry!.readBytes(maxBytes)).toString()
}

describe('A zip', () => {
  test('Its files are listed with their folders and unpacked when they are read', async () => {
    const zip = createBlob(
      [
        { name: 'BRG-4512/', content: '', method: 0 },
        { name: 'BRG-4512/கோலட் 2.jpg', content: TEXT },
        { name: 'stored.jpg', content: TEXT, method: 0 },
      ],
      { comment: 'made by hand' },
    )
    const entries = await listZipEntries(zip, 10)
    expect(entries.map(({ path, size }) => [path, size])).toEqual([
      ['BRG-4512/கோலட் 2.jpg', 800],
      ['stored.jpg', 800],
    ])
    for (const { readBytes } of entries) expect(Buffer.from(await readBytes(1000))).toEqual(TEXT)
  })

  test('Names of older programs are read as Windows-1252', async () => {
    const zip = createBlob([{ name: Buffer.from('D\xfcse.jpg', 'latin1'), content: TEXT }])
    expect((await listZipEntries(zip, 10))[0]!.path).toBe('Düse.jpg')
  })

  test('Unpacking stops at the limit, and a file that is larger than the zip states is refused', async () => {
    const content = Buffer.alloc(20_000_000)
    expect(await readText(createBlob([{ name: 'a.jpg', content }]), 5000)).toHaveLength(5000)
    await expect(readText(createBlob([{ name: 'a.jpg', content, declaredBytes: 10 }]))).rejects.toThrow(
      SourceError,
    )
  })

  test.each([
    ['a password', createBlob([{ name: 'a', content: TEXT, flags: 1 }]), /password/],
    ['another compression', createBlob([{ name: 'a', content: TEXT, method: 99 }]), /unusual/],
    [
      'too many entries',
      createBlob(Array.from({ length: 11 }, () => ({ name: 'a', content: TEXT }))),
      /more than 10 files/,
    ],
    ['no directory', new Blob(['x'.repeat(1000)]), /damaged/],
    ['nothing in it', new Blob([]), /damaged/],
    ['a shorter directory', createBlob([{ name: 'a', content: TEXT }], { count: 2 }), /damaged/],
    ['a missing beginning', createBlob([{ name: 'a', content: TEXT }]).slice(20), /damaged/],
  ])('A zip with %s is refused with a sentence', async (_, zip, message) => {
    const reading = readText(zip)
    await expect(reading).rejects.toThrow(SourceError)
    await expect(reading).rejects.toThrow(message)
  })
})
