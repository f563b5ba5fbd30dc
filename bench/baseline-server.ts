import { createServer } from 'node:http'

/** An answer of the site, to be given again. */
export interface CapturedResponse {
  path: string
  headers: Record<string, string>
  bodyBase64: string
}

/** As the site keeps its connections. */
const KEEP_ALIVE_MS = 72_000

// A process of its own, so that the site and what it is compared with have a core each in turn and nothing else.
process.once('message', (captured: CapturedResponse[]) => {
  const answers = new Map(
    captured.map(({ path, headers, bodyBase64 }) => [
      path,
      { headers, body: Buffer.from(bodyBase64, 'base64') },
    ]),
  )
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, (request, reply) => {
    const answer = answers.get(request.url ?? '')
    if (answer) reply.writeHead(200, answer.headers).end(answer.body)
    else reply.writeHead(404).end()
  })
  server.listen(0, '127.0.0.1', () => process.send?.(server.address()))
})
process.once('disconnect', () => process.exit(0))
