import { Agent, type IncomingHttpHeaders, request } from 'node:http'

/** What every current browser says it takes. */
export const ACCEPT_ENCODING = 'gzip, deflate, br'

const REQUEST_TIMEOUT_MS = 60_000

/** An answer as it came over the wire. */
interface TimedResponse {
  headers: IncomingHttpHeaders
  /** Still compressed. */
  body: Buffer
  /** Until the last byte. */
  ms: number
}

/** Somebody who keeps a connection and asks over it, as a browser does. */
export interface HttpClient {
  /** `host`: the name under which the site is called. Throws unless the answer is a 200. */
  get(path: string, host?: string): Promise<TimedResponse>
  close(): void
}

/** `connections`: how many questions may be under way at once. */
export function createHttpClient(url: string, connections = 1): HttpClient {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const { hostname, port } = new URL(url)
  const sendGet = (path: string, host = hostname) =>
    new Promise<TimedResponse>((resolve, reject) => {
      const startedAt = performance.now()
      const headers = { 'accept-encoding': ACCEPT_ENCODING, host: `${host}:${port}` }
      const outgoing = request(
        { hostname, port, path, headers, agent, timeout: REQUEST_TIMEOUT_MS },
        (reply) => {
          const chunks: Buffer[] = []
          reply.on('data', (chunk: Buffer) => chunks.push(chunk))
          reply.on('error', reject)
          reply.on('end', () => {
            const ms = performance.now() - startedAt
            if (reply.statusCode === 200) resolve({ headers: reply.headers, body: Buffer.concat(chunks), ms })
            else reject(new Error(`${path} was answered with ${reply.statusCode}.`))
          })
        },
      )
      outgoing.on('timeout', () => outgoing.destroy(new Error(`${path} was not answered in a minute.`)))
      outgoing.on('error', reject)
      outgoing.end()
    })
  return { get: sendGet, close: () => agent.destroy() }
}

/** The JSON that the site answers with. */
export async function getJson(url: string, path: string): Promise<unknown> {
  const reply = await fetch(url + path)
  if (!reply.ok) throw new Error(`${path} was answered with ${reply.status}.`)
  return reply.json()
}
