import { expect, test } from 'vitest'
import { formatUnitOfKey, pluralizeUnit } from './unit-names.ts'

test.each([
  ['station', 'stations'],
  ['tooth', 'teeth'],
  ['axis', 'axes'],
  ['litre', 'litres'],
  ['mm', 'mm'],
  ['rpm', 'rpm'],
  ['bar', 'bar'],
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
  ['station', 'stations'],
  ['mm', 'mm'],
])("The unit of a key '%s' is written '%s'", (slug, expected) => {
  expect(formatUnitOfKey(slug)).toBe(expected)
})
