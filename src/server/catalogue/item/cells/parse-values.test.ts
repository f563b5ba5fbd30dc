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

const REFUSED = 'refused'
const ERROR: CellValue = { value: '#N/A', text: '#N/A', isError: true }

/** A typed text, or a number cell. */
const toCell = (value: string | number): CellValue => ({
  value: value === '' ? null : value,
  text: String(value),
})

type Cell = CellValue | string | number
/** Expects the same result for each of these cells. */
const expectRead = (parse: (cell: CellValue) => object, cells: Cell[], expected: unknown) => {
  const results = cells.map((cell) => {
    const parsed = parse(typeof cell === 'object' ? cell : toCell(cell))
    return [cell, 'value' in parsed ? parsed.value : REFUSED]
  })
  expect(results).toStrictEqual(cells.map((cell) => [cell, expected]))
}

test.each<[Cell[], unknown]>([
  [['Yes', 'y', 'X', '1', 1, 'true', '✓', '✔️'], true],
  [['No', 'n', '0', '', '-'], false],
  [['perhaps', '2'], REFUSED],
])('Where yes or no is expected, %j are read as %j', (cells, expected) => {
  expectRead(parseBoolean, cells, expected)
})

test.each<[Cell[], unknown]>([
  [['10', 10, '10 Nos.', '10 pcs'], 10],
  [['1,000'], 1000],
  [['', '-'], null],
  [['0', '2.5', 2.5, '-3', 'ten', '1,0', 1_000_001], REFUSED],
])('The quantities %j are read as %j', (cells, expected) => {
  expectRead((cell) => parseWholeNumber(cell, { min: 1, max: 1_000_000 }), cells, expected)
})

const RATES = [0, 0.25, 3, 5, 18, 40]
test.each<[Cell[], unknown]>([
  [['18', 18, '18%', '18.0 %', 'GST 18%', '18% GST', 'IGST @ 18%', '9+9', { value: 0.18, text: '18%' }], 18],
  [[0.18], 18],
  [['2.5% + 2.5%'], 5],
  [[{ value: 0.0025, text: '0.25%' }, 0.25, '0.25'], 0.25],
  [[0, 'Exempt'], 0],
  [['', 'N/A'], null],
  [['17', '12', '0.18', 'abc', { value: 18, text: '1800%' }], REFUSED],
])('The GST rates %j are read as %j', (cells, expected) => {
  expectRead((cell) => parseGstRate(cell, RATES), cells, expected)
})

test('A GST rate that the law no longer has is refused with the valid ones and its last day', () => {
  expect(parseGstRate(toCell('28'))).toEqual({
    expected: 'a rate of GST in percent: 0, 0.25, 1.5, 3, 5, 18, 40 (28 % ended on 21 September 2025)',
  })
  expect(parseGstRate(toCell('17'))).toEqual({
    expected: 'a rate of GST in percent: 0, 0.25, 1.5, 3, 5, 18, 40',
  })
})

test.each<[Cell[], unknown]>([
  [['8466'], '8466'],
  [[84669390, '8466.93.90', '8466 93 90'], '84669390'],
  [['8466-93', 'HSN: 846693', 8466.93], '846693'],
  [['SAC 998717'], '998717'],
  [['01012100', 1012100, { value: 1012100, text: '01012100' }], '01012100'],
  [[101], '0101'],
  [['', '-'], null],
  [['8466939', 84, '84669390123', 'belt'], REFUSED],
])('The HSN codes %j are read as %j', (cells, expected) => {
  expectRead(parseHsn, cells, expected)
})

test.each<[Cell[], unknown]>([
  [[10, '10', '10 days'], 10],
  [['2 weeks', '2 Wks.', '2 weeks from order'], 14],
  [['3-4 weeks', '3 to 4 weeks', '3 – 4 Weeks'], 28],
  [['10-15'], 15],
  [['1 month'], 30],
  [['within 7 days'], 7],
  [['2-3 working days'], 3],
  [['1.5 weeks'], 11],
  [['Ex stock', 'Ex-Stock', 'Immediate'], 0],
  [['', 'N/A'], null],
  [['soon', '5-3 weeks', '20 years', -1], REFUSED],
])('The lead times %j are read as %j days', (cells, expected) => {
  expectRead(parseDays, cells, expected)
})

test('The title of a column gives plain lead times and warranties their unit', () => {
  expect(parseDays(toCell(3), 'Delivery (weeks)')).toEqual({ value: 21 })
  expect(parseDays(toCell('3-4'), 'Lead time in wks')).toEqual({ value: 28 })
  expect(parseDays(toCell('10 days'), 'Delivery (weeks)')).toEqual({ value: 10 })
  expect(parseMonths(toCell(2), 'Warranty (Years)')).toEqual({ value: 24 })
})

test.each<[Cell[], unknown]>([
  [[12, '12', '1 year', '12 months warranty'], 12],
  [['2 Years'], 24],
  [['1.5 yrs', '18 months from dispatch'], 18],
  [['90 days'], 3],
  [['No warranty', 'Nil', '0'], 0],
  [['', '-'], null],
  [['12/18 months', '100 days', 'lifetime'], REFUSED],
])('The warranties %j are read as %j months', (cells, expected) => {
  expectRead(parseMonths, cells, expected)
})

test.each<[Cell[], unknown]>([
  [['Nos', 'No.', 'pcs', 'EA', 'Each'], 'each'],
  [['Mtr', 'per Mtr.'], 'metre'],
  [['Set'], 'set'],
  [['Kg', 'KGS'], 'kg'],
  [['Hrs'], 'hour'],
  [['Drum of 20 L'], 'Drum of 20 L'],
  [['constructor'], 'constructor'],
  [['', '-'], null],
  [['a unit that is much too long'], REFUSED],
])('The units %j are read as %j', (cells, expected) => {
  expectRead(parseUnit, cells, expected)
})

test.each<[Cell[], unknown]>([
  [['In stock', 'EX STOCK', 'Ex-stock'], 'in-stock'],
  [['Made to order', 'made-to-order'], 'made-to-order'],
  [['By appointment'], 'by-appointment'],
  [['Discontinued', 'Obsolete'], 'discontinued'],
  [[''], null],
  [['Out of stock', '12', '__proto__'], REFUSED],
])('The availabilities %j are read as %j', (cells, expected) => {
  expectRead(parseAvailability, cells, expected)
})

test.each<[Cell[], unknown]>([
  [['Published', 'Live'], 'published'],
  [['draft'], 'draft'],
  [['Archived'], 'archived'],
  [[''], null],
  [['sold'], REFUSED],
])('The states %j are read as %j', (cells, expected) => {
  expectRead(parseState, cells, expected)
})

test.each<[Cell[], unknown]>([
  [['Machine'], 'machine'],
  [['Spare part', 'Spares'], 'spare'],
  [['SERVICE'], 'service'],
  [[''], null],
  [['V belt'], REFUSED],
])('The types %j are read as %j', (cells, expected) => {
  expectRead(parseKind, cells, expected)
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
