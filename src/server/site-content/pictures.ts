import { badRequest } from '#server/kernel/http/problem.ts'
import { listValues, replaceValues, type ValueKind } from './replace-values.ts'

/** The functions of the media module that the site content uses. */
export interface ContentMedia {
  describe(images: string[], origin: string): Promise<ReadonlyMap<string, { url: string }>>
  toStored(address: string, origin: string): string
}

interface StoredPicture {
  url: string
  alt: unknown
}

const PICTURE: ValueKind<StoredPicture> = {
  key: 'picture',
  is: (value): value is StoredPicture => typeof (value as StoredPicture | null)?.url === 'string',
}

/** Returns a copy of a document in which every picture has its URL and size; pictures without a record become null. */
export async function withPictureUrls<Document>(
  media: ContentMedia,
  document: Document,
  origin: string,
): Promise<Document> {
  const found = await media.describe(
    listValues(document, PICTURE).map(({ value }) => value.url),
    origin,
  )
  return replaceValues(document, PICTURE, ({ url, alt }) => {
    const picture = found.get(url)
    return picture ? { ...picture, alt } : null
  })
}

/** Returns a copy of a document in which pictures of this site are media ids; external URLs stay (decision 0004). */
export function withMediaIds<Document>(media: ContentMedia, document: Document, origin: string): Document {
  return replaceValues(document, PICTURE, ({ url, alt }) => ({ url: media.toStored(url, origin), alt }))
}

/** Throws 400 when the document contains a picture that is not stored. */
export async function assertPicturesExist(
  media: ContentMedia,
  document: unknown,
  origin: string,
): Promise<void> {
  const stored = listValues(document, PICTURE)
  const found = await media.describe(
    stored.map(({ value }) => value.url),
    origin,
  )
  const missing = stored.find(({ value: { url } }) => isSiteUrl(url, origin) || !found.has(url))
  if (!missing) return
  const message = `The picture ‘${missing.value.alt}’ is not stored on this site. Upload it again.`
  throw badRequest(message, [{ field: `content.${missing.path}.url`, message }])
}

/** Returns whether a URL is one of this site. Such a URL is not a stored picture, because those are media ids. */
const isSiteUrl = (url: string, origin: string) => url.startsWith(`${origin}/`)
