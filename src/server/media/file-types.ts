/** A file of a picture never changes: its name is the hash of what was uploaded. */
export const IMMUTABLE_CACHE_CONTROL = 'public, max-age=31536000, immutable'

/** By the ends of their names, the kinds of files that a picture has. */
export const CONTENT_TYPES: Record<string, string> = {
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.jpg': 'image/jpeg',
}
