import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { UNITS } from '#contracts/quantities/definitions.ts'
import { extractSpecificationValues } from './quantities/specification-values.ts'
import { toWordNgrams } from './query-parsing.ts'
import { DERIVED_DATA_VERSION, extractVocabulary, toSearchCodes } from './store-derived-data.ts'

/** What is derived by each version. A changed derivation needs the next version, or existing sites keep the earlier data. */
const FINGERPRINTS: Record<number, string> = { 6: 'c62ea144f4552984' }

/** Values as items state them: numbers, ranges, sizes, tolerances, threads, types, lists and words. */
const VALUES = [
  ...['42', '1,650 mm', '3/4"', '1 1/2 inch', '0.5 - 12 mm', '32 to 3,500 rpm', 'up to 63 mm', '≥ 40 mm'],
  ...['600 x 450 x 500 mm', 'Ø 25 × 180', '±0.01 mm', 'M24 x 1.5', '5 HP / 3.7 kW', '415 V, 3 phase, 50 Hz'],
  ...['A2-6', 'MT 4', 'ISO 40', 'B-68', '6205-2RS', 'Phosphor bronze', 'Yes', '12 speeds', '1.5 t', 'IP 54'],
]
const NAMES = [
  'Bar capacity',
  'Swing over bed',
  'Table size',
  'Weight',
  'Spindle nose',
  'Power',
  'Part number',
  'Fits',
]
const ITEM = {
  name: 'CL 25 Capstan Lathe',
  description: 'For turned parts from bar: pivots, jets and éclairs. T-slots, self-centring chuck.',
  commercial: { code: 'KTM-CO-2512' },
  specifications: [
    ...VALUES.map((value, index): [string, string] => [`${NAMES[index % NAMES.length]} ${index}`, value]),
    ...Object.keys(UNITS).map((unit): [string, string] => [`Capacity in ${unit}`, `12.5 ${unit}`]),
  ],
}

test('What searches derive from items has another version when it changes', () => {
  const words = extractVocabulary(ITEM)
  const derived = [
    toSearchCodes(ITEM),
    extractSpecificationValues(ITEM.specifications),
    words,
    words.map(toWordNgrams),
  ]
  const fingerprint = createHash('sha256').update(JSON.stringify(derived)).digest('hex').slice(0, 16)
  expect(FINGERPRINTS).toHaveProperty([DERIVED_DATA_VERSION], fingerprint)
})
