import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatCsvLine, neutraliseFormula, restoreFormula } from './csv.ts'

test.each([
  ['plain', 'plain'],
  ['', ''],
  ['two, parts', '"two, parts"'],
  ['she said "yes"', '"she said ""yes"""'],
  ['two\nlines', '"two\nlines"'],
  ['+91 98400 12345', "'+91 98400 12345"],
  ['=1+1', "'=1+1"],
  ['-1', '-1'],
  ['-12.50', '-12.50'],
  ['-1+1', "'-1+1"],
  ["'=1", "''=1"],
  ["'quoted'", "'quoted'"],
  ['@sum(a1)', "'@sum(a1)"],
  ['\t=1', "'\t=1"],
  [' =1', "' =1"],
  ['\u200b=1', "'\u200b=1"],
  ['\uff1d1', "'\uff1d1"],
  ['\n=1', '"\'\n=1"'],
  ['\r=1', '"\'\r=1"'],
  ['=cmd|"x", y', '"\'=cmd|""x"", y"'],
  ['கடைசல் ₹', 'கடைசல் ₹'],
])('A CSV file contains the cell %j as %j', (text, cell) => {
  expect(formatCsvLine([text, 'end'])).toBe(`${cell},end\r\n`)
})

test('A text is the same after it was neutralised and restored', () => {
  const text = fc.string({ unit: fc.constantFrom("'", '=', '-', '1', '.', '@', ' ', 'a', '\t') })
  fc.assert(fc.property(text, (each) => restoreFormula(neutraliseFormula(each)) === each))
})
