import { z } from 'zod'
import { DATABASE_FILE } from '#server/database/sqlite/file.ts'

/** The entries of the archive, in this order: the manifest, the database, the pictures, their checksums. */
export const MANIFEST_ENTRY = 'manifest.json'
export const DATABASE_ENTRY = DATABASE_FILE
export const MEDIA_PREFIX = 'media/'
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
    /** Paths below media/ of files that the database names and that were missing on the site. */
    missing: z.array(z.string()),
  }),
})
export type Manifest = z.infer<typeof Manifest>

/** The path of a picture file in the archive: 'media/{id}/{width}.webp'. */
const MEDIA_ENTRY = /^media\/[0-9a-f]{32}\/(?:\d{1,5}\.(?:webp|avif)|social\.jpg)$/
export const isMediaEntry = (path: string): boolean => MEDIA_ENTRY.test(path)
