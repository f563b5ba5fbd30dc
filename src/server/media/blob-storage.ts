import type { Readable } from 'node:stream'

/** A media id: 32 hexadecimal digits. */
export const PICTURE_ID = /^[0-9a-f]{32}$/

/** An open file. */
export interface StoredFile {
  bytes: number
  /** Emits an error if the storage fails. The caller destroys a stream that it does not read to its end. */
  stream: Readable
}

/** The files of pictures, in a folder or a bucket. Keys are '{media id}/{file}'. */
export interface BlobStorage {
  /** Stores a complete file or none. The bytes of a key never change. */
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
