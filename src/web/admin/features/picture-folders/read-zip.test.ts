import { deflateRawSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { listZipEntries } from './read-zip.ts'
import { SourceError } from './source-error.ts'

interface Entry {
  name: string | Buffer
  bytes: Buffer
  flags?: number
  method?: number
  statedSize?: number
}

/** Writes a zip as other programs do. */
function createZip(entries: Entry[], { comment = '', count = entries.length } = {}): Blob {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let start = 0
  for (const { name, bytes, flags = 0x800, method = 8, statedSize = bytes.length } of entries) {
    const nameBytes = Buffer.from(name as string)
    const data = method === 8 ? deflateRawSync(bytes) : bytes
    const local = Buffer.alloc(30)
    local.writeUInt32LE(0x04034b50, 0)
    local.writeUInt16LE(nameBytes.length, 26)
    const central = Buffer.alloc(46)
    central.writeUInt32LE(0x02014b50, 0)
    central.writeUInt16LE(flags, 8)
    central.writeUInt16LE(method, 10)
    central.writeUInt32LE(data.length, 20)
    central.writeUInt32LE(statedSize, 24)
    central.writeUInt16LE(nameBytes.length, 28)
    central.writeUInt32LE(start, 42)
    parts.push(local, nameBytes, data)
    directory.push(central, nameBytes)
    start += local.length + nameBytes.length + data.length
  }
  const directoryBytes = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(count, 10)
  end.writeUInt32LE(directoryBytes.length, 12)
  end.writeUInt32LE(start, 16)
  end.writeUInt16LE(comment.length, 20)
  return new Blob([new Uint8Array(Buffer.concat([...parts, directoryBytes, end, Buffer.from(comment)]))])
}

const TEXT = Buffer.from('picture '.repeat(100))
const readText = async (zip: Blob, maxBytes = 10_000) => {
  const [entry] = await listZipEntries(zip, 10)
  return Buffer.from(await entry!.readBytes(maxBytes)).toString()
}

describe('A zip', () => {
  test('Its files are listed with their folders and unpacked when they are read', async () => {
    const zip = createZip(
      [
        { name: 'BRG-4512/', bytes: Buffer.alloc(0), method: 0 },
        { name: 'BRG-4512/கோலட் 2.jpg', bytes: TEXT },
        { name: 'stored.jpg', bytes: TEXT, method: 0 },
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
    const zip = createZip([{ name: Buffer.from('D\xfcse.jpg', 'latin1'), bytes: TEXT, flags: 0 }])
    expect((await listZipEntries(zip, 10))[0]!.path).toBe('Düse.jpg')
  })

  test('Unpacking stops at the limit, and a file that is larger than the zip states is refused', async () => {
    const bytes = Buffer.alloc(20_000_000)
    expect(await readText(createZip([{ name: 'a.jpg', bytes }]), 5000)).toHaveLength(5000)
    await expect(readText(createZip([{ name: 'a.jpg', bytes, statedSize: 10 }]))).rejects.toThrow(SourceError)
  })

  test.each([
    ['a password', createZip([{ name: 'a', bytes: TEXT, flags: 1 }]), /password/],
    ['another compression', createZip([{ name: 'a', bytes: TEXT, method: 99 }]), /unusual/],
    [
      'too many entries',
      createZip(Array.from({ length: 11 }, () => ({ name: 'a', bytes: TEXT }))),
      /more than 10 files/,
    ],
    ['no directory', new Blob(['x'.repeat(1000)]), /damaged/],
    ['nothing in it', new Blob([]), /damaged/],
    ['a shorter directory', createZip([{ name: 'a', bytes: TEXT }], { count: 2 }), /damaged/],
    ['a missing beginning', createZip([{ name: 'a', bytes: TEXT }]).slice(20), /damaged/],
  ])('A zip with %s is refused with a sentence', async (_, zip, message) => {
    const reading = readText(zip)
    await expect(reading).rejects.toThrow(SourceError)
    await expect(reading).rejects.toThrow(message)
  })
})
