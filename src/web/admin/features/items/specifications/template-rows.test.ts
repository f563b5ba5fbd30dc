import { describe, expect, test } from 'vitest'
import { createEmptyRow, findIncompleteRow, formValuesEqual, toFormValues } from '../form/item-form-values.ts'
import { addTemplateRows, applyTemplate, listMissing } from './template-rows.ts'

const COLLETS = {
  rows: [
    { name: 'Bore', unit: 'mm', count: 9 },
    { name: 'Hardness', unit: 'HRC', count: 8 },
    { name: 'Run-out', unit: 'mm', count: 7 },
  ],
}
const BELTS = {
  rows: [
    { name: 'Length', unit: 'mm', count: 6 },
    { name: 'Bore', unit: '', count: 5 },
  ],
}
const empty = toFormValues('spare', undefined, 4)
const listNames = (rows: { key: string }[]) => rows.map(({ key }) => key)

describe('The rows of a template in the form of an item', () => {
  test('The rows of a new item are those of its category, and empty ones up to four', () => {
    const rows = applyTemplate(empty.rows, COLLETS, 4)
    expect(listNames(rows)).toEqual(['Bore', 'Hardness', 'Run-out', ''])
    expect(rows[0]).toMatchObject({ value: '', unit: 'mm', suggested: true })
  })

  test('A change of the category replaces the rows without a value', () => {
    const collets = applyTemplate(empty.rows, COLLETS, 4)
    const entered = collets.map((row) => (row.key === 'Bore' ? { ...row, value: '12 mm' } : row))
    const own = { ...createEmptyRow(), key: 'Colour' }
    expect(listNames(applyTemplate([...entered, own], BELTS, 4))).toEqual(['Bore', 'Colour', 'Length', ''])
    expect(listNames(applyTemplate(collets, { rows: [] }, 4))).toEqual(['', '', '', ''])
  })

  test('A suggested row without a value is neither a change of the form nor an incomplete row', () => {
    const rows = applyTemplate(empty.rows, COLLETS, 4)
    expect(formValuesEqual(empty, { ...empty, rows })).toBe(true)
    expect(findIncompleteRow({ rows })).toBeUndefined()
    const entered = rows.with(1, { ...rows[1]!, value: '58 HRC' })
    expect(formValuesEqual(empty, { ...empty, rows: entered })).toBe(false)
  })

  test('Missing specifications are compared without case and spaces, and added in place of empty rows', () => {
    const rows = [{ ...createEmptyRow(), key: ' run-OUT', value: '0.01 mm' }, ...empty.rows.slice(0, 3)]
    const missing = listMissing(rows, COLLETS)
    expect(missing.map(({ name }) => name)).toEqual(['Bore', 'Hardness'])
    expect(listNames(addTemplateRows(rows, missing))).toEqual([' run-OUT', 'Bore', 'Hardness', ''])
  })
})
