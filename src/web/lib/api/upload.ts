import { t } from '#messages/messages.ts'
import { CONNECTION_LOST_MESSAGE } from './api.ts'

/**
 * Returns a function that sends requests like `browserApi`, and reports how many bytes of the body were sent, which only
 * XMLHttpRequest supports.
 */
export const createUploadApi =
  (onProgress: (bytes: number) => void) =>
  (path: string, { method = 'POST', body, signal }: RequestInit = {}): Promise<Response> =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest()
      request.open(method, path)
      request.upload.onprogress = ({ loaded }) => onProgress(loaded)
      request.onload = () => {
        const { status, statusText, responseText } = request
        const isEmpty = status === 204 || status === 304
        resolve(new Response(isEmpty ? null : responseText, { status, statusText }))
      }
      request.onerror = () => reject(new TypeError(t(CONNECTION_LOST_MESSAGE)))
      request.onabort = request.onerror
      signal?.addEventListener('abort', () => request.abort())
      request.send(body as FormData)
    })

/** Returns which share of each file was sent, 0 to 1. Assumes that the body holds little besides the files, in order. */
export function getProgressPerFile(files: { size: number }[], bytes: number): number[] {
  let start = 0
  return files.map(({ size }) => {
    const sent = Math.min(Math.max(bytes - start, 0), size)
    start += size
    return size === 0 ? 1 : sent / size
  })
}
