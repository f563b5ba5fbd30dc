import { expect, test } from 'vitest'
import type { Specifications } from '#contracts/item/item.ts'
import { pickSpecifications } from './shown-specifications.ts'

const SPECIFICATIONS: Specifications = [
  ['Range', '6 to 25 mm'],
  ['Run-out', '0.010 mm'],
  ['Hardness', '58 HRC'],
  ['Max. bore', '12 mm'],
  ['Fits', 'CL 25, SPA 20'],
]
const pick = (filters?: string) =>
  pickSpecifications(SPECIFICATIONS, filters).map(
    ({ label, isFiltered }) => `${label}${isFiltered ? ' (filtered)' : ''}`,
  )

test('A card shows the first three specifications', () => {
  expect(pick()).toEqual(['Range', 'Run-out', 'Hardness'])
  expect(pickSpecifications([])).toEqual([])
})

test('Specifications by which the list is filtered come first and are marked', () => {
  expect(pick('fits:cl-25')).toEqual(['Fits (filtered)', 'Range', 'Run-out'])
  expect(pick('run-out.mm:..0.01,max-bore.mm:10..20')).toEqual([
    'Run-out (filtered)',
    'Max. bore (filtered)',
    'Range',
  ])
})

test('A filter on a specification that the item lacks changes nothing', () => {
  expect(pick('swing-over-bed.mm:200..')).toEqual(['Range', 'Run-out', 'Hardness'])
  expect(pickSpecifications([['நீளம்', '5 mm']])[0]?.isFiltered).toBe(false)
})
