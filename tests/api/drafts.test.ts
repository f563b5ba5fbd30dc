import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createItemPlan, insertItems } from '../support/bulk-items.ts'
import { snapshotData } from '../support/db-snapshot.ts'
import {
  expectOk,
  expectProblem,
  formBody,
  type Json,
  jsonBody,
  type SiteFetch,
} from '../support/http-client.ts'
import {
  bulkUpdate,
  createJpeg,
  createMachine,
  createService,
  createSparePart,
  expectBulkUpdate,
  SERVICE,
} from '../support/items.ts'
import { startSite, type TestSite } from '../support/site.ts'

let site: TestSite
let staff: SiteFetch
beforeAll(async () => {
  site = await startSite({}, { pages: true })
  staff = await site.signIn('editor')
})
afterAll(() => site.close())

const SPECIFICATIONS = JSON.stringify({
  'Part number': 'KMT-ZX-9901',
  Fits: 'QZ 77 Lathe',
  'Bar capacity': '99 mm',
})
const KINDS = [
  {
    kind: 'machine',
    path: '/api/products',
    create: (fields: Record<string, string>) => createMachine(staff, fields),
    publish: (id: string) => staff(`/api/products/${id}`, formBody('PUT', { draft: 'false' })),
  },
  {
    kind: 'spare',
    path: '/api/spareparts',
    create: (fields: Record<string, string>) => createSparePart(staff, fields),
    publish: (id: string) => staff(`/api/spareparts/${id}/full`, formBody('PUT', { draft: 'false' })),
  },
  {
    kind: 'service',
    path: '/api/services',
    create: ({ name, description }: Record<string, string>) =>
      createService(staff, {
        name,
        description,
        draft: true,
        featured: true,
        specification: JSON.parse(SPECIFICATIONS),
      }),
    publish: (id: string) => staff(`/api/services/${id}/full`, jsonBody('PUT', { ...SERVICE, draft: false })),
  },
]
const ids = (items: Json[]): string[] => items.map(({ id }) => id)

describe.each(KINDS)('a new $kind that is still a draft', ({ kind, path, create, publish }) => {
  const word = `zinnober${kind}`
  const category = `Secret ${kind}`
  let draft: Json
  beforeAll(async () => {
    draft = await create({
      name: `QZ 77 ${word}`,
      description: `Only ${word} here.`,
      category,
      price: '7777777',
      featured: 'true',
      specifications: SPECIFICATIONS,
      draft: 'true',
    })
  })

  test('is answered as one to whoever made it', () => {
    expect(draft).toMatchObject({ draft: true, featured: true, revision: 1 })
  })

  test.each(['', '?sort=price', '?featured=true', `?search=${word}`, '?limit=100&offset=0', '?priceFrom=1'])(
    'stands in no list: %j',
    async (query) => {
      const reply = await site.fetch(path + query)
      expect(ids(await reply.json())).not.toContain(draft.id)
      expect(reply.headers.get('x-total-count')).toBe('0')
      expect(reply.headers.get('x-list-count')).toBe('0')
      // Whoever reads the site while signed in sees what everybody sees.
      expect(ids(await expectOk(staff(path + query)))).not.toContain(draft.id)
    },
  )

  test('is not found by its id, its category, its specification, a misspelling or its part number', async () => {
    for (const query of [
      `ids=${draft.id}`,
      `category=${encodeURIComponent(category)}`,
      'specifications=bar-capacity.mm:99..99',
      `search=${word.replace('zinn', 'zin')}&approximate=true`,
      'search=kmtzx9901&approximate=true',
    ]) {
      const reply = await site.fetch(`${path}?${query}`)
      expect(await reply.json(), query).toEqual([])
      expect(reply.headers.get('x-searched-instead'), query).toBeNull()
    }
  })

  test('is not among the featured', async () => {
    expect(await expectOk(site.fetch(`${path}/featured`))).toEqual([])
  })

  test('is not there for a stranger, by id or by slug', async () => {
    for (const key of [draft.id, draft.slug]) {
      expect(await expectProblem(site.fetch(`${path}/${key}`), 404)).toBe(
        await expectProblem(site.fetch(`${path}/no-such-thing`), 404),
      )
      await expectProblem(site.fetch(`/api/related/${key}`), 404)
    }
  })

  test.each(['owner', 'editor', 'sales'] as const)(
    'is there for an %s by id, and no cache may keep it',
    async (role) => {
      const reader = await site.signIn(role)
      for (const key of [draft.id, draft.slug]) {
        const reply = await reader(`${path}/${key}`)
        expect(await reply.json()).toEqual(draft)
        expect(reply.headers.get('cache-control')).toBe('no-store')
      }
    },
  )

  test('is never suggested, counted or summarised', async () => {
    for (const search of [word, 'QZ 77', 'KMT-ZX-9901', word.slice(1)]) {
      expect(await expectOk(site.fetch(`/api/suggestions?search=${encodeURIComponent(search)}`))).toEqual({
        items: [],
        terms: [],
      })
    }
    expect(await expectOk(site.fetch(`/api/facets?kind=${kind}`))).toEqual({
      categories: [],
      featured: 0,
      prices: null,
      specifications: [],
    })
    expect(await expectOk(site.fetch(`/api/summaries?ids=${draft.id}`))).toEqual([])
  })

  test('is on no page and in no sitemap', async () => {
    const tab = { machine: 'machines', spare: 'spares', service: 'services' }[kind]
    for (const page of [
      '/',
      '/products',
      `/products?tab=${tab}`,
      '/sitemap.xml',
      `/products?search=${word}`,
    ]) {
      const text = await (await site.fetch(page)).text()
      for (const said of [draft.description, draft.slug, draft.id])
        expect(text.includes(said), page).toBe(false)
    }
    for (const key of [draft.id, draft.slug]) {
      const reply = await site.fetch(`/product/${key}`)
      expect(reply.status).toBe(404)
      expect((await reply.text()).includes(draft.description)).toBe(false)
    }
  })

  test('is on no page for signed-in staff either, because pages are kept for everybody', async () => {
    expect((await staff(`/product/${draft.id}`)).status).toBe(404)
  })

  test('is published by its form, and goes back by another change', async () => {
    const published = await expectOk(publish(draft.id))
    expect(published).not.toHaveProperty('draft')
    expect(published).toMatchObject({ id: draft.id, revision: draft.revision + 1 })
    expect(await expectOk(site.fetch(`${path}/${draft.id}`))).toEqual(published)
    expect(ids(await expectOk(site.fetch(`${path}/featured`)))).toEqual([draft.id])
    expect((await site.fetch(`/product/${published.slug}`)).status).toBe(200)
    const [offered] = await expectOk(site.fetch(`/api/summaries?ids=${draft.id}`))
    expect(offered.id).toBe(draft.id)

    expect(await expectBulkUpdate(staff, [draft.id], { published: false })).toEqual([draft.id])
    await expectProblem(site.fetch(`${path}/${draft.id}`), 404)
    expect((await site.fetch(`/product/${published.slug}`)).status).toBe(404)
    expect(await expectBulkUpdate(staff, [draft.id], { published: true })).toEqual([draft.id])
    expect(ids(await expectOk(site.fetch(path)))).toEqual([draft.id])
    await expectBulkUpdate(staff, [draft.id], { archived: true })
  })

  test('and archived it answers nobody, not even staff', async () => {
    for (const key of [draft.id, draft.slug])
      for (const reader of [site.fetch, staff, await site.signIn('owner')])
        await expectProblem(reader(`${path}/${key}`), 404)
    const before = await snapshotData(site)
    await expectProblem(publish(draft.id), 404)
    await expectProblem(staff(`${path}/${draft.id}`, jsonBody('PUT', { featured: false })), 404)
    expect(await snapshotData(site)).toEqual(before)
  })
})

test('a part or machine that is a draft stands beside no other', async () => {
  const machine = await createMachine(staff, { name: 'RX 31 Lathe', category: 'machine' })
  const like = await createMachine(staff, { name: 'RX 32 Lathe', category: 'machine' })
  const part = await createSparePart(staff, {
    name: 'Chuck for RX',
    specifications: JSON.stringify({ Fits: 'RX 31', Size: '9 mm' }),
  })
  const related = async (): Promise<Json> => {
    const reply = await expectOk(site.fetch(`/api/related/${machine.id}`))
    return { family: ids(reply.family), parts: ids(reply.parts), filter: reply.partsFilter }
  }
  expect(await related()).toEqual({ family: [like.id], parts: [part.id], filter: 'fits:rx-31' })
  expect(ids((await expectOk(site.fetch(`/api/related/${part.id}`))).machines)).toEqual([machine.id])
  await expectBulkUpdate(staff, [like.id, part.id], { published: false })
  expect(await related()).toEqual({ family: [], parts: [], filter: null })
  await expectBulkUpdate(staff, [part.id], { published: true })
  await expectBulkUpdate(staff, [machine.id], { published: false })
  expect((await expectOk(site.fetch(`/api/related/${part.id}`))).machines).toEqual([])
})

test('words that no item on the site has are no spelling to fall back on', async () => {
  await createMachine(staff, { name: 'Kettenzug', draft: 'true' })
  const reply = await site.fetch('/api/products?search=ketenzug&approximate=true')
  expect(await reply.json()).toEqual([])
  expect(reply.headers.get('x-searched-instead')).toBeNull()
})

test('an item without the wish to be a draft is on the site at once', async () => {
  const item = await createMachine(staff, { draft: 'false' })
  expect(item).not.toHaveProperty('draft')
  expect(ids(await expectOk(site.fetch('/api/products')))).toContain(item.id)
})

test('a change that does not speak of it leaves a draft a draft', async () => {
  const { id } = await createMachine(staff, { draft: 'true' }, [await createJpeg(1, 64, 48)])
  expect(await expectOk(staff(`/api/products/${id}`, formBody('PUT', { brand: 'Kovai' })))).toMatchObject({
    draft: true,
    brand: 'Kovai',
  })
  await expectOk(staff(`/api/products/${id}`, jsonBody('PUT', { featured: true })))
  await expectProblem(site.fetch(`/api/products/${id}`), 404)
  const service = await createService(staff, { draft: true })
  const again = staff(`/api/services/${service.id}/full`, jsonBody('PUT', { ...SERVICE, featured: true }))
  expect((await expectOk(again)).draft).toBe(true)
})

test.each(['perhaps', '2', 'draft'])('the wish %j is neither yes nor no', async (draft) => {
  const { id } = await createMachine(staff)
  const before = await snapshotData(site)
  expect(await expectProblem(staff(`/api/products/${id}`, formBody('PUT', { draft })), 400)).toMatch(/draft/)
  expect(await snapshotData(site)).toEqual(before)
})

test('many drafts are published at once', async () => {
  const machine = await createMachine(staff, { draft: 'true' })
  const service = await createService(staff, { draft: true })
  const both = [machine.id, service.id].sort()
  expect(await expectBulkUpdate(staff, both, { published: true })).toEqual(both)
  expect(await expectOk(bulkUpdate(staff, both, { published: true }))).toEqual({ changed: [] })
  await expectOk(site.fetch(`/api/products/${machine.id}`))
  await expectOk(site.fetch(`/api/services/${service.id}`))
})

test('the bounds of a long list are those of what is on the site', async () => {
  const own = await startSite()
  const editor = await own.signIn('editor')
  const withBar = (bar: string) =>
    createItemPlan('spare', { name: `Spare ${bar}`, specifications: [['Bar capacity', bar]] })
  const bars = Array.from({ length: 2001 }, (_, n) => withBar(`${20 + (n % 11)} mm`))
  const [longest = ''] = await insertItems(own, [withBar('999 mm'), ...bars])
  const bounds = async () => {
    const { specifications } = await expectOk(own.fetch('/api/facets?kind=spare'))
    const { from, to } = specifications.find(({ key }: Json) => key === 'bar-capacity.mm')
    return [from, to]
  }
  expect(await bounds()).toEqual([20, 999])
  await expectBulkUpdate(editor, [longest], { published: false })
  expect(await bounds()).toEqual([20, 30])
  await own.close()
})
