import type { Picture } from '#contracts/item/item.ts'
import type { Db, Tx } from '#server/database/db.ts'
import type { FileUsage } from '#server/database/unused-records.ts'
import { type Clock, toIso } from '#server/kernel/clock.ts'
import { hashFile } from '#server/kernel/files/file-formats.ts'
import type { UploadedFile } from '#server/kernel/http/multipart.ts'
import { createQueue, type Enqueue } from '#server/kernel/queue.ts'
import { SOCIAL_FILE } from './file-types.ts'
import type { ImageWorker } from './image-worker.ts'
import type { BlobStorage } from './storage/blob-storage.ts'
import { findMedia, getSourceFile, insertMedia, type MediaRecord, touchMedia } from './store.ts'
import { removeUnusedPictures } from './sweep.ts'

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
  removeUnused(before: string, usage: FileUsage): Promise<number>
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

interface UploadDeps {
  db: Db
  blobStorage: BlobStorage
  clock: Clock
  imageWorker: ImageWorker
  enqueue: Enqueue
}

/** Pictures whose files are stored and whose records are not. */
interface UploadedPictures {
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
async function uploadPictures(deps: UploadDeps, files: UploadedFile[]): Promise<UploadedPictures> {
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

const MAX_CACHED_RECORDS = 50_000
const FILE_PATTERN = /\/([0-9a-f]{32})\/\d+\.(?:webp|avif)$/

/** Translates between stored images and URLs. A stored image is a media id or an external URL (decision 0004). */
interface PictureUrls {
  /** Returns the picture of each stored image. Media ids without a record are left out. */
  describe(images: string[], origin: string): Promise<ReadonlyMap<string, Picture>>
  /** Returns the media id of a URL of this site, or of any URL that contains one of `knownIds`; other texts unchanged. */
  toStored(url: string, origin: string, knownIds?: string[]): string
  /** Removes the record of this picture from the cache; without an id, all records. */
  invalidate(id?: string): void
}

/** `publicUrl` is the base of picture URLs if it is not the site itself (MEDIA_PUBLIC_URL). */
function createPictureUrls({ db, publicUrl }: { db: Db; publicUrl?: string | undefined }): PictureUrls {
  let cachedRecords = new Map<string, MediaRecord>()
  const getBaseUrl = (origin: string) => publicUrl ?? `${origin}/media`

  function invalidate(id?: string): void {
    if (id === undefined) cachedRecords = new Map()
    else cachedRecords.delete(id)
  }

  return {
    async describe(images, origin) {
      if (cachedRecords.size > MAX_CACHED_RECORDS) invalidate()
      // Records that were read before an `invalidate` are stored in the discarded map, not in its successor.
      const records = cachedRecords
      const unknown = new Set(images.filter((image) => !isExternal(image) && !records.has(image)))
      for (const record of await findMedia(db, [...unknown])) records.set(record.id, record)
      const pictures = new Map<string, Picture>()
      for (const image of images) {
        const record = records.get(image)
        if (isExternal(image)) pictures.set(image, { url: image })
        else if (record) pictures.set(image, toPicture(record, getBaseUrl(origin)))
      }
      return pictures
    },
    toStored(url, origin, knownIds = []) {
      const parsed = URL.parse(url)
      const [file, id] = FILE_PATTERN.exec(parsed?.pathname ?? '') ?? []
      if (!parsed || !file || !id) return url
      const base = parsed.origin + parsed.pathname.slice(0, -file.length)
      const isOwn = base === `${origin}/media` || base === publicUrl || knownIds.includes(id)
      return isOwn ? id : url
    },
    invalidate,
  }
}

const isExternal = (image: string) => image.startsWith('http')

function toPicture({ id, avif, ...properties }: MediaRecord, baseUrl: string): Picture {
  const url = `${baseUrl}/${getSourceFile({ id, ...properties })}`
  return { url, ...properties, ...(avif && { avif }) }
}
