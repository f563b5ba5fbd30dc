import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { VisitorReport } from '#contracts/visitors/visitor-report.ts'
import { openSqlite } from '#server/database/sqlite/open.ts'
import { createFileUsage } from '#server/personal-data/store-file-usage.ts'
import { ENQUIRY_FIELDS } from '../support/fixtures/enquiries.ts'
import { createJpeg, MACHINE_FIELDS } from '../support/fixtures/items.ts'
import { formBody, jsonBody } from '../support/http-client.ts'
import { openMediaFolder, sweepPictures } from '../support/media-sweep.ts'
import { OWNER_SETTINGS, signInOwner } from '../support/owner.ts'
import { type SiteProcess, startProcess } from '../support/site-process.ts'

const ROUNDS = 15
const WRITERS = 3
const UPLOADERS = 2
const MAX_RUN_MS = 600

let folder: string
beforeEach(async () => {
  cookie = ''
  folder = await mkdtemp(join(tmpdir(), 'capstan-power-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** The writes that the site has acknowledged. */
interface Acknowledged {
  enquiries: string[]
  items: { id: string; images: string[] }[]
}

const startSiteProcess = () =>
  startProcess({
    DATA_DIR: folder,
    DEMO: 'off',
    LOG_LEVEL: 'silent',
    ...OWNER_SETTINGS,
  })

/** Repeats `send` until `isOver`; ignores the TypeError of a lost connection. */
async function repeatUntil(isOver: () => boolean, send: () => Promise<void>): Promise<void> {
  while (!isOver()) {
    try {
      await send()
    } catch (error) {
      if (!(error instanceof TypeError)) throw error
      // The connection was lost: a pending write was not acknowledged.
    }
  }
}

async function sendEnquiry(site: SiteProcess, round: number, stored: Acknowledged): Promise<void> {
  const message = `Round ${round}, ${stored.enquiries.length}`
  const reply = await fetch(
    new URL('/api/enquiries', site.url),
    jsonBody('POST', { ...ENQUIRY_FIELDS, message }),
  )
  if (reply.status === 201) stored.enquiries.push(((await reply.json()) as { id: string }).id)
}

async function addMachine(site: SiteProcess, cookie: string, stored: Acknowledged): Promise<void> {
  const seed = Math.floor(Math.random() * 1e6)
  const { body } = formBody('POST', { ...MACHINE_FIELDS, name: `Lathe ${seed}` }, [
    await createJpeg(seed, 400, 300),
  ])
  const reply = await fetch(new URL('/api/products', site.url), {
    method: 'POST',
    body: body!,
    headers: { cookie },
  })
  if (reply.status !== 201) return
  const { id, images } = (await reply.json()) as Acknowledged['items'][number]
  stored.items.push({ id, images: images.map((address) => new URL(address).pathname) })
}

let cookie = ''
async function runRound(round: number, stored: Acknowledged): Promise<void> {
  const site = await startSiteProcess()
  cookie ||= await signInOwner(site.url)
  let isKilled = false
  const work = [
    ...Array.from({ length: WRITERS }, () =>
      repeatUntil(
        () => isKilled,
        () => sendEnquiry(site, round, stored),
      ),
    ),
    ...Array.from({ length: UPLOADERS }, () =>
      repeatUntil(
        () => isKilled,
        () => addMachine(site, cookie, stored),
      ),
    ),
  ]
  // In every third round at least one upload completes before the site is killed.
  const previousCount = stored.items.length
  if (round % 3 === 0) while (stored.items.length === previousCount) await pause(10)
  await pause(Math.random() * MAX_RUN_MS)
  await site.kill()
  isKilled = true
  await Promise.all(work)
}

test(`A site that is killed ${ROUNDS} times during writes and uploads loses no acknowledged write`, async () => {
  const stored: Acknowledged = { enquiries: [], items: [] }
  for (let round = 1; round <= ROUNDS; round++) await runRound(round, stored)
  expect(stored.enquiries.length).toBeGreaterThan(ROUNDS)
  expect(stored.items.length).toBeGreaterThanOrEqual(ROUNDS / 3)

  const site = await startSiteProcess()
  for (const { id, images } of stored.items) {
    expect((await fetch(new URL(`/api/products/${id}`, site.url))).status).toBe(200)
    expect(images).toHaveLength(1)
    for (const image of images) expect((await fetch(new URL(image, site.url))).status).toBe(200)
  }
  const csv = await (await fetch(new URL('/api/enquiries.csv', site.url), { headers: { cookie } })).text()
  expect(csv.split('Meera').length - 1).toBeGreaterThanOrEqual(stored.enquiries.length)
  expect(await site.stop()).toBe(0)
  await expectIntact(stored)
}, 300_000)

test('A site that is killed has stored the visits of the minute before, and counts no visitor twice afterwards', async () => {
  const open = ({ url }: SiteProcess, visitor: number) =>
    fetch(new URL('/api/visits', url), {
      ...jsonBody('POST', { event: 'page', url: '/' }),
      headers: { 'content-type': 'application/json', 'user-agent': `Mozilla/5.0 (X11) Browser/${visitor}.0` },
    })
  const killed = await startSiteProcess()
  for (const visitor of [1, 2, 3]) expect((await open(killed, visitor)).status).toBe(204)
  const db = await openSqlite(folder)
  try {
    const visitors = db.selectFrom('visitor_event').select('visitor').where('kind', '=', 'page')
    await expect.poll(async () => (await visitors.execute()).length, { timeout: 60_000 }).toBe(3)
  } finally {
    await db.destroy()
  }
  await open(killed, 4)
  await killed.kill()

  const site = await startSiteProcess()
  await open(site, 1)
  const cookie = await signInOwner(site.url)
  const reply = await fetch(new URL('/api/visits/report', site.url), { headers: { cookie } })
  const { steps, groups } = (await reply.json()) as VisitorReport
  expect(groups.page).toMatchObject([{ visits: 3, count: 4 }])
  expect(steps[0]).toMatchObject({ step: 'visit', count: 3 })
  expect(await site.stop()).toBe(0)
})

/** Checks that the database is intact and has every enquiry, and that the sweep leaves no unused picture. */
async function expectIntact(stored: Acknowledged): Promise<void> {
  const db = await openSqlite(folder)
  try {
    const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(db)
    expect(rows).toEqual([{ integrity_check: 'ok' }])
    const storedIds = new Set((await db.selectFrom('enquiry').select('id').execute()).map(({ id }) => id))
    expect(stored.enquiries.filter((id) => !storedIds.has(id))).toEqual([])
    await sweepPictures(db, openMediaFolder(folder), new Date(Date.now() + 60_000))
    const usedIds = new Set<string>()
    for await (const ids of createFileUsage(db).all()) for (const id of ids) usedIds.add(id)
    expect((await readdir(join(folder, 'media'))).filter((id) => !usedIds.has(id))).toEqual([])
  } finally {
    await db.destroy()
  }
}
