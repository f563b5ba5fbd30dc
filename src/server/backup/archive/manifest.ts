import { z } from 'zod'
import { DATABASE_FILE } from '#server/database/sqlite/file.ts'

/** The entries of the archive, in this order: the manifest, the database, the pictures and other files, their checksums. */
export const MANIFEST_ENTRY = 'manifest.json'
export const DATABASE_ENTRY = DATABASE_FILE
const MEDIA_PREFIX = 'media/'
/** The folders of files that are not pictures. Their paths begin with it, also in the list of missing files. */
export const FILE_FOLDERS = ['attachments', 'documents'] as const
/** Lines in the format of `sha256sum`. */
export const CHECKSUMS_ENTRY = 'media.sha256'

/** The version of the archive format; a newer one is rejected. */
export const FORMAT_VERSION = 1

const count = z.number().int().min(0)

/** The description of a backup; every value is compared when the archive is read. */
export const Manifest = z.object({
  format: z.literal(FORMAT_VERSION),
  /** The time of the database snapshot; UTC, ISO 8601. */
  madeAt: z.iso.datetime(),
  /** The version of the program, for information. */
  app: z.string(),
  /** The key of the last migration. */
  level: z.string(),
  database: z.object({ bytes: count, sha256: z.string(), rows: z.record(z.string(), count) }),
  media: z.object({
    files: count,
    bytes: count,
    /** Paths of files that the database names and that were missing on the site; those of pictures are below media/. */
    missing: z.array(z.string()),
  }),
})
export type Manifest = z.infer<typeof Manifest>

/** The path in the archive of a picture file, 'media/{id}/{width}.webp', or of another file, 'attachments/{id}/file'. */
const FILE_ENTRY =
  /^(?:media\/[0-9a-f]{32}\/(?:\d{1,5}\.(?:webp|avif)|social\.jpg)|(?:attachments|documents)\/[0-9a-f]{32}\/file)$/
export const isFileEntry = (path: string): boolean => FILE_ENTRY.test(path)

/** Returns the path in the archive of a stored file: attachments and documents are in their own folders, all others are pictures. */
export const toEntryPath = (path: string): string =>
  FILE_FOLDERS.some((folder) => path.startsWith(`${folder}/`)) ? path : MEDIA_PREFIX + path
