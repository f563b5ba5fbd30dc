import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runExclusively } from '#server/database/postgres/locks.ts'
import { isOnPostgres } from '../support/postgres/db-engine.ts'
import { startSite, type TestSite } from '../support/site.ts'

/** Two sites on the same database, which to PostgreSQL are like two processes. */
let [one, other]: TestSite[] = []
beforeAll(async () => {
  one = await startSite()
  other = await startSite({ DATA_DIR: one.dataDir })
})
afterAll(async () => {
  await other!.close()
  await one!.close()
})

const noop = async () => {}

/** Starts exclusive work and resolves once it is running. */
async function beginExclusiveWork(name: string) {
  const [begun, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const work = runExclusively(one!.db, name, () => {
    begun.resolve()
    return end.promise
  })
  await begun.promise
  return { work, end }
}
const canRunExclusively = (name: string) => runExclusively(other!.db, name, noop)

describe.skipIf(!isOnPostgres)('Advisory locks on PostgreSQL', () => {
  test('Only one process runs the work of a lock, until it ends or fails', async () => {
    const { work, end } = await beginExclusiveWork('work')
    expect(await canRunExclusively('work')).toBe(false)
    expect(await canRunExclusively('other work')).toBe(true)
    end.reject(new Error('It failed.'))
    await expect(work).rejects.toThrow('It failed.')
    expect(await canRunExclusively('work')).toBe(true)
  })
})

test('Without another process, the work of a lock runs without waiting', async () => {
  let isDone = false
  expect(
    await runExclusively(one!.db, 'anything', async () => {
      isDone = true
    }),
  ).toBe(true)
  expect(isDone).toBe(true)
})
