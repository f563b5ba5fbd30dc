import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { crc32, createDeflateRaw } from 'node:zlib'
import type { ZipEntry } from './reader.ts'

/** A file of a zip archive with its text in pieces. */
export interface NewZipEntry {
  name: string
  text: Iterable<string> | AsyncIterable<string>
}

/** A file of another archive, which is copied without being unpacked. */
export interface CopiedZipEntry {
  original: ZipEntry
  bytes: AsyncIterable<Buffer>
}

/** What the archive records about an entry after its content. */
interface WrittenEntry {
  name: Buffer
  crc: number
  compressedSize: number
  size: number
  offset: number
  method: number
  flags: number
}

const LOCAL_HEADER = 0x04034b50
const DATA_DESCRIPTOR = 0x08074b50
const CENTRAL_HEADER = 0x02014b50
const END_OF_DIRECTORY = 0x06054b50
const VERSION = 20
/** Names are UTF-8. */
const UTF8_FLAG = 0x0800
/** The sizes follow the content. */
const DESCRIPTOR_FLAG = 0x0008
const DEFLATE = 8
/** 1 January 1980, so that the same content gives the same bytes. */
const DATE = 0x0021
/** Archives of more than 4 GB have another format, which is not written. */
const MAX_SIZE = 0xffffffff
/** Higher levels take twice the time and save a tenth of the size. */
const COMPRESSION_LEVEL = 4

/** Yields a zip archive. The entries are compressed as they are read, so that memory does not grow with their size. */
export async function* generateZip(
  entries: Iterable<NewZipEntry | CopiedZipEntry> | AsyncIterable<NewZipEntry | CopiedZipEntry>,
): AsyncGenerator<Buffer> {
  const written: WrittenEntry[] = []
  let offset = 0
  for await (const source of entries) {
    const entry = 'text' in source ? createEntry(source.name, offset) : createCopy(source.original, offset)
    written.push(entry)
    yield formatLocalHeader(entry)
    if ('text' in source) {
      yield* compress(source.text, entry)
      yield formatDataDescriptor(entry)
    } else yield* source.bytes
    offset += 30 + entry.name.length + entry.compressedSize + ('text' in source ? 16 : 0)
    if (offset > MAX_SIZE || entry.size > MAX_SIZE)
      throw new Error(`The zip archive is too large at ${entry.name}.`)
  }
  const directory = Buffer.concat(written.map(formatCentralHeader))
  yield directory
  yield formatEnd(written.length, directory.length, offset)
}

function createEntry(name: string, offset: number): WrittenEntry {
  const flags = UTF8_FLAG | DESCRIPTOR_FLAG
  return { name: Buffer.from(name), crc: 0, compressedSize: 0, size: 0, offset, method: DEFLATE, flags }
}

function createCopy(original: ZipEntry, offset: number): WrittenEntry {
  const { fileName, crc32: crc, compressedSize, uncompressedSize: size, compressionMethod: method } = original
  return { name: Buffer.from(fileName), crc, compressedSize, size, offset, method, flags: UTF8_FLAG }
}

/** Yields the compressed text, and counts its bytes and checksum in `entry`. */
async function* compress(text: NewZipEntry['text'], entry: WrittenEntry): AsyncGenerator<Buffer> {
  const deflater = createDeflateRaw({ level: COMPRESSION_LEVEL })
  const done = pipeline(Readable.from(measure(text, entry), { objectMode: false }), deflater)
  // The error is thrown below; when the reader has gone, nobody waits for it.
  done.catch(() => {})
  for await (const chunk of deflater as AsyncIterable<Buffer>) {
    entry.compressedSize += chunk.length
    yield chunk
  }
  await done
}

async function* measure(text: NewZipEntry['text'], entry: WrittenEntry): AsyncGenerator<Buffer> {
  for await (const piece of text) {
    const bytes = Buffer.from(piece)
    entry.crc = crc32(bytes, entry.crc)
    entry.size += bytes.length
    yield bytes
  }
}

function formatLocalHeader({ name, crc, compressedSize, size, method, flags }: WrittenEntry): Buffer {
  const header = Buffer.alloc(30)
  header.writeUInt32LE(LOCAL_HEADER, 0)
  header.writeUInt16LE(VERSION, 4)
  header.writeUInt16LE(flags, 6)
  header.writeUInt16LE(method, 8)
  header.writeUInt16LE(DATE, 12)
  header.writeUInt32LE(crc, 14)
  header.writeUInt32LE(compressedSize, 18)
  header.writeUInt32LE(size, 22)
  header.writeUInt16LE(name.length, 26)
  return Buffer.concat([header, name])
}

function formatDataDescriptor({ crc, compressedSize, size }: WrittenEntry): Buffer {
  const descriptor = Buffer.alloc(16)
  descriptor.writeUInt32LE(DATA_DESCRIPTOR, 0)
  descriptor.writeUInt32LE(crc, 4)
  descriptor.writeUInt32LE(compressedSize, 8)
  descriptor.writeUInt32LE(size, 12)
  return descriptor
}

function formatCentralHeader(entry: WrittenEntry): Buffer {
  const { name, crc, compressedSize, size, offset, method, flags } = entry
  const header = Buffer.alloc(46)
  header.writeUInt32LE(CENTRAL_HEADER, 0)
  header.writeUInt16LE(VERSION, 4)
  header.writeUInt16LE(VERSION, 6)
  header.writeUInt16LE(flags, 8)
  header.writeUInt16LE(method, 10)
  header.writeUInt16LE(DATE, 14)
  header.writeUInt32LE(crc, 16)
  header.writeUInt32LE(compressedSize, 20)
  header.writeUInt32LE(size, 24)
  header.writeUInt16LE(name.length, 28)
  header.writeUInt32LE(offset, 42)
  return Buffer.concat([header, name])
}

function formatEnd(count: number, directorySize: number, directoryOffset: number): Buffer {
  const end = Buffer.alloc(22)
  end.writeUInt32LE(END_OF_DIRECTORY, 0)
  end.writeUInt16LE(count, 8)
  end.writeUInt16LE(count, 10)
  end.writeUInt32LE(directorySize, 12)
  end.writeUInt32LE(directoryOffset, 16)
  return end
}
