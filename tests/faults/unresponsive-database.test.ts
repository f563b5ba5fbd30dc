import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { openPostgres } from '#server/database/postgres/dialect.ts'
import { inTransaction } from '#server/database/transaction.ts'

test('A transaction fails within 7 s when the database server accepts connections without responding', async () => {
  const silent = createServer(() => undefined).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const { port } = silent.address() as { port: number }
  const db = openPostgres(`postgres://capstan@127.0.0.1:${port}/site`, { name: 'test' })
  const startedAt = performance.now()
  await expect(inTransaction(db, async () => undefined)).rejects.toThrow('cannot be reached')
  expect(performance.now() - startedAt).toBeLessThan(7000)
  silent.close()
})
