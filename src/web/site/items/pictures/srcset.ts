import type { Picture } from '#contracts/item/item.ts'

/** Returns the srcset of all stored widths; undefined for an external picture, which has one size. */
export function getSrcSet({ url, widths }: Picture, format: 'webp' | 'avif' = 'webp'): string | undefined {
  return widths
    ?.map((width) => `${url.replace(/(?<!\d)\d+\.webp$/, `${width}.${format}`)} ${width}w`)
    .join(', ')
}
