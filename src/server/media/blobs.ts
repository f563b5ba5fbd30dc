import { opendir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { Disk } from 'flydrive'
import { FSDriver } from 'flydrive/drivers/fs'

const PICTURE_ID = /^[0-9a-f]{32}$/

/** Where the bytes of pictures live: a folder today, a bucket with another driver. Keys are '{media id}/{file}'. */
export interface Blobs {
  put(key: string, bytes: Uint8Array): Promise<void>
  stream(key: string): Promise<Readable>
  bytes(key: string): Promise<Uint8Array>
  exists(key: string): Promise<boolean>
  /** Removes a picture with all its files; no complaint when there is none. */
  removePicture(id: string): Promise<void>
  /** The ids of all pictures to which no file was added since `before`. */
  untouchedSince(before: Date): AsyncIterable<string>
}

export function folderBlobs(folder: string): Blobs {
  const disk = new Disk(new FSDriver({ location: folder, visibility: 'private' }))
  return {
    put: (key, bytes) => disk.put(key, bytes),
    stream: (key) => disk.getStream(key),
    bytes: (key) => disk.getBytes(key),
    exists: (key) => disk.exists(key),
    removePicture: (id) => disk.deleteAll(`${id}/`),
    async *untouchedSince(before) {
      for await (const entry of await opendir(folder)) {
        if (!entry.isDirectory() || !PICTURE_ID.test(entry.name)) continue
        const { mtime } = await stat(join(folder, entry.name))
        if (mtime < before) yield entry.name
      }
    },
  }
}
