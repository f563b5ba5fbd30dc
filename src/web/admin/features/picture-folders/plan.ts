import type { PictureItem, PictureMatch } from '#contracts/item/pictures.ts'
import { LIMITS } from '#contracts/limits.ts'
import type { SourceFile } from './source-files.ts'

export type PictureMode = 'add' | 'replace'

/** A picture that was chosen, and the item that it is for. */
export interface ChosenPicture {
  source: SourceFile
  position: number | null
  /** null: the user has to choose. */
  itemId: string | null
  /** The items that its name fits if there are several. */
  candidates: PictureItem[]
  /** The media id; undefined until it is needed. */
  hash: string | undefined
}

/** What happens to a picture: it is uploaded, the item has it already, or the item would have more than six. */
export type PictureFate = 'new' | 'present' | 'tooMany'

/** The pictures of one item, in the order that they will have. */
export interface ItemPlan {
  item: PictureItem
  mode: PictureMode
  pictures: { picture: ChosenPicture; fate: PictureFate }[]
  /** What the request contains. Empty if the item has its pictures already. */
  toSend: ChosenPicture[]
  tooMany: number
}

/** Orders file names as people do: 2 before 10. */
export const compareNames = new Intl.Collator('en', { numeric: true, sensitivity: 'base' }).compare

/** A picture without a number comes first. */
const comparePictures = (a: ChosenPicture, b: ChosenPicture): number =>
  (a.position ?? 0) - (b.position ?? 0) || compareNames(a.source.path, b.source.path)

/** Returns what would happen to an item with these pictures. */
export function planItem(item: PictureItem, pictures: ChosenPicture[], mode: PictureMode): ItemPlan {
  const present = new Set(item.images)
  let free = mode === 'add' ? LIMITS.images - item.images.length : LIMITS.images
  const planned = pictures.toSorted(comparePictures).map((picture) => {
    const isPresent = picture.hash !== undefined && present.has(picture.hash)
    if (isPresent && mode === 'add') return { picture, fate: 'present' as const }
    if (free <= 0) return { picture, fate: 'tooMany' as const }
    free--
    return { picture, fate: isPresent ? ('present' as const) : ('new' as const) }
  })
  const kept = planned.filter(({ fate }) => (mode === 'add' ? fate === 'new' : fate !== 'tooMany'))
  const isUnchanged =
    mode === 'replace' &&
    kept.length === item.images.length &&
    kept.every(({ picture }, index) => picture.hash === item.images[index])
  return {
    item,
    mode,
    pictures: planned,
    toSend: isUnchanged ? [] : kept.map(({ picture }) => picture),
    tooMany: planned.filter(({ fate }) => fate === 'tooMany').length,
  }
}

/** Returns the pictures by item, and those without one. The items are in the order of their first file. */
export function groupByItem(pictures: ChosenPicture[]): {
  byItem: Map<string, ChosenPicture[]>
  unmatched: ChosenPicture[]
} {
  const byItem = Map.groupBy(
    pictures.filter(({ itemId }) => itemId !== null),
    ({ itemId }) => itemId!,
  )
  return { byItem, unmatched: pictures.filter(({ itemId }) => itemId === null) }
}

/** Combines a file with what the server says about its name. */
export const toChosenPicture = (
  source: SourceFile,
  { item, position, candidates }: Omit<PictureMatch, 'path'>,
): ChosenPicture => ({ source, position, itemId: item?.id ?? null, candidates, hash: undefined })
