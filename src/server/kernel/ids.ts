import { createHash, randomBytes } from 'node:crypto'
import { customAlphabet } from 'nanoid'

/** Returns a row id: 16 characters of 0-9a-z (82 random bits), which can be dictated over the phone. */
export const newId = customAlphabet('0123456789abcdefghijklmnopqrstuvwxyz', 16)
/** Returns 32 random bytes in base64url for a cookie, link or key. Only its hash is stored. */
export const newSecret = () => randomBytes(32).toString('base64url')
export const hashSecret = (secret: string) => createHash('sha256').update(secret).digest('hex')

const MEDIA_ID = /[0-9a-f]{32}/g
/** Returns all media ids (32 hexadecimal digits) that a text contains. */
export const findMediaIds = (text: string): string[] => text.match(MEDIA_ID) ?? []
