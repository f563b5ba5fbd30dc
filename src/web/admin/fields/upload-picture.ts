import { send } from '#web/lib/api/api.ts'
import { adminApi } from '../session/session.ts'

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
