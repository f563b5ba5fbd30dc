import { expect, test } from 'vitest'
import { toSpecifications } from '../../../../tests/support/fixtures/specifications.ts'
import { compareSpecifications } from './compare-specifications.ts'
import { addCommonUnit, findBestValues } from './compare-values.ts'

test('Rows are in the order of the first item; others are beside their neighbour', () => {
  const rows = compareSpecifications([
    toSpecifications('Bar capacity: 25 mm | Spindle motor: 2.2 kW | Net weight: 780 kg'),
    toSpecifications(
      'Travel X: 850 mm | Spindle motor: 11 kW | Tool changer: 20 tools | Net weight: 5,500 kg | Paint: RAL 7035',
    ),
  ])
  expect(rows.map(({ label, values }) => [label, ...values])).toEqual([
    ['Bar capacity', '25 mm', null],
    ['Travel X', null, '850 mm'],
    ['Spindle motor', '2.2 kW', '11 kW'],
    ['Tool changer', null, '20 tools'],
    ['Net weight', '780 kg', '5,500 kg'],
    ['Paint', null, 'RAL 7035'],
  ])
})

test('Items without a common specification follow each other', () => {
  const rows = compareSpecifications([[['A', '1']], [['B', '2']], []])
  expect(rows.map(({ label, values }) => [label, ...values])).toEqual([
    ['A', '1', null, null],
    ['B', null, '2', null],
  ])
})

test('Names in another spelling are one row under the first name', () => {
  const rows = compareSpecifications([[['Bar capacity', '25 mm']], [['Capacity, Bar', '40 mm']]])
  expect(rows).toMatchObject([{ label: 'Bar capacity', values: ['25 mm', '40 mm'], isEqual: false }])
})

const TURNING_CENTRE = toSpecifications(
  'Spindle: 5,000 rpm, 7.5 kW | Bar capacity: 42 mm | Rapid traverse X, Z: 30, 30 m/min',
)
const listTexts = (...items: [string, string][][]) =>
  compareSpecifications(items).map(({ label, values }) => [label, ...values])

test('Parts of a text are in the rows that are named after them', () => {
  const lathe = toSpecifications(
    'Rod capacity: 52 mm | Spindle speeds: 16 speeds, 35-1,800 rpm | Spindle motor: 7.5 kW, 415 V, 50 Hz',
  )
  expect(listTexts(TURNING_CENTRE, lathe)).toEqual([
    ['Bar capacity', '42 mm', '52 mm'],
    ['Rapid traverse X, Z', '30, 30 m/min', null],
    ['Spindle speeds', '5,000 rpm', '16 speeds, 35-1,800 rpm'],
    ['Spindle motor', '7.5 kW', '7.5 kW, 415 V, 50 Hz'],
  ])
  const machiningCentre = toSpecifications('Spindle: 8,000 rpm, BT 40 | Spindle motor: 11 kW')
  expect(listTexts(TURNING_CENTRE, machiningCentre).slice(0, 2)).toEqual([
    ['Spindle', '5,000 rpm', '8,000 rpm, BT 40'],
    ['Spindle motor', '7.5 kW', '11 kW'],
  ])
})

test.each([
  ['Net weight', '780 kg', 'Weight', '3.1 t', 'a word that searches ignore'],
  ['Bar capacity', '42 mm', 'Max. bar dia', '51 mm', 'a capacity and a diameter'],
  ['Spindle power', '11 kW, S1', 'Spindle motor', '7.5 kW', 'two names of what is measured'],
  ['Turret travel', '125 mm', 'Turret stroke', '4 in', 'words with one meaning'],
])('%s %s and %s %s are one row: %s', (label, value, otherLabel, otherValue) => {
  const rows = compareSpecifications([[[label, value]], [[otherLabel, otherValue]]])
  expect(rows).toHaveLength(1)
  expect(rows[0]!.label).toBe(label)
})

test.each([
  ['Net weight', '780 kg', 'Weight capacity', '250 kg', 'what it weighs and what it carries'],
  ['Bar capacity', '42 mm', 'Min. bar diameter', '6 mm', 'largest and smallest'],
  ['Net weight', '780 kg', 'Maximum weight', '250 kg', 'its own and that of a work piece'],
  ['Pitch diameter', '280 mm', 'Pitch', '8 mm', 'the size of a pulley and of its teeth'],
  ['Swing over bed', '320 mm', 'Swing over cross slide', '150 mm', 'other places'],
  ['Travel X, Y, Z', '850 × 500 × 500 mm', 'Travel X, Z', '130, 330 mm', 'other axes'],
  ['Rapid traverse', '24 m/min', 'Travel', '500 mm', 'other dimensions'],
  ['Table size', '650 × 400 mm', 'Table diameter', '300 mm', 'a square and a round one'],
])('%s %s and %s %s are two rows: %s', (...[label, value, otherLabel, otherValue]) => {
  expect(listTexts([[label, value]], [[otherLabel, otherValue]])).toEqual([
    [label, value, null],
    [otherLabel, null, otherValue],
  ])
})

test('An item that states both keeps both', () => {
  const both = toSpecifications('Spindle motor: 11 kW | Spindle: 8,000 rpm, 15 kW')
  expect(listTexts(both, [['Spindle motor', '5.5 kW']])).toEqual([
    ['Spindle motor', '11 kW', '5.5 kW'],
    ['Spindle', '8,000 rpm, 15 kW', null],
  ])
})

test('Values that differ in case and spaces only are equal; a missing value is not', () => {
  const rows = compareSpecifications([
    toSpecifications('Turret: 6 stations,  self-indexing | Nose: A2-4'),
    toSpecifications('Turret: 6 Stations, self-indexing'),
  ])
  expect(rows.map(({ isEqual }) => isEqual)).toEqual([true, false])
})

test.each([
  ['Bar capacity', ['25 mm', '1.6 in', null], [1], 'more is better, in any unit'],
  ['Bar capacity', ['40 mm', '40 mm'], [], 'equal values'],
  ['Bar capacity', ['40 mm', 'large'], [], 'a text without a quantity'],
  ['Bar capacity', ['40 mm', '40 kg'], [], 'other dimensions'],
  ['Bar capacity', ['40 mm', null], [], 'a single value'],
  ['Spindle run-out', ['0.005 mm', '8 µm'], [0], 'less is better'],
  ['Net weight', ['640 kg', '780 kg'], [], 'a size'],
  ['Travel X, Y, Z', ['850 × 500 × 500 mm', '640 × 400 × 450 mm'], [0], 'better in every direction'],
  ['Travel X, Y, Z', ['850 × 400 × 500 mm', '640 × 500 × 450 mm'], [], 'better in one direction each'],
  ['Spindle speeds', ['12 speeds, 125-3,500 rpm', '16 speeds, 125-3,500 rpm'], [1], 'more steps'],
  ['Spindle motor', ['2.2 kW, 415 V, 50 Hz', '5.5 kW, 415 V, 50 Hz', '5.5 kW, 415 V, 50 Hz'], [1, 2], 'two'],
])('The better values of %s in %j are %j: %s', (label, values, best) => {
  expect(findBestValues(label, values)).toEqual(best)
})

test('Values in another unit than the first one are converted to it, unless they state it themselves', () => {
  expect(addCommonUnit('Bar capacity', ['42 mm', '1 5/8 in', '2 in (51 mm)', null, 'large'])).toEqual([
    '42 mm',
    '1 5/8 in (41.28 mm)',
    '2 in (51 mm)',
    null,
    'large',
  ])
  expect(addCommonUnit('Travel X, Y', ['20 × 10 in', '850 × 500 mm'])).toEqual(['20 × 10 in', '850 × 500 mm'])
})

test('The same quantity in another unit is equal', () => {
  const rows = compareSpecifications([[['Bar capacity', '40.64 mm']], [['Bar capacity', '1.6 in']]])
  expect(rows).toMatchObject([{ isEqual: true, best: [] }])
})
