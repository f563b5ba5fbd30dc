import { expect, test } from 'vitest'
import type { CellValue } from './cell-value.ts'
import { parsePrice } from './parse-price.ts'
import {
  parseAvailability,
  parseBoolean,
  parseCode,
  parseDays,
  parseGstRate,
  parseHsn,
  parseKind,
  parseLines,
  parseMonths,
  parseState,
  parseText,
  parseUnit,
  parseWholeNumber,
} from './parse-values.ts'

const REFUSED = Symbol('refused')
const ERROR: CellValue = { value: '#N/A', text: '#N/A', isError: true }

/** A typed text, or a number cell. */
const toCell = (value: string | number): CellValue => ({
  value: value === '' ? null : value,
  text: String(value),
})

const toResult = (parsed: object): unknown => ('value' in parsed ? parsed.value : REFUSED)

test.each<[string | number, unknown]>([
  ['Yes', true],
  ['y', true],
  ['X', true],
  ['1', true],
  [1, true],
  ['true', true],
  ['✓', true],
  ['✔️', true],
  ['No', false],
  ['n', false],
  ['0', false],
  ['', false],
  ['-', false],
  ['perhaps', REFUSED],
  ['2', REFUSED],
])('%j is read as %s or refused where yes or no is expected', (value, expected) => {
  expect(toResult(parseBoolean(toCell(value)))).toBe(expected)
})

test.each<[string | number, unknown]>([
  ['10', 10],
  [10, 10],
  ['1,000', 1000],
  ['10 Nos.', 10],
  ['10 pcs', 10],
  ['', null],
  ['-', null],
  ['0', REFUSED],
  ['2.5', REFUSED],
  [2.5, REFUSED],
  ['-3', REFUSED],
  ['ten', REFUSED],
  ['1,0', REFUSED],
  [1_000_001, REFUSED],
])('The quantity %j is read as %s', (value, expected) => {
  expect(toResult(parseWholeNumber(toCell(value), { min: 1, max: 1_000_000 }))).toBe(expected)
})

const RATES = [0, 0.25, 3, 5, 18, 40]
test.each<[CellValue | string | number, unknown]>([
  ['18', 18],
  [18, 18],
  ['18%', 18],
  ['18.0 %', 18],
  ['GST 18%', 18],
  ['18% GST', 18],
  ['IGST @ 18%', 18],
  ['9+9', 18],
  ['2.5% + 2.5%', 5],
  [{ value: 0.18, text: '18%' }, 18],
  [{ value: 0.0025, text: '0.25%' }, 0.25],
  [0.18, 18],
  [0.25, 0.25],
  ['0.25', 0.25],
  [0, 0],
  ['Exempt', 0],
  ['', null],
  ['N/A', null],
  ['17', REFUSED],
  ['12', REFUSED],
  ['0.18', REFUSED],
  ['abc', REFUSED],
  [{ value: 18, text: '1800%' }, REFUSED],
])('The GST rate %j is read as %s', (value, expected) => {
  const cell = typeof value === 'object' ? value : toCell(value)
  expect(toResult(parseGstRate(cell, RATES))).toBe(expected)
})

test('A GST rate that the law no longer has is refused with the valid ones and its last day', () => {
  expect(parseGstRate(toCell('28'))).toEqual({
    expected: 'a rate of GST in percent: 0, 0.25, 1.5, 3, 5, 18, 40 (28 % ended on 21 September 2025)',
  })
  expect(parseGstRate(toCell('17'))).toEqual({
    expected: 'a rate of GST in percent: 0, 0.25, 1.5, 3, 5, 18, 40',
  })
})

test.each<[CellValue | string | number, unknown]>([
  ['8466', '8466'],
  [84669390, '84669390'],
  ['8466.93.90', '84669390'],
  ['8466 93 90', '84669390'],
  ['8466-93', '846693'],
  ['HSN: 846693', '846693'],
  ['SAC 998717', '998717'],
  ['01012100', '01012100'],
  [1012100, '01012100'],
  [101, '0101'],
  [{ value: 1012100, text: '01012100' }, '01012100'],
  [8466.93, '846693'],
  ['', null],
  ['-', null],
  ['8466939', REFUSED],
  [84, REFUSED],
  ['84669390123', REFUSED],
  ['belt', REFUSED],
])('The HSN code %j is read as %s', (value, expected) => {
  expect(toResult(parseHsn(typeof value === 'object' ? value : toCell(value)))).toBe(expected)
})

test.each<[string | number, unknown]>([
  [10, 10],
  ['10', 10],
  ['10 days', 10],
  ['2 weeks', 14],
  ['2 Wks.', 14],
  ['3-4 weeks', 28],
  ['3 to 4 weeks', 28],
  ['3 – 4 Weeks', 28],
  ['10-15', 15],
  ['1 month', 30],
  ['within 7 days', 7],
  ['2 weeks from order', 14],
  ['2-3 working days', 3],
  ['1.5 weeks', 11],
  ['Ex stock', 0],
  ['Ex-Stock', 0],
  ['Immediate', 0],
  ['', null],
  ['N/A', null],
  ['soon', REFUSED],
  ['5-3 weeks', REFUSED],
  ['20 years', REFUSED],
  [-1, REFUSED],
])('The lead time %j is read as %s days', (value, expected) => {
  expect(toResult(parseDays(toCell(value)))).toBe(expected)
})

test('The title of a column gives plain lead times and warranties their unit', () => {
  expect(parseDays(toCell(3), 'Delivery (weeks)')).toEqual({ value: 21 })
  expect(parseDays(toCell('3-4'), 'Lead time in wks')).toEqual({ value: 28 })
  expect(parseDays(toCell('10 days'), 'Delivery (weeks)')).toEqual({ value: 10 })
  expect(parseMonths(toCell(2), 'Warranty (Years)')).toEqual({ value: 24 })
})

test.each<[string | number, unknown]>([
  [12, 12],
  ['12', 12],
  ['1 year', 12],
  ['2 Years', 24],
  ['1.5 yrs', 18],
  ['18 months from dispatch', 18],
  ['12 months warranty', 12],
  ['90 days', 3],
  ['No warranty', 0],
  ['Nil', 0],
  ['0', 0],
  ['', null],
  ['-', null],
  ['12/18 months', REFUSED],
  ['100 days', REFUSED],
  ['lifetime', REFUSED],
])('The warranty %j is read as %s months', (value, expected) => {
  expect(toResult(parseMonths(toCell(value)))).toBe(expected)
})

test.each<[string, unknown]>([
  ['Nos', 'each'],
  ['No.', 'each'],
  ['pcs', 'each'],
  ['EA', 'each'],
  ['Each', 'each'],
  ['Mtr', 'metre'],
  ['per Mtr.', 'metre'],
  ['Set', 'set'],
  ['Kg', 'kg'],
  ['KGS', 'kg'],
  ['Hrs', 'hour'],
  ['Drum of 20 L', 'Drum of 20 L'],
  ['constructor', 'constructor'],
  ['', null],
  ['-', null],
  ['a unit that is much too long', REFUSED],
])('The unit %j is read as %s', (text, expected) => {
  expect(toResult(parseUnit(toCell(text)))).toBe(expected)
})

test.each<[string, unknown]>([
  ['In stock', 'in-stock'],
  ['EX STOCK', 'in-stock'],
  ['Ex-stock', 'in-stock'],
  ['Made to order', 'made-to-order'],
  ['made-to-order', 'made-to-order'],
  ['By appointment', 'by-appointment'],
  ['Discontinued', 'discontinued'],
  ['Obsolete', 'discontinued'],
  ['', null],
  ['Out of stock', REFUSED],
  ['12', REFUSED],
  ['__proto__', REFUSED],
])('The availability %j is read as %s', (text, expected) => {
  expect(toResult(parseAvailability(toCell(text)))).toBe(expected)
})

test.each<[string, unknown]>([
  ['Published', 'published'],
  ['draft', 'draft'],
  ['Archived', 'archived'],
  ['Live', 'published'],
  ['', null],
  ['sold', REFUSED],
])('The state %j is read as %s', (text, expected) => {
  expect(toResult(parseState(toCell(text)))).toBe(expected)
})

test.each<[string, unknown]>([
  ['Machine', 'machine'],
  ['Spare part', 'spare'],
  ['Spares', 'spare'],
  ['SERVICE', 'service'],
  ['', null],
  ['V belt', REFUSED],
])('The type %j is read as %s', (text, expected) => {
  expect(toResult(parseKind(toCell(text)))).toBe(expected)
})

test('A code stays as typed; a code that Excel has changed to a date or shortened is refused', () => {
  expect(parseCode(toCell(' KMT-0012 '))).toEqual({ value: 'KMT-0012' })
  expect(parseCode(toCell(450012))).toEqual({ value: '450012' })
  expect(parseCode({ value: 12, text: '0012' })).toEqual({ value: '0012' })
  expect(parseCode({ value: new Date(0), text: '01/02/2026' })).toEqual({
    expected: 'a code: Excel has changed it into a date. Format the cell as text and type it again',
  })
  expect(parseCode(toCell(8.9012345678901e18))).toHaveProperty('expected')
  expect(parseCode(toCell('two\nlines'))).toHaveProperty('expected')
  expect(parseCode(toCell('x'.repeat(101)))).toHaveProperty('expected')
})

test('Texts and lists of lines have limits', () => {
  expect(parseText(toCell(' V belt '), 10)).toEqual({ value: 'V belt' })
  expect(parseText(toCell(''), 10)).toEqual({ value: null })
  expect(parseText(toCell('x'.repeat(11)), 10)).toEqual({ expected: 'a text of at most 10 characters' })
  expect(parseLines(toCell('one\n\n two '), { maxLines: 2, maxLength: 3 })).toEqual({ value: ['one', 'two'] })
  expect(parseLines(toCell('one\ntwo\nthree'), { maxLines: 2, maxLength: 5 })).toHaveProperty('expected')
})

test('A cell in which a formula failed is refused by every parser', () => {
  const results = [
    parseText(ERROR, 100),
    parseCode(ERROR),
    parseBoolean(ERROR),
    parseWholeNumber(ERROR, { min: 0, max: 1 }),
    parseGstRate(ERROR),
    parseHsn(ERROR),
    parseState(ERROR),
    parseKind(ERROR),
    parseAvailability(ERROR),
    parseUnit(ERROR),
    parseDays(ERROR),
    parseMonths(ERROR),
    parseLines(ERROR, { maxLines: 1, maxLength: 10 }),
  ]
  for (const result of results) expect(result).toHaveProperty('expected')
})

const HOSTILE_PIECES = ['1', ' ', '1 ', '1,', '1.', '1-', 'each ', 'GST ', 'days ', '+', '%', '(', '₹']
test.each(HOSTILE_PIECES)('A cell full of %j is read or refused at once', (piece) => {
  const cell = toCell(piece.repeat(32_767 / piece.length))
  // Not the time that passes: other processes take part of it.
  const start = process.cpuUsage()
  for (const parse of [parseBoolean, parseGstRate, parseHsn, parseState, parseAvailability, parseUnit])
    parse(cell)
  for (const parse of [parsePrice, parseDays, parseMonths]) parse(cell)
  parseWholeNumber(cell, { min: 0, max: 1 })
  expect(process.cpuUsage(start).user / 1000).toBeLessThan(500)
})
