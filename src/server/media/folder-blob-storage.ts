import { randomUUID } from 'node:crypto'
import { copyFile, mkdir, open, opendir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Disk } from 'flydrive'
import { FSDriver } from 'flydrive/drivers/fs'
import { BLOB_ID, type BlobStorage } from './blob-storage.ts'

/** Large enough that a full disk is noticed. */
const CHECK_BYTES = new Uint8Array(65_536)

/** Stores files in a folder that exists. */
export function createFolderBlobStorage(folder: string): BlobStorage {
  const disk = new Disk(new FSDriver({ location: folder, visibility: 'private' }))
  return {
    put: (key, bytes) => disk.put(key, bytes),
    putStream: (key, stream) => disk.putStream(key, stream),
    async putFile(key, path) {
      const target = join(folder, key)
      await mkdir(dirname(target), { recursive: true })
      await moveFile(path, target)
    },
    async open(key, range) {
      const handle = await undefinedIfMissing(open(join(folder, key)))
      if (!handle) return undefined
      const { size } = await handle.stat()
      const bytes = range ? range.end - range.start + 1 : size
      return { bytes, stream: handle.createReadStream(range) }
    },
    getSize: async (key) => (await undefinedIfMissing(stat(join(folder, key))))?.size,
    read: (key) => disk.getBytes(key),
    async listFiles(id) {
      const names = (await undefinedIfMissing(readdir(join(folder, id)))) ?? []
      return Promise.all(
        names.map(async (name) => {
          const { size, mtime } = await stat(join(folder, id, name))
          return { name, bytes: size, changedAt: mtime }
        }),
      )
    },
    removeFiles: (id) => disk.deleteAll(`${id}/`),
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

/** Renames a file, which readers of an earlier one do not notice. A file of another disk is copied beside the target first. */
async function moveFile(from: string, to: string): Promise<void> {
  try {
    await rename(from, to)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error
    const copy = `${to}.${randomUUID()}`
    try {
      await copyFile(from, copy)
      await rename(copy, to)
    } finally {
      await rm(copy, { force: true })
    }
  }
}

const undefinedIfMissing = <Result>(operation: Promise<Result>): Promise<Result | undefined> =>
  operation.catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
