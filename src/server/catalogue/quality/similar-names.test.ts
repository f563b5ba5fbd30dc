import { describe, expect, test } from 'vitest'
import { chooseName, findLostUnit, groupSimilarNames, type NameUse } from './similar-names.ts'

let lastRowId = 0
/** A name in this number of items of its own. */
const use = (name: string, count = 1, more: Partial<NameUse> = {}): NameUse => ({
  name,
  rowIds: Array.from({ length: count }, () => ++lastRowId),
  categories: new Set(['Parts']),
  unit: 'mm',
  ...more,
})
const group = (...uses: NameUse[]) => groupSimilarNames(uses).map((names) => names.map(({ name }) => name))

describe('Names of specifications', () => {
  test.each([
    ['Bar Capacity', 'case'],
    ['Capacity, bar', 'word order'],
    ['Bar-capacity', 'punctuation'],
    ['Barcapacity', 'spaces'],
    ['Capacity of the bar', 'words without a meaning'],
    ['Bar capacity (mm)', 'a unit in brackets'],
    ['Capacity (bar)', 'a word in brackets'],
    ['Bar capacity in mm', 'a unit at the end'],
    ['Bar capacities', 'the plural'],
    ['Bar capacty', 'a missing letter'],
    ['Bar capaciity', 'a double letter'],
    ['Bar capactiy', 'swapped letters'],
    ['Bar kapacity', 'another first letter', false],
  ])("'%s' differs from 'Bar capacity' by %s only", (name, _, isSame = true) => {
    expect(group(use('Bar capacity', 9), use(name))).toEqual(isSame ? [['Bar capacity', name]] : [])
  })

  test.each([
    ['Max. speed', 'Maximum speed'],
    ['Tooth hardness', 'Teeth hardness'],
    ['Outside dia', 'Outside diameter'],
  ])("'%s' and '%s' mean the same", (one, other) => {
    expect(group(use(one, 2), use(other, 1))).toEqual([[one, other]])
  })

  test.each([
    ['Length', 'Width'],
    ['Height', 'Weight'],
    ['Length', 'Length of cut'],
    ['Inner diameter', 'Outer diameter'],
    ['Internal diameter', 'External diameter'],
    ['Minimum speed', 'Maximum speed'],
    ['Travel X', 'Travel Y'],
    ['Bore 1', 'Bore 2'],
    ['Left hand', 'Right hand'],
    ['Bearing width', 'Bearing depth'],
    ['Speed', 'Feed'],
  ])("'%s' and '%s' mean different things", (one, other) => {
    expect(group(use(one, 9), use(other))).toEqual([])
  })

  test('Names that are written almost alike mean different things in one item, with other values, or if both are usual', () => {
    const wheel = use('Wheel', 5)
    expect(group(wheel, use('Wheels', 1, { rowIds: wheel.rowIds.slice(0, 1) }))).toEqual([])
    expect(group(wheel, use('Wheels', 1, { unit: 'kg' }))).toEqual([])
    expect(group(wheel, use('Wheels', 1, { unit: undefined }))).toEqual([])
    expect(group(wheel, use('Wheels', 1, { categories: new Set(['Posts']) }))).toEqual([])
    expect(group(wheel, use('Wheels'))).toEqual([['Wheel', 'Wheels']])
    expect(group(use('Planed length', 9), use('Plated length', 7))).toEqual([])
    expect(group(use('Planed length', 9), use('Plated length', 1), use('Plated width', 1))).toEqual([])
  })

  test('A misspelt name is found in another category if its values have the same unit', () => {
    const elsewhere = { categories: new Set(['New']) }
    expect(
      group(use('Dynamic load', 9, { unit: 'kN' }), use('Dynamik load', 1, { ...elsewhere, unit: 'kN' })),
    ).toEqual([['Dynamic load', 'Dynamik load']])
    expect(
      group(use('Dynamic load', 9, { unit: '' }), use('Dynamik load', 1, { ...elsewhere, unit: '' })),
    ).toEqual([])
  })

  test.each([
    [['Bore (mm)', 'Bore'], 'Bore'],
    [['Bore (mm)', 'bore (mm)'], 'Bore (mm)'],
    [['Bore (mm)', 'Bore, mm'], 'Bore (mm)'],
    [['Bore (mm)', 'Bore (inch)'], 'Bore'],
    [['Capacity (bar)', 'Bar capacity'], 'Bar capacity'],
    [['(mm)', '[mm]'], '(mm)'],
  ])('Of the similar names %j, %s is proposed', (names, expected) => {
    expect(chooseName(names)).toBe(expected)
  })

  test('A unit in brackets is lost by a name without it, and not by one with the same words or the same unit', () => {
    expect(findLostUnit('Bore (mm)', 'Bore')).toBe('mm')
    expect(findLostUnit('Speed in rpm', 'Speed')).toBe('rpm')
    expect(findLostUnit('Capacity (bar)', 'Bar capacity')).toBeUndefined()
    expect(findLostUnit('Bore (mm)', 'Bores (millimetres)')).toBeUndefined()
    expect(findLostUnit('Bore', 'Bore (mm)')).toBeUndefined()
  })
})
