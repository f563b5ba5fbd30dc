import { once } from 'node:events'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openChangeListener } from '#server/database/postgres/change-listener.ts'
import { openPostgres } from '#server/database/postgres/dialect.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { createJpeg, createMachine } from '../support/fixtures/items.ts'
import { expectProblem, type Json } from '../support/http-client.ts'
import { startBucket, type TestBucket } from '../support/s3-bucket.ts'
import { startSite, type TestSite } from '../support/site.ts'

let silent: Server
let url: string
let bucket: TestBucket
let site: TestSite
let machine: Json
beforeAll(async () => {
  silent = createServer(() => undefined).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const { port } = silent.address() as AddressInfo
  url = `postgres://capstan@127.0.0.1:${port}/site`
  bucket = await startBucket()
  site = await startSite({ MEDIA_URL: bucket.url })
  machine = await createMachine(await site.signIn(), {}, [await createJpeg(1, 700, 500)])
})
afterAll(async () => {
  silent.close()
  await site.close()
  await bucket.close()
})

test('A transaction fails within 7 s when the database server accepts connections without responding', async () => {
  const db = openPostgres(url, { name: 'test' })
  const startedAt = performance.now()
  await expect(inTransaction(db, async () => undefined)).rejects.toThrow('cannot be reached')
  expect(performance.now() - startedAt).toBeLessThan(7000)
})

test('The start waits at most 7 s for the first connection of the change listener', async () => {
  const startedAt = performance.now()
  const listener = await openChangeListener(url, 'test')
  expect(performance.now() - startedAt).toBeLessThan(7000)
  await listener.close()
})

test('A bucket that stops responding causes a timeout before and within a picture', async () => {
  bucket.intercept = (request, response) => {
    if (request.url?.includes('/320.webp')) {
      response.writeHead(200, { 'content-length': 100_000 })
      response.write(Buffer.alloc(50_000))
    }
    return true
  }
  const start = Date.now()
  const within = fetch(machine.images[0].replace('700', '320')).then((reply) => reply.arrayBuffer())
  const [watched] = await Promise.all([
    expectProblem(site.fetch('/readyz'), 503).then((message) => {
      expect(Date.now() - start).toBeLessThan(4000)
      return message
    }),
    expectProblem(fetch(machine.images[0]), 503),
    expect(within).rejects.toThrow(),
  ])
  expect(watched).toBe('Not ready: pictures cannot be stored.')
  expect(Date.now() - start).toBeLessThan(15_000)
})
