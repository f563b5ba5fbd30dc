import { invalid } from '#server/kernel/problem.ts'

/** What the site content needs of the media library. */
export interface ContentMedia {
  describe(images: string[][], origin: string): Promise<{ url: string }[][]>
  toStored(address: string, origin: string): string
}

type StoredPicture = { url: string; alt: unknown }

/** A copy of a document in which every picture with a record has its address and measures; others become null. */
export async function withAddresses<Document>(
  media: ContentMedia,
  document: Document,
  origin: string,
): Promise<Document> {
  const stored = picturesOf(document)
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
export async function requirePictures(media: ContentMedia, document: unknown, origin: string): Promise<void> {
  const stored = picturesOf(document)
  const described = await media.describe(
    stored.map(({ url }) => [url]),
    origin,
  )
  const missing = stored.find(({ url }, index) => isOwnAddress(url, origin) || !described[index]?.length)
  if (missing) throw invalid(`The picture ‘${missing.alt}’ is not stored here. Please choose it again.`)
}

/** An address of this site that names no stored picture. */
const isOwnAddress = (url: string, origin: string) => url.startsWith(`${origin}/`)

/** Every picture of a document stands under the key `picture`. */
function replacePictures<Document>(
  document: Document,
  replace: (picture: StoredPicture) => object | null,
): Document {
  if (Array.isArray(document)) return document.map((entry) => replacePictures(entry, replace)) as Document
  if (typeof document !== 'object' || document === null) return document
  const entries = Object.entries(document).map(([key, value]) => [
    key,
    key === 'picture' && isPicture(value) ? replace(value) : replacePictures(value, replace),
  ])
  return Object.fromEntries(entries)
}

function picturesOf(document: unknown): StoredPicture[] {
  const found: StoredPicture[] = []
  replacePictures(document, (picture) => {
    found.push(picture)
    return null
  })
  return found
}

const isPicture = (value: unknown): value is StoredPicture =>
  typeof (value as StoredPicture | null)?.url === 'string'
