import type { Picture } from '#contracts/item.ts'
import { srcSetOf } from './picture-sources.ts'

/** A picture and how wide a page will show it. */
export interface ExpectedPicture {
  picture: Picture
  sizes: string
}

const fetched = new Set<string>()
const COARSE = /2g|3g/

/**
 * Fetches the file of a picture that a page about to be opened will show: the browser chooses as it will choose there.
 * Nothing on connections that are slow or paid by the amount.
 */
export function fetchPicture({ picture, sizes }: ExpectedPicture): void {
  const expected = `${picture.url} ${sizes}`
  if (fetched.has(expected) || mustSave()) return
  fetched.add(expected)
  // In no document, so it shows nothing; the sources before the img, which then has its choice at once.
  const frame = document.createElement('picture')
  if (picture.avif) {
    const source = document.createElement('source')
    Object.assign(source, { type: 'image/avif', srcset: srcSetOf(picture, 'avif'), sizes })
    frame.append(source)
  }
  const image = document.createElement('img')
  frame.append(image)
  image.decoding = 'async'
  if (picture.widths) Object.assign(image, { sizes, srcset: srcSetOf(picture) })
  image.src = picture.url
}

/** What some browsers tell of the connection. */
interface Connection {
  saveData?: boolean
  effectiveType?: string
}

function mustSave(): boolean {
  const { connection = {} } = navigator as { connection?: Connection }
  return connection.saveData === true || COARSE.test(connection.effectiveType ?? '')
}
