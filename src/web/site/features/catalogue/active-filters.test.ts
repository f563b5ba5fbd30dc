import { expect, test } from 'vitest'
import { parseSpecificationFilters } from '#contracts/catalogue/specification-filter.ts'
import { toFilterLabel } from './active-filters.tsx'

test.each([
  ['turret.station:6..', 'turret: from 6 stations'],
  ['coolant-tank.litre:20..40', 'coolant tank: 20 to 40 litres'],
  ['swing.mm:200..', 'swing: from 200 mm'],
  ['pressure.psi:..90', 'pressure: up to 90 psi'],
])("The filter '%s' is labelled '%s'", (filters, label) =>
  expect(parseSpecificationFilters(filters).map((filter) => toFilterLabel(filter, []))).toEqual([label]),
)
