import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Db } from '#server/database/db.ts'
import { openReadOnlyPool } from '#server/database/sqlite/worker-pool.ts'
import { startSite, type TestSite } from '../support/site.ts'

let site: TestSite
let reader: Db
beforeEach(async () => {
  site = await startSite()
  reader = openReadOnlyPool(site.dataDir)
})
afterEach(async () => {
  vi.useRealTimers()
  await reader.destroy()
  await site.close()
})

const count = (rows: number) =>
  sql<{ count: number }>`
    with recursive numbers(n) as (values(1) union all select n + 1 from numbers where n < ${rows})
    select count(*) as count from numbers`.execute(reader)

test('Of 300 simultaneous slow reads, those that would make more than 200 wait return 503, and later ones succeed', async () => {
  const reads = await Promise.allSettled(Array.from({ length: 300 }, () => count(1000)))
  const refused = reads.filter((read) => read.status === 'rejected')
  expect(refused).toHaveLength(98)
  for (const { reason } of refused) expect(reason).toMatchObject({ status: 503, type: 'busy' })
  expect((await count(10)).rows).toEqual([{ count: 10 }])
})

test('A read that has waited for ten seconds returns 503 and takes no thread from later ones', async () => {
  await count(1)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const running = [count(3_000_000), count(3_000_000)]
  const refused = expect(count(1)).rejects.toMatchObject({ status: 503 })
  await vi.advanceTimersByTimeAsync(10_000)
  await refused
  await Promise.all(running)
  expect((await Promise.all([count(2), count(3)])).map(({ rows }) => rows[0]?.count)).toEqual([2, 3])
})
