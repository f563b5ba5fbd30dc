import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import fastify from 'fastify'
import { afterEach, expect, test } from 'vitest'
import { REQUEST_INDEX_BYTES } from './limits.ts'
import { ResponseCache } from './response-cache.ts'

let close: (() => Promise<void>) | undefined
afterEach(() => close?.())

/** Starts a server whose every path has this body. `countServed` returns how many responses Fastify did not see. */
async function startServer(body: string) {
  const cache = new ResponseCache(() => 'id')
  let served = 0
  const app = fastify({
    serverFactory: (handler) =>
      createServer((request, response) => {
        if (cache.tryServe(request, response)) served++
        else handler(request, response)
      }),
  })
  app.get('/*', async (request, reply) => {
    const key = request.url.replace(/&unknown=.*/, '')
    const response = await cache.get(key, async () => ({ status: 200, headers: {}, body }))
    return cache.send(request, reply, key, response)
  })
  const url = await app.listen({ port: 0 })
  close = () => app.close()
  const getText = async (path: string, headers: Record<string, string> = {}) =>
    (await fetch(url + path, { headers })).text()
  return { getText, countServed: () => served }
}

test('The index contains no more bytes than its budget and evicts the least recently used request', async () => {
  const bodyBytes = 900_000
  const bytes = (bodyBytes * 3) / 4
  const { getText, countServed } = await startServer(randomBytes(bytes).toString('base64'))
  const requestCount = Math.ceil(REQUEST_INDEX_BYTES / bytes) + 1
  // Each spelling is a request of its own for the same body, which is compressed once.
  const send = (request: number) => getText('/', { 'accept-encoding': `br, x${request}` })
  for (let request = 0; request < requestCount; request++) await send(request)
  await send(requestCount - 1)
  expect(countServed()).toBe(1)
  await send(0)
  expect(countServed()).toBe(1)
})

test('A request with a parameter that its key does not have is not indexed', async () => {
  const { getText, countServed } = await startServer('text')
  for (let time = 0; time < 3; time++) await getText('/?known=1&unknown=1')
  expect(countServed()).toBe(0)
  for (let time = 0; time < 3; time++) await getText('/?known=1')
  expect(countServed()).toBe(2)
})
