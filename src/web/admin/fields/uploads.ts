import type { SiteFile } from '#contracts/files/site-file.ts'
import { send } from '#web/lib/api/api.ts'
import { adminApi, createAdminUploadApi } from '../session/session.ts'

/** Uploads a picture and returns its URL. Throws ApiError with the server's message. */
export async function uploadPicture(file: File): Promise<string> {
  const form = new FormData()
  form.append('images', file)
  const response = await send(
    adminApi,
    'POST',
    '/api/upload-images',
    form,
    'The picture could not be uploaded. Try again.',
  )
  const [url] = (response as { imageUrls: string[] }).imageUrls
  if (!url) throw new Error('The picture could not be uploaded. Try again.')
  return url
}

/** Uploads a document or a video for a page; `onProgress` receives the share that was sent, 0 to 1. Throws ApiError. */
export function uploadSiteFile(
  file: File,
  { onProgress, signal }: { onProgress: (share: number) => void; signal: AbortSignal },
): Promise<SiteFile> {
  const body = new FormData()
  body.append('file', file)
  const api = createAdminUploadApi((bytes) => onProgress(Math.min(bytes / file.size, 1)))
  return send(api, 'POST', '/api/site-files', body, 'The file could not be uploaded. Try again.', { signal })
}
