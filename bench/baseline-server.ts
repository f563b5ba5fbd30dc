import { createServer } from 'node:http'

/** A recorded response of the site that this server sends again. */
export interface CapturedResponse {
  path: string
  headers: Record<string, string>
  bodyBase64: string
}

/** The same as the site's keep-alive time. */
const KEEP_ALIVE_MS = 72_000

// A process of its own, so that the site and the baseline run under the same conditions.
process.once('message', (captured: CapturedResponse[]) => {
  const responses = new Map(
    captured.map(({ path, headers, bodyBase64 }) => [
      path,
      { headers, body: Buffer.from(bodyBase64, 'base64') },
    ]),
  )
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, (request, reply) => {
    const response = responses.get(request.url ?? '')
    if (response) reply.writeHead(200, response.headers).end(response.body)
    else reply.writeHead(404).end()
  })
  server.listen(0, '127.0.0.1', () => process.send?.(server.address()))
})
process.once('disconnect', () => process.exit(0))
