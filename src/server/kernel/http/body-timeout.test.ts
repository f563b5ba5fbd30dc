import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { registerBodyTimeout } from './body-timeout.ts'

test('A request whose body does not arrive in time is ended, except for large uploads', async () => {
  const app = fastify()
  registerBodyTimeout(app, 100)
  app.addContentTypeParser('text/plain', { parseAs: 'string' }, async () => null)
  app.post('/', async () => 'received')
  app.post('/large', { config: { isLargeUpload: true } }, async () => 'received')
  onTestFinished(() => app.close())
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  /** Sends the two halves of a body with a pause. Returns the status, or undefined if the connection was ended. */
  const sendSlowly = async (path: string, pauseMs: number) => {
    const headers = { 'content-type': 'text/plain', 'content-length': 4 }
    const sent = request({ port, path, method: 'POST', headers, agent: false })
    const status = new Promise<number | undefined>((resolve) => {
      sent.on('response', (reply) => resolve(reply.resume().statusCode))
      sent.on('error', () => resolve(undefined))
    })
    sent.write('ab')
    await sleep(pauseMs)
    sent.end('cd')
    return status
  }
  expect(await sendSlowly('/', 10)).toBe(200)
  expect(await sendSlowly('/', 300)).toBeUndefined()
  expect(await sendSlowly('/large', 300)).toBe(200)
})
