import { beforeAll, describe, expect, test } from 'vitest'
import { snapshotData } from '../../support/db-snapshot.ts'
import { createItemPlan, insertItems } from '../../support/fixtures/bulk-items.ts'
import {
  bulkUpdate,
  createJpeg,
  createMachine,
  createService,
  createSparePart,
  expectBulkUpdate,
  SERVICE,
} from '../../support/fixtures/items.ts'
import { expectOk, expectProblem, formBody, type Json, jsonBody } from '../../support/http-client.ts'
import { startSite } from '../../support/site.ts'
import { startSiteOnce } from '../../support/site-hooks.ts'

const { site, staff } = startSiteOnce('editor', {}, { pages: true })

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

describe.each(KINDS)('A draft of a $kind', ({ kind, path, create, publish }) => {
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

  test('A new draft is returned to its author with the draft flag', () => {
    expect(draft).toMatchObject({ draft: true, featured: true, revision: 1 })
  })

  test.each(['', '?sort=price', '?featured=true', `?search=${word}`, '?limit=100&offset=0', '?priceFrom=1'])(
    'A draft is not in the public list with the query %j',
    async (query) => {
      const reply = await site.fetch(path + query)
      expect(ids(await reply.json())).not.toContain(draft.id)
      expect(reply.headers.get('x-total-count')).toBe('0')
      expect(reply.headers.get('x-list-count')).toBe('0')
      // Signed-in staff get the same list as visitors.
      expect(ids(await expectOk(staff(path + query)))).not.toContain(draft.id)
    },
  )

  test('A draft is not found by id, category, specification, approximate search or part number', async () => {
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

  test('A featured draft is not in the featured list', async () => {
    expect(await expectOk(site.fetch(`${path}/featured`))).toEqual([])
  })

  test.each(['owner', 'editor', 'sales'] as const)(
    'A draft is returned to a signed-in %s with cache-control no-store',
    async (role) => {
      const reader = await site.signIn(role)
      for (const key of [draft.id, draft.slug]) {
        const reply = await reader(`${path}/${key}`)
        expect(await reply.json()).toEqual(draft)
        expect(reply.headers.get('cache-control')).toBe('no-store')
      }
    },
  )

  test('A draft is in no suggestions, facets or summaries', async () => {
    for (const search of [word, 'QZ 77', 'KMT-ZX-9901', word.slice(1)]) {
      expect(await expectOk(site.fetch(`/api/suggestions?search=${encodeURIComponent(search)}`))).toEqual({
        items: [],
        terms: [],
      })
    }
    expect(await expectOk(site.fetch(`/api/facets?kind=${kind}`))).toEqual({
      categories: [],
      featured: 0,
      machines: [],
      prices: null,
      specifications: [],
      isSampled: false,
    })
    expect(await expectOk(site.fetch(`/api/summaries?ids=${draft.id}`))).toEqual([])
  })

  test('Public routes with keys of items answer for a draft as for an unknown item', async () => {
    const answer = async (path: string, key: string) => {
      const reply = await site.fetch(path.replace('KEY', key), { redirect: 'manual' })
      return [path, reply.status, (await reply.text()).replaceAll(key, 'KEY')]
    }
    for (const key of [draft.id, draft.slug])
      for (const address of [
        `${path}/KEY`,
        '/api/summaries?ids=KEY',
        '/api/fits?machine=KEY',
        '/api/comparison?ids=KEY',
        '/api/related/KEY',
        '/api/relations/KEY',
        '/product/KEY.pdf',
        '/compare.pdf?ids=KEY',
        `/api/suggestions?search=KEY`,
      ])
        expect(await answer(address, key)).toEqual(await answer(address, 'no-such-thing'))
  })

  test('A draft is on no page and not in the sitemap', async () => {
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

  test('A draft is on no page for signed-in staff, because all users share cached pages', async () => {
    expect((await staff(`/product/${draft.id}`)).status).toBe(404)
  })

  test('A form publishes a draft, and another change makes it a draft again', async () => {
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

  test('An archived item returns 404 to visitors and staff', async () => {
    for (const key of [draft.id, draft.slug])
      for (const reader of [site.fetch, staff, await site.signIn('owner')])
        await expectProblem(reader(`${path}/${key}`), 404)
    const before = await snapshotData(site)
    await expectProblem(publish(draft.id), 404)
    await expectProblem(staff(`${path}/${draft.id}`, jsonBody('PUT', { featured: false })), 404)
    expect(await snapshotData(site)).toEqual(before)
  })
})

test('A draft is not among the related items of another item', async () => {
  const machine = await createMachine(staff, { name: 'RX 31 Lathe', category: 'machine' })
  const like = await createMachine(staff, { name: 'RX 32 Lathe', category: 'machine' })
  const part = await createSparePart(staff, {
    name: 'Chuck for RX',
    specifications: JSON.stringify({ Fits: 'RX 31', Size: '9 mm' }),
  })
  const related = async (): Promise<Json> => {
    const reply = await expectOk(site.fetch(`/api/related/${machine.id}`))
    return { similarItems: ids(reply.similarItems), parts: ids(reply.parts), filter: reply.partsFilter }
  }
  expect(await related()).toEqual({ similarItems: [like.id], parts: [part.id], filter: 'fits:rx-31' })
  expect(ids((await expectOk(site.fetch(`/api/related/${part.id}`))).machines)).toEqual([machine.id])
  await expectBulkUpdate(staff, [like.id, part.id], { published: false })
  expect(await related()).toEqual({ similarItems: [], parts: [], filter: null })
  await expectBulkUpdate(staff, [part.id], { published: true })
  await expectBulkUpdate(staff, [machine.id], { published: false })
  expect((await expectOk(site.fetch(`/api/related/${part.id}`))).machines).toEqual([])
})

test('The name of a draft machine finds no part that fits it', async () => {
  const machine = await createMachine(staff, { name: 'Nachtfalke Lathe' })
  const part = await createSparePart(staff, { name: 'Gland plate' })
  const related = await staff(
    `/api/items/${part.id}/relations`,
    jsonBody('POST', { group: 'machines', item: machine.id }),
  )
  expect(related.status).toBe(201)
  const find = async (search: string) =>
    ids(await expectOk(site.fetch(`/api/spareparts?search=${search}&approximate=true`)))
  expect(await find('nachtfalke')).toEqual([part.id])
  await expectBulkUpdate(staff, [machine.id], { published: false })
  expect(await find('nachtfalke')).toEqual([])
})

test('Words that only unpublished items contain are no spelling corrections', async () => {
  await createMachine(staff, { name: 'Kettenzug', draft: 'true' })
  const reply = await site.fetch('/api/products?search=ketenzug&approximate=true')
  expect(await reply.json()).toEqual([])
  expect(reply.headers.get('x-searched-instead')).toBeNull()
})

test('A new item without the draft field is published', async () => {
  const item = await createMachine(staff, { draft: 'false' })
  expect(item).not.toHaveProperty('draft')
  expect(ids(await expectOk(site.fetch('/api/products')))).toContain(item.id)
})

test('A change without the draft field leaves a draft unpublished', async () => {
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

test.each(['perhaps', '2', 'draft'])('The draft field rejects the text %j', async (draft) => {
  const { id } = await createMachine(staff)
  const before = await snapshotData(site)
  expect(await expectProblem(staff(`/api/products/${id}`, formBody('PUT', { draft })), 400)).toMatch(/draft/)
  expect(await snapshotData(site)).toEqual(before)
})

test('A bulk update publishes several drafts', async () => {
  const machine = await createMachine(staff, { draft: 'true' })
  const service = await createService(staff, { draft: true })
  const both = [machine.id, service.id].sort()
  expect(await expectBulkUpdate(staff, both, { published: true })).toEqual(both)
  expect(await expectOk(bulkUpdate(staff, both, { published: true }))).toEqual({ changed: [] })
  await expectOk(site.fetch(`/api/products/${machine.id}`))
  await expectOk(site.fetch(`/api/services/${service.id}`))
})

test('The count of a list does not include drafts', async () => {
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
