import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { BlobStorage } from './blob-storage.ts'
import { createFolderBlobStorage } from './folder-blob-storage.ts'
import type { S3Settings } from './s3-address.ts'

interface StorageSettings {
  dataDir: string
  media: { bucket: S3Settings | undefined }
}

/** The name of the folder of attachments in the data folder and in a bucket. */
const ATTACHMENTS = 'attachments'
/** The same of the files of imports. */
const IMPORTS = 'imports'
const ATTACHMENTS_PREFIX = `${ATTACHMENTS}/`

/**
 * Opens the pictures: the bucket of the settings, or else the folder 'media' in the data folder. Throws an error with a
 * message for the user if the bucket does not exist or cannot be read and written.
 */
export async function openBlobStorage({ dataDir, media: { bucket } }: StorageSettings): Promise<BlobStorage> {
  if (!bucket) return openFolder(join(dataDir, 'media'))
  // Loading the S3 client takes about 30 MB and 0.2 s.
  const { openS3BlobStorage } = await import('./s3-blob-storage.ts')
  return openS3BlobStorage(bucket)
}

/** Opens the attachments of enquiries: the folder 'attachments' in the bucket, which was tested before, or in the data folder. */
export async function openAttachmentStorage({
  dataDir,
  media: { bucket },
}: StorageSettings): Promise<BlobStorage> {
  if (!bucket) return openFolder(join(dataDir, ATTACHMENTS))
  const { openTestedS3BlobStorage } = await import('./s3-blob-storage.ts')
  return openTestedS3BlobStorage({ ...bucket, prefix: bucket.prefix + ATTACHMENTS_PREFIX })
}

/** Opens the files of imports: the folder 'imports' in the bucket, which was tested before, or in the data folder. */
export async function openImportStorage({
  dataDir,
  media: { bucket },
}: StorageSettings): Promise<BlobStorage> {
  if (!bucket) return openFolder(join(dataDir, IMPORTS))
  const { openTestedS3BlobStorage } = await import('./s3-blob-storage.ts')
  return openTestedS3BlobStorage({ ...bucket, prefix: `${bucket.prefix}${IMPORTS}/` })
}

function openFolder(folder: string): BlobStorage {
  mkdirSync(folder, { recursive: true })
  return createFolderBlobStorage(folder)
}

/** All files of a site. Ids and keys of attachments begin with 'attachments/'. */
export type SiteFiles = Pick<BlobStorage, 'put' | 'read' | 'open' | 'listFiles' | 'listUnmodifiedSince'>

/** Opens pictures and attachments together, as a backup or transfer reads and writes them. See `openBlobStorage` for errors. */
export async function openSiteFiles(settings: StorageSettings): Promise<SiteFiles> {
  const pictures = await openBlobStorage(settings)
  const attachments = await openAttachmentStorage(settings)
  const locate = (key: string): [storage: BlobStorage, key: string] =>
    key.startsWith(ATTACHMENTS_PREFIX) ? [attachments, key.slice(ATTACHMENTS_PREFIX.length)] : [pictures, key]
  return {
    put(key, bytes) {
      const [storage, name] = locate(key)
      return storage.put(name, bytes)
    },
    read(key) {
      const [storage, name] = locate(key)
      return storage.read(name)
    },
    open(key) {
      const [storage, name] = locate(key)
      return storage.open(name)
    },
    listFiles(id) {
      const [storage, name] = locate(id)
      return storage.listFiles(name)
    },
    async *listUnmodifiedSince(before) {
      yield* pictures.listUnmodifiedSince(before)
      for await (const id of attachments.listUnmodifiedSince(before)) yield ATTACHMENTS_PREFIX + id
    },
  }
}
