import { beforeAll, describe, expect, test } from 'vitest'
import { rebuildDerivedDataIfOutdated } from '#server/catalogue/search/store-derived-data.ts'
import { createMachine, createService, createSparePart } from '../../support/fixtures/items.ts'
import { expectOk, expectProblem, formBody, type Json } from '../../support/http-client.ts'
import { startSite } from '../../support/site.ts'
import { startSiteOnce } from '../../support/site-hooks.ts'

const specifications = (map: Record<string, string>) => JSON.stringify(map)
const CL25 = 'CL 25 Capstan Lathe'
const CL40 = 'CL 40 Capstan Lathe'
const LONG = 'CL 25 Long-bed Capstan Lathe'
const TL52 = 'TL 52 Turret Lathe'
const COLLET = 'Spring Collet, 12 mm'
const CHUCK = 'Three-jaw Chuck'
const SCREW = 'Ball Screw, X Axis'

const ids: Record<string, string> = {}
const { site, staff } = startSiteOnce('editor')
beforeAll(async () => {
  const machine = (name: string, price: string, bar: string, nose: string, more = {}) =>
    createMachine(staff, {
      name,
      price,
      description: 'Holds size.',
      specifications: specifications({ 'Bar capacity': bar, 'Spindle nose': nose, Note: name }),
      ...more,
    })
  const spare = (name: string, category: string, map: Record<string, string>, price = '1000') =>
    createSparePart(staff, {
      name,
      category,
      price,
      description: 'In store.',
      specifications: specifications(map),
    })
  const items = [
    await machine(CL25, '1800000', '25 mm', 'A2-4', { featured: 'true' }),
    await machine(LONG, '2100000', '25 mm', 'A2-4'),
    await machine(CL40, '2600000', '40 mm', 'A2-6'),
    await machine(TL52, '', '52 mm', 'A2-6'),
    await spare(COLLET, 'Collets', { 'Part number': 'KMT-CO-2512', Fits: 'CL 25, CL 25 Long-bed' }, '1450'),
    await spare(CHUCK, 'Chucks', { 'Part number': 'KMT-CH-2500', Fits: 'CL 40, TL 52' }, '64000'),
    await spare(SCREW, 'Screws', { 'Part number': 'KMT-BS-25', Fits: 'CL 25' }, '38000'),
    await createService(staff, { name: 'Maintenance & Support', description: 'Four visits a year.' }),
  ]
  for (const item of items) ids[item.name] = item.id
})

const names = (items: Json[]) => items.map((item) => item.name)
const sendQuery = (path: string, query: Record<string, string>) =>
  site.fetch(`${path}?${new URLSearchParams(query)}`)
const findNames = async (path: string, query: Record<string, string>) =>
  names(await expectOk(sendQuery(path, query)))

describe('An approximate search', () => {
  test.each([
    ['capstan', '/api/products', [CL25, LONG, CL40], null],
    ['capstn', '/api/products', [CL25, LONG, CL40], 'capstan'],
    ['turet lahte', '/api/products', [TL52], 'turret lathe'],
    ['lathe turret', '/api/products', [TL52], 'lathe turret'],
    ['cl25', '/api/products', [CL25, LONG], null],
    ['ds size', '/api/products', [CL25, LONG, CL40, TL52], null],
    ['Capstan turret', '/api/products', [CL25, LONG, CL40, TL52], 'capstan lathe'],
    ['kmtco2512', '/api/spareparts', [COLLET], null],
    ['KMT CO 2512', '/api/spareparts', [COLLET], null],
    ['Capstan lathes', '/api/products', [CL25, LONG, CL40], 'capstan lathe'],
    ['turret lathes', '/api/products', [TL52], 'turret lathe'],
    ['lathes turret', '/api/products', [TL52], 'lathe turret'],
    ['spring collets', '/api/spareparts', [COLLET], 'spring collet'],
    ['collets', '/api/spareparts', [COLLET], 'collet'],
    ['colletts', '/api/spareparts', [COLLET], 'collet'],
    ['ball screws', '/api/spareparts', [SCREW], 'ball screw'],
    ['<s>', '/api/products', [], null],
    ['ballscrew', '/api/spareparts', [SCREW], null],
    ['amc', '/api/services', ['Maintenance & Support'], 'maintenance'],
    ['lathe machine', '/api/products', [CL25, LONG, CL40, TL52], 'lathe'],
    ['machines', '/api/products', [CL25, LONG, CL40, TL52], 'everything'],
    ['25 machines', '/api/products', [CL25, LONG, CL40, TL52], 'everything'],
    ['I need two machines', '/api/products', [CL25, LONG, CL40, TL52], 'everything'],
    ['25 spare parts', '/api/products', [], null],
    ['cl 25 machines', '/api/products', [CL25, LONG], 'cl 25'],
    ['25 services', '/api/services', ['Maintenance & Support'], 'everything'],
    ['Spare parts', '/api/products', [], null],
    ['KMT-CH-25O0', '/api/spareparts', [CHUCK], null],
    ['repair', '/api/services', ['Maintenance & Support'], 'maintenance'],
    ['zzzzzz', '/api/products', [], null],
    ['40mm', '/api/products', [CL40, TL52], 'from 40 mm'],
    ['lathe 40 mm bar', '/api/products', [CL40, TL52], 'lathe, Bar capacity from 40 mm'],
    ['spindle nose A2-4', '/api/products', [CL25, LONG], 'spindle nose a2-4'],
    ['drive for 40 mm', '/api/products', [CL40], '40 mm'],
    ['turet 52mm', '/api/products', [TL52], 'turret, from 52 mm'],
    ['chuck CL 40', '/api/spareparts', [CHUCK], 'chuck cl 40'],
    ['lathe 41 mm', '/api/products', [TL52], 'lathe, from 41 mm'],
    ['lathe under 20 lakh', '/api/products', [CL25], 'lathe, Price up to ₹20,00,000'],
    [
      'lathe 20 to 30 lakhs, 40mm',
      '/api/products',
      [CL40],
      'lathe, from 40 mm, Price ₹20,00,000 to ₹30,00,000',
    ],
    ['below 2,000 rupees', '/api/spareparts', [COLLET], 'Price up to ₹2,000'],
    ['collet under 1,000 rupees', '/api/spareparts', [], 'collet, Price up to ₹1,000'],
    ['zzzzzz 41', '/api/products', [], null],
    ['KTM-OC-2512', '/api/spareparts', [COLLET], 'KMT-CO-2512'],
    ['KMT-CX-2512', '/api/spareparts', [COLLET], 'KMT-CO-2512'],
    ['KMT-CO-2513', '/api/spareparts', [COLLET], 'KMT-CO-251…'],
    ['KMT-XX-9999', '/api/spareparts', [], null],
    ['"(* NEAR', '/api/products', [], null],
  ])('[CAT-3] An approximate search for %j in %s returns %j', async (search, path, expected, rewrittenAs) => {
    const reply = await sendQuery(path, { search, approximate: 'true' })
    expect(names((await reply.json()) as Json[])).toEqual(expected)
    expect(reply.headers.get('x-total-count')).toBe(String(expected.length))
    const header = reply.headers.get('x-searched-instead')
    expect(header && decodeURIComponent(header)).toBe(rewrittenAs)
  })

  test('A search finds a size that is typed with x, X or * between its numbers', async () => {
    const { name } = await createSparePart(staff, { name: 'Packing, 47 × 13' })
    for (const search of ['47x13', '47 X 13', '47*13', '47 × 13'])
      expect(await findNames('/api/spareparts', { search, approximate: 'true' }), search).toEqual([name])
  })

  test('An exact part number is listed before longer part numbers, independent of the names', async () => {
    const other = await createSparePart(staff, {
      name: 'A first in the alphabet',
      specifications: specifications({ 'Part number': 'KMT-CO-2512-B', Fits: 'x' }),
    })
    expect(await findNames('/api/spareparts', { search: 'KMT-CO-2512', approximate: 'true' })).toEqual([
      COLLET,
      other.name,
    ])
  })

  test('Words in another order are searched only if the words as typed have no results', async () => {
    for (const name of ['Wiper Ring', 'Ring Wiper', 'Ring for a Wiper'])
      await createSparePart(staff, { name })
    const search = (search: string) => findNames('/api/spareparts', { search, approximate: 'true' })
    expect(await search('wiper ring')).toEqual(['Wiper Ring'])
    expect(await search('ring wiper')).toEqual(['Ring Wiper'])
    expect(await search('ring a wiper')).toEqual(['Ring for a Wiper', 'Ring Wiper', 'Wiper Ring'])
  })

  test('A search finds a renamed item by its new name only', async () => {
    const item = await createSparePart(staff, { name: 'Grommet 77X' })
    const changed = { name: 'Washer 99Y', description: 'New.' }
    await expectOk(staff(`/api/spareparts/${item.id}/full`, formBody('PUT', changed)))
    expect(await findNames('/api/spareparts', { search: 'grommet77x', approximate: 'true' })).toEqual([])
    expect(await findNames('/api/spareparts', { search: 'washer99y', approximate: 'true' })).toEqual([
      'Washer 99Y',
    ])
  })
})

describe('Filters', () => {
  test.each([
    [{ specifications: 'bar-capacity.mm:30..' }, [CL40, TL52]],
    [{ specifications: 'bar-capacity.mm:..25' }, [CL25, LONG]],
    [{ specifications: 'bar-capacity.mm:25..40,spindle-nose:a2-6' }, [CL40]],
    [{ specifications: 'no-such-thing:x' }, []],
    [{ priceFrom: '2000000' }, [LONG, CL40]],
    [{ priceTo: '2100000' }, [CL25, LONG]],
    [{ priceFrom: '0', priceTo: '10000000000' }, [CL25, LONG, CL40]],
    [{ featured: 'true' }, [CL25]],
    [{ search: 'capstn', approximate: 'true', priceFrom: '2200000' }, [CL40]],
  ])('[CAT-6] The list of machines filtered by %j contains %j and their number', async (query, expected) => {
    const reply = await sendQuery('/api/products', {
      category: 'machine',
      ...(query as Record<string, string>),
    })
    expect(names((await reply.json()) as Json[])).toEqual(expected)
    expect(reply.headers.get('x-total-count')).toBe(String(expected.length))
    expect(reply.headers.get('x-list-count'), 'number of all machines').toBe('4')
  })

  test('[CAT-6] The list of spare parts can be filtered by category', async () => {
    expect(await findNames('/api/spareparts', { category: 'Chucks' })).toEqual([CHUCK])
  })

  test('[CAT-6] The list can be filtered by ids; unknown ids are ignored', async () => {
    const marked = { ids: [ids[TL52], 'gone', ids[CL25]].join(',') }
    expect(await findNames('/api/products', marked)).toEqual([CL25, TL52])
    expect(await findNames('/api/products', { ids: ',' })).toEqual([])
  })

  test.each([
    { specifications: 'x' },
    { specifications: "a:b'; drop table item" },
    { priceFrom: '-1' },
    { priceFrom: '1.5' },
    { priceTo: '10000000001' },
    { featured: 'yes' },
    { approximate: '1' },
    { ids: Array(201).fill('a').join(',') },
  ])('[CAT-6] The list rejects the filter %j with 400', async (query) => {
    await expectProblem(sendQuery('/api/products', query as Record<string, string>), 400)
  })

  test('[CAT-6] Facets contain the price bounds and the specifications that machines share', async () => {
    const facets: Json = await expectOk(sendQuery('/api/facets', { kind: 'machine' }))
    expect(facets.prices).toEqual({ from: 1_800_000, to: 2_600_000 })
    expect(facets.featured).toBe(1)
    expect(facets.specifications).toEqual([
      {
        key: 'bar-capacity.mm',
        label: 'Bar capacity',
        unit: 'mm',
        imperialUnit: 'in',
        from: 25,
        to: 52,
        meaning: 'capability',
        histogram: [2, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1],
      },
      {
        key: 'spindle-nose',
        label: 'Spindle nose',
        unit: '',
        values: [
          { value: 'a2-4', text: 'A2-4', count: 2 },
          { value: 'a2-6', text: 'A2-6', count: 2 },
        ],
      },
    ])
  })

  test('[CAT-6] Facets of chosen specifications contain only filters that such items have, and the chosen ones with all values', async () => {
    const facets: Json = await expectOk(
      sendQuery('/api/facets', { kind: 'machine', specifications: 'spindle-nose:a2-6' }),
    )
    expect(facets.prices).toBeNull()
    expect(facets.featured).toBe(0)
    expect(facets.specifications).toEqual([
      {
        key: 'spindle-nose',
        label: 'Spindle nose',
        unit: '',
        values: [
          { value: 'a2-4', text: 'A2-4', count: 2 },
          { value: 'a2-6', text: 'A2-6', count: 2 },
        ],
      },
      {
        key: 'bar-capacity.mm',
        label: 'Bar capacity',
        unit: 'mm',
        imperialUnit: 'in',
        from: 40,
        to: 52,
        meaning: 'capability',
        histogram: [1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1],
      },
    ])
    const chucks: Json = await expectOk(sendQuery('/api/facets', { kind: 'spare', category: 'Chucks' }))
    expect(chucks.categories.length, 'categories to change to').toBeGreaterThan(1)
    const none: Json = await expectOk(
      sendQuery('/api/facets', { kind: 'spare', category: 'Chucks', specifications: 'no-such-thing:x' }),
    )
    expect([none.categories, none.specifications]).toEqual([[], []])
    await expectProblem(sendQuery('/api/facets', { kind: 'machine', specifications: 'x' }), 400)
  })

  test('[CAT-6] Facets of a search contain only specifications that its results share', async () => {
    const facets: Json = await expectOk(sendQuery('/api/facets', { kind: 'machine', search: 'CL 25' }))
    expect(facets.prices).toEqual({ from: 1_800_000, to: 2_100_000 })
    expect(facets.specifications).toEqual([])
  })
})

describe('Suggestions', () => {
  test('Suggestions list items whose name begins with the search first', async () => {
    const { items, terms }: Json = await expectOk(sendQuery('/api/suggestions', { search: 'cl 25' }))
    expect(names(items).slice(0, 2)).toEqual([CL25, LONG])
    expect(terms).toEqual([])
    expect(items[0]).toMatchObject({ kind: 'machine', id: ids[CL25], price: 1_800_000, picture: null })
  })

  test.each([
    ['capstn', ['capstan']],
    ['capstn lathe', ['capstan lathe', 'turret lathe']],
    ['turret lathe', ['capstan lathe']],
    ['Turret lathes', ['turret lathe', 'capstan lathe']],
    ['collets', ['collet', 'spring collet']],
    ['c', []],
    ['', []],
    ['machines', []],
    ['zzzzzz', []],
  ])('Suggestions for %j offer the other terms %j', async (search, expected) => {
    const { terms }: Json = await expectOk(sendQuery('/api/suggestions', { search }))
    expect(terms).toEqual(expected)
  })

  test('Suggestions for a size that only a specification states begin with the item', async () => {
    const { items }: Json = await expectOk(sendQuery('/api/suggestions', { search: 'bar 40mm' }))
    expect(names(items)[0]).toBe(CL40)
  })

  test('A search with a price is the list with its words and the price as a filter, which can be counted and removed', async () => {
    const reply = await sendQuery('/api/products', { search: 'lathe under 22 lakh', approximate: 'true' })
    expect(names((await reply.json()) as Json[])).toEqual([CL25, LONG])
    const understood = new URLSearchParams(reply.headers.get('x-understood') ?? '')
    const { label, ...list } = Object.fromEntries(understood)
    expect([list, label]).toEqual([
      { search: 'lathe', specifications: 'price:..2200000' },
      'Price up to ₹22,00,000',
    ])
    expect(await findNames('/api/products', { ...list, approximate: 'true' })).toEqual([CL25, LONG])
    expect(await findNames('/api/products', { search: 'lathe', approximate: 'true' })).toHaveLength(4)
    const facets: Json = await expectOk(
      sendQuery('/api/facets', { kind: 'machine', search: 'lathe under 22 lakh' }),
    )
    // As for every filter, the range of prices is that which the other filters leave.
    expect(facets.prices).toEqual({ from: 1_800_000, to: 2_600_000 })
    const { understood: suggested }: Json = await expectOk(
      sendQuery('/api/suggestions', { search: 'lathe under 22 lakh' }),
    )
    expect(suggested).toEqual([{ kind: 'machine', text: 'lathe, Price up to ₹22,00,000', count: 2 }])
    for (const wrong of ['price:5kg..', 'price:..-5', 'price:~5', 'price:x'])
      expect(await findNames('/api/products', { specifications: wrong }), wrong).toEqual([])
  })

  test('Suggestions for a search with a quantity say how it is understood in each kind, with the number of items', async () => {
    const { understood, items }: Json = await expectOk(
      sendQuery('/api/suggestions', { search: 'lathe 40 mm bar' }),
    )
    expect(understood).toEqual([{ kind: 'machine', text: 'lathe, Bar capacity from 40 mm', count: 2 }])
    expect(names(items)).toEqual([CL40, TL52])
    // A name with a number, and quantities that no item has, are no filters.
    for (const search of ['cl 25', 'lathe 999 mm bar', 'lathe'])
      expect(await expectOk(sendQuery('/api/suggestions', { search })), search).not.toHaveProperty(
        'understood',
      )
  })

  test('Suggestions for a misspelt word contain items', async () => {
    const { items }: Json = await expectOk(sendQuery('/api/suggestions', { search: 'capstn' }))
    expect(names(items)).toEqual([CL25, LONG, CL40])
  })
})

describe('Related items', () => {
  test('Related items of a machine are similar machines and the spare parts that name this machine', async () => {
    const related: Json = await expectOk(site.fetch(`/api/related/${ids[LONG]}`))
    expect(names(related.parts)).toEqual([COLLET])
    expect(related.partsFilter).toBe('fits:cl-25-long-bed')
    expect(await findNames('/api/spareparts', { specifications: related.partsFilter })).toEqual([COLLET])
    expect(names(related.similarItems)[0]).toBe(CL25)
    expect(names(related.similarItems)).not.toContain(LONG)
  })

  test('Related items of a spare part are the machines that it names', async () => {
    const related: Json = await expectOk(site.fetch(`/api/related/${ids[CHUCK]}`))
    expect(names(related.machines)).toEqual([CL40, TL52])
    expect(related.parts).toEqual([])
  })

  test('Related items of an unknown item return 404', async () => {
    await expectProblem(site.fetch('/api/related/nothing'), 404)
  })
})

test('A start derives search data that a database does not have yet, once', async () => {
  const old = await startSite()
  const editor = await old.signIn('editor')
  await createMachine(editor, { name: CL25, specifications: specifications({ Bar: '25 mm', Nose: 'A2-4' }) })
  await old.db.deleteFrom('item_specification').execute()
  await old.db.deleteFrom('derived_data_version').execute()
  await old.db.deleteFrom('search_word').execute()
  await old.db.updateTable('item').set({ search_codes: '' }).execute()
  const search = (query: string) => expectOk(old.fetch(`/api/products?approximate=true&search=${query}`))
  // Another text than in the later requests, because responses and hits are cached until content changes.
  expect(await search('capstna')).toEqual([])
  await rebuildDerivedDataIfOutdated(old.db)
  expect(names(await search('cl25capstan'))).toEqual([CL25])
  expect(names(await search('capstn'))).toEqual([CL25])
  expect(names(await expectOk(old.fetch('/api/products?specifications=bar.mm:25..25')))).toEqual([CL25])
  await old.db.deleteFrom('search_word').execute()
  await rebuildDerivedDataIfOutdated(old.db)
  expect(
    await old.db.selectFrom('search_word').select('word').execute(),
    'data of the present version is not derived again',
  ).toEqual([])
  await old.close()
})

test('Services can be filtered by specification', async () => {
  await createService(staff, { name: 'Training', specification: { Group: '6 operators', Days: '3' } })
  expect(await findNames('/api/services', { specifications: 'group.operators:6..6' })).toEqual(['Training'])
})
