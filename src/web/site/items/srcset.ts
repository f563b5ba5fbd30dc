import type { Picture } from '#contracts/item.ts'

/** Addresses of all stored widths; nothing for outside pictures, which come in one size. */
export function getSrcSet({ url, widths }: Picture, format: 'webp' | 'avif' = 'webp'): string | undefined {
  return widths?.map((width) => `${url.replace(/\d+\.webp$/, `${width}.${format}`)} ${width}w`).join(', ')
}
