import { expect, test } from 'vitest'
import type { ColumnTarget } from '#contracts/bulk-data/item-import.ts'
import {
  applyEdits,
  findProblems,
  getColumnKey,
  isEdited,
  listPriceQuestions,
  NO_EDITS,
  type Recognition,
  toColumnsBody,
} from './column-edits.ts'

const CODE: ColumnTarget = { type: 'field', field: 'code' }
const NAME: ColumnTarget = { type: 'field', field: 'name' }
const toColumn = (sheet: string, index: number, target: ColumnTarget) => ({
  sheet,
  index,
  title: `Title ${index}`,
  target,
  samples: [],
})
const RECOGNITION: Recognition = {
  sheets: [
    { name: 'Belts', headerRow: 1, kind: 'spare', rows: 2 },
    { name: 'Notes', headerRow: 1, kind: null, rows: 2 },
  ],
  columns: [
    toColumn('Belts', 0, CODE),
    toColumn('Belts', 1, NAME),
    toColumn('Belts', 27, { type: 'specification', name: 'Pitch' }),
    toColumn('Notes', 0, CODE),
    toColumn('Notes', 1, CODE),
  ],
  options: { clearEmpty: false, draftNew: false, sheetCategory: false },
}
const withTarget = (index: number, target: ColumnTarget) =>
  applyEdits(RECOGNITION, {
    ...NO_EDITS,
    targets: new Map([[getColumnKey({ sheet: 'Belts', index }), target]]),
  })

test('Two columns of a sheet with one field are a problem; sheets that are left out have none', () => {
  expect(findProblems(RECOGNITION)).toEqual({ file: '', columns: new Map() })
  const { columns } = findProblems(withTarget(27, CODE))
  expect([...columns]).toEqual([
    ['0 Belts', 'Columns A and AB are used as Code. Only one of them can be.'],
    ['27 Belts', 'Columns A and AB are used as Code. Only one of them can be.'],
  ])
})

test('Specifications need different names', () => {
  const columns = (target: ColumnTarget) => [...findProblems(withTarget(1, target)).columns.values()]
  expect(columns({ type: 'specification', name: ' ' })).toEqual(['Enter the name of the specification.'])
  expect(columns({ type: 'specification', name: 'pitch ' })).toEqual(
    Array(2).fill('Columns B and AB are used as the specification pitch. Only one of them can be.'),
  )
  expect(columns({ type: 'specification', name: 'Width' })).toEqual([])
})

test('A file whose sheets are all left out is a problem', () => {
  const recognition = applyEdits(RECOGNITION, { ...NO_EDITS, kinds: new Map([['Belts', null]]) })
  expect(findProblems(recognition).file).toBe('Choose what at least one sheet contains.')
})

test('The price is asked once for all sheets with the same titles, until a column of each is chosen', () => {
  const toCandidates = (sheet: string, titles: string[]): Recognition['columns'] =>
    titles.map((title, index) => ({
      ...toColumn(sheet, index, { type: 'ignored' }),
      title,
      note: 'priceCandidate',
    }))
  const sheets = ['A', 'B', 'C'].map((name) => ({ name, headerRow: 1, kind: 'spare' as const, rows: 2 }))
  const columns = [
    ...toCandidates('A', ['Rate', 'List price']),
    ...toCandidates('B', ['RATE', 'List  Price']),
    ...toCandidates('C', ['Net', 'List price']),
  ]
  const recognition = { ...RECOGNITION, sheets, columns }
  expect(listPriceQuestions(recognition).map(({ sheets: names }) => names)).toEqual([['A', 'B'], ['C']])
  const choose = (...names: string[]) =>
    findProblems(
      applyEdits(recognition, {
        ...NO_EDITS,
        targets: new Map(
          names.map((sheet) => [getColumnKey({ sheet, index: 0 }), { type: 'field', field: 'price' }]),
        ),
      }),
    ).file
  expect(choose('A', 'B')).toBe('Choose which column is the price.')
  expect(choose('A', 'B', 'C')).toBe('')
})

test('A correction that is taken back is none', () => {
  expect(isEdited(RECOGNITION, applyEdits(RECOGNITION, NO_EDITS))).toBe(false)
  expect(isEdited(RECOGNITION, withTarget(1, { type: 'ignored' }))).toBe(true)
  expect(isEdited(RECOGNITION, withTarget(1, { field: 'name', type: 'field' }))).toBe(false)
  expect(isEdited(RECOGNITION, applyEdits(RECOGNITION, { ...NO_EDITS, options: { clearEmpty: true } }))).toBe(
    true,
  )
})

test('The request contains the kind of every sheet, and the columns of those that are not left out', () => {
  expect(toColumnsBody(withTarget(1, { type: 'specification', name: ' Width ' }))).toEqual({
    sheets: [
      { name: 'Belts', kind: 'spare' },
      { name: 'Notes', kind: null },
    ],
    columns: [
      { sheet: 'Belts', index: 0, target: CODE },
      { sheet: 'Belts', index: 1, target: { type: 'specification', name: 'Width' } },
      { sheet: 'Belts', index: 27, target: { type: 'specification', name: 'Pitch' } },
    ],
    options: { clearEmpty: false, draftNew: false, sheetCategory: false },
  })
})
