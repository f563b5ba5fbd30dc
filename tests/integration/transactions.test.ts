import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Db } from '#server/database/db.ts'
import { openPostgres } from '#server/database/postgres/dialect.ts'
import { DATABASE_FILE } from '#server/database/sqlite/file.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { isOnPostgres } from '../support/postgres/db-engine.ts'
import { startSite, type TestSite } from '../support/site.ts'

let site: TestSite
beforeEach(async () => {
  site = await startSite()
  await site.db.insertInto('derived_data_version').values({ name: 'counter', version: 0 }).execute()
})
afterEach(() => site.close())

async function readCounter(db: Db): Promise<number> {
  const row = await db
    .selectFrom('derived_data_version')
    .select('version')
    .where('name', '=', 'counter')
    .executeTakeFirst()
  return row?.version ?? -1
}
/** Reads, waits, and writes a value that depends on the read one: loses updates without isolation. */
const incrementCounter = async (db: Db) => {
  const before = await readCounter(db)
  await sleep(5)
  await db
    .updateTable('derived_data_version')
    .set({ version: before + 1 })
    .where('name', '=', 'counter')
    .execute()
}

test("Concurrent transactions do not lose each other's writes", async () => {
  await Promise.all(Array.from({ length: 40 }, () => inTransaction(site.db, incrementCounter)))
  expect(await readCounter(site.db)).toBe(40)
})

test('Two transactions that insert the same missing row insert it once', async () => {
  const add = async (transaction: Db) => {
    const found = await transaction
      .selectFrom('search_word')
      .selectAll()
      .where('word', '=', 'collet')
      .execute()
    await sleep(50)
    if (found.length === 0)
      await transaction.insertInto('search_word').values({ ngram: 'col', word: 'collet' }).execute()
    return found.length
  }
  const seen = await Promise.all(Array.from({ length: 6 }, () => inTransaction(site.db, add)))
  expect(seen.toSorted()).toEqual([0, 1, 1, 1, 1, 1])
})

test('A transaction that fails for another reason is not repeated and leaves no write', async () => {
  let times = 0
  const work = inTransaction(site.db, async (transaction) => {
    times++
    await incrementCounter(transaction)
    throw new Error('no')
  })
  await expect(work).rejects.toThrow('no')
  expect([times, await readCounter(site.db)]).toEqual([1, 0])
})

test.runIf(isOnPostgres)(
  'A slow transaction succeeds beside others that change the same row all the time',
  async () => {
    let isOver = false
    const writeAllTheTime = async () => {
      while (!isOver) await inTransaction(site.db, incrementCounter)
    }
    const others = [writeAllTheTime(), writeAllTheTime()]
    let times = 0
    await inTransaction(site.db, async (transaction) => {
      times++
      const before = await readCounter(transaction)
      // The first attempt is refused. Beside every other one, others have the time to write.
      if (times === 1) await incrementCounter(site.db)
      else await sleep(200)
      await transaction
        .updateTable('derived_data_version')
        .set({ version: before + 1000 })
        .where('name', '=', 'counter')
        .execute()
    }).finally(() => {
      isOver = true
    })
    await Promise.all(others)
    expect(await readCounter(site.db)).toBeGreaterThan(1000)
    expect(times).toBe(2)
  },
)

test.runIf(!isOnPostgres)(
  'A transaction that waits for another process does not block this one',
  async () => {
    const other = new DatabaseSync(join(site.dataDir, DATABASE_FILE))
    other.exec('begin immediate')
    const increment = inTransaction(site.db, incrementCounter)
    let isDone = false
    void increment.then(() => {
      isDone = true
    })
    // Would never run if the wait blocked the thread.
    await sleep(300)
    expect(isDone).toBe(false)
    other.exec('commit')
    await increment
    other.close()
    expect(await readCounter(site.db)).toBe(1)
  },
)

describe.runIf(isOnPostgres)('Lost connections', () => {
  /** Terminates the connections of the site, as a stopping server does. */
  const cut = (db: Db, which = sql`pid = pg_backend_pid()`) =>
    sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and ${which}`.execute(db)

  test('A connection that is lost during a transaction neither loses nor repeats its writes', async () => {
    let times = 0
    await inTransaction(site.db, async (transaction) => {
      times++
      await incrementCounter(transaction)
      if (times === 1) await cut(transaction)
    })
    expect([times, await readCounter(site.db)]).toEqual([2, 1])
  })

  test('A connection that is lost while idle causes no error', async () => {
    const other = openPostgres(site.environment.DATABASE_URL!, { name: 'other' })
    await Promise.all(Array.from({ length: 5 }, () => readCounter(site.db)))
    await cut(other, sql`pid <> pg_backend_pid()`)
    expect(await readCounter(site.db)).toBe(0)
    expect((await site.fetch('/api/products')).status).toBe(200)
    await other.destroy()
  })

  test('A connection that is lost during a single write causes an error, because its result is unknown', async () => {
    const increment = site.db
      .updateTable('derived_data_version')
      .set({ version: 1 })
      .where(sql<boolean>`pg_terminate_backend(pg_backend_pid())`)
    await expect(increment.execute()).rejects.toMatchObject({ code: 'DATABASE_UNAVAILABLE' })
  })
})

test.runIf(isOnPostgres)('An unreachable server causes one error within seconds', async () => {
  const nowhere = openPostgres('postgres://127.0.0.1:9/nothing', { name: 'nowhere' })
  await expect(readCounter(nowhere)).rejects.toMatchObject({ code: 'DATABASE_UNAVAILABLE' })
  await nowhere.destroy()
})
