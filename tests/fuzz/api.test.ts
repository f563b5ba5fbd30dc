import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectEnquiry } from '../support/fixtures/enquiries.ts'
import { createJpeg, createMachine, expectCreated } from '../support/fixtures/items.ts'
import {
  createRequestArbitrary,
  type FuzzRequest,
  type OpenApiDescription,
} from '../support/hostile/request-arbitraries.ts'
import { jsonBody } from '../support/http-client.ts'
import { startSite, type TestSite } from '../support/site.ts'

/*
 * Sends requests generated from the API description, partly invalid, by visitors and by the owner. No response may be a
 * 5xx, none may be slow, and afterwards the data is intact. Every run is the same unless FUZZ_SEED or FUZZ_REQUESTS is set.
 */

const REQUEST_COUNT = Number(process.env.FUZZ_REQUESTS ?? 8000)
const SEED = Number(process.env.FUZZ_SEED ?? 20_261_121)
const REQUEST_TIMEOUT_MS = 10_000

let site: TestSite
let owner: TestSite['fetch']
let description: OpenApiDescription
let knownIds: string[]

beforeAll(async () => {
  site = await startSite({}, { pages: true })
  owner = await site.signIn('owner')
  description = (await (await site.fetch('/api/openapi.json')).json()) as OpenApiDescription
  knownIds = await seedSite()
})
afterAll(() => site.close())

/** Creates an item, an enquiry and a review. Returns ids and slugs that requests may use. */
async function seedSite(): Promise<string[]> {
  const machine = await createMachine(owner, {}, [await createJpeg(1)])
  const enquiry = await expectEnquiry(site, { service: 'general', item: machine.id })
  const review = { name: 'Asha', rating: 5, text: 'Runs to 0.01 mm since 2019.', company: 'Rao Works' }
  const { id } = await expectCreated(site.fetch('/api/reviews', jsonBody('POST', review)))
  return [machine.id, enquiry.id, id, 'cl-25-capstan-lathe', 'none']
}

/** Signs in again: a request may have ended the session or deleted the account. The clock advances past rate limits. */
async function ensureOwnerSession(): Promise<void> {
  if ((await owner('/api/auth/me')).ok) return
  site.advanceClock(60)
  owner = await site.signIn('owner')
}

function sendFuzzRequest(request: FuzzRequest, asOwner: boolean): Promise<Response> {
  const { method, path, json, form } = request
  const init: RequestInit = {
    method,
    headers: request.headers,
    signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
  }
  if (json !== undefined) {
    init.body = JSON.stringify(json)
    init.headers = { ...request.headers, 'content-type': 'application/json' }
  }
  if (form) {
    const body = new FormData()
    for (const [name, value] of form)
      body.append(
        name,
        typeof value === 'string' ? value : new Blob([new Uint8Array(value)], { type: 'image/png' }),
      )
    init.body = body
  }
  return (asOwner ? owner : site.fetch)(path, init)
}

test(
  'Random requests from the API description never cause a 5xx response or a timeout',
  async () => {
    const seen = new Map<number, number>()
    const request = createRequestArbitrary(description, knownIds)
    const property = fc.asyncProperty(request, fc.boolean(), async (fuzzRequest, asOwner) => {
      const reply = await sendFuzzRequest(fuzzRequest, asOwner)
      await reply.arrayBuffer()
      seen.set(reply.status, (seen.get(reply.status) ?? 0) + 1)
      if (asOwner && reply.status === 401) await ensureOwnerSession()
      expect(reply.status).toBeLessThan(500)
    })
    await fc.assert(property, {
      seed: SEED,
      numRuns: REQUEST_COUNT,
      endOnFailure: true,
    })
    // Enough requests passed the contracts and reached the rules.
    expect(seen.get(200)).toBeGreaterThan(100)
    expect(seen.get(400)).toBeGreaterThan(100)
  },
  Math.max(60_000, REQUEST_COUNT * 60),
)

test('After random requests, pages and lists respond with 200 and the database passes its integrity checks', async () => {
  for (const path of [
    '/',
    '/products',
    '/products?tab=spares',
    '/api/products',
    '/api/spareparts',
    '/sitemap.xml',
  ])
    expect([path, (await site.fetch(path)).status]).toEqual([path, 200])
  const { rows } = await sql<Record<string, string>>`pragma integrity_check`.execute(site.db)
  expect(rows.map((row) => Object.values(row)[0])).toEqual(['ok'])
  await sql`insert into item_text(item_text, rank) values ('integrity-check', 1)`.execute(site.db)
  expect((await sql`pragma foreign_key_check`.execute(site.db)).rows).toEqual([])
})
