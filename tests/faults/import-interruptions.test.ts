import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { parseSnapshot } from '#server/catalogue/items/store-history.ts'
import { openSqlite } from '#server/database/sqlite/open.ts'
import { type Json, jsonBody, type SiteFetch } from '../support/http-client.ts'
import { readImport, waitForImport } from '../support/imports.ts'
import { type SiteProcess, startProcess } from '../support/site-process.ts'

const KILLS = 10
const ROWS = 4000
const OWNER = { email: 'owner@works.example', password: 'a password for tests' }

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'capstan-import-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const startSiteProcess = () =>
  startProcess({
    DATA_DIR: folder,
    DEMO: 'off',
    LOG_LEVEL: 'silent',
    ADMIN_EMAIL: OWNER.email,
    ADMIN_PASSWORD: OWNER.password,
  })

/** Signs in; the session survives every restart. Requests go to the process that runs at the time. */
async function signIn(getSite: () => SiteProcess): Promise<SiteFetch> {
  const reply = await fetch(new URL('/api/auth/login', getSite().url), jsonBody('POST', OWNER))
  const cookie = reply.headers.getSetCookie()[0]!.split(';')[0]!
  return (path: string, init: RequestInit = {}) =>
    fetch(new URL(path, getSite().url), {
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
  const db = await openSqlite(folder)
  const items = await db
    .selectFrom('item')
    .leftJoin('item_revision', (join) =>
      join
        .onRef('item_revision.item_id', '=', 'item.id')
        .onRef('item_revision.revision', '=', 'item.revision'),
    )
    .leftJoin('item_import_row', 'item_import_row.item_id', 'item.id')
    .select([
      'code',
      'item.name',
      'price_paise',
      'hsn',
      'specifications_json',
      'sort_key',
      'draft_json',
      'result',
    ])
    .execute()
  await db.destroy()
  for (const item of items) {
    const index = Number(item.code!.slice('INT-'.length))
    const specifications = [['Bore', `${index} mm`]]
    expect(item).toMatchObject({
      name: `Washer ${index}`,
      price_paise: (index + 1) * 100,
      hsn: '848210',
      specifications_json: JSON.stringify(specifications),
      sort_key: expect.any(Number),
      result: 'applied',
    })
    expect(parseSnapshot(item.draft_json!)).toMatchObject({ name: item.name, specifications })
  }
  expect(new Set(items.map(({ code }) => code)).size).toBe(items.length)
  return items.length
}

const waitForProgress = (staff: SiteFetch, id: string, isReached: (applied: number) => boolean) =>
  expect
    .poll(async () => isReached((await (await staff(`/api/imports/${id}`)).json()).applied), {
      timeout: 60_000,
    })
    .toBe(true)

test('An import whose site is killed ten times while it is applied and undone has complete rows only, and continues with each start', async () => {
  let site = await startSiteProcess()
  const staff = await signIn(() => site)
  const { id } = await readImport(staff, 'Spare parts.csv', createFile())
  const post = async (action: string, body?: object): Promise<Json> =>
    (await staff(`/api/imports/${id}/${action}`, body ? jsonBody('POST', body) : { method: 'POST' })).json()
  await post('apply', { what: 'valid' })
  let interruptions = 0
  let count = 0
  for (let kill = 0; kill < KILLS; kill++) {
    await waitForProgress(staff, id, (applied) => applied > count || applied === ROWS)
    await pause(kill * 15)
    await site.kill()
    count = await expectCompleteItems()
    if (count < ROWS) interruptions++
    site = await startSiteProcess()
  }
  // Otherwise the test has shown nothing.
  expect(interruptions).toBeGreaterThan(0)
  expect(await waitForImport(staff, id)).toMatchObject({ state: 'done', applied: ROWS, pending: 0 })
  expect(await expectCompleteItems()).toBe(ROWS)
  await post('undo')
  await waitForProgress(staff, id, (applied) => applied < ROWS)
  await site.kill()
  await expectCompleteItems()
  site = await startSiteProcess()
  expect(await waitForImport(staff, id)).toMatchObject({ state: 'undone', applied: 0, pending: ROWS })
  expect(await expectCompleteItems()).toBe(0)
  await site.stop()
}, 300_000)
