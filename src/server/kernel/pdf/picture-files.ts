import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { Picture } from '#contracts/item/item.ts'
import type { SourcePicture } from './pdf-renderer.ts'

/** A picture of the site in a document. */
export interface PictureFile {
  key: string
  /** The width that the document needs, px. */
  width: number
}

/** The part of the storage of pictures (media/storage/blob-storage.ts) that documents use. */
export interface PictureStorage {
  open(key: string): Promise<{ stream: Readable } | undefined>
}

/** Returns the smallest sufficient file of a picture; undefined for a picture on another site. */
export function chooseFile({ url, widths = [] }: Picture, width: number): PictureFile | undefined {
  const fileWidth = widths.find((each) => each >= width) ?? widths.at(-1)
  return fileWidth === undefined ? undefined : { key: `${url.split('/').at(-2)}/${fileWidth}.webp`, width }
}

/** Reads the files of pictures; undefined for a missing one. */
export const readPictures = (
  storage: PictureStorage,
  files: (PictureFile | undefined)[],
): Promise<(SourcePicture | undefined)[]> =>
  Promise.all(
    files.map(async (file) => {
      const stored = file && (await storage.open(file.key))
      return stored && { bytes: await buffer(stored.stream), width: file.width }
    }),
  )
