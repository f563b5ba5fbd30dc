import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createMachine, MACHINE_FIELDS } from '../../support/fixtures/items.ts'
import { expectOk, formBody, type SiteFetch } from '../../support/http-client.ts'
import { type PostgresServer, queryPostgres, startPostgres } from '../../support/postgres/postgres.ts'
import { startSite, type TestSite } from '../../support/site.ts'

let server: PostgresServer
let replica: PostgresServer
let replicaUrl: string
let site: TestSite
let staff: SiteFetch
beforeAll(async () => {
  server = await startPostgres()
  const url = await server.createDatabase()
  replica = await server.startReplica()
  replicaUrl = replica.getDatabaseUrl(new URL(url).pathname.slice(1))
  site = await startSite({
    DATABASE_URL: url,
    DATABASE_READ_URL: replicaUrl,
  })
  staff = await site.signIn()
  // Lists are read from the replica only for a large catalogue.
  await sql`alter table item alter row_id restart with 6001`.execute(site.db)
  await createMachine(staff, { name: 'First Lathe' })
}, 60_000)
afterAll(async () => {
  await site.close()
  await replica.remove()
  await server.remove()
})

let requestCount = 0
/** Requests the list without a cache and returns its names. */
const listNames = async (): Promise<string[]> => {
  const items: { name: string }[] = await expectOk(site.fetch(`/api/products?limit=${100 + ++requestCount}`))
  return items.map(({ name }) => name)
}

/** Queries the replica directly. */
const queryReplica = <Row>(statement: string) => queryPostgres<Row>(replicaUrl, statement)

/** The last query of the site to the replica, except those for its replay position. */
const getLastReplicaQuery = async () => {
  const rows = await queryReplica<{ query: string }>(`select query from pg_stat_activity
    where application_name like 'capstan %' and query like '%from "item"%' order by query_start desc limit 1`)
  return rows[0]?.query
}

test('Lists are read from the replica', async () => {
  await expect
    .poll(async () => {
      expect(await listNames()).toEqual(['First Lathe'])
      return getLastReplicaQuery()
    })
    .toContain('from "item"')
})

test('A list contains the last write while the replica is behind, and is read from the replica afterwards', async () => {
  await queryReplica('select pg_wal_replay_pause()')
  await staff('/api/products', formBody('POST', { ...MACHINE_FIELDS, name: 'Second Lathe' }))
  for (let times = 0; times < 5; times++) {
    expect(await listNames()).toEqual(['First Lathe', 'Second Lathe'])
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  expect(await queryReplica('select name from item order by name')).toEqual([{ name: 'First Lathe' }])
  await queryReplica('select pg_wal_replay_resume()')
  await expect.poll(() => queryReplica('select name from item')).toHaveLength(2)
  expect(await listNames()).toEqual(['First Lathe', 'Second Lathe'])
})

test('The primary server serves lists while the replica is down, and the replica does when it is back', async () => {
  await replica.stop()
  for (let times = 0; times < 5; times++) expect(await listNames()).toHaveLength(2)
  await replica.start()
  await expect
    .poll(async () => {
      expect(await listNames()).toHaveLength(2)
      return getLastReplicaQuery()
    })
    .toContain('from "item"')
}, 30_000)
