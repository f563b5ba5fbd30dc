import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { parseSnapshot } from '#server/catalogue/items/store-history.ts'
import { openDatabase } from '#server/database/open.ts'
import { readImport, waitForImport } from '../support/fixtures/imports.ts'
import { MACHINE_FIELDS } from '../support/fixtures/items.ts'
import { formBody, type Json, jsonBody, type SiteFetch } from '../support/http-client.ts'
import { OWNER_SETTINGS, signInOwner } from '../support/owner.ts'
import { type PostgresServer, startPostgres } from '../support/postgres/postgres.ts'
import { type SiteProcess, startProcess } from '../support/site-process.ts'

const KILLS = 5
const ROWS = 2000

let postgres: PostgresServer
let folder: string
/** Undefined for SQLite. */
let databaseUrl: string | undefined
let site: SiteProcess | undefined
beforeAll(async () => {
  postgres = await startPostgres()
})
afterAll(() => postgres.remove())
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'capstan-import-'))
})
afterEach(async () => {
  if (!site?.hasExited()) await site?.kill()
  await rm(folder, { recursive: true, force: true })
})

const startSiteProcess = () =>
  startProcess({
    DATA_DIR: folder,
    DEMO: 'off',
    LOG_LEVEL: 'error',
    ...OWNER_SETTINGS,
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
  })

/** Signs in. Requests go to the process that runs at the time. */
async function signIn(): Promise<SiteFetch> {
  const cookie = await signInOwner(site!.url)
  return (path: string, init: RequestInit = {}) =>
    fetch(new URL(path, site!.url), {
      ...init,
      headers: { ...Object.fromEntries(new Headers(init.headers)), cookie },
    })
}

function createFile(): string {
  const rows = Array.from(
    { length: ROWS },
    (_, index) => `INT-${index},Washer ${index},${index + 1},848210,${index} mm`,
  )
  return ['Part No.,Particulars,Rate,HSN,Bore', ...rows].join('\n')
}

/** Expects that each item has all values of its row, a revision and search data, and returns the number of items. */
async function expectCompleteItems(): Promise<number> {
  const database = await openDatabase({ dataDir: folder, ...(databaseUrl && { databaseUrl }) })
  const items = await database.db
    .selectFrom('item')
    .leftJoin('item_revision', (join) =>
      join
        .onRef('item_revision.item_id', '=', 'item.id')
        .onRef('item_revision.revision', '=', 'item.revision'),
    )
    .leftJoin('item_import_row', 'item_import_row.item_id', 'item.id')
    .select(['code', 'item.name', 'price_paise', 'hsn', 'specifications_json', 'draft_json', 'result'])
    .where('item.kind', '=', 'spare')
    .execute()
  await database.close()
  // One comparison instead of thousands, which took longer than the import.
  const found = items.map(({ draft_json, ...item }) => {
    const { name, specifications } = parseSnapshot(draft_json!)
    return { ...item, snapshot: { name, specifications } }
  })
  expect(found).toEqual(
    items.map(({ code }) => {
      const index = Number(code!.slice('INT-'.length))
      const name = `Washer ${index}`
      const specifications = [['Bore', `${index} mm`]]
      return {
        code,
        name,
        price_paise: (index + 1) * 100,
        hsn: '848210',
        specifications_json: JSON.stringify(specifications),
        result: 'applied',
        snapshot: { name, specifications },
      }
    }),
  )
  expect(new Set(items.map(({ code }) => code)).size).toBe(items.length)
  return items.length
}

const waitForProgress = (staff: SiteFetch, id: string, isReached: (applied: number) => boolean) =>
  expect
    .poll(async () => isReached((await (await staff(`/api/imports/${id}`)).json()).applied), {
      timeout: 60_000,
    })
    .toBe(true)

describe.each(['SQLite', 'PostgreSQL'])('An import on %s', (engine) => {
  beforeEach(async () => {
    databaseUrl = engine === 'SQLite' ? undefined : await postgres.createDatabase()
    site = await startSiteProcess()
  })

  test('that is applied and undone while the site is killed five times has complete rows only, and continues with each start', async () => {
    const staff = await signIn()
    const { id } = await readImport(staff, 'Spare parts.csv', createFile())
    await post(staff, id, 'apply', { what: 'valid' })
    let interruptions = 0
    let count = 0
    for (let kill = 0; kill < KILLS; kill++) {
      await waitForProgress(staff, id, (applied) => applied > count || applied === ROWS)
      await pause(kill * 30)
      await site!.kill()
      count = await expectCompleteItems()
      if (count < ROWS) interruptions++
      site = await startSiteProcess()
    }
    // Otherwise the test has shown nothing.
    expect(interruptions).toBeGreaterThan(0)
    expect(await waitForImport(staff, id)).toMatchObject({ state: 'done', applied: ROWS, pending: 0 })
    expect(await expectCompleteItems()).toBe(ROWS)
    await post(staff, id, 'undo')
    await waitForProgress(staff, id, (applied) => applied < ROWS)
    await site!.kill()
    await expectCompleteItems()
    site = await startSiteProcess()
    expect(await waitForImport(staff, id)).toMatchObject({ state: 'undone', applied: 0, pending: ROWS })
    expect(await expectCompleteItems()).toBe(0)
    await site.stop()
  })

  test('that is applied while staff save an item again and again applies every row, and every save succeeds', async () => {
    const staff = await signIn()
    const machine = await (await staff('/api/products', formBody('POST', MACHINE_FIELDS))).json()
    const { id } = await readImport(staff, 'Spare parts.csv', createFile())
    await post(staff, id, 'apply', { what: 'valid' })
    let saves = 0
    for (let applied = 0; applied < ROWS; ) {
      const price = String(1000 + saves)
      const reply = await staff(`/api/products/${machine.id}`, formBody('PUT', { ...MACHINE_FIELDS, price }))
      expect(reply.status, site!.output()).toBe(200)
      saves++
      const found = await (await staff(`/api/imports/${id}`)).json()
      expect(found.error, site!.output()).toBe('')
      applied = found.applied
    }
    // Otherwise the test has shown nothing.
    expect(saves).toBeGreaterThan(2)
    expect(await waitForImport(staff, id)).toMatchObject({ state: 'done', applied: ROWS, pending: 0 })
    expect(await expectCompleteItems()).toBe(ROWS)
    await site!.stop()
  })
})

const post = async (staff: SiteFetch, id: string, action: string, body?: object): Promise<Json> =>
  (await staff(`/api/imports/${id}/${action}`, body ? jsonBody('POST', body) : { method: 'POST' })).json()
