import type { Picture } from '#contracts/item/item.ts'
import type { Db } from '#server/database/db.ts'
import { findMedia, getSourceFile, type MediaRecord } from './store.ts'

const MAX_CACHED_RECORDS = 50_000
const FILE_PATTERN = /\/([0-9a-f]{32})\/\d+\.(?:webp|avif)$/

/** Translates between stored images and URLs. A stored image is a media id or an external URL (decision 0004). */
export interface PictureUrls {
  /** Returns the picture of each stored image. Media ids without a record are left out. */
  describe(images: string[], origin: string): Promise<ReadonlyMap<string, Picture>>
  /** Returns the media id of a URL of this site, or of any URL that contains one of `knownIds`; other texts unchanged. */
  toStored(url: string, origin: string, knownIds?: string[]): string
  /** Removes the record of this picture from the cache; without an id, all records. */
  invalidate(id?: string): void
}

/** `publicUrl` is the base of picture URLs if it is not the site itself (MEDIA_PUBLIC_URL). */
export function createPictureUrls({
  db,
  publicUrl,
}: {
  db: Db
  publicUrl?: string | undefined
}): PictureUrls {
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
