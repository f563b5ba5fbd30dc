import { join } from 'node:path'
import type { Db } from '#server/database/db.ts'
import { systemClock } from '#server/kernel/clock.ts'
import { startImageWorker } from '#server/media/image-worker.ts'
import { createMediaService } from '#server/media/media-service.ts'
import type { BlobStorage } from '#server/media/storage/blob-storage.ts'
import { createFolderBlobStorage } from '#server/media/storage/folder-blob-storage.ts'
import { createFileUsage } from '#server/personal-data/store-file-usage.ts'

export const openMediaFolder = (dataDir: string): BlobStorage =>
  createFolderBlobStorage(join(dataDir, 'media'))

/**
 * Removes unused pictures older than `before` as a second process would do it. Returns the number of pictures removed.
 */
export function sweepPictures(db: Db, blobStorage: BlobStorage, before: Date): Promise<number> {
  const imageWorker = startImageWorker()
  const media = createMediaService({ db, blobStorage, clock: systemClock, imageWorker })
  return media.removeUnused(before.toISOString(), createFileUsage(db))
}
