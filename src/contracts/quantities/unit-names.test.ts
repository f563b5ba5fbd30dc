import { expect, test } from 'vitest'
import { formatUnitOfKey, getReadableUnit, pluralizeUnit } from './unit-names.ts'

test.each([
  ['station', 'stations'],
  ['tooth', 'teeth'],
  ['axis', 'axes'],
  ['litre', 'litres'],
  ['mm', 'mm'],
  ['rpm', 'rpm'],
  ['bar', 'bar'],
  ['psi', 'psi'],
  ['kW', 'kW'],
  ['m/min', 'm/min'],
  ['', ''],
])("The unit '%s' after a number is '%s'", (unit, expected) => {
  expect(pluralizeUnit(unit)).toBe(expected)
})

test.each([
  ['kw', 'kW'],
  ['m-min', 'm/min'],
  ['degc', '°C'],
  ['station', 'station'],
  ['mm', 'mm'],
])("The unit of a key '%s' is written '%s'", (slug, expected) => {
  expect(formatUnitOfKey(slug)).toBe(expected)
})

test.each([
  ['s', [86_400, 1_036_800], { unit: 'day', factor: 86_400 }],
  ['s', [14_400_000, 28_800_000], { unit: 'h', factor: 3600 }],
  ['s', [120, undefined], { unit: 'min', factor: 60 }],
  ['s', [6, 240], { unit: 's', factor: 1 }],
  ['s', [0, null], { unit: 's', factor: 1 }],
  ['mm', [3600], { unit: 'mm', factor: 1 }],
])('Numbers of the unit %s, %j, are read in %j', (unit, numbers, expected) => {
  expect(getReadableUnit(unit, numbers)).toEqual(expected)
})
