import { expect, test } from 'vitest'
import { buildShareUrl, parseShareUrl } from './share-link.ts'

const parse = (url: string) => parseShareUrl(new URL(url).searchParams)

test('A link to shared items is read back, each item once', () => {
  expect(parse(buildShareUrl('https://www.example.in', ['a1', 'b2', 'a1']))).toEqual(['a1', 'b2'])
  expect(buildShareUrl('https://www.example.in', ['a1'])).toBe(
    'https://www.example.in/products?favourites=true&shared=a1',
  )
})

test('A link to shared items has at most 100 of them, and one without items has none', () => {
  const many = Array.from({ length: 150 }, (_, index) => `id${index}`)
  expect(parse(buildShareUrl('https://www.example.in', many))).toHaveLength(100)
  expect(parse('https://www.example.in/products?favourites=true')).toEqual([])
  expect(parse('https://www.example.in/products?shared=,%20,')).toEqual([])
})
