import type { Readable } from 'node:stream'

/** The id of a picture, attachment or document: 32 hexadecimal digits. */
export const BLOB_ID = /^[0-9a-f]{32}$/

/** The first and the last of a range of bytes. */
interface ByteRange {
  start: number
  end: number
}

/** An open file. */
export interface StoredFile {
  bytes: number
  /** Emits an error if the storage fails. The caller destroys a stream that it does not read to its end. */
  stream: Readable
}

/** The files of pictures, of attachments or of documents, in a folder or a bucket. Keys are '{id}/{file}'. */
export interface BlobStorage {
  /** Stores a complete file or none. The bytes of a key never change. */
  put(key: string, bytes: Uint8Array): Promise<void>
  /** Stores the bytes of a stream, of which there are as many as stated, or none. */
  putStream(key: string, stream: Readable, bytes: number): Promise<void>
  /**
   * Stores the file at this path completely or not at all, also if the key exists. The file may be moved, so that it is gone
   * afterwards.
   */
  putFile(key: string, path: string): Promise<void>
  /** Opens a file or a range of its bytes, or returns undefined if there is none. `bytes` is the size of what was opened. */
  open(key: string, range?: ByteRange): Promise<StoredFile | undefined>
  /** Returns the size in bytes, or undefined if there is no such file. */
  getSize(key: string): Promise<number | undefined>
  /** Throws if there is no such file. */
  read(key: string): Promise<Uint8Array>
  /** Lists the files with this id in no particular order; an empty list if there is none. */
  listFiles(id: string): Promise<{ name: string; bytes: number; changedAt: Date }[]>
  /** Removes all files with this id. Does nothing if there is none. */
  removeFiles(id: string): Promise<void>
  /** Iterates over the ids to which no file was added since `before`. */
  listUnmodifiedSince(before: Date): AsyncIterable<string>
  /** Rejects if files cannot be stored at the moment. */
  check(): Promise<void>
}
