/** Like `fetch`, but tells how many bytes of the body have gone out: browsers tell that of no other request. */
export function uploadWithProgress(
  path: string,
  init: { method: string; body: FormData },
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
    request.onerror = () => reject(new TypeError('The connection was lost.'))
    request.onabort = request.onerror
    request.send(init.body)
  })
}

/** How much of each file has gone out, 0 to 1, when they travel one after the other behind little else. */
export function getProgressPerFile(files: { size: number }[], bytes: number): number[] {
  let start = 0
  return files.map(({ size }) => {
    const sent = Math.min(Math.max(bytes - start, 0), size)
    start += size
    return size === 0 ? 1 : sent / size
  })
}
