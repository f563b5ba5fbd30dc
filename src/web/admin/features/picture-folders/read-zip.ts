/* Reads zip files with the browser's own decompression: only the directory at first, and each entry when it is needed. */

/** Reading a zip fails with a message for the user. */
export class ZipError extends Error {}

/** A file in a zip. */
export interface ZipEntry {
  path: string
  /** Unpacked, as the zip states it. */
  size: number
  /** Returns the first `maxBytes` of the unpacked file. Throws ZipError. */
  readBytes(maxBytes: number): Promise<Uint8Array<ArrayBuffer>>
}

const DIRECTORY_END = 0x06054b50
const DIRECTORY_ENTRY = 0x02014b50
const LOCAL_HEADER = 0x04034b50
const DIRECTORY_END_BYTES = 22
const MAX_COMMENT_BYTES = 65_535
const ENTRY_BYTES = 46
const LOCAL_HEADER_BYTES = 30
const MAX_DIRECTORY_BYTES = 20_000_000
const STORED = 0
const DEFLATED = 8
const IS_ENCRYPTED = 1
const IS_UTF8 = 0x800
const NEEDS_ZIP64 = 0xffffffff

/** Returns the files of a zip, without folders. Throws ZipError if it is damaged or has more than `maxEntries` entries. */
export async function listZipEntries(zip: Blob, maxEntries: number): Promise<ZipEntry[]> {
  const { count, size, start } = await readDirectoryEnd(zip)
  if (count > maxEntries)
    throw new ZipError(
      `The zip has more than ${maxEntries.toLocaleString('en-IN')} files. Please choose a part of it.`,
    )
  if (size > MAX_DIRECTORY_BYTES || start + size > zip.size) throw createDamageError()
  const directory = await readView(zip, start, size)
  const entries: ZipEntry[] = []
  let position = 0
  for (let index = 0; index < count; index++) {
    if (position + ENTRY_BYTES > size || directory.getUint32(position, true) !== DIRECTORY_ENTRY)
      throw createDamageError()
    const nameBytes = directory.getUint16(position + 28, true)
    const end = position + ENTRY_BYTES + nameBytes
    if (end > size) throw createDamageError()
    const flags = directory.getUint16(position + 8, true)
    const name = new Uint8Array(directory.buffer, position + ENTRY_BYTES, nameBytes)
    const entry = {
      path: decodeName(name, (flags & IS_UTF8) !== 0),
      isEncrypted: (flags & IS_ENCRYPTED) !== 0,
      method: directory.getUint16(position + 10, true),
      packedSize: directory.getUint32(position + 20, true),
      size: directory.getUint32(position + 24, true),
      start: directory.getUint32(position + 42, true),
    }
    if (!entry.path.endsWith('/'))
      entries.push({
        path: entry.path,
        size: entry.size,
        readBytes: (maxBytes) => readEntry(zip, entry, maxBytes),
      })
    position = end + directory.getUint16(position + 30, true) + directory.getUint16(position + 32, true)
  }
  return entries
}

const createDamageError = () => new ZipError('The zip is damaged or not complete. Please create it again.')

async function readView(zip: Blob, start: number, length: number): Promise<DataView<ArrayBuffer>> {
  return new DataView(await zip.slice(start, start + length).arrayBuffer())
}

/** The end of the directory is at the end of the file, before an optional comment. */
async function readDirectoryEnd(zip: Blob): Promise<{ count: number; size: number; start: number }> {
  const tailBytes = Math.min(zip.size, DIRECTORY_END_BYTES + MAX_COMMENT_BYTES)
  const tail = await readView(zip, zip.size - tailBytes, tailBytes)
  for (let position = tailBytes - DIRECTORY_END_BYTES; position >= 0; position--) {
    if (tail.getUint32(position, true) !== DIRECTORY_END) continue
    const end = {
      count: tail.getUint16(position + 10, true),
      size: tail.getUint32(position + 12, true),
      start: tail.getUint32(position + 16, true),
    }
    if (end.start === NEEDS_ZIP64)
      throw new ZipError('The zip is too large. Please make several smaller ones.')
    return end
  }
  throw createDamageError()
}

/** Zips of older programs do not say how names are written. */
function decodeName(bytes: Uint8Array, isUtf8: boolean): string {
  try {
    return new TextDecoder('utf-8', { fatal: !isUtf8 }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

interface StoredEntry {
  isEncrypted: boolean
  method: number
  packedSize: number
  start: number
}

async function readEntry(
  zip: Blob,
  { isEncrypted, method, packedSize, start }: StoredEntry,
  maxBytes: number,
): Promise<Uint8Array<ArrayBuffer>> {
  if (isEncrypted) throw new ZipError('It is protected by a password. Please create a zip without one.')
  if (method !== STORED && method !== DEFLATED)
    throw new ZipError('It is compressed in an unusual way. Please create an ordinary zip.')
  if (start + LOCAL_HEADER_BYTES > zip.size) throw createDamageError()
  const header = await readView(zip, start, LOCAL_HEADER_BYTES)
  if (header.getUint32(0, true) !== LOCAL_HEADER) throw createDamageError()
  const dataStart = start + LOCAL_HEADER_BYTES + header.getUint16(26, true) + header.getUint16(28, true)
  const packed = zip.slice(dataStart, dataStart + packedSize)
  const stream: ReadableStream<Uint8Array<ArrayBuffer>> =
    method === STORED ? packed.stream() : packed.stream().pipeThrough(new DecompressionStream('deflate-raw'))
  return readStart(stream, maxBytes)
}

/** Stops after `maxBytes`, so that a small file that unpacks to a huge one takes no memory. */
async function readStart(
  stream: ReadableStream<Uint8Array<ArrayBuffer>>,
  maxBytes: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const reader = stream.getReader()
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let length = 0
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) break
      chunks.push(value)
      length += value.length
      if (length >= maxBytes) {
        await reader.cancel()
        break
      }
    }
  } catch {
    throw createDamageError()
  }
  return new Uint8Array(await new Blob(chunks).slice(0, maxBytes).arrayBuffer())
}
