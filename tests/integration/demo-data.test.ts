import { readFileSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ENQUIRY_STATUSES } from '#contracts/enquiry/status.ts'
import { interpretQuery, STRATEGIES } from '#server/catalogue/search/query-interpretation.ts'
import { systemClock } from '#server/kernel/clock.ts'
import type { ImageWorker } from '#server/media/image-worker.ts'
import { createMediaService } from '#server/media/media-service.ts'
import { createFolderBlobStorage } from '#server/media/storage/folder-blob-storage.ts'
import type { Variants } from '#server/media/variants.ts'
import { loadDemoData } from '#server/setup/demo-data.ts'
import { snapshotData } from '../support/db-snapshot.ts'
import { addDocument } from '../support/fixtures/documents.ts'
import { createJpeg, createMachine, createService, expectBulkUpdate } from '../support/fixtures/items.ts'
import { createArticle, toItemsBlock } from '../support/fixtures/publications.ts'
import { createQuotation, LINE } from '../support/fixtures/quotations.ts'
import { expectOk, type Json, jsonBody, type SiteFetch } from '../support/http-client.ts'
import { createListSource } from '../support/list-source.ts'
import { isOnPostgres } from '../support/postgres/db-engine.ts'
import { PROJECT } from '../support/project.ts'
import { startSite, type TestSite } from '../support/site.ts'
import { BEHIND_PROXY, fromNewNetwork } from '../support/site-hooks.ts'

const DEMO = join(PROJECT, 'demo')
const VISITOR = {
  firstName: 'Meera',
  lastName: 'Raghavan',
  message: 'A quote, please.',
  service: 'installation',
}

let site: TestSite
let staff: SiteFetch
beforeAll(async () => {
  site = await startSite(BEHIND_PROXY)
  staff = await site.signIn('owner')
  await seedDemo(site)
}, 120_000)
afterAll(() => site.close())

/** Processing the pictures takes longer than all tests. The browser tests show the processed ones. */
const COPYING_IMAGE_WORKER = {
  pendingCount: 0,
  close: () => undefined,
  run: async (_task: string, path: string): Promise<Variants> => ({
    width: 1200,
    height: 900,
    thumbhash: '',
    files: [{ width: 1200, bytes: await readFile(path) }],
  }),
} as unknown as ImageWorker

async function seedDemo({ db, dataDir }: TestSite): Promise<void> {
  const blobStorage = createFolderBlobStorage(join(dataDir, 'media'))
  const media = createMediaService({ db, blobStorage, clock: systemClock, imageWorker: COPYING_IMAGE_WORKER })
  const documentStorage = createFolderBlobStorage(join(dataDir, 'documents'))
  await loadDemoData({ db, media, documentStorage, clock: systemClock, folder: DEMO })
}

test('The demo has a privacy notice, terms of sale and an imprint in the footer, which staff have to complete', async () => {
  const content: Json = await expectOk(site.fetch('/api/site-content'))
  expect(content.pages).toEqual([
    { title: 'Privacy notice', path: '/privacy-notice' },
    { title: 'Terms of sale', path: '/terms-of-sale' },
    { title: 'Imprint', path: '/imprint' },
  ])
  expect(content.privacyNotice).toMatchObject({ title: 'Privacy notice', path: '/privacy-notice' })
  const { blocks }: Json = await expectOk(site.fetch('/api/pages/privacy-notice'))
  expect(blocks.map(({ type }: Json) => type)).toEqual(['text', 'retention', 'text'])
  const { gettingStarted } = await getDashboard()
  expect(gettingStarted.steps).toContainEqual({ step: 'notices', done: false })
})

const list = (path: string): Promise<Json[]> => expectOk(site.fetch(path))
const getDashboard = (): Promise<Json> => expectOk(staff('/api/dashboard'))

/** Of the 100 questions in tests/data/buyer-questions.json. */
const MIN_ANSWERED = 95
const RESOURCES = { machine: 'products', spare: 'spareparts', service: 'services' } as const
type KindName = keyof typeof RESOURCES
interface BuyerQuestion {
  question: string
  kind?: KindName
  first: string[]
  not?: string[]
}

test.each(Object.entries(STRATEGIES))(
  "The meaning '%s' of a search decides its example",
  async (name, { example: [kind, search] }) => {
    expect(await interpretQuery(createListSource(site.db), kind, search)).toMatchObject({ strategy: name })
  },
)

test.each([
  ['belt', 'belts'],
  ['Bearing', 'bearings'],
  ['collet', 'Collets'],
])("A search for '%s' and one for '%s' find the same parts", async (singular, plural) => {
  const find = async (search: string) =>
    (await list(`/api/spareparts?approximate=true&limit=100&search=${search}`)).map(({ name }) => name).sort()
  const found = await find(singular)
  expect(found.length).toBeGreaterThan(5)
  expect(await find(plural)).toEqual(found)
})

test('Words that the catalogue writes with a hyphen are found when they are typed apart', async () => {
  const names = (await list('/api/spareparts?approximate=true&search=vee%20belt')).map(({ name }) => name)
  expect(names.filter((name) => name.startsWith('Vee-belt')).length).toBeGreaterThan(2)
})

/** Something that the filters offer: the parameters with it, and the number of items that it states, if it states one. */
interface Choice {
  parameters: Record<string, string>
  count?: number
}

/** Lists what the filters of a list with these parameters offer: every word, and the ends of every number. */
async function listChoices(kind: KindName, chosen: Record<string, string>): Promise<Choice[]> {
  const facets: Json = await expectOk(site.fetch(`/api/facets?${new URLSearchParams({ kind, ...chosen })}`))
  const { priceFrom, priceTo, ...withoutPrices } = chosen
  const filters = (chosen.specifications ?? '').split(',').filter(Boolean)
  const withFilter = (key: string, filter: string) => ({
    ...chosen,
    specifications: [...filters.filter((other) => !other.startsWith(`${key}:`)), filter].join(),
  })
  expect(facets.isSampled).toBe(false)
  return [
    ...facets.categories.map(({ name, count }: Json) => ({
      parameters: { ...chosen, category: name },
      count,
    })),
    ...facets.machines.map(({ slug, count }: Json) => ({ parameters: { ...chosen, fits: slug }, count })),
    ...(facets.featured > 0 ? [{ parameters: { ...chosen, featured: 'true' }, count: facets.featured }] : []),
    ...(facets.prices
      ? [
          { parameters: { ...withoutPrices, priceFrom: String(facets.prices.to) } },
          { parameters: { ...withoutPrices, priceTo: String(facets.prices.from) } },
        ]
      : []),
    ...facets.specifications.flatMap(({ key, values, from, to, meaning }: Json) =>
      values
        ? values.map(({ value, count }: Json) => ({ parameters: withFilter(key, `${key}:${value}`), count }))
        : [
            ...(meaning === 'limit' ? [] : [{ parameters: withFilter(key, `${key}:${to}..`) }]),
            ...(meaning === 'capability' ? [] : [{ parameters: withFilter(key, `${key}:..${from}`) }]),
          ],
    ),
  ]
}

test.each(['machine', 'spare', 'service'] as const)(
  '[CAT-6] Every filter of the %ss, alone and beside every other, leaves as many items as it states',
  async (kind) => {
    const wrong: string[] = []
    let checked = 0
    const check = async ({ parameters, count }: Choice) => {
      checked++
      const query = new URLSearchParams({ ...parameters, limit: '0', approximate: 'true' })
      const reply = await site.fetch(`/api/${RESOURCES[kind]}?${query}`)
      const total = Number(reply.headers.get('x-total-count'))
      if (count === undefined ? total === 0 : total !== count)
        wrong.push(`${decodeURIComponent(String(query))}: ${total} instead of ${count ?? 'some'}`)
    }
    const single = await listChoices(kind, {})
    expect(single.length).toBeGreaterThan(kind === 'service' ? 0 : 10)
    for (const choice of single) {
      await check(choice)
      for (const second of await listChoices(kind, choice.parameters)) await check(second)
    }
    expect(checked).toBeGreaterThan(single.length)
    expect(wrong).toEqual([])
  },
  120_000,
)

test('Of 100 questions of buyers, at least 95 are answered with the right items first', async () => {
  const questions = JSON.parse(
    readFileSync(new URL('../data/buyer-questions.json', import.meta.url), 'utf8'),
  ) as BuyerQuestion[]
  const kinds = Object.keys(RESOURCES) as KindName[]
  const kindsByName = new Map<string, KindName>()
  for (const kind of kinds)
    for (const item of await list(`/api/${RESOURCES[kind]}`)) {
      kindsByName.set(item.slug, kind)
      if (item.code) kindsByName.set(item.code, kind)
    }
  const isAnswered = async ({ question, kind, first, not = [] }: BuyerQuestion) => {
    const search = new URLSearchParams({ search: question, approximate: 'true', limit: '40' })
    /** There are no items, or those that come nearest, and the reply states what they lack. */
    const saysThatThereIsNone = async (of: KindName) => {
      const { headers } = await site.fetch(`/api/${RESOURCES[of]}?${search}`)
      const lacking = ['x-ignored', 'x-nearest'].some((name) => headers.has(name))
      return headers.get('x-total-count') === '0' || lacking
    }
    const find = async (of: KindName) =>
      (await list(`/api/${RESOURCES[of]}?${search}`)).map(({ slug, code }) => [slug, code])
    if (first.length === 0) return (await Promise.all(kinds.map(saysThatThereIsNone))).every(Boolean)
    const of = kind ?? kindsByName.get(first[0]!)!
    const found = await find(of)
    const wanted = first.filter((name) => kindsByName.get(name) === of)
    const top = found.slice(0, wanted.length).flat()
    return wanted.every((name) => top.includes(name)) && !not.some((name) => found.flat().includes(name))
  }
  const wrong: string[] = []
  for (const question of questions) if (!(await isAnswered(question))) wrong.push(question.question)
  expect(questions).toHaveLength(100)
  expect(questions.length - wrong.length, wrong.join('\n')).toBeGreaterThanOrEqual(MIN_ANSWERED)
})

// What the engines do differently is in the 100 questions above.
test.skipIf(isOnPostgres).each([
  // Two people wrote them without knowing the search (decision 0233).
  { file: 'search-questions', count: 200, right: 190 },
  { file: 'unseen-search-questions', count: 112, right: 94 },
  // In Tamil, Hindi, and both in Latin letters, by somebody who knew the catalogue only.
  { file: 'questions-in-other-languages', count: 60, right: 46 },
])(
  'Of the $count searches of $file at least $right open the right kind with the right item first',
  async ({ file, count, right }) => {
    const questions = JSON.parse(readFileSync(new URL(`../data/${file}.json`, import.meta.url), 'utf8')) as {
      question: string
      first: string[]
    }[]
    const kinds = Object.keys(RESOURCES) as KindName[]
    // Several visitors ask, each within the limit of a network.
    const visitors = Array.from({ length: 10 }, () => fromNewNetwork(site))
    const findFirst = async (question: string, visitor: TestSite): Promise<string | undefined> => {
      const search = new URLSearchParams({ search: question, approximate: 'true', limit: '1' })
      const found = await Promise.all(
        kinds.map(async (kind) => {
          const reply = await visitor.fetch(`/api/${RESOURCES[kind]}?${search}`)
          const [item] = (await reply.json()) as Json[]
          return { slug: item?.slug as string | undefined, match: Number(reply.headers.get('x-match')) }
        }),
      )
      return found.reduce((best, other) => (other.match > best.match ? other : best)).slug
    }
    const wrong: string[] = []
    for (const [index, { question, first }] of questions.entries()) {
      if (first.length === 0) continue
      const slug = await findFirst(question, visitors[Math.floor(index / 20)]!)
      if (!slug || !first.includes(slug)) wrong.push(`${question}: ${slug}`)
    }
    expect(questions).toHaveLength(count)
    expect(count - wrong.length, wrong.join('\n')).toBeGreaterThanOrEqual(right)
  },
  240_000,
)

describe('Demo data of a new site', () => {
  test('[API-2] The demo has 15 machines, 100 spare parts and 10 services', async () => {
    const counts = ['/api/products?category=machine', '/api/spareparts', '/api/services'].map(
      async (path) => (await list(path)).length,
    )
    expect(await Promise.all(counts)).toEqual([15, 100, 10])
    const services = await list('/api/services')
    expect(services.map(({ availability }) => availability)).toEqual(services.map(() => 'by-appointment'))
  })

  test('A machine of the demo has a specification sheet and a foundation plan that can be downloaded', async () => {
    const lathe = await expectOk(site.fetch('/api/products/cl-25-capstan-lathe'))
    expect(lathe.documents).toMatchObject([
      { title: 'CL 25 specification sheet', type: 'brochure', language: 'en', format: 'pdf' },
      { title: 'CL 25 foundation plan', type: 'drawing', format: 'dxf' },
    ])
    for (const { url, bytes } of lathe.documents)
      expect(await (await site.fetch(new URL(url).pathname)).bytes()).toHaveLength(bytes)
  })

  test('A discontinued spare part of the demo names its replacement', async () => {
    const post = await expectOk(site.fetch('/api/spareparts/four-way-tool-post-20-mm-cl-40'))
    expect(post).toMatchObject({
      availability: 'discontinued',
      relations: { replacedBy: { items: [{ name: 'Quick-change Tool Post Set, 20 mm' }] } },
    })
  })

  test('No machine of the demo is told that it lacks what only machines of another type have', async () => {
    for (const { id } of await list('/api/products?category=machine')) {
      const { specifications } = await expectOk(site.fetch(`/api/products/${id}`))
      const query = new URLSearchParams({ kind: 'machine', category: 'machine', item: id })
      const { rows } = await expectOk(staff(`/api/specification-template?${query}`))
      expect(rows.map(({ name }: Json) => name).filter((name: string) => !(name in specifications))).toEqual(
        [],
      )
    }
  })

  test('The dashboard of the demo shows 125 products, 45 new customers, 32 service requests, also in the next days', async () => {
    const numbers = { totalProducts: 125, newCustomers: 45, serviceRequests: 32 }
    expect(await getDashboard()).toMatchObject(numbers)
    const fiveDays = 5 * 24 * 60
    site.advanceClock(fiveDays)
    const owner = await site.signIn('owner')
    expect(await expectOk(owner('/api/dashboard'))).toMatchObject(numbers)
    site.advanceClock(-fiveDays)
  })

  test('[API-1] At least six items of all kinds are featured', async () => {
    const featured = ['products', 'spareparts', 'services'].map((kind) => list(`/api/${kind}/featured`))
    const counts = (await Promise.all(featured)).map((items) => items.length)
    for (const count of counts) expect(count).toBeGreaterThan(0)
    expect(counts.reduce((sum, count) => sum + count)).toBeGreaterThanOrEqual(6)
  })

  test('[API-10] Every picture of the demo is served', async () => {
    const items = (
      await Promise.all(['products', 'spareparts', 'services'].map((kind) => list(`/api/${kind}`)))
    ).flat()
    const addresses = new Set<string>(items.flatMap((item) => item.images))
    expect(addresses.size).toBeGreaterThan(20)
    for (const address of addresses)
      expect((await site.fetch(new URL(address).pathname, { method: 'HEAD' })).status, address).toBe(200)
  })

  test('[DET-3] Every machine has its own front and side view, and five machines have four views', async () => {
    const machines = await list('/api/products')
    for (const machine of machines) expect([2, 4], machine.name).toContain(machine.images.length)
    expect(machines.filter((machine) => machine.images.length === 4)).toHaveLength(5)
    const views = machines.flatMap((machine) => machine.images)
    expect(new Set(views).size).toBe(views.length)
  })

  test('Every service has its own picture', async () => {
    const pictures = (await list('/api/services')).map((service) => service.images[0])
    expect(pictures).not.toContain(undefined)
    expect(new Set(pictures).size).toBe(10)
  })

  test('Every picture file of the demo is used in the catalogue or on the landing page', async () => {
    const files = await readdir(join(DEMO, 'pictures'))
    const { media } = await snapshotData(site)
    expect(media).toHaveLength(files.length)
  })

  test('Spare parts with the same picture are of one category, and nine in ten have a picture', async () => {
    const categoriesByPicture = new Map<string, Set<string>>()
    const parts = await list('/api/spareparts')
    for (const { images, category } of parts) {
      for (const image of images)
        categoriesByPicture.set(image, (categoriesByPicture.get(image) ?? new Set()).add(category))
    }
    for (const [image, categories] of categoriesByPicture) expect([...categories], image).toHaveLength(1)
    expect(categoriesByPicture.size).toBe(32)
    expect(parts.filter((part) => part.images.length > 0).length).toBeGreaterThanOrEqual(90)
  })

  test('[FRM-3] Every machine and spare part has at least two specifications', async () => {
    const machines = (await list('/api/products')).map((item) => item.specifications)
    const parts = (await list('/api/spareparts')).map((item) => item.specs)
    for (const specifications of [...machines, ...parts]) {
      expect(Object.keys(specifications).length).toBeGreaterThanOrEqual(2)
    }
  })

  test('The enquiries of the demo have every status and are spread over the year', async () => {
    const enquiries: Json[] = await expectOk(staff('/api/enquiries?limit=200'))
    expect(new Set(enquiries.map((enquiry) => enquiry.status))).toEqual(new Set(ENQUIRY_STATUSES))
    expect(new Set(enquiries.map((enquiry) => enquiry.createdAt.slice(0, 7))).size).toBeGreaterThanOrEqual(11)
    expect(enquiries.some((enquiry) => enquiry.item)).toBe(true)
    expect(enquiries.filter((enquiry) => enquiry.lines.length > 0).length).toBeGreaterThanOrEqual(5)
    for (const line of enquiries.flatMap((enquiry) => enquiry.lines)) expect(line.item).not.toBeNull()
    expect(enquiries.filter((enquiry) => enquiry.company && enquiry.place).length).toBeGreaterThanOrEqual(5)
  })

  test('[API-2] Another start adds no demo data', async () => {
    const before = await snapshotData(site)
    await seedDemo(site)
    expect(await snapshotData(site)).toEqual(before)
  })
})

test('[API-8] A site with an item receives no demo data and no demo pictures', async () => {
  const own = await startSite()
  await createMachine(await own.signIn('editor'))
  const before = await snapshotData(own)
  await seedDemo(own)
  expect(await snapshotData(own)).toEqual(before)
  await own.close()
}, 120_000)

describe('Removal of the demo data', () => {
  let before: { machine: Json; service: Json }
  let used: Record<'machine' | 'spare' | 'shown' | 'related' | 'quoted' | 'changed' | 'wanted', Json>
  beforeAll(async () => {
    const [demoMachine, related] = await list('/api/products')
    const [spare, changed, shown] = await list('/api/spareparts')
    const [quoted] = await list('/api/services')
    const others = [demoMachine, related, spare, changed, shown, quoted].map((item) => item!.id)
    const enquiries: Json[] = await expectOk(staff('/api/enquiries?limit=200'))
    const answered = enquiries.find(({ item }) => item && !others.includes(item.id))!
    used = {
      machine: demoMachine,
      related: related!,
      spare: spare!,
      quoted: quoted!,
      changed: changed!,
      shown: shown!,
      wanted: answered.item,
    }
    await expectBulkUpdate(staff, [used.changed.id], { featured: true })
    const { id, revision } = answered
    await expectOk(staff(`/api/enquiries/${id}`, jsonBody('PATCH', { status: 'lost', revision })))
    const machine = await createMachine(staff, { name: 'Own lathe' }, [await createJpeg(1)])
    const service = await createService(staff, { images: demoMachine.images.slice(0, 1) })
    const demoCustomer = (await expectOk(staff('/api/enquiries')))[0].customer
    const written = [
      { ...VISITOR, email: 'meera@valves.example', phone: '98400 12345', item: demoMachine.id },
      { ...VISITOR, email: demoCustomer.email, phone: demoCustomer.phone },
    ]
    for (const body of written)
      expect((await site.fetch('/api/enquiries', jsonBody('POST', body))).status).toBe(201)
    before = { machine, service }
    await addDocument(staff, used.spare.id, 'Price list.pdf')
    const relation = { group: 'accessories', item: used.related.id }
    expect((await staff(`/api/items/${machine.id}/relations`, jsonBody('POST', relation))).ok).toBe(true)
    await createQuotation(staff, { lines: [{ ...LINE, item: used.quoted.id }] })
    await createArticle(staff, { state: 'draft', blocks: [toItemsBlock([used.shown.id])] })
    const preview: Json = await expectOk(staff('/api/demo'))
    expect(preview).toMatchObject({ items: 118, enquiries: 76, keptEnquiries: 1 })
    expect(Object.fromEntries(preview.kept.map(({ name, reasons }: Json) => [name, reasons]))).toEqual({
      [used.changed.name]: ['changed'],
      [used.wanted.name]: ['enquiries'],
      [used.machine.name]: ['enquiries'],
      [used.spare.name]: ['documents'],
      [used.related.name]: ['relations'],
      [used.quoted.name]: ['quotations'],
      [used.shown.name]: ['publications'],
    })
    expect(await expectOk(staff('/api/demo', { method: 'DELETE' }))).toEqual(preview)
  })

  test('The removal is in the audit log with the person, and a second one finds nothing', async () => {
    const log: Json[] = await expectOk(staff('/api/log?limit=200'))
    const deletions = log.filter(({ action }) => action === 'deleted')
    expect(new Set(deletions.map(({ by }) => by.name))).toEqual(new Set(['owner1']))
    expect(deletions.map(({ subject }) => subject).sort()).toEqual(['enquiry', ...Array(118).fill('item')])
    expect(await expectOk(staff('/api/demo'))).toEqual({
      ...{ items: 0, enquiries: 0 },
      ...{ kept: [], keptEnquiries: 0 },
    })
    const steps: Json[] = (await getDashboard()).gettingStarted.steps
    expect(steps.map(({ step }) => step)).not.toContain('demo')
  })

  test('Privacy notice, terms of sale and imprint stay, because staff complete them', async () => {
    const { pages } = (await expectOk(site.fetch('/api/site-content'))) as Json
    expect(pages.map(({ title }: Json) => title)).toEqual(['Privacy notice', 'Terms of sale', 'Imprint'])
  })

  test('The callouts of the home page lead to items that are left', async () => {
    const { hero } = (await expectOk(site.fetch('/api/site-content'))) as Json
    const left = new Set((await list('/api/products')).map(({ slug }) => `/product/${slug}`))
    for (const { path } of hero.callouts) expect(left).toContain(path)
    expect(hero.picture).not.toBeNull()
  })

  test('[API-8] Removing the demo data retains items of staff and their pictures, and demo items that are in use', async () => {
    const listIds = async (path: string) => (await list(path)).map(({ id }) => id).sort()
    expect(await listIds('/api/products')).toEqual(
      [before.machine.id, used.machine.id, used.related.id].sort(),
    )
    expect(await listIds('/api/spareparts')).toEqual(
      [used.spare.id, used.changed.id, used.shown.id, used.wanted.id].sort(),
    )
    expect(await listIds('/api/services')).toEqual([before.service.id, used.quoted.id].sort())
    for (const address of [...before.machine.images, ...before.service.images]) {
      expect((await site.fetch(new URL(address).pathname)).status).toBe(200)
    }
  })

  test('Removing the demo data retains enquiries of visitors about demo items, and those that staff have changed', async () => {
    const enquiries: Json[] = await expectOk(staff('/api/enquiries'))
    expect(enquiries).toHaveLength(3)
    expect(enquiries.find(({ item }) => item?.id === used.wanted.id)!.status).toBe('lost')
    for (const enquiry of enquiries.slice(0, 2)) expect(enquiry).toMatchObject({ message: VISITOR.message })
    expect(enquiries.map(({ item }) => item?.id)).toContain(used.machine.id)
    expect(enquiries.slice(0, 2).map((enquiry) => enquiry.customer.firstName)).toEqual(['Meera', 'Meera'])
  })

  test('The dashboard counts only the remaining data after the removal', async () => {
    expect(await getDashboard()).toMatchObject({ totalProducts: 9, newCustomers: 2, serviceRequests: 3 })
  })

  test('[CAT-3] The search finds no removed demo item', async () => {
    expect((await list('/api/spareparts?search=bearing')).map(({ id }) => id)).toEqual([used.changed.id])
    const left = [before.machine, used.machine, used.related].map(({ name }) => name)
    expect((await list('/api/products?search=lathe')).map(({ name }) => name).sort()).toEqual(left.sort())
  })
})
