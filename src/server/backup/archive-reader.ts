import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { Parser, type ReadEntry } from 'tar'
import { BackupProblem } from './problem.ts'

/** A file in the archive; `content` is to be read to its end. */
export interface ArchiveEntry {
  path: string
  bytes: number
  content: AsyncIterable<Buffer>
}

/**
 * Hands every file of an archive to `use`, one after the other. Throws what `use` throws, and a sentence for an archive
 * that is damaged, ends too early or holds anything but plain files.
 */
export async function readArchive(
  file: string,
  { use, signal }: { use: (entry: ArchiveEntry) => Promise<void>; signal?: AbortSignal | undefined },
): Promise<void> {
  const failed = Promise.withResolvers<never>()
  let last = Promise.resolve()
  const refuse = (entry: ReadEntry) =>
    failed.reject(new BackupProblem(`${file} holds ${entry.path}, which no back-up of Capstan holds.`))
  const parser = new Parser({ strict: true })
  parser.on('error', (error) => failed.reject(damaged(file, error)))
  parser.on('ignoredEntry', refuse)
  parser.on('entry', (entry: ReadEntry) => {
    if (entry.type !== 'File' && entry.type !== 'OldFile') return refuse(entry)
    last = last.then(() => use({ path: entry.path, bytes: entry.size, content: entry }))
    last.catch(failed.reject)
  })
  const ended = once(parser, 'end')
  ended.catch(failed.reject)
  const stop = new AbortController()
  const feeding = pipeline(
    createReadStream(file),
    createGunzip(),
    async (chunks: AsyncIterable<Buffer>) => {
      for await (const chunk of chunks)
        if (!parser.write(chunk)) await once(parser, 'drain', { signal: stop.signal })
    },
    { signal: AbortSignal.any([stop.signal, ...(signal ? [signal] : [])]) },
  ).catch((error) => {
    throw 'code' in error && String(error.code).startsWith('Z_') ? damaged(file, error) : error
  })
  try {
    await Promise.race([feeding, failed.promise])
    parser.end()
    await Promise.race([ended, failed.promise])
    await last
  } finally {
    stop.abort()
    await feeding.catch(() => undefined)
  }
}

const damaged = (file: string, cause: unknown) =>
  new BackupProblem(`${file} is damaged, cut off or no back-up at all.`, { cause })
