import { PICTURE_FOLDER_LIMITS } from '#contracts/files/picture-folder-limits.ts'
import type { PictureItem, PictureMatch, PictureMatchesBody } from '#contracts/item/pictures.ts'
import { send } from '#web/lib/api/api.ts'
import { adminApi, createAdminUploadApi } from '../../session/session.ts'
import type { PictureMode } from './plan.ts'

type FileToMatch = PictureMatchesBody['files'][number]

/** Asks which items these files mean, in several requests. Throws ApiError. */
export async function matchPictures(
  files: FileToMatch[],
  onProgress: (done: number) => void = () => {},
): Promise<PictureMatch[]> {
  const matches: PictureMatch[] = []
  while (matches.length < files.length) {
    const batch = files.slice(matches.length, matches.length + PICTURE_FOLDER_LIMITS.filesPerRequest)
    matches.push(
      ...(await send<PictureMatch[]>(adminApi, 'POST', '/api/items/picture-matches', { files: batch })),
    )
    onProgress(matches.length)
  }
  return matches
}

/** Returns the stored items with these ids, in any order, without those that no longer exist. Throws ApiError. */
export async function findItems(ids: string[]): Promise<PictureItem[]> {
  const matches = await matchPictures(ids.map((itemId) => ({ path: itemId, itemId })))
  return matches.flatMap(({ item }) => item ?? [])
}

/** Adds or replaces the pictures of an item in one request. Throws ApiError, or TypeError without a response. */
export function sendPictures(
  { id, revision }: PictureItem,
  mode: PictureMode,
  files: File[],
  onProgress: (bytes: number) => void,
): Promise<PictureItem> {
  const body = new FormData()
  body.append('mode', mode)
  body.append('revision', String(revision))
  for (const file of files) body.append('images', file, file.name)
  const path = `/api/items/${encodeURIComponent(id)}/pictures`
  return send(createAdminUploadApi(onProgress), 'POST', path, body)
}

/** Gives an item the content of an earlier revision. Throws ApiError. */
export const restoreRevision = (id: string, revision: number) =>
  send(adminApi, 'POST', `/api/items/${encodeURIComponent(id)}/restoration`, { revision })

/** Returns the media id of a file; undefined where the browser cannot compute it, outside of HTTPS. */
export async function hashFile(file: File): Promise<string | undefined> {
  if (!globalThis.crypto?.subtle) return undefined
  const digest = await crypto.subtle.digest('SHA-256', await file.arrayBuffer())
  return [...new Uint8Array(digest).slice(0, 16)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
