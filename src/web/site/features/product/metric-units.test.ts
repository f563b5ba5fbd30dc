import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { Specifications } from '#contracts/item/item.ts'
import { showImperial } from '#contracts/quantities/imperial.ts'
import { haveMetricUnits } from './metric-units.ts'

test.each(['machines', 'spare-parts', 'services'])(
  'Every specification of the demo %s that imperial units show otherwise has metric units',
  (kind) => {
    const items: { specifications: Specifications }[] = JSON.parse(readFileSync(`demo/${kind}.json`, 'utf8'))
    const missed = items
      .flatMap(({ specifications }) => specifications)
      .filter(([label, text]) => showImperial(text, label) !== text)
      .filter((specification) => !haveMetricUnits([specification]))
    expect(missed).toEqual([])
  },
)

test.each<[string, string, boolean]>([
  ['Swing over bed (mm)', '320', true],
  ['Group', 'Up to 6 operators', false],
  ['Duration', '3 to 10 days, depending on machine and group size', false],
  ['Warranty', '12 months on parts', false],
  ['Breakdown call', 'Within 48 hours', false],
])('%s: %s has metric units: %s', (label, text, expected) => {
  expect(haveMetricUnits([[label, text]])).toBe(expected)
})
