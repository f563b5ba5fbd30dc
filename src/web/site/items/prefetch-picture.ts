import type { Picture } from '#contracts/item.ts'
import { getSrcSet } from './srcset.ts'

/** A picture and how wide a page will show it. */
export interface ExpectedPicture {
  picture: Picture
  sizes: string
}

const prefetched = new Set<string>()
const SLOW_CONNECTION = /2g|3g/

/**
 * Fetches the file of a picture that a page about to be opened will show: the browser chooses as it will choose there.
 * Nothing on connections that are slow or paid by the amount.
 */
export function prefetchPicture({ picture, sizes }: ExpectedPicture): void {
  const key = `${picture.url} ${sizes}`
  if (prefetched.has(key) || isDataSaver()) return
  prefetched.add(key)
  // In no document, so it shows nothing; the sources before the img, which then has its choice at once.
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

/** What some browsers tell of the connection. */
interface Connection {
  saveData?: boolean
  effectiveType?: string
}

function isDataSaver(): boolean {
  const { connection = {} } = navigator as { connection?: Connection }
  return connection.saveData === true || SLOW_CONNECTION.test(connection.effectiveType ?? '')
}
