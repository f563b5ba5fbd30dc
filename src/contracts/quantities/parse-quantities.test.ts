import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { getMeaning } from './labels.ts'
import { parseQuantities } from './parse-quantities.ts'
import type { Quantity } from './quantity.ts'
import { fromBase } from './units.ts'

const MIN_SHARE_READ = 0.95

interface Case {
  label: string
  text: string
  expected: string
}

const CASES: Case[] = readFileSync(
  new URL('../../../tests/data/specification-texts.txt', import.meta.url),
  'utf8',
)
  .split('\n')
  .filter((line) => line && !line.startsWith('#'))
  .map((line) => {
    const [label, text, expected] = line.split(' ¦ ')
    return { label: label!, text: text!, expected: expected! }
  })

const format = (number: number) => String(Number(number.toPrecision(7)))

function describeQuantity({ unit, min, max, tolerance, isDeviation, axis, counted, pitch, role }: Quantity) {
  const [from, to] = [min, max].map((bound) => (bound === null ? '' : format(fromBase(bound, unit))))
  const prefix = `${role === 'restated' ? '= ' : role ? '@ ' : ''}${axis ? `${axis} ` : ''}`
  if (unit === 'M') return `${prefix}M${from}${from === to ? '' : `..M${to}`}${pitch ? `×${pitch}` : ''}`
  const numbers = isDeviation ? `±${to}` : from === to ? from : `${from}..${to}`
  const toWritten = (span: number) => format(fromBase(span, unit) - fromBase(0, unit))
  const spans =
    tolerance &&
    (tolerance.plus === tolerance.minus
      ? ` ±${toWritten(tolerance.plus)}`
      : ` +${toWritten(tolerance.plus)}-${toWritten(tolerance.minus)}`)
  return `${prefix}${numbers}${spans ?? ''}${unit ? ` ${unit}` : ''}${counted ? ` ${counted}` : ''}`
}

const read = ({ label, text }: Case) => parseQuantities(text, label).map(describeQuantity).join('; ') || '-'

test('Of 300 specifications of catalogues, at least 95 % are read completely and none wrongly', () => {
  const results = CASES.map((each) => ({ ...each, actual: read(each) }))
  const incomplete = results.filter(({ actual, expected }) => actual !== expected && actual === '-')
  const wrong = results.filter(({ actual, expected }) => actual !== expected && actual !== '-')
  expect(
    wrong.map(({ label, text, actual, expected }) => `${label}: ${text} → ${actual}, not ${expected}`),
  ).toEqual([])
  expect(CASES.length).toBeGreaterThanOrEqual(300)
  expect(
    1 - incomplete.length / CASES.length,
    incomplete.map(({ text }) => text).join('\n'),
  ).toBeGreaterThanOrEqual(MIN_SHARE_READ)
})

test("The word 'square' after a size is not taken for a part of its unit", () => {
  expect(parseQuantities('16 mm square')).toMatchObject([{ unit: 'mm', min: 16, max: 16 }])
})

test.each([
  ['Bar capacity', 'capability'],
  ['Max. swing over bed (mm)', 'capability'],
  ['Distance between centers', 'capability'],
  ['Travel X, Y, Z', 'capability'],
  ['Spindle motor', 'capability'],
  ['Table load', 'capability'],
  ['Spindle bore', 'capability'],
  ['Positioning accuracy', 'limit'],
  ['Run-out at 300 mm', 'limit'],
  ['Tool change, tool to tool', 'limit'],
  ['Noise level', 'limit'],
  ['Net weight', 'size'],
  ['Max. tool weight', 'capability'],
  ['Overall size (L × W × H)', 'size'],
  ['Bore', 'size'],
  ['Length', 'size'],
  ['Anything else', 'size'],
])("The meaning of '%s' is '%s'", (label, meaning) => {
  expect(getMeaning(label)).toBe(meaning)
})

test('Equal lengths in other units have equal bounds', () => {
  const [inches] = parseQuantities('1.6 in')
  const [millimetres] = parseQuantities('40.64mm')
  expect(inches?.min).toBe(millimetres?.min)
  expect(inches?.min).toBe(40.64)
})

test('The place of a quantity is the text from which it was read', () => {
  const text = 'Hydraulic, 165 mm, A2-5, 1 5/8" bore'
  expect(parseQuantities(text).map(({ start, end }) => text.slice(start, end))).toEqual(['165 mm', '1 5/8"'])
})

test.each([
  ['A long text of digits', '1'.repeat(20_000)],
  ['groups of digits', '1,'.repeat(10_000)],
  ['separators', '5 - '.repeat(5_000)],
  ['sizes', '5 x '.repeat(5_000)],
  ['words', 'max '.repeat(5_000)],
  ['spaces', `5${' '.repeat(20_000)}mm`],
])('%s is read within a second', (_, text) => {
  const start = process.cpuUsage()
  parseQuantities(text, text.slice(0, 200))
  expect(process.cpuUsage(start).user / 1000).toBeLessThan(1000)
})
