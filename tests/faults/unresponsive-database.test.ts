import { once } from 'node:events'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openChangeListener } from '#server/database/postgres/change-listener.ts'
import { openPostgres } from '#server/database/postgres/dialect.ts'
import { inTransaction } from '#server/database/transaction.ts'

let silent: Server
let url: string
beforeAll(async () => {
  silent = createServer(() => undefined).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const { port } = silent.address() as AddressInfo
  url = `postgres://capstan@127.0.0.1:${port}/site`
})
afterAll(() => silent.close())

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
