import { joinPath } from '#contracts/fields/fields.ts'
import { badRequest } from '#server/kernel/http/problem.ts'

/** The functions of the media module that the site content uses. */
export interface ContentMedia {
  describe(images: string[], origin: string): Promise<ReadonlyMap<string, { url: string }>>
  toStored(address: string, origin: string): string
}

interface StoredPicture {
  url: string
  alt: unknown
}

/** Returns a copy of a document in which every picture has its URL and size; pictures without a record become null. */
export async function withPictureUrls<Document>(
  media: ContentMedia,
  document: Document,
  origin: string,
): Promise<Document> {
  const found = await media.describe(
    listPictures(document).map(({ url }) => url),
    origin,
  )
  return replacePictures(document, ({ url, alt }) => {
    const picture = found.get(url)
    return picture ? { ...picture, alt } : null
  })
}

/** Returns a copy of a document in which pictures of this site are media ids; external URLs stay (decision 0004). */
export function withMediaIds<Document>(media: ContentMedia, document: Document, origin: string): Document {
  return replacePictures(document, ({ url, alt }) => ({ url: media.toStored(url, origin), alt }))
}

/** Throws 400 when the document contains a picture that is not stored. */
export async function assertPicturesExist(
  media: ContentMedia,
  document: unknown,
  origin: string,
): Promise<void> {
  const stored = listPictures(document)
  const found = await media.describe(
    stored.map(({ url }) => url),
    origin,
  )
  const missing = stored.find(({ url }) => isSiteUrl(url, origin) || !found.has(url))
  if (!missing) return
  const message = `The picture ‘${missing.alt}’ is not stored on this site. Upload it again.`
  throw badRequest(message, [{ field: `content.${missing.path}.url`, message }])
}

/** Returns whether a URL is one of this site. Such a URL is not a stored picture, because those are media ids. */
const isSiteUrl = (url: string, origin: string) => url.startsWith(`${origin}/`)

/** Replaces every picture of a document: all objects under the key `picture`. `path` is the dotted path. */
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
