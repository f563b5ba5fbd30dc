import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toWordNgrams } from './word-ngrams.ts'

test('a word is looked up by its threes of letters, and by its first and last', () => {
  expect(toWordNgrams('belt')).toEqual([' be', 'bel', 'elt', 'lt ', 'bt'])
  expect(toWordNgrams('öler')).toEqual([' öl', 'öle', 'ler', 'er ', 'ör'])
})

const character = fc.constantFrom(...'aeinrst')
const word = fc.array(character, { minLength: 4, maxLength: 12 })

test('one slip leaves a word a part of what was meant', () => {
  fc.assert(
    fc.property(
      word,
      fc.nat(),
      character,
      fc.constantFrom('change', 'add', 'leave out', 'swap'),
      (meant, at, other, slip) => {
        const place = at % (meant.length - 1)
        const typed = [...meant]
        if (slip === 'change') typed[place] = other
        if (slip === 'add') typed.splice(place, 0, other)
        if (slip === 'leave out') typed.splice(place, 1)
        if (slip === 'swap') typed.splice(place, 2, meant[place + 1]!, meant[place]!)
        const parts = new Set(toWordNgrams(meant.join('')))
        expect(toWordNgrams(typed.join('')).some((part) => parts.has(part))).toBe(true)
      },
    ),
    { numRuns: 5000 },
  )
})
