import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runExclusively } from '#server/database/postgres/advisory-lock.ts'
import { createSharedLocks } from '#server/database/postgres/shared-locks.ts'
import { isOnPostgres } from '../support/db-engine.ts'
import { startSite, type TestSite } from '../support/site.ts'

/** Two processes on the same data, as far as the database can tell. */
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

/** Once it has begun to do alone what bears this name. */
async function beginExclusiveWork(name: string) {
  const [begun, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const work = runExclusively(one!.db, name, () => {
    begun.resolve()
    return end.promise
  })
  await begun.promise
  return { doing: work, end }
}
const canRunExclusively = (name: string) => runExclusively(other!.db, name, noop)

describe.skipIf(!isOnPostgres)('of several processes', () => {
  test('one alone does what bears a name, until it is done or has failed', async () => {
    const { doing, end } = await beginExclusiveWork('work')
    expect(await canRunExclusively('work')).toBe(false)
    expect(await canRunExclusively('other work')).toBe(true)
    end.reject(new Error('It failed.'))
    await expect(doing).rejects.toThrow('It failed.')
    expect(await canRunExclusively('work')).toBe(true)
  })

  test('many may hold the same, and nobody does it alone until the last has let go', async () => {
    const [mine, others] = [createSharedLocks(one!.db), createSharedLocks(other!.db)]
    await mine.acquire('picture')
    await others.acquire('picture')
    await mine.release('picture')
    expect(await canRunExclusively('picture')).toBe(false)
    await others.release('picture')
    expect(await canRunExclusively('picture')).toBe(true)
  })

  test('who would hold what another does alone waits until that is done', async () => {
    const { doing, end } = await beginExclusiveWork('waited for')
    const holds = createSharedLocks(other!.db)
    let isHeld = false
    const holding = holds.acquire('waited for').then(() => {
      isHeld = true
    })
    await sleep(200)
    expect(isHeld).toBe(false)
    end.resolve()
    await Promise.all([doing, holding])
    await holds.release('waited for')
  })

  test('a connection that is cut holds nothing, and the next is held over a new one', async () => {
    const holds = createSharedLocks(one!.db)
    await holds.acquire('cut')
    await sql`select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory'
      and database = (select oid from pg_database where datname = current_database())`.execute(other!.db)
    await expect.poll(() => canRunExclusively('cut')).toBe(true)
    await expect(holds.acquire('next')).rejects.toThrow('cannot be reached')
    await holds.release('next')
    await holds.acquire('next')
    expect(await canRunExclusively('next')).toBe(false)
    await holds.release('next')
    await holds.release('cut')
    expect(await canRunExclusively('next')).toBe(true)
  })
})

test('a process that has the data for itself waits for nobody', async () => {
  let isDone = false
  expect(
    await runExclusively(one!.db, 'anything', async () => {
      isDone = true
    }),
  ).toBe(true)
  expect(isDone).toBe(true)
})
