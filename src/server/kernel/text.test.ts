import { expect, test } from 'vitest'
import { editDistance, fold, slugify } from './text.ts'

test.each([
  ['Präzision', 'prazision'],
  ['CAFÉ', 'cafe'],
  ['Cafe\u0301', 'cafe'],
  ['  two\n words\t', 'two words'],
  ['Two  Words', 'two words'],
  [' Word', 'word'],
  ['Word ', 'word'],
  ['CL 25, 40 mm', 'cl 25, 40 mm'],
  ['㎜', 'mm'],
  ['ﬁtter', 'fitter'],
  ['Straße', 'straße'],
  ['', ''],
])('[CAT-3] The folded form of %j is %j', (text, folded) => {
  expect(fold(text)).toBe(folded)
  expect(fold(folded)).toBe(folded)
})

test.each([
  ['CL 25 Capstan Lathe', 'cl-25-capstan-lathe'],
  ['  --Präzision / TC 250!', 'prazision-tc-250'],
  ['கடைசல்', ''],
  ['../../etc/passwd', 'etc-passwd'],
  [`${'a'.repeat(79)} b`, 'a'.repeat(79)],
  ['x'.repeat(200), 'x'.repeat(80)],
])('The slug of %j is %j', (name, slug) => {
  expect(slugify(name)).toBe(slug)
})

test.each([
  ['capstan', 'capstan', 0],
  ['capstn', 'capstan', 1],
  ['captsan', 'capstan', 1],
  ['capstann', 'capstan', 1],
  ['cepstin', 'capstan', 2],
  ['lathe', 'collet', 3],
])('The edit distance of %s and %s is %i, or more than the limit', (a, b, edits) => {
  expect(editDistance(a, b, 2)).toBe(edits)
  expect(editDistance(b, a, 2)).toBe(edits)
})
