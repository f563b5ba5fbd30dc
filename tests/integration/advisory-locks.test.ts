import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { alone } from '#server/database/alone.ts'
import { openHolds } from '#server/database/holds.ts'
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
  const work = alone(one!.db, name, () => {
    begun.resolve()
    return end.promise
  })
  await begun.promise
  return { doing: work, end }
}
const canRunExclusively = (name: string) => alone(other!.db, name, noop)

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
    const [mine, others] = [openHolds(one!.db), openHolds(other!.db)]
    await mine.hold('picture')
    await others.hold('picture')
    await mine.letGo('picture')
    expect(await canRunExclusively('picture')).toBe(false)
    await others.letGo('picture')
    expect(await canRunExclusively('picture')).toBe(true)
  })

  test('who would hold what another does alone waits until that is done', async () => {
    const { doing, end } = await beginExclusiveWork('waited for')
    const holds = openHolds(other!.db)
    let isHeld = false
    const holding = holds.hold('waited for').then(() => {
      isHeld = true
    })
    await sleep(200)
    expect(isHeld).toBe(false)
    end.resolve()
    await Promise.all([doing, holding])
    await holds.letGo('waited for')
  })

  test('a connection that is cut holds nothing, and the next is held over a new one', async () => {
    const holds = openHolds(one!.db)
    await holds.hold('cut')
    await sql`select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory'
      and database = (select oid from pg_database where datname = current_database())`.execute(other!.db)
    await expect.poll(() => canRunExclusively('cut')).toBe(true)
    await expect(holds.hold('next')).rejects.toThrow('cannot be reached')
    await holds.letGo('next')
    await holds.hold('next')
    expect(await canRunExclusively('next')).toBe(false)
    await holds.letGo('next')
    await holds.letGo('cut')
    expect(await canRunExclusively('next')).toBe(true)
  })
})

test('a process that has the data for itself waits for nobody', async () => {
  let isDone = false
  expect(
    await alone(one!.db, 'anything', async () => {
      isDone = true
    }),
  ).toBe(true)
  expect(isDone).toBe(true)
})
