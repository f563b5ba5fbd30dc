/** Files of a picture never change, because its id is the hash of the uploaded file. */
export const IMMUTABLE_CACHE_CONTROL = 'public, max-age=31536000, immutable'

/** The name of a picture's file for social networks. */
export const SOCIAL_FILE = 'social.jpg'

/** Content types by file extension. */
export const CONTENT_TYPES: Record<string, string> = {
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.jpg': 'image/jpeg',
}
