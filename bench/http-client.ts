import { Agent, type IncomingHttpHeaders, request } from 'node:http'

/** The Accept-Encoding header of every current browser. */
export const ACCEPT_ENCODING = 'gzip, deflate, br'

const REQUEST_TIMEOUT_MS = 60_000

/** Below the limits of searches of one network in a minute. */
const REQUESTS_PER_NETWORK = 300
let requestCount = 0

/** Returns the address of a network on the loopback that has not yet sent many requests. */
function nextLocalAddress(): string {
  const network = Math.floor(requestCount++ / REQUESTS_PER_NETWORK) % 65_536
  return `127.3.${network >> 8}.${network & 255}`
}

/** A response as received. */
interface TimedResponse {
  headers: IncomingHttpHeaders
  /** Still compressed. */
  body: Buffer
  /** From sending the request to the last byte. */
  ms: number
}

/** A client with persistent connections, like a browser. */
export interface HttpClient {
  /** `host`: the Host header. Throws unless the status is 200. */
  get(path: string, host?: string): Promise<TimedResponse>
  close(): void
}

/** `connections`: the maximum number of concurrent requests. */
export function createHttpClient(url: string, connections = 1): HttpClient {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const { hostname, port } = new URL(url)
  const sendGet = (path: string, host = hostname) =>
    new Promise<TimedResponse>((resolve, reject) => {
      const startedAt = performance.now()
      const headers = { 'accept-encoding': ACCEPT_ENCODING, host: `${host}:${port}` }
      const outgoing = request(
        {
          hostname,
          port,
          path,
          headers,
          agent,
          localAddress: nextLocalAddress(),
          timeout: REQUEST_TIMEOUT_MS,
        },
        (reply) => {
          const chunks: Buffer[] = []
          reply.on('data', (chunk: Buffer) => chunks.push(chunk))
          reply.on('error', reject)
          reply.on('end', () => {
            const ms = performance.now() - startedAt
            if (reply.statusCode === 200) resolve({ headers: reply.headers, body: Buffer.concat(chunks), ms })
            else reject(new Error(`${path} returned ${reply.statusCode}.`))
          })
        },
      )
      outgoing.on('timeout', () => outgoing.destroy(new Error(`${path} timed out after a minute.`)))
      outgoing.on('error', reject)
      outgoing.end()
    })
  return { get: sendGet, close: () => agent.destroy() }
}

/** Returns the JSON body of a response. */
export async function getJson(
  url: string,
  path: string,
  headers: Record<string, string> = {},
): Promise<unknown> {
  const reply = await fetch(url + path, { headers })
  if (!reply.ok) throw new Error(`${path} returned ${reply.status}.`)
  return reply.json()
}
