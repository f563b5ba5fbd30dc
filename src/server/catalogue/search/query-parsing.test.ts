import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { extractCodes, extractSpecificationValues } from './quantities/specification-values.ts'
import { findNearestWords, parseQuery, toWordNgrams } from './query-parsing.ts'
import { extractWords } from './query-words.ts'

test.each([
  ['capstn', ['capstan']],
  ['cap', []],
  ['colet', ['collet']],
  ['lathe9', []],
  ['qwertz', []],
])('The nearest known words to %s are %j', (word, expected) => {
  expect(findNearestWords(word, ['capstan', 'collet', 'lathe', 'turret'])).toEqual(expected)
})

test('Equally similar words are all returned, those with the same first character first', () => {
  expect(findNearestWords('chack', ['stack', 'check', 'chuck'])).toEqual(['check', 'chuck'])
  expect(findNearestWords('borin', ['turin', 'boring', 'coring'])).toEqual(['boring'])
})

test.each([
  ['', undefined],
  ['  ', undefined],
  ['Lathe', { text: 'lathe' }],
  ['KMT-CO-2500', { text: 'kmt-co-2500', code: 'kmtco2500' }],
  ['25', { text: '25' }],
])('The search %j has the criteria %j', (search, criteria) => {
  expect(parseQuery(search)).toEqual(criteria)
})

test('Stop words are not among the words of a text', () => {
  expect(extractWords('A lathe for the 40 mm bar, with collets')).toEqual(['lathe', '40', 'bar', 'collets'])
})

describe('Specification values', () => {
  test.each([
    ['Bar capacity', '25 mm', [['bar-capacity.mm', 25]]],
    [
      'Spindle motor',
      '1.5 kW, 415 V, 50 Hz',
      [
        ['spindle-motor.kw', 1.5],
        ['spindle-motor.v', 415],
        ['spindle-motor.hz', 50],
      ],
    ],
    ['Bar capacity', '1.6 in', [['bar-capacity.mm', 40.64]]],
    ['Swing over bed (mm)', '320', [['swing-over-bed.mm', 320]]],
    [
      'Travel X, Z',
      '130, 330 mm',
      [
        ['travel-x.mm', 130],
        ['travel-z.mm', 330],
      ],
    ],
    [
      'Turret',
      '6 stations, power indexing',
      [
        ['turret.station', 6],
        ['turret', 'power-indexing'],
      ],
    ],
    ['Length', '1,500 mm', [['length.mm', 1500]]],
    ['Pieces', '5', [['pieces', 5]]],
    ['Taper', '8°', [['taper.deg', 8]]],
    [
      'Fits',
      'CL 25, SPA 20',
      [
        ['fits', 'cl-25'],
        ['fits', 'spa-20'],
      ],
    ],
    ['Spindle speeds', '12, 80 to 2,800 rpm', [['spindle-speeds.rpm', 2800]]],
    ['Part number', 'KMT-CO-2500', []],
    ['Range', '6 to 25 mm', [['range.mm', 25]]],
    ['Note', 'A long text that has more than sixty characters and is never shared', []],
    ['—', '5 mm', []],
  ])('The specification %s: %s has the values %j', (label, text, expected) => {
    const values = extractSpecificationValues([[label, text]]).map(({ key, max_value, value_slug }) => [
      key,
      max_value ?? value_slug,
    ])
    expect(values).toEqual(expected)
  })

  test('The code, part numbers and order codes are codes', () => {
    expect(
      extractCodes({
        commercial: { code: 'A 7' },
        specifications: [
          ['Part No.', 'KMT 1'],
          ['Model', 'x'],
          ['order code', 'Z-9'],
        ],
      }),
    ).toEqual(['A 7', 'KMT 1', 'Z-9'])
  })
})

test('The n-grams of a word are its trigrams, and its first character with its last', () => {
  expect(toWordNgrams('belt')).toEqual([' be', 'bel', 'elt', 'lt ', 'bt'])
  expect(toWordNgrams('öler')).toEqual([' öl', 'öle', 'ler', 'er ', 'ör'])
})

const character = fc.constantFrom(...'aeinrst')
const word = fc.array(character, { minLength: 4, maxLength: 12 })

test('A word with one error shares an n-gram with the word that was meant', () => {
  fc.assert(
    fc.property(
      word,
      fc.nat(),
      character,
      fc.constantFrom('change', 'insert', 'delete', 'transpose'),
      (meant, at, other, error) => {
        const index = at % (meant.length - 1)
        const typed = [...meant]
        if (error === 'change') typed[index] = other
        if (error === 'insert') typed.splice(index, 0, other)
        if (error === 'delete') typed.splice(index, 1)
        if (error === 'transpose') typed.splice(index, 2, meant[index + 1]!, meant[index]!)
        const ngrams = new Set(toWordNgrams(meant.join('')))
        expect(toWordNgrams(typed.join('')).some((ngram) => ngrams.has(ngram))).toBe(true)
      },
    ),
    { numRuns: 5000 },
  )
})
