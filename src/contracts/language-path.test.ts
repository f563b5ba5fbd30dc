import { expect, test } from 'vitest'
import { splitLanguage, toLanguagePath } from './language-path.ts'

test.each([
  ['/ta/products', 'ta', '/products'],
  ['/hi', 'hi', '/'],
  ['/products', 'en', '/products'],
  ['/tap', 'en', '/tap'],
  ['/en/products', 'en', '/en/products'],
  ['/ta//works.example', 'ta', '/works.example'],
  ['//works.example', 'en', '/works.example'],
])('The path %s is in %s the page %s', (pathname, language, path) => {
  expect(splitLanguage(pathname)).toEqual({ language, path })
})

test.each([
  ['/', '/ta'],
  ['/#contact', '/ta#contact'],
  ['/?item=cl-25', '/ta?item=cl-25'],
  ['/products?tab=spares', '/ta/products?tab=spares'],
  ['https://works.example/', 'https://works.example/'],
  ['//works.example', '//works.example'],
  ['#top', '#top'],
])('The page %s has the address %s in Tamil', (to, expected) => {
  expect(toLanguagePath(to, 'ta')).toBe(expected)
  expect(toLanguagePath(to, 'en')).toBe(to)
})
