import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { connect } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { afterEach, describe, expect, test } from 'vitest'
import { findNginx, NGINX_CONFIGS, type ReverseProxy, startProxy } from '../support/nginx.ts'
import { findFreePort } from '../support/postgres/postgres.ts'

/* The tests run the shipped configurations of nginx with test certificates. Caddy is not run: its filter is tried alone. */

const SECRET = 'aSecretOfAPrivatePage'
const nginx = findNginx()
if (!nginx) console.warn('Tests of the configurations of nginx are skipped: nginx is not installed.')

let proxy: ReverseProxy | undefined
let upstream: Server | undefined
afterEach(async () => {
  await proxy?.stop()
  upstream?.close()
  proxy = upstream = undefined
})

async function start(config: (typeof NGINX_CONFIGS)[number], instance: number, cdn?: string) {
  const tlsPort = config === 'nginx.conf' ? await findFreePort() : undefined
  proxy = await startProxy(nginx!, {
    config,
    port: await findFreePort(),
    ...(tlsPort && { tlsPort }),
    instances: [instance],
    ...(cdn && { cdn }),
  })
  return proxy
}

describe.skipIf(!nginx).each(NGINX_CONFIGS)('The shipped configuration deploy/%s', (config) => {
  test('No log of nginx contains the secret of a private page while the site is away', async () => {
    const { url, readAccessLog, readErrorLog } = await start(config, await findFreePort())
    const lines = [
      `GET /q/${SECRET} HTTP/1.1`,
      `GET //q/${SECRET}/quotation/1 HTTP/1.1`,
      `GET /%71/${SECRET} HTTP/1.1`,
      `GET /q/${SECRET}%zz HTTP/1.1`,
      `GET /x/../q/${SECRET}?a=1 HTTP/1.1`,
      `POST /q/${SECRET}/accept HTTP/1.1\r\nContent-Length: 200000000`,
    ]
    for (const line of lines)
      expect(await sendRaw(url, line), line).toMatch(/^HTTP\/1\.1 (?:400|413|50[23]) /)
    expect(await sendRaw(url, 'GET /products?control HTTP/1.1')).toMatch(/^HTTP\/1\.1 50[23] /)
    await expect.poll(readAccessLog).toContain('/products?control')
    expect(readErrorLog()).toContain('/products?control')
    expect(readAccessLog()).not.toContain(SECRET)
    expect(readErrorLog()).not.toContain(SECRET)
  })

  test("The site receives the visitor's address, behind a CDN by the lines for it, and never what the visitor claims", async () => {
    const received: unknown[] = []
    upstream = createServer((incoming, reply) => {
      received.push(incoming.headers['x-forwarded-for'])
      reply.end('ok')
    }).listen(0, '127.0.0.1')
    await once(upstream, 'listening')
    const { port } = upstream.address() as { port: number }
    const claimed = 'GET / HTTP/1.1\r\nX-Forwarded-For: 192.0.2.66, 198.51.100.7'
    const direct = await start(config, port)
    expect(await sendRaw(direct.url, claimed)).toMatch(/^HTTP\/1\.1 200 /)
    await direct.stop()
    const { url } = await start(config, port, '127.0.0.1/32')
    expect(await sendRaw(url, claimed)).toMatch(/^HTTP\/1\.1 200 /)
    expect(received).toEqual(['127.0.0.1', '198.51.100.7'])
  })
})

describe.skipIf(!nginx)('The shipped configuration for one machine', () => {
  test('Requests without TLS are redirected, and their secrets are in no log', async () => {
    const { plainUrl, readAccessLog, readErrorLog } = await start('nginx.conf', await findFreePort())
    expect(await sendRaw(plainUrl, `GET /q/${SECRET} HTTP/1.1`)).toMatch(/^HTTP\/1\.1 301 /)
    expect(await sendRaw(plainUrl, 'GET /products HTTP/1.1')).toContain('https://www.example.in/products')
    await expect.poll(readAccessLog).toContain('/products')
    expect(readAccessLog() + readErrorLog()).not.toContain(SECRET)
  })
})

test('The filter of the shipped Caddyfile removes the secrets of private pages from log lines, and nothing else', () => {
  const caddyfile = readFileSync('deploy/Caddyfile', 'utf8')
  const [, pattern = '', replacement = ''] = /request>uri regexp (\S+) (\S+)/.exec(caddyfile) ?? []
  const filter = (uri: string) => uri.replace(new RegExp(pattern, 'g'), replacement)
  for (const path of [`/q/${SECRET}`, `//q/${SECRET}/quotation/1?a=/q/`, `/%71/${SECRET}`])
    expect(filter(path)).toBe('/q/hidden')
  for (const path of ['/products?search=/q/', '/quotes', '/']) expect(filter(path)).toBe(path)
})

/** Sends a request line with further headers and returns the response. Nothing is normalised. */
async function sendRaw(url: string, head: string): Promise<string> {
  const { protocol, hostname, port } = new URL(url)
  const target = { host: hostname, port: Number(port), rejectUnauthorized: false }
  const socket = protocol === 'https:' ? connectTls(target) : connect(target)
  let received = ''
  socket.on('data', (data) => {
    received += data
  })
  socket.write(`${head}\r\nHost: www.example.in\r\nConnection: close\r\n\r\n`)
  await once(socket, 'close')
  return received
}
