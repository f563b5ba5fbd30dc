import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { Parser, type ReadEntry } from 'tar'
import { BackupError } from '../errors.ts'

/** A file in the archive. The consumer reads `content` to its end. */
export interface ArchiveEntry {
  path: string
  bytes: number
  content: AsyncIterable<Buffer>
}

/**
 * Calls `onEntry` with every file of a gzipped tar archive, one after the other, and ends after the last call. Throws what `onEntry` throws, and a
 * `BackupError` for an archive that is damaged, incomplete or contains anything but plain files.
 */
export async function readArchive(
  file: string,
  { onEntry, signal }: { onEntry: (entry: ArchiveEntry) => Promise<void>; signal?: AbortSignal | undefined },
): Promise<void> {
  const failure = Promise.withResolvers<never>()
  const abortController = new AbortController()
  let current: ReadEntry | undefined
  let last = Promise.resolve()
  const rejectEntry = (entry: ReadEntry) =>
    failure.reject(new BackupError(`${file} contains ${entry.path}, which is not part of a Capstan backup.`))
  const parser = new Parser({ strict: true })
  parser.on('error', (error) => failure.reject(damagedError(file, error)))
  parser.on('ignoredEntry', rejectEntry)
  parser.on('entry', (entry: ReadEntry) => {
    if (entry.type !== 'File' && entry.type !== 'OldFile') return rejectEntry(entry)
    last = last.then(() => {
      abortController.signal.throwIfAborted()
      current = entry
      return onEntry({
        path: entry.path,
        bytes: entry.size,
        content: readUntil(abortController.signal, entry),
      })
    })
    last.catch(failure.reject)
  })
  const ended = once(parser, 'end')
  ended.catch(failure.reject)
  const piping = pipeline(
    createReadStream(file),
    createGunzip(),
    async (chunks: AsyncIterable<Buffer>) => {
      for await (const chunk of chunks)
        if (!parser.write(chunk)) await once(parser, 'drain', { signal: abortController.signal })
    },
    { signal: AbortSignal.any([abortController.signal, ...(signal ? [signal] : [])]) },
  ).catch((error) => {
    throw 'code' in error && String(error.code).startsWith('Z_') ? damagedError(file, error) : error
  })
  try {
    await Promise.race([piping, failure.promise])
    parser.end()
    await Promise.race([ended, failure.promise])
    await last
  } finally {
    abortController.abort()
    await piping.catch(() => undefined)
    // The consumer writes no file after the end.
    current?.destroy()
    await last.catch(() => undefined)
  }
}

/** Yields the chunks of an entry. A destroyed entry, which would never end, rejects a pending read only. */
async function* readUntil(signal: AbortSignal, entry: ReadEntry): AsyncGenerator<Buffer> {
  signal.throwIfAborted()
  for await (const chunk of entry) {
    yield chunk
    signal.throwIfAborted()
  }
}

const damagedError = (file: string, cause: unknown) =>
  new BackupError(`${file} is damaged, incomplete or not a backup.`, { cause })
