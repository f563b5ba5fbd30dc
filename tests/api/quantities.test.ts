import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rebuildDerivedData } from '#server/catalogue/search/derived-data.ts'
import { expectOk, expectProblem, type Json } from '../support/http-client.ts'
import { createMachine } from '../support/items.ts'
import { startSite, type TestSite } from '../support/site.ts'

const specifications = (map: Record<string, string>) => JSON.stringify(map)
const names = (items: Json[]) => items.map((item) => item.name)

describe('Filters by quantity', () => {
  let site: TestSite
  const machines: [name: string, specifications: Record<string, string>][] = [
    ['QL 25', { 'Bar capacity': '25 mm', 'Net weight': '850 kg', 'Spindle speeds': '80 to 2,800 rpm' }],
    ['QL 40', { 'Bar capacity': '1.6 in', 'Net weight': '1.45 t', 'Spindle speeds': '45-2000 RPM' }],
    [
      'QL 42',
      { 'Bar capacity': 'Ø 42 mm (1 5/8")', 'Net weight': '3,200 lb', 'Spindle motor': '7.5 HP (5.5 kW)' },
    ],
    ['QL 52', { 'Bar capacity (mm)': '52', 'Travel X, Z': '130, 330 mm', 'Spindle motor': '11 kW, 415 V' }],
  ]
  beforeAll(async () => {
    site = await startSite()
    const editor = await site.signIn('editor')
    for (const [name, texts] of machines)
      await createMachine(editor, { name, specifications: specifications(texts) })
  })
  afterAll(() => site.close())
  const find = async (filters: string) =>
    names(await expectOk(site.fetch(`/api/products?${new URLSearchParams({ specifications: filters })}`)))

  test.each([
    ['bar-capacity:42mm..', ['QL 42', 'QL 52']],
    ['bar-capacity:1.6in..', ['QL 40', 'QL 42', 'QL 52']],
    ['bar-capacity:40.64mm..', ['QL 40', 'QL 42', 'QL 52']],
    ['bar-capacity:1.6"..', ['QL 40', 'QL 42', 'QL 52']],
    ['bar-capacity.mm:40.64..', ['QL 40', 'QL 42', 'QL 52']],
    ['bar-capacity.inch:1.6..', ['QL 40', 'QL 42', 'QL 52']],
    ['bar-capacity:..40.64mm', ['QL 25', 'QL 40']],
    ['bar-capacity:4cm..5cm', ['QL 40', 'QL 42']],
    ['net-weight:..1t', ['QL 25']],
    ['net-weight:1400kg..1500kg', ['QL 40', 'QL 42']],
    ['spindle-speeds:2500rpm..', ['QL 25']],
    ['spindle-speeds:50rpm..60rpm', ['QL 40']],
    ['spindle-motor:10hp..', ['QL 52']],
    ['spindle-motor:5kW..', ['QL 42', 'QL 52']],
    ['spindle-motor:400V..', ['QL 52']],
    ['travel-x:100mm..,travel-z:30cm..', ['QL 52']],
    ['bar-capacity:5kg..', []],
  ])('The filter %s finds %j', async (filters, expected) => {
    expect(await find(filters)).toEqual(expected)
  })

  test.each(['bar-capacity:42furlong..', 'bar-capacity:4mm..5in', 'bar-capacity:x..', 'bar-capacity:..'])(
    "The filter '%s' is refused with a sentence",
    async (filters) => {
      const url = `/api/products?${new URLSearchParams({ specifications: filters })}`
      const problem = await expectProblem(site.fetch(url), 400)
      expect(JSON.stringify(problem)).toMatch(/must have/)
    },
  )

  test('An interrupted derivation of the quantities of all items is continued', async () => {
    await site.db.updateTable('derived_data_version').set({ version: 2 }).execute()
    await site.db.deleteFrom('item_specification').execute()
    expect(await rebuildDerivedData(site.db, async () => false)).toBe(true)
    expect(await rebuildDerivedData(site.db), 'the second part').toBe(true)
    expect(await rebuildDerivedData(site.db), 'nothing is left').toBe(false)
    // Spelt differently from the other requests, because responses are cached.
    expect(await find('bar-capacity:1.6inch..')).toEqual(['QL 40', 'QL 42', 'QL 52'])
    expect(await site.db.selectFrom('derived_data_version').selectAll().execute()).toHaveLength(1)
  })
})
