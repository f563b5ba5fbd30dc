import type { Db, Tx } from '#server/database/db.ts'
import { type Clock, toIso } from '#server/kernel/clock.ts'
import { hashFile } from '#server/kernel/file-formats.ts'
import type { UploadedFile } from '#server/kernel/http/multipart.ts'
import type { Enqueue } from '#server/kernel/queue.ts'
import type { ImageWorker } from './image-worker.ts'
import type { BlobStorage } from './storage/blob-storage.ts'
import { insertMedia, type MediaRecord, touchMedia } from './store.ts'

interface UploadDeps {
  db: Db
  blobStorage: BlobStorage
  clock: Clock
  imageWorker: ImageWorker
  enqueue: Enqueue
}

/** Pictures whose files are stored and whose records are not. */
export interface UploadedPictures {
  /** Media ids in the order of the uploaded files. */
  ids: string[]
  /** Writes the records. It belongs into the transaction that stores references to the pictures. */
  saveRecords(tx: Tx): Promise<void>
}

/**
 * Resizes the files one after the other and stores the variants. Throws 415 for a file that is no picture, and the
 * errors of the blob storage. Files of an upload that fails here or later stay behind without a record; the sweep
 * removes them (sweep.ts).
 */
export async function uploadPictures(deps: UploadDeps, files: UploadedFile[]): Promise<UploadedPictures> {
  const records: MediaRecord[] = []
  for (const file of files) records.push(await deps.enqueue(() => uploadPicture(deps, file)))
  return {
    ids: records.map(({ id }) => id),
    async saveRecords(tx) {
      for (const record of records) await insertMedia(tx, record, toIso(deps.clock()))
    },
  }
}

async function uploadPicture(
  { db, blobStorage, clock, imageWorker }: UploadDeps,
  file: UploadedFile,
): Promise<MediaRecord> {
  const id = await hashFile(file.path)
  // The new date protects an existing picture from the sweep until the transaction refers to it.
  const existing = await touchMedia(db, id, toIso(clock()))
  if (existing) return existing
  const { files, ...properties } = await imageWorker.run('variants', file.path, file.filename)
  for (const { width, bytes } of files) await blobStorage.put(`${id}/${width}.webp`, bytes)
  return { id, ...properties, widths: files.map(({ width }) => width), avif: false }
}
