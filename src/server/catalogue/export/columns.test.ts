import { expect, test } from 'vitest'
import { toSpecifications } from '../../../../tests/support/fixtures/specifications.ts'
import { createEmptyDraft } from '../item/draft.ts'
import type { StoredItem } from '../items/store.ts'
import { createTable, type ExportedItem, isAsExported } from './columns.ts'

const createItem = (specifications: StoredItem['specifications']): ExportedItem => ({
  ...createEmptyDraft('spare'),
  id: 'adydcgwgjgnah9j6',
  kind: 'spare',
  slug: 'belt',
  revision: 1,
  updatedAt: '',
  specifications,
  documents: [],
  relations: {},
})

/** Returns the cells of an item by title, without the fields of every item. */
function getSpecificationCells(names: string[], specifications: StoredItem['specifications']) {
  const { columns, createRow } = createTable(names)
  const row = createRow(createItem(specifications))
  return Object.fromEntries(columns.map(({ title }, index) => [title, row[index]]).slice(24))
}

test('Specifications whose names differ only in case, accents and spaces have one column', () => {
  expect(getSpecificationCells(['Bore'], [['BORE ', '25 mm']])).toEqual({ Bore: '25 mm' })
})

test('A second specification of the same name is in the last column, which is read-only', () => {
  const { columns } = createTable(['Bore', 'bore'])
  expect(columns.at(-1)).toMatchObject({ title: 'Other specifications', isReadOnly: true })
  const specifications = toSpecifications('bore: 1\n2 | Bore: 3')
  expect(getSpecificationCells(['Bore', 'bore'], specifications)).toEqual({
    Bore: '1\n2',
    'Other specifications': 'Bore: 3',
  })
})

test('The 150 most frequent specifications have columns of their own, the others share the last one', () => {
  const names = Array.from({ length: 152 }, (_, index) => `Name ${index}`)
  const cells = getSpecificationCells(
    names,
    names.map((name, index) => [name, `${index}`]),
  )
  expect(Object.keys(cells)).toHaveLength(151)
  expect(cells['Name 149']).toBe('149')
  expect(cells['Other specifications']).toBe('Name 150: 150\nName 151: 151')
})

test('A name that is too long for a title has no column', () => {
  const name = 'x'.repeat(101)
  expect(getSpecificationCells([name], [[name, '5']])).toEqual({ 'Other specifications': `${name}: 5` })
})

test.each([
  [{ field: 'description' }, 'one\ntwo', true],
  [{ field: 'description' }, 'one two', false],
  [{ field: 'gstRate' }, '12', true],
  [{ field: 'gstRate' }, '18', false],
  [{ field: 'price' }, '', true],
  [{ field: 'id' }, 'adydcgwgjgnah9j6', false],
  [{ name: 'bore' }, '25', true],
  [{ name: 'Bore' }, '', false],
  [{ name: 'Length' }, '', false],
] as const)('The cell %j with %j is as exported: %s', (target, text, expected) => {
  const item = createItem([['Bore', '25']])
  const draft = {
    ...item,
    description: 'one\r\ntwo\u0007',
    commercial: { ...item.commercial, gstRate: 12 },
  }
  expect(isAsExported(target, text, draft)).toBe(expected)
})
