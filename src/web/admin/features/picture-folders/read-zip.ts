import {
  BlobReader,
  ERR_ENCRYPTED,
  ERR_UNSUPPORTED_COMPRESSION,
  ERR_UNSUPPORTED_ENCRYPTION,
  type FileEntry,
  ZipReader,
} from '@zip.js/zip.js/lib/zip-core-custom.js'
import { formatCount } from '#contracts/format.ts'
import { SourceError } from './source-error.ts'

/** A file in a zip. */
interface ZipEntry {
  path: string
  /** Unpacked, as the zip states it. */
  size: number
  /** Returns the first `maxBytes` of the unpacked file. Throws SourceError. */
  readBytes(maxBytes: number): Promise<Uint8Array<ArrayBuffer>>
}

/** Returns the files of a zip, without folders. Throws SourceError if it is damaged or has more than `maxEntries` entries. */
export async function listZipEntries(zip: Blob, maxEntries: number): Promise<ZipEntry[]> {
  const reader = new ZipReader(new BlobReader(zip), {
    useWebWorkers: false,
    // Other programs write headers that differ from the directory.
    strictness: 'tolerant',
    decodeText: decodeName,
  })
  const entries: ZipEntry[] = []
  let count = 0
  try {
    for await (const entry of reader.getEntriesGenerator()) {
      if (++count > maxEntries)
        throw new SourceError(`The zip has more than ${formatCount(maxEntries)} files. Choose a part of it.`)
      if (entry.directory) continue
      const { filename: path, uncompressedSize: size } = entry
      entries.push({ path, size, readBytes: (maxBytes) => readStart(entry, maxBytes) })
    }
  } catch (error) {
    throw toZipError(error)
  }
  return entries
}

/** Stops after `maxBytes`, so that a small file that unpacks to a huge one takes no memory. */
async function readStart(entry: FileEntry, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let length = 0
  const full = new AbortController()
  const writable = new WritableStream<Uint8Array<ArrayBuffer>>({
    write(chunk) {
      chunks.push(chunk)
      length += chunk.length
      if (length >= maxBytes) full.abort()
    },
  })
  await entry.getData(writable, { signal: full.signal }).catch((error) => {
    if (!full.signal.aborted) throw toZipError(error)
  })
  return new Uint8Array(await new Blob(chunks).slice(0, maxBytes).arrayBuffer())
}

/** Zips of older programs do not say how names are written. */
function decodeName(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

const REASONS: Record<string, string> = {
  [ERR_ENCRYPTED]: 'It is protected by a password. Create a zip without one.',
  [ERR_UNSUPPORTED_ENCRYPTION]: 'It is protected by a password. Create a zip without one.',
  [ERR_UNSUPPORTED_COMPRESSION]: 'It is compressed in an unusual way. Create an ordinary zip.',
}

const toZipError = (error: unknown): SourceError =>
  error instanceof SourceError
    ? error
    : new SourceError(
        REASONS[(error as Error).message] ?? 'The zip is damaged or not complete. Create it again.',
      )
