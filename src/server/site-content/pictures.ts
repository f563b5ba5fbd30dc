import { joinPath } from '#contracts/site-content-fields.ts'
import { badRequest } from '#server/kernel/problem.ts'

/** What the site content needs of the media library. */
export interface ContentMedia {
  describe(images: string[][], origin: string): Promise<{ url: string }[][]>
  toStored(address: string, origin: string): string
}

interface StoredPicture {
  url: string
  alt: unknown
}

/** A copy of a document in which every picture with a record has its address and measures; others become null. */
export async function withPictureUrls<Document>(
  media: ContentMedia,
  document: Document,
  origin: string,
): Promise<Document> {
  const stored = listPictures(document)
  const described = await media.describe(
    stored.map(({ url }) => [url]),
    origin,
  )
  const found = new Map(stored.map(({ url }, index) => [url, described[index]?.[0]]))
  return replacePictures(document, ({ url, alt }) => {
    const picture = found.get(url)
    return picture ? { ...picture, alt } : null
  })
}

/** A copy of a document in which pictures of this site are media ids; outside addresses stay (decision 0004). */
export function withMediaIds<Document>(media: ContentMedia, document: Document, origin: string): Document {
  return replacePictures(document, ({ url, alt }) => ({
    url: URL.canParse(url) ? media.toStored(url, origin) : url,
    alt,
  }))
}

/** Throws 400 when a picture of the document, given by media id or outside address, is not there. */
export async function assertPicturesExist(
  media: ContentMedia,
  document: unknown,
  origin: string,
): Promise<void> {
  const stored = listPictures(document)
  const described = await media.describe(
    stored.map(({ url }) => [url]),
    origin,
  )
  const missing = stored.find(({ url }, index) => isSiteUrl(url, origin) || !described[index]?.length)
  if (!missing) return
  const message = `The picture ‘${missing.alt}’ is not stored here. Please choose it again.`
  throw badRequest(message, [{ field: `content.${missing.path}.url`, message }])
}

/** An address of this site that names no stored picture. */
const isSiteUrl = (url: string, origin: string) => url.startsWith(`${origin}/`)

/** Every picture of a document stands under the key `picture`; `path` is where, in dots. */
function replacePictures<Document>(
  document: Document,
  replace: (picture: StoredPicture, path: string) => object | null,
  path = '',
): Document {
  if (typeof document !== 'object' || document === null) return document
  if (Array.isArray(document))
    return document.map((entry, index) => replacePictures(entry, replace, joinPath(path, index))) as Document
  const entries = Object.entries(document).map(([key, value]) => {
    const at = joinPath(path, key)
    return [
      key,
      key === 'picture' && isPicture(value) ? replace(value, at) : replacePictures(value, replace, at),
    ]
  })
  return Object.fromEntries(entries)
}

function listPictures(document: unknown): (StoredPicture & { path: string })[] {
  const found: (StoredPicture & { path: string })[] = []
  replacePictures(document, ({ url, alt }, path) => {
    found.push({ url, alt, path })
    return null
  })
  return found
}

const isPicture = (value: unknown): value is StoredPicture =>
  typeof (value as StoredPicture | null)?.url === 'string'
