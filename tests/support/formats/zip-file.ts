import { crc32, deflateRawSync } from 'node:zlib'

/** One file of a ZIP archive; the numbers replace those that are true. */
export interface ZipPart {
  name: string | Buffer
  content?: string | Buffer
  declaredBytes?: number
  compressedBytes?: number
  flags?: number
  method?: number
}

/** Returns a ZIP archive. The numbers of `directory` replace those of its last record. */
export function createZip(
  parts: ZipPart[],
  directory: { count?: number; offset?: number; bytes?: number; comment?: string } = {},
): Buffer<ArrayBuffer> {
  const files: Buffer[] = []
  const records: Buffer[] = []
  let offset = 0
  for (const { name, content = 'text', flags = 0, method = 8, ...sizes } of parts) {
    const bytes = Buffer.from(content as string)
    const nameBytes = Buffer.from(name as string)
    const stored = method === 0 ? bytes : deflateRawSync(bytes)
    const header = Buffer.alloc(26)
    header.writeUInt16LE(20, 0)
    header.writeUInt16LE(flags, 2)
    header.writeUInt16LE(method, 4)
    header.writeUInt32LE(crc32(bytes), 10)
    header.writeUInt32LE(sizes.compressedBytes ?? stored.length, 14)
    header.writeUInt32LE(sizes.declaredBytes ?? bytes.length, 18)
    header.writeUInt16LE(nameBytes.length, 22)
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), header, nameBytes, stored])
    const attributes = Buffer.alloc(14)
    attributes.writeUInt32LE(offset, 10)
    records.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\0'), header, attributes, nameBytes]))
    files.push(local)
    offset += local.length
  }
  const comment = Buffer.from(directory.comment ?? '')
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06')
  end.writeUInt16LE(directory.count ?? parts.length, 8)
  end.writeUInt16LE(directory.count ?? parts.length, 10)
  end.writeUInt32LE(directory.bytes ?? Buffer.concat(records).length, 12)
  end.writeUInt32LE(directory.offset ?? offset, 16)
  end.writeUInt16LE(comment.length, 20)
  return Buffer.concat([...files, ...records, end, comment])
}
