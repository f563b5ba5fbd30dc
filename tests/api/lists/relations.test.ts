import { describe, expect, test } from 'vitest'
import {
  createJpeg,
  createMachine,
  createService,
  createSparePart,
  expectBulkUpdate,
  expectCreated,
  getItemAuditLog,
} from '../../support/fixtures/items.ts'
import {
  expectOk,
  expectPage,
  expectProblem,
  formBody,
  type Json,
  jsonBody,
} from '../../support/http-client.ts'
import { startSiteOnce } from '../../support/site-hooks.ts'

const { site, staff } = startSiteOnce('editor')

const relate = (id: string, body: object, by = staff) =>
  by(`/api/items/${id}/relations`, jsonBody('POST', body))
const getGroup = (id: string, group: string, by = staff) =>
  expectPage(by(`/api/items/${id}/relations?group=${group}`))
const listNames = (group: Json): string[] => (group?.items ?? []).map(({ name }: Json) => name)
const readPart = (id: string, by = site.fetch): Promise<Json> => expectOk(by(`/api/spareparts/${id}`))
const readMachine = (id: string): Promise<Json> => expectOk(site.fetch(`/api/products/${id}`))
const listParts = async (query: string): Promise<string[]> =>
  (await expectOk(site.fetch(`/api/spareparts?${query}`))).map(({ name }: Json) => name)

let number = 0
const machine = (code: string, fields = {}) =>
  createMachine(staff, { name: `${code} Capstan Lathe`, code, ...fields })
const part = (name: string, fields = {}) => createSparePart(staff, { name, code: `R-${++number}`, ...fields })

test('The page of an item lists its published versions in other sizes, and a new one at once', async () => {
  const bush = (size: string, fields = {}) =>
    part(`RV Bush, ${size}`, {
      specifications: JSON.stringify({ Bore: size, Material: 'Bronze' }),
      ...fields,
    })
  const small = await bush('8 mm')
  const getVersions = async () => (await expectOk(site.fetch(`/api/related/${small.slug}`))).versions
  expect(await getVersions()).toBeNull()
  await bush('1,040 mm')
  await bush('20 mm')
  await bush('30 mm', { draft: 'true' })
  const versions = await getVersions()
  expect([versions.label, ...versions.items.map(({ value }: Json) => value)]).toEqual([
    'Bore',
    '8 mm',
    '20 mm',
    '1,040 mm',
  ])
  expect(versions.items[0]).toEqual({ kind: 'spare', id: small.id, name: 'RV Bush, 8 mm', value: '8 mm' })
})

describe('Relations of items', () => {
  test('A part that fits a machine is listed by both, by assembly and position, and leaves both lists when it is removed', async () => {
    const lathe = await machine('RL 10')
    const [belt, bolt, gear] = [await part('RL Belt'), await part('RL Bolt'), await part('RL Gear')]
    await expectCreated(
      relate(lathe.id, { group: 'parts', item: bolt.id, assembly: 'Headstock', position: '10', quantity: 4 }),
    )
    await expectCreated(
      relate(gear.id, { group: 'machines', item: lathe.slug, assembly: 'Headstock', position: '2' }),
    )
    const added = await expectCreated(relate(lathe.id, { group: 'parts', item: belt.id }))
    expect(added).toMatchObject({ name: 'RL Belt', relation: { assembly: '', position: '', quantity: null } })
    const { parts } = (await readMachine(lathe.id)).relations
    expect([parts.total, listNames(parts)]).toEqual([3, ['RL Gear', 'RL Bolt', 'RL Belt']])
    expect(parts.items[1]).toMatchObject({
      code: bolt.code,
      relation: { assembly: 'Headstock', position: '10', quantity: 4 },
    })
    expect(listNames((await readPart(belt.slug)).relations.machines)).toEqual([lathe.name])
    expect(await getItemAuditLog(staff, lathe.id)).toContain(
      `changed ${lathe.name}: Added to 'Spare parts': RL Bolt (Headstock, position 10, quantity 4)`,
    )
    const removal = `/api/items/${belt.id}/relations/${added.relation.id}`
    expect((await staff(removal, { method: 'DELETE' })).status).toBe(204)
    expect((await readPart(belt.id)).relations).toBeUndefined()
    expect(listNames(await getGroup(lathe.id, 'parts'))).toEqual(['RL Gear', 'RL Bolt'])
    expect(await expectProblem(staff(removal, { method: 'DELETE' }), 404)).toBe('Relation not found')
  })

  test('Visitors do not see related drafts; staff do', async () => {
    const lathe = await machine('RL 20')
    const draft = await part('RL Hidden', { draft: 'true' })
    await expectCreated(relate(lathe.id, { group: 'parts', item: draft.id }))
    expect((await readMachine(lathe.id)).relations).toBeUndefined()
    expect(await expectOk(site.fetch(`/api/relations/${lathe.id}?group=parts`))).toEqual([])
    expect(listNames(await getGroup(lathe.id, 'parts'))).toEqual(['RL Hidden'])
    expect(listNames((await readPart(draft.id, staff)).relations.machines)).toEqual([lathe.name])
    await expectBulkUpdate(staff, [draft.id], { published: true })
    expect(listNames((await readMachine(lathe.id)).relations.parts)).toEqual(['RL Hidden'])
  })

  test('Replacements, accessories and alternatives are listed by both items', async () => {
    const [old, now, box, other] = [
      await part('RL Old'),
      await part('RL New'),
      await part('RL Box'),
      await part('RL Other'),
    ]
    const amc = await createService(staff, { name: 'RL Service' })
    await expectCreated(relate(old.id, { group: 'replacedBy', item: now.id }))
    await expectCreated(relate(old.id, { group: 'accessories', item: box.id }))
    await expectCreated(relate(old.id, { group: 'accessories', item: amc.id }))
    await expectCreated(relate(other.id, { group: 'alternatives', item: old.id }))
    const names = async (id: string) =>
      Object.fromEntries(
        Object.entries((await readPart(id)).relations).map(([group, of]) => [group, listNames(of)]),
      )
    expect(await names(old.id)).toEqual({
      replacedBy: ['RL New'],
      accessories: ['RL Box', 'RL Service'],
      alternatives: ['RL Other'],
    })
    expect(await names(now.id)).toEqual({ replaces: ['RL Old'] })
    expect(await names(box.id)).toEqual({ accessoryOf: ['RL Old'] })
    expect(await names(other.id)).toEqual({ alternatives: ['RL Old'] })
    const cycle = 'RL Old is itself replaced by RL New, directly or through other items.'
    expect(await expectProblem(relate(now.id, { group: 'replacedBy', item: old.id }), 400)).toBe(cycle)
    const newest = await part('RL Newest')
    await expectCreated(relate(newest.id, { group: 'replaces', item: now.id }))
    await expectProblem(relate(newest.id, { group: 'replacedBy', item: old.id }), 400)
    await expectProblem(relate(old.id, { group: 'alternatives', item: other.id }), 409)
  })

  test('Lists and the parts of a machine name the published replacements of discontinued items only', async () => {
    const [old, now, draft] = [
      await part('RN Old', { availability: 'discontinued' }),
      await part('RN New'),
      await part('RN Draft', { draft: 'true' }),
    ]
    await expectCreated(relate(old.id, { group: 'replacedBy', item: now.id }))
    await expectCreated(relate(old.id, { group: 'replacedBy', item: draft.id }))
    const lathe = await machine('RN 20')
    for (const { id } of [old, now])
      await expectCreated(relate(id, { group: 'machines', item: lathe.id, assembly: 'Bed', position: '1' }))
    await expectCreated(
      staff(`/api/items/${lathe.id}/drawings`, formBody('POST', { assembly: 'Bed' }, [await createJpeg(1)])),
    )
    const pick = (items: Json[]) =>
      Object.fromEntries(items.map(({ name, replacedBy }) => [name, replacedBy]))
    const listed = async () => {
      const { relations, drawings } = await readMachine(lathe.id)
      return {
        list: pick(await expectOk(site.fetch(`/api/spareparts?ids=${old.id},${now.id}`))),
        parts: pick(relations.parts.items),
        drawing: pick(drawings[0].parts),
      }
    }
    const replaced = { 'RN Old': [{ kind: 'spare', id: now.id, name: 'RN New' }], 'RN New': undefined }
    expect(await listed()).toEqual({ list: replaced, parts: replaced, drawing: replaced })
    await expectOk(staff(`/api/spareparts/${old.id}/full`, formBody('PUT', { availability: 'in-stock' })))
    const made = { 'RN Old': undefined, 'RN New': undefined }
    expect(await listed()).toEqual({ list: made, parts: made, drawing: made })
  })

  test('A relation that makes no sense is refused with the reason', async () => {
    const lathe = await machine('RL 30')
    const belt = await part('RL Strap')
    await expectCreated(relate(belt.id, { group: 'machines', item: lathe.id }))
    const refused: [string, object, number, string][] = [
      [lathe.id, { group: 'parts', item: lathe.id }, 400, 'An item cannot be related to itself.'],
      [lathe.id, { group: 'machines', item: belt.id }, 400, 'Only a spare part can fit a machine.'],
      [
        belt.id,
        { group: 'replacedBy', item: lathe.id },
        400,
        'RL Strap is a spare part and RL 30 Capstan Lathe is a machine. A replacement must be of the same type.',
      ],
      [
        belt.id,
        { group: 'machines', item: lathe.id },
        409,
        'RL Strap and RL 30 Capstan Lathe are already related in this way.',
      ],
      [
        belt.id,
        { group: 'machines', item: 'unknown' },
        400,
        'The other item does not exist, or it is archived. Choose another one.',
      ],
    ]
    for (const [id, body, status, message] of refused)
      expect(await expectProblem(relate(id, body), status)).toBe(message)
    await expectProblem(relate('unknown', { group: 'parts', item: belt.id }), 404)
    for (const wrong of [
      { quantity: 0 },
      { quantity: 1.5 },
      { position: 'x'.repeat(21) },
      { assembly: 'a\0b' },
      { group: 'x' },
    ])
      await expectProblem(relate(lathe.id, { group: 'parts', item: belt.id, ...wrong }), 400)
    expect(
      await site.db
        .selectFrom('item_relation')
        .select('id')
        .where('assembly', '!=', '')
        .where('position', '=', 'x')
        .execute(),
    ).toEqual([])
  })

  test('A change of a relation that someone else has changed meanwhile returns 409', async () => {
    const lathe = await machine('RL 40')
    const belt = await part('RL Cord')
    const { relation } = await expectCreated(relate(lathe.id, { group: 'parts', item: belt.id }))
    const change = (body: object) =>
      staff(`/api/items/${belt.id}/relations/${relation.id}`, jsonBody('PUT', body))
    const changed = await expectOk(change({ assembly: 'Drive', position: '7', quantity: 2, revision: 1 }))
    expect(changed.relation).toMatchObject({ revision: 2, assembly: 'Drive', position: '7', quantity: 2 })
    await expectProblem(change({ assembly: 'Bed', revision: 1 }), 409)
    await expectProblem(
      staff(`/api/items/${lathe.id}/relations/${relation.id}?revision=1`, { method: 'DELETE' }),
      409,
    )
    expect((await getGroup(lathe.id, 'parts')).items[0]!.relation.assembly).toBe('Drive')
  })

  test('The parts of a machine are read page by page', async () => {
    const lathe = await machine('RL 60')
    for (const name of ['RL A', 'RL B', 'RL C'])
      await expectCreated(relate(lathe.id, { group: 'parts', item: (await part(name)).id }))
    const page = await expectPage(site.fetch(`/api/relations/${lathe.slug}?group=parts&limit=2&offset=1`))
    expect([page.total, listNames(page)]).toEqual([3, ['RL B', 'RL C']])
    expect(await expectOk(site.fetch(`/api/relations/${lathe.slug}?group=parts&offset=9`))).toEqual([])
    for (const wrong of ['group=x', 'group=parts&limit=201', 'group=parts&offset=-1', ''])
      await expectProblem(site.fetch(`/api/relations/${lathe.slug}?${wrong}`), 400)
  })

  test('A list and its filters are narrowed to the parts of a machine; a former slug still does', async () => {
    const lathe = await machine('RF 70')
    const [belt, gear] = [
      await part('RF Belt', { category: 'RF Belts' }),
      await part('RF Gear', { category: 'RF Gears' }),
    ]
    await part('RF Cover')
    for (const { id } of [belt, gear]) await expectCreated(relate(lathe.id, { group: 'parts', item: id }))
    expect(await listParts(`fits=${lathe.slug}`)).toEqual(['RF Belt', 'RF Gear'])
    expect(await listParts(`fits=${lathe.slug}&search=gear`)).toEqual(['RF Gear'])
    expect(await listParts('fits=unknown')).toEqual([])
    const facets = await expectOk(site.fetch(`/api/facets?kind=spare&search=RF`))
    expect(facets.machines).toEqual([{ slug: lathe.slug, name: 'RF 70', count: 2 }])
    await expectOk(staff(`/api/products/${lathe.id}`, formBody('PUT', { name: 'RF 70 Renamed' })))
    expect(await listParts(`fits=${lathe.slug}`)).toEqual(['RF Belt', 'RF Gear'])
    await expectBulkUpdate(staff, [lathe.id], { archived: true })
    expect(await listParts(`fits=${lathe.slug}`)).toEqual([])
  })

  test.each([
    ['parts for RS 80', ['RS Belt', 'RS Collet']],
    ['spares for rs80', ['RS Belt', 'RS Collet']],
    ['spare parts RS-80 capstan lathe', ['RS Belt', 'RS Collet']],
    ['collets for RS 80', ['RS Collet']],
    ['collet rs80', ['RS Collet']],
  ])("A search for '%s' finds the parts that fit the machine", async (search, expected) => {
    if ((await listParts('search=RS Belt')).length === 0) {
      const lathe = await machine('RS 80')
      for (const name of ['RS Belt', 'RS Collet'])
        await expectCreated(relate(lathe.id, { group: 'parts', item: (await part(name)).id }))
      await part('RS Collet of another machine')
    }
    expect(await listParts(`approximate=true&search=${encodeURIComponent(search)}`)).toEqual(expected)
  })

  test("Among the machines, 'parts for' a machine finds none, so that the catalogue shows its parts, but 'chuck for' does", async () => {
    const lathe = await machine('RP 85')
    await expectCreated(relate(lathe.id, { group: 'parts', item: (await part('RP Chuck')).id }))
    const listMachines = async (search: string) => {
      const found = await expectOk(
        site.fetch(`/api/products?approximate=true&search=${encodeURIComponent(search)}`),
      )
      return found.map(({ name }: Json) => name)
    }
    expect(await listMachines('parts for RP 85')).toEqual([])
    expect(await listMachines('lathe for RP 85')).toEqual(['RP 85 Capstan Lathe'])
    expect(await listMachines('RP 85')).toEqual(['RP 85 Capstan Lathe'])
    expect(await listParts('approximate=true&search=parts for RP 85')).toEqual(['RP Chuck'])
  })

  test('An alternative is not shown again among similar items', async () => {
    const [one, two, three] = [
      await part('RQ One', { category: 'RQ' }),
      await part('RQ Two', { category: 'RQ' }),
      await part('RQ Three', { category: 'RQ' }),
    ]
    await expectCreated(relate(one.id, { group: 'alternatives', item: two.id }))
    const listSimilar = async (id: string) =>
      (await expectOk(site.fetch(`/api/related/${id}`))).similarItems.map(({ name }: Json) => name)
    expect(await listSimilar(one.id)).toEqual(['RQ Three'])
    expect(await listSimilar(two.id)).toEqual(['RQ Three'])
    expect((await listSimilar(three.id)).sort()).toEqual(['RQ One', 'RQ Two'])
  })

  test('A copy of a part fits the same machines, and a deleted part fits none', async () => {
    const lathe = await machine('RL 90')
    const belt = await part('RL Band')
    await expectCreated(relate(lathe.id, { group: 'parts', item: belt.id, assembly: 'Drive' }))
    const copy = await expectCreated(staff(`/api/items/${belt.id}/copies`, { method: 'POST' }))
    expect((await getGroup(copy.id, 'machines')).items).toMatchObject([
      { name: lathe.name, relation: { assembly: 'Drive' } },
    ])
    expect((await expectOk(staff(`/api/items/${lathe.id}/uses`))).referencedBy).toEqual([
      'RL Band',
      'RL Band (copy)',
    ])
    await expectBulkUpdate(staff, [belt.id], { archived: true })
    expect((await staff(`/api/items/${belt.id}`, { method: 'DELETE' })).status).toBe(204)
    expect(listNames(await getGroup(lathe.id, 'parts'))).toEqual(['RL Band (copy)'])
  })
})

describe('Parts that fit the machine of a visitor', () => {
  const readFits = (name: string): Promise<Json> =>
    expectOk(site.fetch(`/api/fits?machine=${encodeURIComponent(name)}`))

  test('They are found by slug, id, code and name of the machine, once each, and without drafts', async () => {
    const lathe = await machine('RF 10')
    const belt = await part('RF Belt')
    const hidden = await part('RF Hidden', { draft: 'true' })
    for (const assembly of ['Headstock', 'Apron'])
      await expectCreated(relate(belt.id, { group: 'machines', item: lathe.id, assembly }))
    await expectCreated(relate(lathe.id, { group: 'parts', item: hidden.id }))
    for (const name of [lathe.slug, lathe.id, 'RF 10', 'rf10', 'RF-10 capstan lathe'])
      expect(await readFits(name), name).toEqual({
        machine: { slug: lathe.slug, name: 'RF 10' },
        parts: [belt.slug],
        isComplete: true,
        partsFilter: null,
      })
    await expectBulkUpdate(staff, [lathe.id], { published: false })
    expect(await readFits(lathe.slug)).toMatchObject({ machine: null, parts: [] })
  })

  test('A machine without relations, or outside of the catalogue, has the parts whose specifications name it', async () => {
    const specifications = JSON.stringify({ Fits: 'RF 70, RF 75', Material: 'Steel' })
    const gear = await part('RF Gear', { specifications })
    const lathe = await machine('RF 75')
    for (const [name, found] of [
      ['RF 70', null],
      ['RF 75', { slug: lathe.slug, name: 'RF 75' }],
    ] as const)
      expect(await readFits(name)).toEqual({
        machine: found,
        parts: [gear.slug],
        isComplete: true,
        partsFilter: `fits:${name.toLowerCase().replace(' ', '-')}`,
      })
    expect(await listParts('specifications=fits:rf-70')).toEqual(['RF Gear'])
    expect(await readFits('RF 7')).toEqual({ machine: null, parts: [], isComplete: true, partsFilter: null })
  })

  test('A request without a machine, or with a text that is too long or has a null character, is refused', async () => {
    for (const query of ['', '?machine=', '?machine=%20', `?machine=${'a'.repeat(201)}`, '?machine=%00'])
      expect((await site.fetch(`/api/fits${query}`)).status, query).toBe(400)
  })
})
