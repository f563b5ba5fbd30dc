import { describe, expect, test } from 'vitest'
import { toSpecifications } from '../../../../tests/support/fixtures/specifications.ts'
import { countSpecifications, learnTemplate } from './learn.ts'

const learn = (...items: string[]) =>
  learnTemplate(countSpecifications(items.map(toSpecifications)), items.length).map(
    ({ name, unit, count }) => [name, unit, count],
  )

describe('A learned template', () => {
  test('A learned template has the specifications of at least half of the items, in their usual order and with units', () => {
    expect(
      learn(
        'Bar capacity: 25 mm | Spindle nose: A2-4 | Net weight: 780 kg',
        'Bar Capacity: 40 mm | Colour: Grey | Net weight: 1,450 kg',
        'Bar capacity: 52 mm | Spindle nose: A2-6 | Net weight: about 2 t',
      ),
    ).toEqual([
      ['Bar capacity', 'mm', 3],
      ['Spindle nose', '', 2],
      ['Net weight', 'kg', 3],
    ])
  })

  test('A learned template of one item has all of its specifications, but no part number', () => {
    expect(learn('Part number: KMT-1 | Speed: 12 speeds, 80-2,800 rpm | Teeth: 24')).toEqual([
      ['Speed', '', 1],
      ['Teeth', '', 1],
    ])
    expect(learn()).toEqual([])
    expect(learn('Bore: 5 mm', 'Length: 5 mm')).toEqual([])
  })
})
