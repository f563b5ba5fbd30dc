import { createHash, randomBytes } from 'node:crypto'
import { customAlphabet } from 'nanoid'

/** A row's id: 16 characters of 0-9a-z, 82 random bits, readable over the telephone. */
export const newId = customAlphabet('0123456789abcdefghijklmnopqrstuvwxyz', 16)
/** 32 random bytes for a cookie or a link; only its hash is stored. */
export const newSecret = () => randomBytes(32).toString('base64url')
export const hashSecret = (secret: string) => createHash('sha256').update(secret).digest('hex')

const MEDIA_ID = /[0-9a-f]{32}/g
/** Every picture's id (32 hex digits) that stands anywhere in a text. */
export const findMediaIds = (text: string): string[] => text.match(MEDIA_ID) ?? []
