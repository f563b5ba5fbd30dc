import { describe, expect, test } from 'vitest'
import { expectUnchanged } from '../../support/db-snapshot.ts'
import { createMachine, createSparePart, expectBulkUpdate } from '../../support/fixtures/items.ts'
import { expectOk, expectProblem, type Json, jsonBody } from '../../support/http-client.ts'
import { startSiteOnce } from '../../support/site-hooks.ts'

const { site, staff } = startSiteOnce('owner')

const PATH = '/api/specification-template'
const getTemplate = (category: string, kind = 'spare'): Promise<Json> =>
  expectOk(staff(`${PATH}?${new URLSearchParams({ kind, category })}`))
const putTemplate = (body: object) => staff(PATH, jsonBody('PUT', { kind: 'spare', revision: 0, ...body }))
const resetTemplate = (category: string, revision: number) =>
  staff(`${PATH}?${new URLSearchParams({ kind: 'spare', category, revision: String(revision) })}`, {
    method: 'DELETE',
  })
const listTemplates = (kind = 'spare'): Promise<Json> =>
  expectOk(staff(`/api/specification-templates?kind=${kind}`))

async function createCollet(specifications: Record<string, string>, category = 'Collets'): Promise<Json> {
  return createSparePart(staff, { category, specifications: JSON.stringify(specifications) })
}

describe('Specification templates', () => {
  test('The template of a category is learned from its items that are not archived', async () => {
    await createCollet({ Bore: '12 mm', Hardness: '58 HRC', Colour: 'black' })
    await createCollet({ Bore: '20 mm', Hardness: '58 HRC' })
    await createCollet({ Bore: '16 mm', Sizes: '8, 9, 10', hardness: '56 HRC' })
    const archived = await createCollet({ Weight: '1 kg', Length: '2 m' })
    await expectBulkUpdate(staff, [archived.id], { archived: true })
    expect(await getTemplate('Collets')).toEqual({
      kind: 'spare',
      category: 'Collets',
      origin: 'learned',
      revision: 0,
      items: 3,
      rows: [
        { name: 'Bore', unit: 'mm', count: 3 },
        { name: 'Hardness', unit: 'HRC', count: 3 },
      ],
    })
    expect((await getTemplate('Unheard of')).rows).toEqual([])
    await createMachine(staff)
    expect(await getTemplate('', 'machine')).toMatchObject({ category: 'machine', items: 1 })
  })

  test('For one item the template is learned from those of the category that have mostly the same specifications', async () => {
    const create = (specifications: Record<string, string>) =>
      createMachine(staff, { category: 'Mixed', specifications: JSON.stringify(specifications) })
    for (const bar of ['20 mm', '25 mm', '32 mm', '40 mm'])
      await create({ 'Bar capacity': bar, 'Swing over bed': '320 mm', Turret: '6 stations', Weight: '1 t' })
    for (const table of ['400 mm', '500 mm'])
      await create({ Table: table, 'Travel X': '500 mm', Magazine: '20 tools', Weight: '3 t' })
    const centre = await create({ Table: '600 mm', 'Travel X': '850 mm', Weight: '4 t' })
    const read = async (item?: string): Promise<string[]> => {
      const query = new URLSearchParams({ kind: 'machine', category: 'Mixed', ...(item && { item }) })
      return (await expectOk(staff(`${PATH}?${query}`))).rows.map((row: Json) => row.name)
    }
    expect(await read()).toEqual(['Bar capacity', 'Swing over bed', 'Turret', 'Weight'])
    expect((await read(centre.id)).toSorted()).toEqual(['Magazine', 'Table', 'Travel X', 'Weight'])
    await expectProblem(staff(`${PATH}?kind=machine&category=Mixed&item=unknown`), 404)
  })

  test('An edited template replaces the learned one until it is reset, and the audit log names both', async () => {
    await createCollet({ Length: '55 inch', Section: 'A' }, 'Belts')
    const rows = [
      { name: ' Section ', unit: '' },
      { name: 'Length', unit: 'mm' },
      { name: 'Belts', unit: '' },
    ]
    expect(await expectOk(putTemplate({ category: 'Belts', rows }))).toEqual({
      kind: 'spare',
      category: 'Belts',
      origin: 'edited',
      revision: 1,
      items: 1,
      rows: [
        { name: 'Section', unit: '', count: 1 },
        { name: 'Length', unit: 'mm', count: 1 },
        { name: 'Belts', unit: '', count: 0 },
      ],
    })
    await expectOk(putTemplate({ category: 'Belts', revision: 1, rows: rows.slice(0, 1) }))
    await expectOk(putTemplate({ category: 'Planned', rows: [] }))
    expect(await listTemplates()).toEqual([
      { category: 'Belts', origin: 'edited', count: 1 },
      { category: 'Collets', origin: 'learned', count: 3 },
      { category: 'Planned', origin: 'edited', count: 0 },
    ])
    expect(await expectOk(resetTemplate('Belts', 2))).toMatchObject({ origin: 'learned', revision: 0 })
    const entries: Json[] = await expectOk(staff('/api/log?subject=template&subjectId=spare/Belts'))
    expect(entries.map(({ action, subjectName, detail }) => [action, subjectName, detail])).toEqual([
      ['deleted', 'Belts (spare parts)', 'Learned from the items again'],
      ['changed', 'Belts (spare parts)', 'Section'],
      ['created', 'Belts (spare parts)', 'Section, Length (mm), Belts'],
    ])
  })

  test('A template that someone else has changed meanwhile is neither changed nor reset', async () => {
    const rows = [{ name: 'Bore', unit: 'mm' }]
    await expectOk(putTemplate({ category: 'Nuts', rows }))
    for (const revision of [0, 2])
      expect(await expectProblem(putTemplate({ category: 'Nuts', revision, rows: [] }), 409)).toBe(
        'Someone else changed this template while you were working on it.',
      )
    await expectProblem(resetTemplate('Nuts', 2), 409)
    await expectProblem(resetTemplate('Never edited', 1), 409)
    expect(await getTemplate('Nuts')).toMatchObject({ revision: 1 })
  })

  test.each([
    [{ rows: [{ name: '', unit: '' }] }, 'Enter a name.'],
    [
      {
        rows: [
          { name: 'Bore', unit: '' },
          { name: 'BORE', unit: 'mm' },
        ],
      },
      "The specification name 'BORE' is used twice.",
    ],
    [{ rows: [{ name: 'Bore', unit: 'x'.repeat(21) }] }, /20/],
    [{ rows: [{ name: 'Bore\0', unit: '' }] }, /null character/],
    [{ rows: [{ name: 'Bore' }] }, /unit/],
    [{ rows: Array.from({ length: 101 }, (_, n) => ({ name: `n${n}`, unit: '' })) }, /at most 100/],
    [{ kind: 'tool', rows: [] }, /kind/],
    [{ category: 'x'.repeat(101), rows: [] }, /category|100/],
  ])('A template with %j is rejected', async (body, message) => {
    const reply = await expectUnchanged(site, () => putTemplate({ category: 'Bad', ...body }), 400)
    expect(reply.message).toMatch(message)
  })
})
