import { expect, test } from 'vitest'
import { formatCsvHeader, formatCsvLine } from './csv.ts'

test.each([
  ['plain', 'plain'],
  ['', ''],
  ['two, parts', '"two, parts"'],
  ['she said "yes"', '"she said ""yes"""'],
  ['two\nlines', '"two\nlines"'],
  ['+91 98400 12345', "'+91 98400 12345"],
  ['=1+1', "'=1+1"],
  ['-1', "'-1"],
  ['@sum(a1)', "'@sum(a1)"],
  ['\t=1', "'\t=1"],
  [' =1', "' =1"],
  ['\u200b=1', "'\u200b=1"],
  ['\uff1d1', "'\uff1d1"],
  ['\n=1', '"\'\n=1"'],
  ['\r=1', '"\'\r=1"'],
  ['=cmd|"x", y', '"\'=cmd|""x"", y"'],
  ['கடைசல் ₹', 'கடைசல் ₹'],
])('the cell %j is written as %j', (text, cell) => {
  expect(formatCsvLine([text, 'end'])).toBe(`${cell},end\r\n`)
})

test('the file begins with the mark of UTF-8 and the names of the columns', () => {
  expect(formatCsvHeader()).toMatch(/^\uFEFFReceived \(UTC\),Status,First name,.*\r\n$/)
})
