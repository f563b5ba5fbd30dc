import { open } from 'node:fs/promises'
import { pipeline, type Readable } from 'node:stream'
import { crc32, createInflateRaw } from 'node:zlib'
import { type Entry, openPromise, type ZipFile } from 'yauzl'

/** One file of a zip archive, as its directory describes it. Its sizes are only what the archive states. */
export type ZipEntry = Entry

/** Why an archive or an entry is not read. */
type ZipRefusal = 'damaged' | 'encrypted' | 'expands'

/** Creates the error for an archive that is not read; `cause` is for the log. */
export type RefuseZip = (reason: ZipRefusal, cause: unknown) => Error

export interface ZipArchive extends AsyncDisposable {
  /** By name, with slashes. Names are what the archive states: they can lead out of a folder. */
  entries: Map<string, ZipEntry>
  /** Yields the content. Throws when it grows beyond `maxBytes` or like a zip bomb, or has another checksum. */
  readEntry(entry: ZipEntry, options: ReadEntryOptions): AsyncGenerator<Buffer, void, undefined>
  /** Returns the bytes as they are in the archive. */
  openCompressed(entry: ZipEntry): Promise<Readable>
}

interface ReadEntryOptions {
  maxBytes: number
  signal?: AbortSignal | undefined
}

const MAX_ENTRIES = 10_000
const MAX_DIRECTORY_BYTES = 4_000_000
const RECORD_BYTES = 46
const END_BYTES = 22
/** Where the end of an archive states the size of the directory. */
const DIRECTORY_SIZE_OFFSET = 12
const ZIP64 = 0xffffffff
const STORED = 0
const DEFLATED = 8
const CHUNK_BYTES = 128 * 1024

/** Honest sheets shrink to a thirtieth at most; a bomb to a thousandth. Small parts may shrink more. */
const MAX_RATIO = 150
const MIN_BOMB_BYTES = 5_000_000

/** Opens an archive. Only its directory is read; the sizes that it states are checked when an entry is read. */
export async function openZip(path: string, refuse: RefuseZip): Promise<ZipArchive> {
  const zip = await openPromise(path, {
    autoClose: false,
    // Names are not used as paths.
    decodeStrings: false,
    validateEntrySizes: false,
  }).catch((error) => {
    throw toRefusal(error, refuse)
  })
  try {
    return {
      entries: await readDirectory(path, zip),
      readEntry: (entry, options) => readEntry(zip, entry, { ...options, refuse }),
      openCompressed: (entry) => zip.openReadStreamPromise(entry, { decodeFileData: false }),
      [Symbol.asyncDispose]: async () => zip.close(),
    }
  } catch (error) {
    zip.close()
    throw toRefusal(error, refuse)
  }
}

async function readDirectory(path: string, zip: ZipFile): Promise<Map<string, ZipEntry>> {
  const entries = new Map<string, ZipEntry>()
  let bytes = 0
  if (zip.entryCount > MAX_ENTRIES) throw new Error(`${zip.entryCount} zip entries`)
  for await (const entry of zip.eachEntry()) {
    // Some programs write backslashes.
    entry.fileName = entry.fileNameRaw.toString().replaceAll('\\', '/')
    if (entries.has(entry.fileName)) throw new Error(`two zip entries are named ${entry.fileName}`)
    if (entry.compressionMethod !== STORED && entry.compressionMethod !== DEFLATED)
      throw new Error(`zip method ${entry.compressionMethod}`)
    entries.set(entry.fileName, entry)
    bytes += RECORD_BYTES + entry.fileNameLength + entry.extraFieldLength + entry.fileCommentLength
    if (bytes > MAX_DIRECTORY_BYTES) throw new Error('the zip directory is too large')
  }
  const stated = await readDirectorySize(path, zip)
  // Programs that trust the stated size would find other entries.
  if (stated !== bytes && stated !== ZIP64)
    throw new Error(`the zip directory has ${bytes}, not ${stated} bytes`)
  return entries
}

async function readDirectorySize(path: string, { fileSize, comment }: ZipFile): Promise<number> {
  await using file = await open(path)
  const position = fileSize - comment.length - END_BYTES + DIRECTORY_SIZE_OFFSET
  const { buffer } = await file.read(Buffer.alloc(4), 0, 4, position)
  return buffer.readUInt32LE()
}

async function* readEntry(
  zip: ZipFile,
  entry: ZipEntry,
  { maxBytes, signal, refuse }: ReadEntryOptions & { refuse: RefuseZip },
): AsyncGenerator<Buffer, void, undefined> {
  if (entry.isEncrypted()) throw refuse('encrypted', entry.fileName)
  const compressed = await zip.openReadStreamPromise(entry, { decodeFileData: false }).catch((error) => {
    throw toRefusal(error, refuse)
  })
  const content: AsyncIterable<Buffer> = entry.isCompressed()
    ? // The loop throws the error.
      pipeline(compressed, createInflateRaw({ chunkSize: CHUNK_BYTES }), () => {})
    : compressed
  let bytes = 0
  let checksum = 0
  try {
    for await (const chunk of content) {
      signal?.throwIfAborted()
      bytes += chunk.length
      if (bytes > maxBytes || (bytes > MIN_BOMB_BYTES && bytes > entry.compressedSize * MAX_RATIO))
        throw refuse('expands', `${entry.fileName} grew from ${entry.compressedSize} to ${bytes} bytes`)
      checksum = crc32(chunk, checksum)
      yield chunk
    }
  } catch (error) {
    const isZlibError = error instanceof Error && 'code' in error && String(error.code).startsWith('Z_')
    throw isZlibError ? refuse('damaged', error) : error
  }
  if (bytes !== entry.uncompressedSize || checksum !== entry.crc32)
    throw refuse('damaged', `checksum of ${entry.fileName}`)
}

/** Errors of the file system are none of the archive. */
const toRefusal = (error: unknown, refuse: RefuseZip): unknown =>
  error instanceof Error && 'syscall' in error ? error : refuse('damaged', error)
