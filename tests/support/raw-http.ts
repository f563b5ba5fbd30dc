import { connect } from 'node:net'
import type { TestSite } from './site.ts'

export interface RawHttpResponse {
  /** 0 when the connection ended without an answer. */
  status: number
  /** The status line and all headers, lower case. */
  head: string
  text: string
  /** The value of the first header of this name; undefined without one. */
  header(name: string): string | undefined
}

/** Sends these bytes on a connection of their own, as no HTTP library would; answers the first reply. */
export function sendBytes(site: TestSite, bytes: string): Promise<RawHttpResponse> {
  const { hostname, port } = new URL(site.url)
  return new Promise((resolve) => {
    let received = ''
    const socket = connect(Number(port), hostname, () => socket.write(bytes, 'latin1'))
    socket.setEncoding('latin1')
    socket.on('data', (chunk: string) => {
      received += chunk
    })
    // A server that refuses to read on may reset the connection; what it said before counts.
    socket.on('error', () => socket.destroy())
    socket.on('close', () => resolve(parseResponse(received)))
  })
}

/** A GET whose address is sent as it stands; `headers` are whole lines. */
export const sendRawGet = (site: TestSite, address: string, headers: string[] = ['Host: shop.example']) =>
  sendBytes(site, [`GET ${address} HTTP/1.1`, ...headers, 'Connection: close', '', ''].join('\r\n'))

function parseResponse(received: string): RawHttpResponse {
  const end = received.indexOf('\r\n\r\n')
  const head = received.slice(0, end)
  return {
    status: Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1] ?? 0),
    head: head.toLowerCase(),
    text: received.slice(end + 4),
    header: (name) => new RegExp(`^${name}: (.*)$`, 'im').exec(head)?.[1]?.trim(),
  }
}
