import type { Db } from '#server/database/db.ts'
import type { Clock } from '#server/kernel/clock.ts'
import type { UploadedFile } from '#server/kernel/http/multipart.ts'
import { createQueue } from '#server/kernel/queue.ts'
import { SOCIAL_FILE } from './file-types.ts'
import type { ImageWorker } from './image-worker.ts'
import { createPictureUrls, type PictureUrls } from './picture-urls.ts'
import type { BlobStorage } from './storage/blob-storage.ts'
import { findMedia, getSourceFile } from './store.ts'
import { type PictureUsage, removeUnusedPictures } from './sweep.ts'
import { type UploadedPictures, uploadPictures } from './upload.ts'

interface MediaDeps {
  db: Db
  blobStorage: BlobStorage
  clock: Clock
  imageWorker: ImageWorker
  /** See `createPictureUrls`. */
  publicUrl?: string | undefined
}

/** What other modules can do with pictures. */
export interface MediaService extends PictureUrls {
  /** See `uploadPictures`. */
  upload(files: UploadedFile[]): Promise<UploadedPictures>
  /** Creates the picture's file for social networks unless it exists. Returns false if there is no such picture. */
  ensureSocialImage(id: string): Promise<boolean>
  /** See `removeUnusedPictures`. */
  removeUnused(before: string, usage: PictureUsage): Promise<number>
}

export function createMediaService(deps: MediaDeps): MediaService {
  const enqueue = createQueue()
  const urls = createPictureUrls(deps)
  return {
    ...urls,
    upload: (files) => uploadPictures({ ...deps, enqueue }, files),
    ensureSocialImage: (id) => enqueue(() => ensureSocialImage(deps, id)),
    removeUnused: (before, usage) =>
      removeUnusedPictures({ ...deps, enqueue, onRecordsDeleted: () => urls.invalidate() }, before, usage),
  }
}

async function ensureSocialImage({ db, blobStorage, imageWorker }: MediaDeps, id: string): Promise<boolean> {
  const file = `${id}/${SOCIAL_FILE}`
  if ((await blobStorage.getSize(file)) !== undefined) return true
  const [record] = await findMedia(db, [id])
  if (!record) return false
  const widest = await blobStorage.read(getSourceFile(record))
  await blobStorage.put(file, await imageWorker.run('social', widest))
  return true
}
