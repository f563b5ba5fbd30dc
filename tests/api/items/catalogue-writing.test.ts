import { describe, expect, test, vi } from 'vitest'
import { snapshotData } from '../../support/db-snapshot.ts'
import {
  createMachine,
  createService,
  createSparePart,
  MACHINE_FIELDS,
} from '../../support/fixtures/items.ts'
import { expectOk, expectProblem, formBody, type Json, jsonBody } from '../../support/http-client.ts'
import { startSiteOnce } from '../../support/site-hooks.ts'

const { site, staff } = startSiteOnce('editor')

const TWO_SPECIFICATIONS = 'Please provide at least 2 complete specifications (key and value).'
const KINDS = [
  {
    noun: 'machine',
    list: '/api/products',
    full: (id: string) => `/api/products/${id}`,
    create: createMachine,
    field: 'specifications',
    category: 'machine',
  },
  {
    noun: 'spare part',
    list: '/api/spareparts',
    full: (id: string) => `/api/spareparts/${id}/full`,
    create: createSparePart,
    field: 'specs',
    category: 'Spare Part',
  },
]

/** Fields of a form that a new item need not have. */
const DETAILS = {
  brand: 'Kovai',
  price: '100',
  originalPrice: '120',
  features: '["Turret"]',
  featured: 'true',
}

describe.each(KINDS)('[API-4] Entering a $noun', ({ noun, list, full, create, field, category }) => {
  const change = (id: string, fields: Record<string, string>) => staff(full(id), formBody('PUT', fields))
  const read = (id: string): Promise<Json> => expectOk(site.fetch(`${list}/${id}`))

  test('[API-4] A new item is public with everything that was entered', async () => {
    const item = await create(staff, {
      name: '  Heavy "25" <b>Lathe</b> ',
      description: 'Line one\nLine two',
      category: 'Lathes & more',
      brand: 'Kovai',
      featured: 'true',
      features: JSON.stringify(['Hexagon turret', ' ', 'Hardened bed ']),
    })
    expect(item).toMatchObject({
      name: 'Heavy "25" <b>Lathe</b>',
      description: expect.stringMatching(/^Line one\r?\nLine two$/),
      category: 'Lathes & more',
      brand: 'Kovai',
      featured: true,
      features: ['Hexagon turret', 'Hardened bed'],
      images: [],
    })
    expect(await read(item.id)).toEqual(item)
  })

  test('[API-4] An item with only the documented fields gets defaults for the others', async () => {
    const { name, description, specifications } = MACHINE_FIELDS
    const reply = await staff(list, formBody('POST', { name, description, specifications }))
    expect(reply.status).toBe(201)
    const item = await reply.json()
    expect(item).toMatchObject({ category, featured: false, features: [], images: [] })
    expect(item).not.toHaveProperty('price')
  })

  test('[API-4] Specifications retain their order, and incomplete ones are left out', async () => {
    const pairs = {
      Swing: '320 mm',
      'Bar capacity': ' 25 mm ',
      '': 'no name',
      Coolant: ' ',
      Bed: 'hardened',
      Feeds: 6,
    }
    const item = await create(staff, { specifications: JSON.stringify(pairs) })
    expect(Object.entries(item[field])).toEqual([
      ['Swing', '320 mm'],
      ['Bar capacity', '25 mm'],
      ['Bed', 'hardened'],
      ['Feeds', '6'],
    ])
  })

  test('[LST-6] A category that differs from an existing one only in case and spaces gets its spelling', async () => {
    const existing = `Category of ${noun}s`
    await create(staff, { category: existing.replace(' ', '  ') })
    const item = await create(staff, { category: ` category  of ${noun.toUpperCase()}S ` })
    expect(item.category).toBe(existing)
    const changed = await expectOk(change(item.id, { category: category.toUpperCase() }))
    expect(changed.category).toBe(category)
    const [listed]: Json[] = await expectOk(site.fetch(`${list}?category=${category}&ids=${item.id}`))
    expect(listed).toMatchObject({ id: item.id })
  })

  test('[API-4] A change leaves absent fields unchanged', async () => {
    const item = await create(staff, { ...DETAILS, category: 'own' })
    const { revision, updatedAt, description, ...rest } = item
    const changed = await expectOk(change(item.id, { description: 'New words.' }))
    expect(changed).toMatchObject({ ...rest, description: 'New words.' })
    expect(await read(item.id)).toEqual(changed)
  })

  test('[API-3] A renamed item is still found under its former slug', async () => {
    const first = await create(staff, { name: `Old name ${list}` })
    const second = await expectOk(change(first.id, { name: `New name ${list}` }))
    expect(second.slug).not.toBe(first.slug)
    expect((await read(first.slug)).id).toBe(first.id)
    expect((await read(second.slug)).id).toBe(first.id)
    const third = await expectOk(change(first.id, { name: `Old name ${list}` }))
    expect(third.slug).toBe(first.slug)
    expect((await read(second.slug)).id).toBe(first.id)
  })

  test('[API-8] A change of an unknown id returns 404', async () => {
    const service = await createService(staff)
    const before = await snapshotData(site)
    for (const id of ['unknown', service.id]) await expectProblem(change(id, MACHINE_FIELDS), 404)
    expect(await snapshotData(site)).toEqual(before)
  })
})

describe('[API-4] The fields of a form', () => {
  // Those of spare parts are read by the same function.
  const { list, full, create, category } = KINDS[0]!
  const change = (id: string, fields: Record<string, string>) => staff(full(id), formBody('PUT', fields))
  const read = (id: string): Promise<Json> => expectOk(site.fetch(`${list}/${id}`))

  test.each([
    ['true', true],
    ['on', true],
    ['false', false],
    ['', false],
  ])('[API-4] The featured field accepts the text %j', async (featured, expected) => {
    expect((await create(staff, { featured })).featured).toBe(expected)
  })

  test.each([
    ['15,00,000', 1500000],
    ['₹ 15,00,000', 1500000],
    ['1500000', 1500000],
    ['1,500,000.50', 1500000.5],
    ['0.05', 0.05],
    ['0', 0],
    ['10,00,00,00,000', 10_000_000_000],
    ['', undefined],
    ['  ', undefined],
  ])('[API-4] The price fields accept %j', async (price, expected) => {
    const item = await create(staff, { price, originalPrice: price })
    expect([item.price, item.originalPrice]).toEqual([expected, expected])
  })

  test.each(['-1', 'abc', '1e6', '12.345', '15.00.000', 'NaN', 'Infinity', '99999999999', '0x10', '१५'])(
    '[API-8] An item with the price %j is rejected with 400',
    async (price) => {
      const before = await snapshotData(site)
      expect(await expectProblem(staff(list, formBody('POST', { ...MACHINE_FIELDS, price })), 400)).toMatch(
        /price/,
      )
      expect(await snapshotData(site)).toEqual(before)
    },
  )

  test('[API-4] A change clears empty fields', async () => {
    const item = await create(staff, { ...DETAILS, category: 'own' })
    const empty = { brand: '', price: '', originalPrice: '', features: '', featured: '', category: '' }
    const changed = await expectOk(change(item.id, empty))
    expect(changed).toMatchObject({ category, features: [], featured: false })
    for (const key of ['brand', 'price', 'originalPrice']) expect(changed, key).not.toHaveProperty(key)
    expect(await read(item.id)).toEqual(changed)
  })

  test('[CAT-3] A changed item is found by its new description only', async () => {
    const item = await create(staff, { description: 'Zinnober' })
    await expectOk(change(item.id, { description: 'Umbra' }))
    expect(await expectOk(site.fetch(`${list}?search=zinnober`))).toEqual([])
    const found: Json[] = await expectOk(site.fetch(`${list}?search=UMBRA`))
    expect(found.map(({ id }) => id)).toEqual([item.id])
    await expectOk(change(item.id, { description: 'Done' }))
  })

  test.each([
    ['no name', { name: ' ' }, 'Enter a name.'],
    ['no description', { description: '' }, 'Enter a description.'],
    ['only one specification', { specifications: '{"Swing":"320 mm"}' }, TWO_SPECIFICATIONS],
    ['no specifications', { specifications: '{}' }, TWO_SPECIFICATIONS],
    ['a blank specification value', { specifications: '{"Swing":"320 mm","Bed":"  "}' }, TWO_SPECIFICATIONS],
    ['a blank specification name', { specifications: '{"Swing":"320 mm"," ":"x"}' }, TWO_SPECIFICATIONS],
    [
      'a duplicate specification name',
      { specifications: '{"Swing":"320 mm"," Swing ":"330 mm"}' },
      TWO_SPECIFICATIONS,
    ],
  ])(
    '[FRM-2, FRM-3, API-8] An item with %s is rejected on creation and on change',
    async (_what, fields, message) => {
      const item = await create(staff)
      const before = await snapshotData(site)
      expect(await expectProblem(staff(list, formBody('POST', { ...MACHINE_FIELDS, ...fields })), 400)).toBe(
        message,
      )
      expect(await expectProblem(change(item.id, fields), 400)).toBe(message)
      expect(await snapshotData(site)).toEqual(before)
    },
  )

  test('[API-8] A new item without the specifications field is rejected with 400', async () => {
    const { name, description } = MACHINE_FIELDS
    expect(await expectProblem(staff(list, formBody('POST', { name, description })), 400)).toBe(
      TWO_SPECIFICATIONS,
    )
  })
})

describe.each([
  { path: '/api/products', create: createMachine },
  { path: '/api/spareparts', create: createSparePart },
  { path: '/api/services', create: createService },
])('[API-7] PUT $path/{id} with the featured flag', ({ path, create }) => {
  const flag = (id: string, body: unknown) => staff(`${path}/${id}`, jsonBody('PUT', body))
  const read = (id: string): Promise<Json> => expectOk(site.fetch(`${path}/${id}`))

  test('[API-7] Setting the featured flag changes nothing else', async () => {
    const { revision, updatedAt, ...before } = await create(staff)
    for (const featured of [true, false, true]) {
      expect(await expectOk(flag(before.id, { featured }))).toMatchObject({ ...before, featured })
      expect(await read(before.id)).toMatchObject({ ...before, featured })
    }
    const listed: Json[] = await expectOk(site.fetch(`${path}/featured`))
    expect(listed.map(({ id }) => id)).toContain(before.id)
  })

  test('[API-7] Setting the flag that an item has already writes nothing, not even in a transaction', async () => {
    const item = await create(staff)
    const transaction = vi.spyOn(site.db, 'transaction')
    expect(await expectOk(flag(item.id, { featured: item.featured }))).toEqual(item)
    expect(transaction).not.toHaveBeenCalled()
    transaction.mockRestore()
  })

  test.each([
    { featured: true, name: 'Renamed' },
    { name: 'Renamed' },
    {},
    { featured: 'true' },
    { featured: 1 },
    { featured: null },
    [],
    [{ featured: true }],
    'true',
    null,
  ])('[API-8] A flag request with the body %j is rejected with 400', async (body) => {
    const { id } = await create(staff)
    const before = await snapshotData(site)
    await expectProblem(flag(id, body), 400)
    expect(await snapshotData(site)).toEqual(before)
  })

  test('[API-8] Setting the flag of an unknown id returns 404', async () => {
    await expectProblem(flag('unknown', { featured: true }), 404)
  })
})
