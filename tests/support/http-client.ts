import { request } from 'node:http'
import { connect } from 'node:net'
import { expect } from 'vitest'
import type { TestSite } from './site.ts'

export type SiteFetch = Awaited<ReturnType<TestSite['signIn']>>
// biome-ignore lint/suspicious/noExplicitAny: the tests check responses at run time
export type Json = any

/** Returns a request with a JSON body, and with these further headers. */
export function jsonBody(
  method: string,
  body: unknown,
  headers: Record<string, string> = {},
): RequestInit & { headers: Record<string, string> } {
  return { method, body: JSON.stringify(body), headers: { 'content-type': 'application/json', ...headers } }
}

/** Returns a multipart request with these text fields and pictures. */
export function formBody(method: string, fields: Record<string, string>, files: File[] = []): RequestInit {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  for (const file of files) form.append('images', file)
  return { method, body: form }
}

/** Expects status 200 and returns the parsed body. */
export async function expectOk(sent: Promise<Response>): Promise<Json> {
  const reply = await sent
  const body = await reply.json()
  expect(reply.status, body.message).toBe(200)
  return body
}

/** Expects one page of a list, with the number of all matches in X-Total-Count. */
export async function expectPage(sent: Promise<Response>): Promise<{ items: Json[]; total: number }> {
  const items = await expectOk(sent)
  return { items, total: Number((await sent).headers.get('x-total-count')) }
}

/** Expects an error response with this status, as JSON with a `message` [API-8]. Returns the message. */
export async function expectProblem(sent: Promise<Response>, status: number): Promise<string> {
  const reply = await sent
  const text = await reply.text()
  expect(reply.status, text).toBe(status)
  return expectProblemMessage(reply.headers.get('content-type'), text)
}

/** Expects JSON with a readable message that leaks nothing internal. Returns the message. */
export function expectProblemMessage(contentType: string | null | undefined, text: string): string {
  expect(contentType).toMatch(/^application\/json/)
  const { message } = JSON.parse(text)
  expect(message).toEqual(expect.stringMatching(/\w/))
  expect(message).not.toMatch(/SQLITE|node_modules|\bat \w+ \(/)
  return message
}

export interface RawRequest {
  method?: string
  /** Sent byte for byte; `fetch` would normalize it. */
  path: string
  headers?: Record<string, string>
  body?: string | Uint8Array
}
export interface RawResponse {
  status: number
  headers: NodeJS.Dict<string | string[]>
  text: string
}

/** Sends a request on a connection of its own, without the normalization of `fetch`. */
export function sendRawRequest(site: TestSite, { method = 'GET', path, headers, body }: RawRequest) {
  const { hostname, port } = new URL(site.url)
  return new Promise<RawResponse>((resolve, reject) => {
    const sent = request({ hostname, port, method, path, headers, agent: false }, (reply) => {
      const chunks: Buffer[] = []
      reply.on('data', (chunk: Buffer) => chunks.push(chunk))
      reply.on('error', reject)
      reply.on('end', () => {
        const text = Buffer.concat(chunks).toString()
        resolve({ status: reply.statusCode ?? 0, headers: reply.headers, text })
      })
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

export interface RawHttpResponse {
  /** 0 if the connection ended without a response. */
  status: number
  /** The status line and all headers, in lower case. */
  head: string
  text: string
  /** Returns the value of the first header of this name. */
  header(name: string): string | undefined
}

/** Sends these bytes on a new connection, also if they are no valid HTTP. Returns the first response. */
export function sendBytes(site: TestSite, bytes: string): Promise<RawHttpResponse> {
  const { hostname, port } = new URL(site.url)
  return new Promise((resolve) => {
    let received = ''
    const socket = connect(Number(port), hostname, () => socket.write(bytes, 'latin1'))
    socket.setEncoding('latin1')
    socket.on('data', (chunk: string) => {
      received += chunk
    })
    // A server that stops reading may reset the connection after its response.
    socket.on('error', () => socket.destroy())
    socket.on('close', () => resolve(parseResponse(received)))
  })
}

/** Sends a GET request with an unmodified request target; `headers` are complete lines. */
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
