import type { Picture } from '#contracts/item/item.ts'

/** The variant of every picture under `/media` for social networks. Sizes in px. */
export const SOCIAL_IMAGE = { file: 'social.jpg', width: 1200, height: 630 }
const STORED_PICTURE_URL = /\/([0-9a-f]{32})\/\d+\.webp$/

/**
 * Returns the URL of a stored picture's variant for social networks, or the URL of an external picture. The site itself
 * serves the variant and creates it on the first request, also if the other variants are in S3 (decision 0131).
 */
export function getSocialImageUrl({ url, widths }: Picture, origin: string): string {
  const id = widths && STORED_PICTURE_URL.exec(url)?.[1]
  return id ? `${origin}/media/${id}/${SOCIAL_IMAGE.file}` : url
}
