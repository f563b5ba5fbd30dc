import type { Picture } from '#contracts/item/item.ts'
import { getSrcSet } from './srcset.ts'

/** A picture and the `sizes` with which a page will show it. */
export interface ExpectedPicture {
  picture: Picture
  sizes: string
}

const prefetched = new Set<string>()
const SLOW_CONNECTION = /2g|3g/

/**
 * Fetches the file of a picture that the next page will show; the browser chooses the same file as on that page. Does
 * nothing on slow connections and in data-saving mode.
 */
export function prefetchPicture({ picture, sizes }: ExpectedPicture): void {
  const key = `${picture.url} ${sizes}`
  if (prefetched.has(key) || isDataSaver()) return
  prefetched.add(key)
  // The elements are not in the document. The source must precede the img when its src is set.
  const pictureElement = document.createElement('picture')
  if (picture.avif) {
    const source = document.createElement('source')
    Object.assign(source, { type: 'image/avif', srcset: getSrcSet(picture, 'avif'), sizes })
    pictureElement.append(source)
  }
  const image = document.createElement('img')
  pictureElement.append(image)
  image.decoding = 'async'
  if (picture.widths) Object.assign(image, { sizes, srcset: getSrcSet(picture) })
  image.src = picture.url
}

/** The Network Information API, which only some browsers have. */
interface Connection {
  saveData?: boolean
  effectiveType?: string
}

function isDataSaver(): boolean {
  const { connection = {} } = navigator as { connection?: Connection }
  return connection.saveData === true || SLOW_CONNECTION.test(connection.effectiveType ?? '')
}
