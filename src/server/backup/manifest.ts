import { z } from 'zod'
import { DATABASE_FILE } from '#server/database/sqlite/file.ts'

/** The archive's entries, in this order: what it holds, the database, the pictures, the pictures' sums. */
export const MANIFEST_ENTRY = 'manifest.json'
export const DATABASE_ENTRY = DATABASE_FILE
export const MEDIA_PREFIX = 'media/'
/** Lines as `sha256sum` writes and checks them. */
export const CHECKSUMS_ENTRY = 'media.sha256'

/** The one form of archive there is so far. */
export const FORMAT_VERSION = 1

const count = z.number().int().min(0)

/** What a back-up says of itself; everything in it is compared when the archive is read. */
export const Manifest = z.object({
  format: z.literal(FORMAT_VERSION),
  /** When the database was as it is in here; UTC, ISO 8601. */
  madeAt: z.iso.datetime(),
  /** The version of the program, for people. */
  app: z.string(),
  /** The last migration, for the program. */
  level: z.string(),
  database: z.object({ bytes: count, sha256: z.string(), rows: z.record(z.string(), count) }),
  media: z.object({
    files: count,
    bytes: count,
    /** Files that the database names and that were not on the site's disk any more; below media/. */
    missing: z.array(z.string()),
  }),
})
export type Manifest = z.infer<typeof Manifest>

/** A picture's file as the archive has it: 'media/{hash}/{width}.webp'. */
const MEDIA_ENTRY = /^media\/[0-9a-f]{32}\/(?:\d{1,5}\.(?:webp|avif)|social\.jpg)$/
export const isMediaEntry = (path: string): boolean => MEDIA_ENTRY.test(path)
