import { mkdirSync } from 'node:fs'
import { open, opendir, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { Disk } from 'flydrive'
import { FSDriver } from 'flydrive/drivers/fs'
import type { S3Settings } from './s3-address.ts'

export const PICTURE_ID = /^[0-9a-f]{32}$/
/** Large enough that a full disk is noticed. */
const CHECK_BYTES = new Uint8Array(65_536)

/** An open file. */
export interface StoredFile {
  bytes: number
  /** Emits an error if the storage fails. The caller destroys a stream that it does not read to its end. */
  stream: Readable
}

/** The files of pictures, in a folder or a bucket. Keys are '{media id}/{file}'. */
export interface BlobStorage {
  /** Stores a complete file or none. A key has the same bytes for ever. */
  put(key: string, bytes: Uint8Array): Promise<void>
  /** Opens a file, or returns undefined if there is none. */
  open(key: string): Promise<StoredFile | undefined>
  /** Returns the size in bytes, or undefined if there is no such file. */
  getSize(key: string): Promise<number | undefined>
  /** Throws if there is no such file. */
  read(key: string): Promise<Uint8Array>
  /** Lists the files of a picture in no particular order; an empty list if there is no such picture. */
  listFiles(id: string): Promise<{ name: string; bytes: number; changedAt: Date }[]>
  /** Removes all files of a picture. Does nothing if there is no such picture. */
  removePicture(id: string): Promise<void>
  /** Iterates over the media ids of pictures to which no file was added since `before`. */
  listUnmodifiedSince(before: Date): AsyncIterable<string>
  /** Rejects if pictures cannot be stored at the moment. */
  check(): Promise<void>
}

/**
 * Opens the bucket of the settings, or else the folder 'media' in the data folder. Throws one sentence if the bucket does
 * not exist or cannot be read and written.
 */
export async function openBlobStorage(settings: {
  dataDir: string
  media: { bucket: S3Settings | undefined }
}): Promise<BlobStorage> {
  const { bucket } = settings.media
  if (bucket) {
    // Loading the S3 client takes about 30 MB and 0.2 s.
    const { openS3BlobStorage } = await import('./s3-blob-storage.ts')
    return openS3BlobStorage(bucket)
  }
  const folder = join(settings.dataDir, 'media')
  mkdirSync(folder, { recursive: true })
  return createFolderBlobStorage(folder)
}

/** Stores files in a folder that exists. */
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
        await writeFile(file, CHECK_BYTES)
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
