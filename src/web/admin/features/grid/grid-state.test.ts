import { describe, expect, test } from 'vitest'
import type { GridItem } from '#contracts/bulk-data/grid.ts'
import { GRID_FIELDS } from '#contracts/bulk-data/grid-fields.ts'
import {
  countEdits,
  EMPTY_STATE,
  type GridAction,
  getProblem,
  listSendable,
  reduceGrid,
  spreadPasted,
  toCellValue,
  toLabel,
} from './grid-state.ts'

const createItem = (id: string, fields: object = {}, revision = 1): GridItem => ({
  id,
  kind: 'spare',
  revision,
  fields: {
    ...(Object.fromEntries(GRID_FIELDS.map((field) => [field, ''])) as GridItem['fields']),
    name: id,
    state: 'published',
    featured: 'false',
    ...fields,
  },
  specifications: { Bore: '25 mm' },
})
const run = (...actions: GridAction[]) =>
  actions.reduce(reduceGrid, { ...EMPTY_STATE, items: [createItem('a'), createItem('b')] })
const edit = (id: string, column: string, value: string): GridAction => ({
  type: 'edit',
  cells: [{ id, column, value }],
})

describe('The state of the grid', () => {
  test('Only changed cells are sent, and a cell that is as before is not changed', () => {
    const state = run(
      edit('a', 'brand', 'SKF'),
      edit('a', 'specifications.Bore', '30 mm'),
      edit('b', 'unit', 'set'),
    )
    expect(listSendable(state)).toEqual([
      { id: 'a', revision: 1, fields: { brand: 'SKF' }, specifications: { Bore: '30 mm' } },
      { id: 'b', revision: 1, fields: { unit: 'set' }, specifications: {} },
    ])
    expect(listSendable(reduceGrid(state, edit('b', 'unit', '')))).toHaveLength(1)
  })

  test('Undo and redo restore all cells of a step', () => {
    const pasted: GridAction = {
      type: 'edit',
      cells: [
        { id: 'a', column: 'brand', value: 'X' },
        { id: 'b', column: 'brand', value: 'Y' },
      ],
    }
    const edited = run(edit('a', 'brand', 'SKF'), pasted)
    expect(edited.edits).toEqual({ a: { brand: 'X' }, b: { brand: 'Y' } })
    const undone = reduceGrid(edited, { type: 'undo' })
    expect(undone.edits).toEqual({ a: { brand: 'SKF' } })
    expect(reduceGrid(undone, { type: 'redo' }).edits).toEqual(edited.edits)
    expect(run(edit('a', 'brand', 'SKF'), { type: 'undo' }, { type: 'undo' }).edits).toEqual({})
  })

  test('An item with an invalid cell waits, and the reason is that of the form', () => {
    const state = run(edit('a', 'price', 'cheap'), edit('a', 'brand', 'SKF'), edit('b', 'price', '1,250.50'))
    expect(getProblem(state, 'a', 'price')).toBe('Price must be an amount in rupees, such as 15,00,000.')
    expect(listSendable(state).map(({ id }) => id)).toEqual(['b'])
    expect(countEdits(state)).toEqual({ changed: 3, invalid: 1 })
    for (const [column, value] of [
      ['name', ''],
      ['hsn', '12'],
      ['gstRate', '17'],
      ['minimumQuantity', '0'],
      ['availability', 'soon'],
      ['state', ''],
    ] as const)
      expect(getProblem(run(edit('a', column, value)), 'a', column), column).toBeTruthy()
  })

  test('A saved cell is unchanged, one that was edited meanwhile remains, and a refused one has its reason', () => {
    const state = run(edit('a', 'brand', 'SKF'), edit('b', 'code', 'X'))
    const sent = listSendable(state)
    const saved = reduceGrid(reduceGrid(state, edit('a', 'unit', 'set')), {
      type: 'saved',
      sent,
      results: [
        { status: 'saved', id: 'a', item: createItem('a', { brand: 'SKF' }, 2) },
        { status: 'invalid', id: 'b', problems: [{ field: 'code', message: 'Taken.' }] },
      ],
    })
    expect(saved.edits).toEqual({ a: { unit: 'set' }, b: { code: 'X' } })
    expect(getProblem(saved, 'b', 'code')).toBe('Taken.')
    expect(listSendable(saved)).toEqual([
      { id: 'a', revision: 2, fields: { unit: 'set' }, specifications: {} },
    ])
    expect(getProblem(reduceGrid(saved, edit('b', 'code', 'Y')), 'b', 'code')).toBeUndefined()
  })

  test('A conflict concerns the cells that both have changed, until the user has chosen', () => {
    const state = run(edit('a', 'brand', 'Mine'), edit('a', 'unit', 'set'))
    const conflict = reduceGrid(state, {
      type: 'saved',
      sent: listSendable(state),
      results: [
        {
          status: 'conflict',
          id: 'a',
          by: 'Anand',
          item: createItem('a', { brand: 'Theirs', hsn: '8466' }, 5),
        },
      ],
    })
    expect(conflict.conflicts).toEqual({ a: { by: 'Anand', theirs: { brand: 'Theirs' } } })
    expect(listSendable(conflict)).toEqual([])
    const choice = { type: 'resolve', id: 'a', column: 'brand' } as const
    expect(listSendable(reduceGrid(conflict, { ...choice, keep: 'mine' }))).toEqual([
      { id: 'a', revision: 5, fields: { brand: 'Mine', unit: 'set' }, specifications: {} },
    ])
    expect(listSendable(reduceGrid(conflict, { ...choice, keep: 'theirs' }))).toEqual([
      { id: 'a', revision: 5, fields: { unit: 'set' }, specifications: {} },
    ])
  })

  test('Pasted rows fill cells from the corner, and one value fills the range', () => {
    const range = { top: 1, bottom: 2, left: 3, right: 3 }
    expect(spreadPasted([['a', 'b'], ['c']], range)).toEqual([
      { row: 1, column: 3, value: 'a' },
      { row: 1, column: 4, value: 'b' },
      { row: 2, column: 3, value: 'c' },
    ])
    expect(spreadPasted([['a']], range).map(({ row }) => row)).toEqual([1, 2])
  })

  test('Labels and their values are both understood', () => {
    expect(toCellValue('availability', ' made to order')).toBe('made-to-order')
    expect(toCellValue('featured', 'Yes')).toBe('true')
    expect(toCellValue('state', 'DRAFT')).toBe('draft')
    expect(toCellValue('state', 'hidden')).toBe('hidden')
    expect(toCellValue('price', ' Rs. 1,495/-')).toBe('1,495')
    expect(toCellValue('name', 'Rs. 5/-')).toBe('Rs. 5/-')
    expect(toLabel('availability', 'in-stock')).toBe('In stock')
    expect(toLabel('brand', 'SKF')).toBe('SKF')
  })
})
