import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { BlobStorage } from './blob-storage.ts'
import { createFolderBlobStorage } from './folder-blob-storage.ts'
import type { S3Settings } from './s3-address.ts'

interface StorageSettings {
  dataDir: string
  media: { bucket: S3Settings | undefined }
}

/** The folders of files that are not pictures, in the data folder and in a bucket. */
type Folder = 'attachments' | 'documents' | 'imports'
/** Those whose files belong to the site: a backup or transfer contains them. */
const SITE_FOLDERS = ['attachments', 'documents'] as const

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

/** Opens files that are not pictures: a folder in the bucket, which was tested before, or in the data folder. */
export async function openFileStorage(
  { dataDir, media: { bucket } }: StorageSettings,
  folder: Folder,
): Promise<BlobStorage> {
  if (!bucket) return openFolder(join(dataDir, folder))
  const { openTestedS3BlobStorage } = await import('./s3-blob-storage.ts')
  return openTestedS3BlobStorage({ ...bucket, prefix: `${bucket.prefix}${folder}/` })
}

function openFolder(folder: string): BlobStorage {
  mkdirSync(folder, { recursive: true })
  return createFolderBlobStorage(folder)
}

/** All files of a site. Ids and keys of files that are not pictures begin with their folder: 'attachments/', 'documents/'. */
export type SiteFiles = Pick<
  BlobStorage,
  'put' | 'putStream' | 'read' | 'open' | 'listFiles' | 'listUnmodifiedSince'
>

/** Opens all files together, as a backup or transfer reads and writes them. See `openBlobStorage` for errors. */
export async function openSiteFiles(settings: StorageSettings): Promise<SiteFiles> {
  const pictures = await openBlobStorage(settings)
  const folders = new Map<string, BlobStorage>()
  for (const folder of SITE_FOLDERS) folders.set(folder, await openFileStorage(settings, folder))
  const locate = (key: string): [storage: BlobStorage, key: string] => {
    const [folder = ''] = key.split('/')
    const storage = folders.get(folder)
    return storage ? [storage, key.slice(folder.length + 1)] : [pictures, key]
  }
  return {
    put(key, bytes) {
      const [storage, name] = locate(key)
      return storage.put(name, bytes)
    },
    putStream(key, stream, bytes) {
      const [storage, name] = locate(key)
      return storage.putStream(name, stream, bytes)
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
      for (const [folder, storage] of folders)
        for await (const id of storage.listUnmodifiedSince(before)) yield `${folder}/${id}`
    },
  }
}
