import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { QUOTATION } from '../support/fixtures/quotations.ts'
import { type Json, jsonBody } from '../support/http-client.ts'
import { type Instance, startInstance } from '../support/instances.ts'
import { OWNER_SETTINGS, signInOwner } from '../support/owner.ts'
import { startPostgres } from '../support/postgres/postgres.ts'
import { type SiteProcess, startProcess } from '../support/site-process.ts'

const COUNT = 160
const CONCURRENT_REQUESTS = 16
const INSTANCES = 4
/** The site on SQLite is killed each time that so many quotations have been issued. */
const ISSUES_PER_KILL = 30

/** Calls `work` for each entry, a few at a time. */
async function forEachConcurrently<Entry>(
  entries: readonly Entry[],
  work: (entry: Entry, index: number) => Promise<void>,
): Promise<void> {
  let next = 0
  const run = async () => {
    while (next < entries.length) {
      const index = next++
      await work(entries[index]!, index)
    }
  }
  await Promise.all(Array.from({ length: CONCURRENT_REQUESTS }, run))
}

interface Draft {
  id: string
  revision: number
}

/** Sends a request with the session's cookie. Throws a TypeError if the connection is lost. */
async function send(url: string, cookie: string, path: string, body: Json): Promise<Json> {
  const request = jsonBody('POST', body)
  const reply = await fetch(new URL(path, url), { ...request, headers: { ...request.headers, cookie } })
  const result = (await reply.json()) as Json
  if (!reply.ok) throw new Error(`${reply.status} ${result.message}`)
  return result
}

const createDraft = (url: string, cookie: string): Promise<Draft> =>
  send(url, cookie, '/api/quotations', QUOTATION)

const issue = (url: string, cookie: string, { id, revision }: Draft): Promise<Json> =>
  send(url, cookie, `/api/quotations/${id}/issue`, { revision })

/** Returns the numbers of all quotations, in ascending order. */
async function listNumbers(url: string, cookie: string): Promise<(string | null)[]> {
  const numbers: (string | null)[] = []
  for (let offset = 0; offset < COUNT; offset += 200) {
    const path = `/api/quotations?sort=number&order=asc&limit=200&offset=${offset}`
    const reply = await fetch(new URL(path, url), { headers: { cookie } })
    numbers.push(...((await reply.json()) as Json).map(({ number }: Json) => number))
  }
  return numbers
}

function expectNumbersWithoutGaps(numbers: (string | null)[]): void {
  const [year] = /\d{4}-\d\d/.exec(numbers[0] ?? '') ?? []
  const expected = Array.from(
    { length: COUNT },
    (_, index) => `QTN/${year}/${String(index + 1).padStart(4, '0')}`,
  )
  expect(numbers).toEqual(expected)
}

describe('Numbers of quotations', () => {
  let folder: string
  let site: SiteProcess | undefined
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'capstan-numbers-'))
  })
  afterEach(async () => {
    if (!site?.hasExited()) await site?.kill()
    await rm(folder, { recursive: true, force: true })
  })

  test(`${COUNT} quotations that are issued while the site on SQLite is killed have the numbers 1 to ${COUNT}`, async () => {
    const startSite = () =>
      startProcess({ ...OWNER_SETTINGS, DATA_DIR: folder, DEMO: 'off', LOG_LEVEL: 'silent' })
    site = await startSite()
    let { url } = site
    const cookie = await signInOwner(url)
    const drafts: Draft[] = Array.from({ length: COUNT })
    await forEachConcurrently(drafts, async (_draft, index) => {
      drafts[index] = await createDraft(url, cookie)
    })
    let restart: Promise<void> | undefined
    let issued = 0
    let kills = 0
    const killAndRestart = async () => {
      await site?.kill()
      kills++
      site = await startSite()
      url = site.url
    }
    await forEachConcurrently(drafts, async (draft) => {
      for (;;) {
        await restart
        try {
          await issue(url, cookie, draft)
          break
        } catch (error) {
          // The connection was lost: the quotation may be issued or not.
          if (!(error instanceof TypeError)) throw error
        }
      }
      issued++
      if (issued % ISSUES_PER_KILL === 0) restart = killAndRestart()
    })
    await restart
    expect(kills).toBeGreaterThanOrEqual(4)
    expectNumbersWithoutGaps(await listNumbers(url, cookie))
  })

  test(`${COUNT} quotations that ${INSTANCES} instances on PostgreSQL issue at the same time have the numbers 1 to ${COUNT}`, async () => {
    const postgres = await startPostgres()
    const environment = {
      ...OWNER_SETTINGS,
      DATABASE_URL: await postgres.createDatabase(),
      MEDIA_URL: '',
      PUBLIC_URL: 'http://works.example',
      DEMO: 'off',
      LOG_LEVEL: 'silent',
    }
    const instances: Instance[] = [await startInstance(environment)]
    try {
      for (let index = 1; index < INSTANCES; index++) instances.push(await startInstance(environment))
      const cookie = await signInOwner(instances[0]!.url)
      const getUrl = (index: number) => instances[index % INSTANCES]!.url
      await forEachConcurrently(Array.from({ length: COUNT }), async (_entry, index) => {
        await issue(getUrl(index + 1), cookie, await createDraft(getUrl(index), cookie))
      })
      expectNumbersWithoutGaps(await listNumbers(instances[0]!.url, cookie))
    } finally {
      await Promise.all(instances.map(({ process }) => process.stop()))
      await postgres.stop()
    }
  })
})
