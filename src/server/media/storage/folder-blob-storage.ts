import { randomUUID } from 'node:crypto'
import {
  copyFile,
  mkdir,
  open,
  opendir,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { BLOB_ID, type BlobStorage } from './blob-storage.ts'

const KEY = /^[\w-]+(?:\/\w[\w.-]*)?$/
/** Of files that are being written. */
const PART_SUFFIX = '.part'
/** Large enough that a full disk is noticed. */
const CHECK_BYTES = new Uint8Array(65_536)

/** Stores files in a folder that exists. */
export function createFolderBlobStorage(folder: string): BlobStorage {
  const toPath = (key: string) => {
    if (!KEY.test(key)) throw new Error(`'${key}' is not a key of a blob storage`)
    return join(folder, key)
  }
  const write = (key: string, content: Uint8Array | Readable) =>
    replaceFile(toPath(key), (part) => writeFile(part, content))
  return {
    put: write,
    putStream(key, stream) {
      // An error before the first read is thrown by the read.
      stream.once('error', () => {})
      return write(key, stream)
    },
    async putFile(key, path) {
      const target = toPath(key)
      await mkdir(dirname(target), { recursive: true })
      await rename(path, target).catch((error: NodeJS.ErrnoException) => {
        // A file of another disk.
        if (error.code !== 'EXDEV') throw error
        return replaceFile(target, (part) => copyFile(path, part))
      })
    },
    async open(key, range) {
      const handle = await undefinedIfMissing(open(toPath(key)))
      if (!handle) return undefined
      const { size } = await handle.stat()
      const bytes = range ? range.end - range.start + 1 : size
      return { bytes, stream: handle.createReadStream(range) }
    },
    getSize: async (key) => (await undefinedIfMissing(stat(toPath(key))))?.size,
    read: (key) => readFile(toPath(key)),
    async listFiles(id) {
      const names = (await undefinedIfMissing(readdir(toPath(id)))) ?? []
      return Promise.all(
        names
          .filter((name) => !name.endsWith(PART_SUFFIX))
          .map(async (name) => {
            const { size, mtime } = await stat(join(folder, id, name))
            return { name, bytes: size, changedAt: mtime }
          }),
      )
    },
    removeFiles: (id) => rm(toPath(id), { recursive: true, force: true }),
    async *listUnmodifiedSince(before) {
      for await (const entry of await opendir(folder)) {
        if (!entry.isDirectory() || !BLOB_ID.test(entry.name)) continue
        const { mtime } = await stat(join(folder, entry.name))
        if (mtime < before) yield entry.name
      }
    },
    async check() {
      const file = join(folder, '.write-check')
      try {
        await writeFile(file, CHECK_BYTES)
      } finally {
        await rm(file, { force: true })
      }
    },
  }
}

/** Writes a file beside its target and renames it, so that there is a complete file or none, also for readers of an earlier one. */
async function replaceFile(target: string, write: (part: string) => Promise<void>): Promise<void> {
  const part = `${target}.${randomUUID()}${PART_SUFFIX}`
  await mkdir(dirname(target), { recursive: true })
  try {
    await write(part)
    await rename(part, target)
  } finally {
    await rm(part, { force: true })
  }
}

const undefinedIfMissing = <Result>(operation: Promise<Result>): Promise<Result | undefined> =>
  operation.catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
