import { mkdirSync } from 'node:fs'
import { open, opendir, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { Disk } from 'flydrive'
import { FSDriver } from 'flydrive/drivers/fs'
import type { S3Settings } from './s3-address.ts'

export const PICTURE_ID = /^[0-9a-f]{32}$/
const PROBE = new Uint8Array(65_536)

/** A stored file that is being read. */
export interface StoredFile {
  bytes: number
  /** Fails when the store breaks off; to be destroyed when it is not read to its end. */
  stream: Readable
}

/** Where the bytes of pictures live: a folder or a bucket, and nobody needs to know which. Keys are '{media id}/{file}'. */
export interface BlobStorage {
  /** All or nothing, and for good: a key is written once. */
  put(key: string, bytes: Uint8Array): Promise<void>
  /** Undefined: there is no such file. */
  open(key: string): Promise<StoredFile | undefined>
  /** How long the file is; undefined: there is none. */
  getSize(key: string): Promise<number | undefined>
  read(key: string): Promise<Uint8Array>
  /** All files of a picture, in no order; none when there is no such picture. */
  listFiles(id: string): Promise<{ name: string; bytes: number; changedAt: Date }[]>
  /** Removes a picture with all its files; no complaint when there is none. */
  removePicture(id: string): Promise<void>
  /** The ids of all pictures to which no file was added since `before`. */
  listUnmodifiedSince(before: Date): AsyncIterable<string>
  /** Rejects when pictures cannot be stored at the moment. */
  check(): Promise<void>
}

/**
 * The bucket that the settings name, else the folder 'media' in the data folder. Throws one sentence when the bucket is not
 * there or cannot be read and written.
 */
export async function openBlobStorage(settings: {
  dataDir: string
  media: { bucket: S3Settings | undefined }
}): Promise<BlobStorage> {
  const { bucket } = settings.media
  if (bucket) {
    // Some 30 MB, and a fifth of a second at the start, for those alone who have a bucket.
    const { openS3BlobStorage } = await import('./s3-blob-storage.ts')
    return openS3BlobStorage(bucket)
  }
  const folder = join(settings.dataDir, 'media')
  mkdirSync(folder, { recursive: true })
  return createFolderBlobStorage(folder)
}

export function createFolderBlobStorage(folder: string): BlobStorage {
  const disk = new Disk(new FSDriver({ location: folder, visibility: 'private' }))
  return {
    put: (key, bytes) => disk.put(key, bytes),
    async open(key) {
      const handle = await undefinedIfMissing(open(join(folder, key)))
      if (!handle) return undefined
      const { size } = await handle.stat()
      return { bytes: size, stream: handle.createReadStream() }
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
    removePicture: (id) => disk.deleteAll(`${id}/`),
    async *listUnmodifiedSince(before) {
      for await (const entry of await opendir(folder)) {
        if (!entry.isDirectory() || !PICTURE_ID.test(entry.name)) continue
        const { mtime } = await stat(join(folder, entry.name))
        if (mtime < before) yield entry.name
      }
    },
    async check() {
      const file = join(folder, '.write-check')
      try {
        await writeFile(file, PROBE)
      } finally {
        await rm(file, { force: true })
      }
    },
  }
}

const undefinedIfMissing = <Result>(operation: Promise<Result>): Promise<Result | undefined> =>
  operation.catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
