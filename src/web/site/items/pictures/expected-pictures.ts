import type { Item } from '#contracts/item/parse-item.ts'
import type { ExpectedPicture } from './prefetch-picture.ts'

/** The first picture of each item. */
export const toExpectedPictures = (items: Item[], sizes: string): ExpectedPicture[] =>
  items.flatMap(({ pictures }) => pictures.slice(0, 1)).map((picture) => ({ picture, sizes }))
