import type { Readable } from 'node:stream'
import { Disk } from 'flydrive'
import { FSDriver } from 'flydrive/drivers/fs'

/** Where the bytes of pictures live: a folder today, a bucket with another driver. Keys are '{media id}/{file}'. */
export interface Blobs {
  put(key: string, bytes: Uint8Array): Promise<void>
  stream(key: string): Promise<Readable>
  bytes(key: string): Promise<Uint8Array>
  exists(key: string): Promise<boolean>
  /** Removes a picture with all its files; no complaint when there is none. */
  removePicture(id: string): Promise<void>
}

export function folderBlobs(folder: string): Blobs {
  const disk = new Disk(new FSDriver({ location: folder, visibility: 'private' }))
  return {
    put: (key, bytes) => disk.put(key, bytes),
    stream: (key) => disk.getStream(key),
    bytes: (key) => disk.getBytes(key),
    exists: (key) => disk.exists(key),
    removePicture: (id) => disk.deleteAll(`${id}/`),
  }
}
