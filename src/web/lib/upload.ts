import { CONNECTION_LOST_MESSAGE } from './api.ts'

/** Like `fetch`, but reports how many bytes of the body were sent, which only XMLHttpRequest supports. */
export function uploadWithProgress(
  path: string,
  init: { method: string; body: FormData; signal?: AbortSignal },
  onProgress: (bytes: number) => void,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(init.method, path)
    request.upload.onprogress = ({ loaded }) => onProgress(loaded)
    request.onload = () => {
      const empty = request.status === 204 || request.status === 304
      resolve(
        new Response(empty ? null : request.responseText, {
          status: request.status,
          statusText: request.statusText,
        }),
      )
    }
    request.onerror = () => reject(new TypeError(CONNECTION_LOST_MESSAGE))
    request.onabort = request.onerror
    init.signal?.addEventListener('abort', () => request.abort())
    request.send(init.body)
  })
}

/** Returns which share of each file was sent, 0 to 1. Assumes that the body holds little besides the files, in order. */
export function getProgressPerFile(files: { size: number }[], bytes: number): number[] {
  let start = 0
  return files.map(({ size }) => {
    const sent = Math.min(Math.max(bytes - start, 0), size)
    start += size
    return size === 0 ? 1 : sent / size
  })
}
