import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { BlobStorage } from './blob-storage.ts'
import { createFolderBlobStorage } from './folder-blob-storage.ts'
import type { S3Settings } from './s3-address.ts'

/**
 * Opens the bucket of the settings, or else the folder 'media' in the data folder. Throws an error with a
 * message for the user if the bucket does not exist or cannot be read and written.
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
