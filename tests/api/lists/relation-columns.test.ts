import { expect, test } from 'vitest'
import { fetchExport, readExport } from '../../support/fixtures/exports.ts'
import { applyImport, listImportRows, readImport, undoImport } from '../../support/fixtures/imports.ts'
import { createMachine, createService, createSparePart, expectCreated } from '../../support/fixtures/items.ts'
import { expectOk, type Json, jsonBody } from '../../support/http-client.ts'
import { startSiteOnce } from '../../support/site-hooks.ts'

const { staff } = startSiteOnce('editor')

const relate = (id: string, body: object) =>
  expectCreated(staff(`/api/items/${id}/relations`, jsonBody('POST', body)))
const listGroup = async (id: string, group: string): Promise<Json[]> =>
  expectOk(staff(`/api/items/${id}/relations?group=${group}`))
const names = async (id: string, group: string) => (await listGroup(id, group)).map(({ name }) => name)

test('Relations are columns of exports and imports; undoing an import restores them with assembly and quantity', async () => {
  const [one, two] = [
    await createMachine(staff, { name: 'IM 1 Lathe', code: 'IM 1' }),
    await createMachine(staff, { name: 'Lathe, without a code; old' }),
  ]
  const visit = await createService(staff, { name: 'IM Visit' })
  const [belt, other] = [
    await createSparePart(staff, { name: 'IM Belt', code: 'IM-B' }),
    await createSparePart(staff, { name: 'IM Other' }),
  ]
  const drive = { assembly: 'Drive', position: '4', quantity: 2 }
  await relate(belt.id, { group: 'machines', item: one.id, ...drive })
  await relate(belt.id, { group: 'machines', item: two.id })
  await relate(other.id, { group: 'alternatives', item: belt.id })
  await relate(belt.id, { group: 'accessories', item: visit.id })

  const reply = await fetchExport(staff, 'format=xlsx')
  const bytes = new Uint8Array(await reply.clone().arrayBuffer())
  const { rows } = (await readExport(reply))['Spare parts']!
  expect(rows).toMatchObject([
    {
      Name: 'IM Belt',
      Fits: 'IM 1 [Drive | 4 | 2]; Lathe, without a code; old',
      Accessories: 'IM Visit',
      Alternatives: 'IM Other',
    },
    { Name: 'IM Other', Alternatives: 'IM-B' },
  ])
  expect((await readImport(staff, 'items.xlsx', bytes)).counts).toMatchObject({
    unchanged: 5,
    changed: 0,
    refused: 0,
  })

  const table =
    'Name,Type,Code,Price,Fits,Replaced by,Alternatives\nIM Belt,Spare part,IM-B,10,"im 1",IM Other,IM Other\nIM New,Spare part,IM-N,5,IM 1,,\n'
  const read = await readImport(staff, 'list.csv', table)
  const [changed] = await listImportRows(staff, read.id, 'state=changed')
  expect(changed!.changes).toContainEqual({ cell: 'F2', field: 'Replaced by', before: '', after: 'IM Other' })
  expect(changed!.changes).toContainEqual({
    cell: 'E2',
    field: 'Fits',
    before: 'IM 1 [Drive | 4 | 2]; Lathe, without a code; old',
    // The place is not stated, and stays.
    after: 'IM 1 [Drive | 4 | 2]',
  })
  await applyImport(staff, read.id)
  expect(await listGroup(belt.id, 'machines')).toMatchObject([{ name: 'IM 1 Lathe', relation: drive }])
  expect(await names(belt.id, 'replacedBy')).toEqual(['IM Other'])
  expect(await names(one.id, 'parts')).toEqual(['IM Belt', 'IM New'])

  await undoImport(staff, read.id)
  expect(await names(belt.id, 'machines')).toEqual(['IM 1 Lathe', 'Lathe, without a code; old'])
  expect(await names(belt.id, 'replacedBy')).toEqual([])
  expect(await names(one.id, 'parts')).toEqual(['IM Belt'])
})

test('Assembly, position and quantity are part of the column Fits: an import sets them, and undoing it restores them', async () => {
  const machine = await createMachine(staff, { name: 'IP 1 Lathe', code: 'IP 1' })
  const second = await createMachine(staff, { name: 'IP 2 Lathe [old]' })
  const createBelt = async (code: string) => {
    const belt = await createSparePart(staff, { name: `IP Belt ${code}`, code })
    await relate(belt.id, { group: 'machines', item: machine.id, assembly: 'Drive', position: '4' })
    await relate(belt.id, { group: 'machines', item: machine.id, assembly: 'Apron', quantity: 2 })
    return belt
  }
  for (const code of ['IP-B', 'IP-C']) await createBelt(code)
  const { id } = await createBelt('IP-D')
  const listPlaces = async () =>
    (await listGroup(id, 'machines')).map(
      ({ name, relation: { assembly, position, quantity } }) =>
        `${name}: ${assembly}, ${position}, ${quantity}`,
    )
  const before = await listPlaces()
  const { rows } = (await readExport(await fetchExport(staff, 'format=xlsx')))['Spare parts']!
  expect(rows.find((row) => row.Code === 'IP-D')!.Fits).toBe('IP 1 [Apron |  | 2]; IP 1 [Drive | 4]')

  // The first two cells state what is stored, or no places; the last one changes them.
  const lines = [
    'Name,Type,Code,Fits',
    'IP Belt IP-B,Spare part,IP-B,"IP 1 [Drive|4]; ip 1 [Apron | | 2]"',
    'IP Belt IP-C,Spare part,IP-C,"IP 1"',
    'IP Belt IP-D,Spare part,IP-D,"IP 1 [Drive, left | 5 | 3], IP 2 Lathe [old]; IP 1 [Apron || 2]"',
  ]
  const read = await readImport(staff, 'list.csv', `${lines.join('\n')}\n`)
  expect(read.counts).toMatchObject({ unchanged: 2, changed: 1 })
  const [changed] = await listImportRows(staff, read.id, 'state=changed')
  expect(changed!.changes[0]!.after).toBe('IP 1 [Drive, left | 5 | 3]; IP 1 [Apron |  | 2]; IP 2 Lathe [old]')
  await applyImport(staff, read.id)
  expect((await listPlaces()).toSorted()).toEqual([
    'IP 1 Lathe: Apron, , 2',
    'IP 1 Lathe: Drive, left, 5, 3',
    'IP 2 Lathe [old]: , , null',
  ])
  expect(await names(second.id, 'parts')).toEqual(['IP Belt IP-D'])
  await undoImport(staff, read.id)
  expect(await listPlaces()).toEqual(before)
})

test('A cell of an import that names no item, no place or the item itself is refused with the reason', async () => {
  await createMachine(staff, { name: 'RR Lathe', code: 'RR 1' })
  for (const code of ['RR-T1', 'RR-T2']) await createSparePart(staff, { name: 'RR Twin', code })
  const cells = [
    ['RR 1 [Bed | 1 | 0],,', 'D2', 'the quantity of RR 1 must be a whole number from 1 to 9,999'],
    [
      'RR 1 [Bed | 1 | 1 | x],,',
      'D3',
      "'Bed | 1 | 1 | x' is no place in RR 1. Enter it as RR 1 [assembly | position | quantity]",
    ],
    ['No such lathe,,', 'D4', "no machine has the code or name 'No such lathe'"],
    ['RR Belt 2,,', 'D5', "no machine has the code or name 'RR Belt 2'"],
    [
      'RR 1 / IM 1,,',
      'D6',
      "no machine has the code or name 'RR 1 / IM 1'. Separate several with commas, such as CL 25, CL 40",
    ],
    [',RR Twin,', 'E7', "2 items have the name 'RR Twin'. Enter a code"],
    [',,RR-8', 'F8', 'an item cannot be related to itself'],
  ].map(([text, cell, reason], index) => ({ text, cell: cell!, reason, row: index + 2 }))
  for (const { row } of cells) await createSparePart(staff, { name: `RR Belt ${row}`, code: `RR-${row}` })
  const rows = cells.map(({ text, row }) => `RR Belt ${row},Spare part,RR-${row},${text}`)
  const titles = 'Name,Type,Code,Fits,Replaced by,Alternatives'
  const read = await readImport(staff, 'list.csv', [titles, ...rows].join('\n'))
  const refused = await listImportRows(staff, read.id, 'state=refused')
  expect(refused.map(({ problems }) => problems)).toEqual(
    cells.map(({ cell, reason }) => [{ cell, message: `Sheet 'list', cell ${cell}: ${reason}.` }]),
  )
})

test('A row that would make items replace each other is refused when the import is applied', async () => {
  const old = await createSparePart(staff, { name: 'RC Old', code: 'RC-1' })
  const now = await createSparePart(staff, { name: 'RC New', code: 'RC-2' })
  await relate(old.id, { group: 'replacedBy', item: now.id })
  const read = await readImport(
    staff,
    'list.csv',
    'Name,Type,Code,Price,Replaced by\nRC New,Spare part,RC-2,77,RC-1\n',
  )
  const applied = await applyImport(staff, read.id)
  expect(applied.counts.refused).toBe(1)
  const [row] = await listImportRows(staff, read.id, 'state=refused')
  expect(row!.problems[0].message).toMatch(/RC Old is itself replaced by RC New/)
  expect(await names(now.id, 'replacedBy')).toEqual([])
})
