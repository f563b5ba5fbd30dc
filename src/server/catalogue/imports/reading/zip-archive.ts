import { type FileHandle, open } from 'node:fs/promises'
import { crc32, createInflateRaw } from 'node:zlib'
import { damagedFile, expandingFile, ImportFileError } from './import-file-error.ts'

/** One file of a zip archive, as its central directory describes it. */
export interface ZipEntry {
  name: string
  isEncrypted: boolean
  isCompressed: boolean
  compressedBytes: number
  /** As declared; `readEntry` does not trust it. */
  declaredBytes: number
  crc: number
  /** Offset of the local header. */
  offset: number
  /** The record of the central directory, for copying. */
  record: Buffer
}

export interface ZipArchive extends AsyncDisposable {
  entries: Map<string, ZipEntry>
  /** Yields the content; throws `ImportFileError` when it grows beyond `maxBytes` or looks like a zip bomb. */
  readEntry: (entry: ZipEntry, options: ReadEntryOptions) => AsyncGenerator<Buffer, void, undefined>
  /** Yields the bytes as they are in the archive. */
  readCompressed: (entry: ZipEntry, signal?: AbortSignal) => AsyncGenerator<Buffer, void, undefined>
}

interface ReadEntryOptions {
  maxBytes: number
  signal?: AbortSignal | undefined
}

const END_SIGNATURE = 0x06054b50
const RECORD_SIGNATURE = 0x02014b50
const LOCAL_SIGNATURE = 0x04034b50
const END_BYTES = 22
const RECORD_BYTES = 46
const LOCAL_BYTES = 30
const MAX_ENTRIES = 10_000
const MAX_DIRECTORY_BYTES = 4_000_000
const MAX_COMMENT_BYTES = 65_535
const DEFLATED = 8
const STORED = 0
const CHUNK_BYTES = 128 * 1024

/** Honest sheets shrink to a thirtieth at most; a bomb to a thousandth. Small parts may shrink more. */
const MAX_RATIO = 150
const MIN_BOMB_BYTES = 5_000_000

/** Opens an archive. Only its directory is read; sizes that it declares are checked when an entry is read. */
export async function openZip(path: string): Promise<ZipArchive> {
  const file = await open(path)
  try {
    const entries = await readDirectory(file)
    return {
      entries,
      readEntry: (entry, options) => readEntry(file, entry, options),
      readCompressed: (entry, signal) => readCompressed(file, entry, signal),
      [Symbol.asyncDispose]: () => file.close(),
    }
  } catch (error) {
    await file.close()
    throw error
  }
}

async function readDirectory(file: FileHandle): Promise<Map<string, ZipEntry>> {
  const { size } = await file.stat()
  const end = await readEnd(file, size)
  const count = end.readUInt16LE(10)
  const bytes = end.readUInt32LE(12)
  const offset = end.readUInt32LE(16)
  if (count > MAX_ENTRIES || bytes > MAX_DIRECTORY_BYTES) throw damagedFile('the zip directory is too large')
  if (offset + bytes > size) throw damagedFile('the zip directory lies outside of the file')
  const directory = await readExactly(file, offset, bytes)
  const entries = new Map<string, ZipEntry>()
  for (let position = 0, index = 0; index < count; index++) {
    const entry = parseRecord(directory, position)
    if (entries.has(entry.name)) throw damagedFile(`two zip entries are named ${entry.name}`)
    entries.set(entry.name, entry)
    position += entry.record.length
  }
  return entries
}

async function readEnd(file: FileHandle, size: number): Promise<Buffer> {
  const length = Math.min(size, END_BYTES + MAX_COMMENT_BYTES)
  const tail = await readExactly(file, size - length, length)
  for (let position = length - END_BYTES; position >= 0; position--) {
    if (tail.readUInt32LE(position) === END_SIGNATURE) return tail.subarray(position)
  }
  throw damagedFile('no zip directory')
}

function parseRecord(directory: Buffer, position: number): ZipEntry {
  if (position + RECORD_BYTES > directory.length || directory.readUInt32LE(position) !== RECORD_SIGNATURE) {
    throw damagedFile('broken zip directory')
  }
  const nameBytes = directory.readUInt16LE(position + 28)
  const length =
    RECORD_BYTES + nameBytes + directory.readUInt16LE(position + 30) + directory.readUInt16LE(position + 32)
  const record = directory.subarray(position, position + length)
  if (record.length < length) throw damagedFile('broken zip directory')
  const method = record.readUInt16LE(10)
  if (method !== STORED && method !== DEFLATED) throw damagedFile(`zip method ${method}`)
  const entry: ZipEntry = {
    // Some programs write backslashes.
    name: record.toString('utf8', RECORD_BYTES, RECORD_BYTES + nameBytes).replaceAll('\\', '/'),
    isEncrypted: (record.readUInt16LE(8) & 1) === 1,
    isCompressed: method === DEFLATED,
    crc: record.readUInt32LE(16),
    compressedBytes: record.readUInt32LE(20),
    declaredBytes: record.readUInt32LE(24),
    offset: record.readUInt32LE(42),
    record,
  }
  // Zip64 is for archives beyond 4 GB.
  if (entry.compressedBytes === 0xffffffff || entry.offset === 0xffffffff) throw damagedFile('zip64')
  return entry
}

async function* readEntry(
  file: FileHandle,
  entry: ZipEntry,
  { maxBytes, signal }: ReadEntryOptions,
): AsyncGenerator<Buffer, void, undefined> {
  if (entry.isEncrypted) {
    throw new ImportFileError(
      'encrypted',
      'This workbook is protected with a password. Remove the password in Excel, save it and import it again.',
    )
  }
  const inflated = entry.isCompressed
    ? inflate(readCompressed(file, entry, signal))
    : readCompressed(file, entry, signal)
  let bytes = 0
  let checksum = 0
  for await (const chunk of inflated) {
    signal?.throwIfAborted()
    bytes += chunk.length
    if (bytes > maxBytes) throw expandingFile(`${entry.name} is larger than ${maxBytes} bytes`)
    if (bytes > MIN_BOMB_BYTES && bytes > entry.compressedBytes * MAX_RATIO) {
      throw expandingFile(`${entry.name} grew from ${entry.compressedBytes} to ${bytes} bytes`)
    }
    checksum = crc32(chunk, checksum)
    yield chunk
  }
  if (bytes !== entry.declaredBytes || checksum !== entry.crc) throw damagedFile(`checksum of ${entry.name}`)
}

async function* inflate(compressed: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void, undefined> {
  const decoder = createInflateRaw({ chunkSize: CHUNK_BYTES })
  const feeding = feed(decoder, compressed)
  // The reader below throws the same error.
  feeding.catch(() => {})
  try {
    for await (const chunk of decoder) yield chunk as Buffer
    await feeding
  } catch (error) {
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('Z_')) {
      throw damagedFile(error)
    }
    throw error
  } finally {
    decoder.destroy()
  }
}

async function feed(decoder: ReturnType<typeof createInflateRaw>, compressed: AsyncIterable<Buffer>) {
  try {
    for await (const chunk of compressed) {
      if (decoder.destroyed) return
      if (!decoder.write(chunk)) await waitForDrain(decoder)
    }
    decoder.end()
  } catch (error) {
    decoder.destroy(error as Error)
    throw error
  }
}

function waitForDrain(decoder: ReturnType<typeof createInflateRaw>): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      decoder.off('drain', done)
      decoder.off('close', done)
      resolve()
    }
    decoder.on('drain', done)
    decoder.on('close', done)
  })
}

async function* readCompressed(
  file: FileHandle,
  entry: ZipEntry,
  signal?: AbortSignal,
): AsyncGenerator<Buffer, void, undefined> {
  const header = await readExactly(file, entry.offset, LOCAL_BYTES)
  if (header.readUInt32LE(0) !== LOCAL_SIGNATURE) throw damagedFile(`local header of ${entry.name}`)
  let position = entry.offset + LOCAL_BYTES + header.readUInt16LE(26) + header.readUInt16LE(28)
  let remaining = entry.compressedBytes
  while (remaining > 0) {
    signal?.throwIfAborted()
    const chunk = await readExactly(file, position, Math.min(remaining, CHUNK_BYTES))
    yield chunk
    position += chunk.length
    remaining -= chunk.length
  }
}

async function readExactly(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const buffer = Buffer.allocUnsafe(length)
  const { bytesRead } = await file.read(buffer, 0, length, position)
  if (bytesRead < length) throw damagedFile('the file ends too early')
  return buffer
}
